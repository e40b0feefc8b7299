// Errors of checkpoints, experiments, benchmarks and reports, and defects.
#include "errors/errors.hpp"

namespace evodoku::app {

std::span<const ErrorEntry> checkpoint_errors() {
    static constexpr ErrorEntry entries[] = {
        {"not-a-checkpoint", "{file} is not a checkpoint of evodoku", usage_error, "another kind of file",
         "name the file of --checkpoint"},
        {"checkpoint-damaged", "{file} is damaged: {how}", usage_error, "an incomplete copy, or a fault of the disk",
         "copy it again, or resume an older copy"},
        {"checkpoint-newer", "{file} was written by a newer evodoku", usage_error, "the format has changed since",
         "resume it with that version"},
        {"checkpoint-no-file", "cannot read {file}: it is not a plain file", input_output_error,
         "a checkpoint can't be read from a pipe or a folder", "name the file of --checkpoint"},
        {"checkpoint-contradiction", "the checkpoint contradicts itself", usage_error,
         "an error in this program, or a file that was made on purpose", "resume an older copy, and report the file"},
        {"checkpoint-misfit", "the checkpoint does not fit {what}", usage_error,
         "it was made by a program with another evolution", "resume it with the version that wrote it"},
        {"checkpoint-setting", "{option} is {value}, but the run in {file} has {value}", usage_error,
         "a resumed run keeps its settings", "leave the option out, or start anew"},
        {"checkpoint-puzzles", "{file} is of {puzzles}, and these are others", usage_error, "the input has changed",
         "give the same puzzles in the same order"},
        {"checkpoint-exists", "{option}: {file} exists; resume its run with --resume {file}", usage_error,
         "--checkpoint names an older checkpoint", "resume it, remove it, or name another file"},
        {"checkpoint-occupied", "{option}: {file} exists and is not a checkpoint", usage_error,
         "--checkpoint names a folder, or a file of another kind", "name another file"},
        {"results-shorter", "cannot go on with {file}: it is shorter than when the checkpoint was written",
         input_output_error, "the file of results was changed or replaced", "bring it back, or start anew"},
        {"checkpoint-not-written", "cannot write {file}: {reason}; the run goes on without it", input_output_error,
         "a full disk, or the folder is gone", "make room; the next checkpoint is tried again"},
        {"history-not-written", "{option}: cannot write {file}: {reason}; the history ends here", input_output_error,
         "a full disk, or the folder is gone", "the run goes on; for a whole history make room and repeat the command"},
        {"scalars-not-written", "{option}: cannot write {file}: {reason}; its scalars end here", input_output_error,
         "a full disk, or the folder is gone", "the run goes on; for all scalars make room and repeat the command"},
    };
    return entries;
}

std::span<const ErrorEntry> rank_errors() {
    static constexpr ErrorEntry entries[] = {
        {"ranks-without-mpi", "several ranks were started, and this program was built without MPI", no_usable_device,
         "no MPI was found at build time, or EVODOKU_MPI is off",
         "apt-get install libopenmpi-dev openmpi-bin, then build again with -DEVODOKU_MPI=on"},
        {"rank-ended", "rank {number} ({place}) has ended before the run", no_usable_device,
         "it was killed, or its machine or memory failed", "resume from the checkpoint, or repeat the command"},
        {"rank-program", "{rank} runs {program}, and rank 0 {program}; install the same program on all machines",
         usage_error, "the machines have different builds", "install one build on all machines"},
        {"rank-settings", "{rank}: {setting} is {value}, and on rank 0 {value}; start all ranks with the same settings",
         usage_error, "another command line, environment or configuration file there",
         "start all ranks with the same settings; devices and threads may differ"},
    };
    return entries;
}

std::span<const ErrorEntry> experiment_errors() {
    static constexpr ErrorEntry entries[] = {
        {"plan-lacks", "the plan has no {name}; write {example}", usage_error, "a part of the plan is missing or empty",
         "add it as in the message"},
        {"plan-not-a-list", "{name} is not a list; write {example}", usage_error, "the value has another kind",
         "write a list as in the message"},
        {"plan-not-a-text", "{name} is not a text", usage_error, "the value is empty, or has another kind",
         "write a text in quotation marks"},
        {"control-character", "{name} has a control character: {character}", usage_error,
         "it would be in every table, and a terminal may execute it", "leave it out"},
        {"plan-not-a-number", "{name} is not a number", usage_error, "the value is a list or a table",
         "write a whole number"},
        {"plan-no-file", "a table of puzzles has no file", usage_error, "lines are chosen, but of no file",
         "add file = \"NAME\""},
        {"plan-lines-list", "lines is not a list such as", usage_error, "the list is empty, or another kind of value",
         "write a list such as [1, \"4-9\"]"},
        {"plan-line", "lines: expected a line number from 1", usage_error, "a range is empty or not a number",
         "write a line number from 1, or a range such as \"4-9\""},
        {"plan-no-line", "no puzzle in {file} begins on {lines}", usage_error, "the chosen lines hold no puzzle",
         "choose lines on which puzzles begin"},
        {"plan-other-size", "a board of {size} x {size}, but the plan is of {size} x {size}", usage_error,
         "all puzzles of a plan have one size: that of its first file, or of its key order",
         "write a plan for each size"},
        {"plan-puzzle-twice", "{file}:{line} appears twice", usage_error, "a puzzle is chosen by two entries",
         "choose it once"},
        {"plan-history", "history is neither true nor false nor", usage_error, "the word is another",
         "write true, false or \"improvements\""},
        {"plan-history-every", "history-every needs history = ", usage_error,
         "improvements have no rows by generations", "write history = true, or leave history-every out"},
        {"experiment-not-written", "cannot write {file}: {reason}; the experiment stops with {runs} left",
         input_output_error, "a full disk, or the folder is gone",
         "make room, then repeat the command: finished runs are kept"},
        {"plan-seeds", "seeds needs both first and count, or a list", usage_error, "one of the two is missing",
         "write seeds = { first = 1, count = 30 }"},
        {"plan-seed-twice", "seed {number} appears twice", usage_error, "equal runs would count twice",
         "write each seed once"},
        {"plan-seed-key", "unknown key 'seed'; all runs share the plan's seeds", usage_error,
         "a configuration names a seed of its own", "write seeds above the first table"},
        {"plan-defaults", "defaults is not a table", usage_error, "defaults holds settings, by their names",
         "write [defaults]"},
        {"plan-configuration", "a configuration is not a table", usage_error, "the list has another kind of value",
         "write [[configurations]]"},
        {"plan-no-values", "{setting} has no values", usage_error, "a list of values is empty",
         "write one value or more"},
        {"plan-values", "{setting} has a value that is not a text or a number", usage_error,
         "a list of values holds a list or a table", "write texts or numbers"},
        {"plan-too-many", "more than {number} configurations", usage_error, "lists of values multiply",
         "use fewer values, or several plans"},
        {"plan-no-name", "the configuration has neither a name nor a preset", usage_error,
         "results are named after their configuration", "set name"},
        {"plan-name-twice", "two configurations are called {name}", usage_error, "names must differ", "set name"},
        {"plan-same", "configurations '{name}' and '{name}' are the same", usage_error,
         "both have equal settings, and would count twice", "remove one of them"},
        {"other-version", "{file}:{line}: made by version {version} (commit {commit}), and this is", usage_error,
         "the results there come from another version", "make all runs with one version, or use --any-version"},
        {"other-plan", "{file}:{line}: this result does not belong to the plan", usage_error,
         "a configuration or its name changed", "name another file with --output, or restore the plan"},
        {"run-twice", "{file}:{line}: this run is already in line {line}", usage_error, "files were joined",
         "remove one of the two lines"},
        {"not-a-result", "{file}:{line}: this line is not a result of an experiment", usage_error,
         "the file is another kind of file", "name another file with --output"},
        {"results-in-use", "cannot use {file}: another experiment is writing to it", input_output_error,
         "two experiments share one output", "name another file with --output"},
        {"results-not-a-file", "cannot use {file}: it is not a plain file", input_output_error,
         "results can't be read back from a device or a pipe", "name another file with --output"},
        {"export-no-history", "--export: {file} holds no histories", usage_error,
         "the export needs the course of each run", "write history = \"improvements\" into the plan, and run it again"},
        {"runs-at-once", "memory is too small for {number} runs at once", usage_error,
         "each run needs memory for its population", "use -j with the number in the message"},
    };
    return entries;
}

std::span<const ErrorEntry> benchmark_errors() {
    static constexpr ErrorEntry entries[] = {
        {"axis-range", "--axis: '{text}': {fault}; allowed: N, a list", usage_error,
         "the text is not a list or range of populations", "write N, N,N or LOW:HIGH:xFACTOR, as in 4k:4M:x4"},
        {"axis-name", "{option}: '{text}' is not understood; allowed: RANGE or population=RANGE", usage_error,
         "only the population can be varied", "write the range alone"},
        {"unknown-measurement", "{option}: '{word}' is none of {words}", usage_error, "there is no such measurement",
         "use a word of the list"},
        {"bench-only", "--only names measurements of 9 x 9, and these boards are larger", usage_error,
         "larger boards have two measurements, which are made together", "leave --only out"},
        {"bench-generated", "--{option} is for generated boards", usage_error,
         "the boards are of 9 x 9, or those of a file", "give --order, and no --puzzles"},
        {"bench-puzzles", "--puzzles is for larger boards, and these are 9 x 9", usage_error,
         "the sets of 9 x 9 are built in, with their solutions",
         "leave it out, or name a file of larger boards; 4 x 4 needs --order 2"},
        {"not-a-benchmark", "{file}: {fault}; expected: a file that evodoku bench --json FILE wrote",
         input_output_error, "another kind of file, or another version of its format",
         "measure again with evodoku bench --json FILE"},
        {"nothing-in-common", "the two files have no measurement in common", usage_error,
         "files of different benchmarks", "compare two files of evodoku bench --json, made with the same options"},
    };
    return entries;
}

std::span<const ErrorEntry> report_errors() {
    static constexpr ErrorEntry entries[] = {
        {"no-report-file", "no file given: name histories, results or benchmarks", usage_error,
         "a report is made of files, and none is named", "name at least one file"},
        {"report-first", "'{name}' is not a configuration; there are: {names}", usage_error,
         "no run in the files has a configuration of this name", "use a name of the list"},
        {"figures-to-output", "{option}: several figures need a folder, not standard output", usage_error,
         "- stands for standard output, which holds one page", "name a folder"},
        {"report-empty", "the file is empty; expected: a history", input_output_error,
         "the run was killed before it wrote, or another file", "make the run again, or leave the file out"},
        {"report-no-rows", "the history has no rows yet", input_output_error,
         "its run has just begun, or was killed before its first row", "let the run go on, or leave the file out"},
        {"report-kind", "the file does not begin like one that a report is made of", input_output_error,
         "another kind of file, such as puzzles",
         "name a history, results of an experiment or a result of bench --json"},
        {"report-history", "this is not a line of a history: {fault}", input_output_error,
         "the file was edited, or mixed with another", "repair or remove the line"},
        {"report-other-run", "the history of another run begins here ({difference})", input_output_error,
         "several histories were joined", "give each history its own file: report takes any number"},
        {"report-results", "this is not a line of results; expected: a history", input_output_error,
         "answers of solve --format jsonl, or a damaged file",
         "name the results of evodoku experiment; for solve use --history"},
        {"report-benchmark", "this result of bench can't be read: {fault}", input_output_error,
         "the file is incomplete, or of another version", "measure again with evodoku bench --json FILE"},
        {"report-too-long", "is too long for a report", input_output_error,
         "a line of more than a mebibyte, or a benchmark of more than 64", "name another file"},
        {"png-program", "--png needs the program rsvg-convert, which can't be started ({reason})", input_output_error,
         "it is not installed", "install it (Debian: apt-get install librsvg2-bin), or use --svg"},
        {"png-failed", "rsvg-convert could not write {file}", input_output_error,
         "the disk is full, or the program has a fault", "read its own message above; use --svg"},
        {"cannot-make-folder", "cannot make the folder {folder}: {reason}", input_output_error,
         "no permission, or a file has its name", "name another folder"},
        {"folder-not-empty", "the folder {folder} is not empty; name a new one", input_output_error,
         "scalars of two runs would be mixed", "name a new folder"},
    };
    return entries;
}

std::span<const ErrorEntry> internal_errors() {
    static constexpr ErrorEntry entries[] = {
        {"internal", "internal error, please report: {what}", defect,
         "an error in this program, or a fault of the machine",
         "run it again; report the message, the command and the output of evodoku info"},
        {"wrong-solution", "puzzle {number}: the search reports a wrong solution: {fault}", defect,
         "an error in this program, or a fault of the machine; the wrong grid is not printed",
         "report the message and the puzzle"},
        {"verification-failed", "verification failed: {what}", defect,
         "a benchmark computes wrong results, by an error in this program or in the device",
         "try another device, and report the message"},
        {"devices-disagree", "{device} and {device} differ: configuration {name}, population {number}", defect,
         "two devices evolve differently, by an error in this program or in a device",
         "report the message; see docs/determinism.md"},
    };
    return entries;
}

}  // namespace evodoku::app
