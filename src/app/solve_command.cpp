// `evodoku solve`: puzzles in, answers out.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>

#include "checkpoint/checkpoint_file.hpp"
#include "commands.hpp"
#include "cpu/machine.hpp"
#include "devices/internal.hpp"
#include "engine/text.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/errors.hpp"
#include "output.hpp"
#include "process.hpp"
#include "puzzle_input.hpp"
#include "result_writer.hpp"
#include "runs.hpp"
#include "saved_solve.hpp"
#include "session.hpp"
#include "settings/config_file.hpp"
#include "solve_settings.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// True if the run may continue in spite of bad puzzles. `check`: the command that lists all.
bool accept(const PuzzleInput& input, bool keep_going, const std::string& check) {
    const BadPuzzles& bad = input.bad();
    if (bad.count() == 0) return true;
    bad.sum_up(check);
    if (input.good() == 0) return false;
    if (!keep_going) {
        say(fmt::format("nothing was solved; --keep-going solves the rest: {}", counted(input.good(), "puzzle")));
    }
    return keep_going;
}

/// Chooses the settings that depend on the device and on the input.
void resolve(SolveSettings& settings, const DeviceChoice& choice, std::size_t puzzles) {
    if (!settings.quiet && !choice.note.empty()) say(choice.note);
    const Config& config = settings.config;
    const std::uint32_t wanted = settings.automatic_population ? 0 : config.population;
    derive_defaults(settings, settings.named, suitable_population(choice.device, settings.order));
    check_combinations(settings, settings.given);
    if (!settings.quiet && wanted != 0 && config.population != wanted) {
        say(fmt::format("population {}: {} for each of {} islands; --population sets it", config.population, wanted,
                        config.islands));
    }
    if (settings.format == Format::automatic) {
        settings.format = puzzles == 1 && settings.runs == 1 ? Format::grid : Format::line;
    }
}

/// Resolves the settings, then opens the backend: on the CPU where the GPU of `auto` has too little memory.
std::unique_ptr<Backend> open_resolved(Chosen& chosen, SolveSettings& settings, std::size_t puzzles) {
    const bool automatic_population = settings.automatic_population;
    try {
        resolve(settings, chosen.devices.front(), puzzles);
        return open_backend(chosen, settings, puzzles);
    } catch (const DeviceError& error) {
        if (settings.device != "auto" || chosen.ranks != nullptr) throw;
        chosen.devices = {
            {{}, fmt::format("no GPU: {}; using the CPU", split(error.what(), ';').front())}};  // no remedy
    }
    settings.automatic_population = automatic_population;
    resolve(settings, chosen.devices.front(), puzzles);
    return open_backend(chosen, settings, puzzles);
}

/// A run that goes on: the checkpoint, read up to the state of the run.
struct Resumed {
    std::filesystem::file_time_type written;
    CheckpointReader file;
    StateReader source = file.source();
    SavedSolve saved = read_saved_solve(source);
};

/// The time of its last change; some time if there is no such file.
std::filesystem::file_time_type time_of(const std::string& file) {
    std::error_code error;
    return std::filesystem::last_write_time(file, error);
}

/// There is no such file, or an empty one: that of a run which was killed before its first checkpoint.
bool is_free(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return true;
    return std::filesystem::is_regular_file(file, error) && std::filesystem::is_empty(file, error);
}

/// Once the file is locked: the state that was read is the last one.
void check_unchanged(const Resumed& resumed) {
    if (time_of(resumed.file.name()) == resumed.written) return;
    throw FileError(fmt::format("another process has just written {}; repeat the command to go on from there",
                                resumed.file.name()));
}

/// Null for a new run. With --checkpoint of the same file that is not there yet, the run is new too: one command line
/// for the first call and all others.
std::unique_ptr<Resumed> open_resumed(const CommandLine& line) {
    const Assignment *resume = last(line.arguments, "resume"), *checkpoint = last(line.arguments, "checkpoint");
    if (resume == nullptr) return nullptr;
    const std::string& file = resume->text;
    if (checkpoint != nullptr && checkpoint->text == file && is_free(file)) return nullptr;
    return std::unique_ptr<Resumed>(new Resumed{time_of(file), CheckpointReader(file)});
}

/// What the run writes is neither read nor written by anything else in it.
void check_files(const SolveSettings& settings, const CommandLine& line) {
    std::vector<FileUse> read;
    for (const InputSource& input : settings.inputs) {
        if (input.kind == InputSource::Kind::file) read.push_back({"an input", input.text});
    }
    for (const Assignment& argument : line.arguments) {
        const bool is_read = argument.name == "config" || argument.name == "resume";
        if (is_read && argument.text != settings.checkpoint) read.push_back({argument.label, argument.text});
    }
    std::vector<FileUse> written;
    for (const auto& [name, path] : {std::pair("output", settings.output), std::pair("history", settings.history),
                                     std::pair("checkpoint", settings.checkpoint)}) {
        if (!path.empty()) written.push_back({settings.label_of(name), path});
    }
    check_own_files(written, read);
}

/// A run does not overwrite the checkpoint of another, nor any other file.
void check_is_free(const SolveSettings& settings) {
    const std::string& file = settings.checkpoint;
    if (file.empty() || is_free(file)) return;
    const std::string label = settings.label_of("checkpoint");
    if (!is_checkpoint(file)) {
        throw SettingError(fmt::format("{}: {} exists and is not a checkpoint; give another name", label, file));
    }
    throw SettingError(fmt::format("{}: {} exists; resume its run with --resume {}, or remove it", label, file, file));
}

void check_input(const PuzzleInput& input, const SavedCommand& saved, const std::string& file) {
    if (input.good() == saved.puzzles && input.checksum() == saved.input_checksum) return;
    throw SettingError(fmt::format("{} is of {}, and these are others ({}); give it the same puzzles as before", file,
                                   counted(saved.puzzles, "puzzle"), input.good()));
}

/// A file that only the checkpoint names must begin as the run left it: a checkpoint from elsewhere may name any file.
void check_is_own(const std::string& name, const std::string& file, const FileBeginning& beginning,
                  const SolveSettings& settings, const std::string& checkpoint) {
    std::error_code error;
    if (file.empty() || settings.label_of(name) != checkpoint) return;
    const bool is_own = std::filesystem::is_regular_file(file, error) &&
                        (beginning.bytes == 0 ? std::filesystem::is_empty(file, error)
                                              : beginning_of(file, beginning.bytes) == beginning);
    if (is_own) return;
    throw SettingError(fmt::format("{}: {} is not the file that its run wrote; to write it anyway, give --{} {}",
                                   checkpoint, file, name, file));
}

/// Before anything is written: which results come, into which files, and whether an uninterrupted run has the same.
void begin_resumed(const Resumed& resumed, const SolveSettings& settings) {
    const SavedSolve& saved = resumed.saved;
    const std::string& checkpoint = resumed.file.name();
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(settings.output, error);
    if (!settings.output.empty() && (error ? 0 : size) < saved.position.output_bytes) {
        throw FileError(fmt::format(
            "cannot go on with {}: it is shorter than when the checkpoint was written; bring it back, or start anew",
            settings.output));
    }
    check_is_own("output", settings.output, saved.position.output, settings, checkpoint);
    check_is_own("history", settings.history, saved.position.history, settings, checkpoint);
    if (settings.quiet) return;
    const std::string answered =
        saved.position.reported == 0
            ? "no puzzle answered yet"
            : fmt::format("{} of {} answered; these answers are not {} again", saved.position.reported,
                          counted(saved.command.puzzles, "puzzle"), settings.output.empty() ? "printed" : "written");
    std::string written = settings.checkpoint;
    for (const std::string& file : {settings.output, settings.history}) written += (file.empty() ? "" : ", ") + file;
    say(fmt::format("resumes {} after {:.1f} s: {}; writes {}", checkpoint, saved.position.seconds, answered, written));
    if (saved.command.version == version) return;
    say(fmt::format("{} was written by evodoku {}, and this is {}: results may differ", resumed.file.name(),
                    saved.command.version, version));
}

/// What a stopped run leaves to do.
void tell_saved(const std::string& program, const RunsMade& runs, const SolveSettings& settings, std::size_t puzzles) {
    const bool has_stream =
        std::ranges::count(settings.inputs, InputSource::Kind::standard_input, &InputSource::kind) != 0;
    say(fmt::format("stopped: {} of {} answered; {} solve --resume {}{} goes on", runs.position.reported,
                    counted(puzzles, "puzzle"), program, settings.checkpoint,
                    has_stream ? " - (with the same puzzles on standard input)" : ""));
}

/// Solves the puzzles of a command; returns the exit code. `resumed`: null for a new run. `session`: null for a process
/// that is alone.
int solve_input(const std::string& program, const CommandLine& line, SolveSettings& settings, const Resumed* resumed,
                Ranks* session) {
    if (!settings.quiet) std::ranges::for_each(settings.inputs, tell_if_waiting);
    end_reading_in_time(settings, resumed ? resumed->saved.position.seconds : 0);
    PuzzleInput input(settings.inputs, settings.order, settings.format == Format::csv);
    if (!accept(input, settings.keep_going, check_call(program, settings.inputs))) return bad_puzzle;

    if (resumed) {
        check_input(input, resumed->saved.command, resumed->file.name());
        begin_resumed(*resumed, settings);
    }
    if (!resumed || settings.checkpoint != resumed->file.name()) check_is_free(settings);
    std::optional<Checkpointer> checkpoints;
    if (!settings.checkpoint.empty()) checkpoints.emplace(settings.checkpoint, settings.checkpoint_every);
    if (resumed) check_unchanged(*resumed);

    Chosen chosen = choose_for(settings.device, settings.label_of("device"), settings.threads, settings.order, session);
    const std::unique_ptr<Backend> backend = open_resolved(chosen, settings, input.good());
    const Device& device = chosen.first();
    if (!settings.quiet) {
        for (const std::string& other : chosen.others) say(other);
        say(fmt::format("seed {} on {}", *settings.seed, backend->name()));
        say("replay: " + replay_command(program, settings, to_text(device)));
    } else if (settings.random_seed) {
        say(fmt::format("seed {}", *settings.seed));  // nothing else knows it
    }

    std::vector<std::string> devices = chosen.others;
    devices.insert(devices.begin(), backend->name());
    watch_for_interrupt(settings.quiet, settings.checkpoint);
    const std::unique_ptr<cpu::Workers> helpers = cpu::make_tbb_workers(settings.threads);
    const ForEach for_each = [&](std::uint32_t count, const auto& task) { helpers->for_each(count, task); };
    ResultWriter results(settings, to_text(device), for_each, input.columns(),
                         resumed ? resumed->saved.position.output_bytes : 0);
    const std::unique_ptr<history::Recording> history = open_history(settings, devices, resumed != nullptr);
    if (!resumed) results.cut();
    if (checkpoints) watch_for_checkpoint_request();
    const RunsMade runs =
        make_runs_of({.backend = *backend,
                      .settings = settings,
                      .input = input,
                      .results = results,
                      .for_each = for_each,
                      .history = history.get(),
                      .checkpoints = checkpoints ? &*checkpoints : nullptr,
                      .command = {version, saved_settings(settings), settings.inputs, input.good(), input.checksum()},
                      .begin = resumed ? resumed->saved.position : SavedPosition{},
                      .state = resumed ? resumed->source : StateReader{}});
    const bool complete = !history || history->file().failure().empty();
    if (runs.is_saved && !settings.quiet) tell_saved(program, runs, settings, input.good());
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    if (checkpoints && checkpoints->failed()) return input_output_error;
    if (!complete) return input_output_error;
    if (runs.is_saved) return some_not_solved;
    const bool is_bare = settings.order == 3 && !line.has("preset") && !settings.named.contains("presolve");
    if (runs.are_solved && runs.position.only_logic && is_bare && !settings.quiet) {
        say(fmt::format("solved by logic alone; --preset plain evolves {}", input.good() == 1 ? "it" : "them"));
    }
    if (runs.position.unsolved != 0 && !settings.quiet)
        say("is there a solution? " + check_call(program, settings.inputs));
    if (input.bad().count() != 0) return bad_puzzle;
    return runs.are_solved ? all_solved : some_not_solved;
}

}  // namespace

CommandInfo solve_info() {
    CommandInfo info;
    info.options = {
        {{"puzzle", "Input", "a puzzle: 81 cells for 9 x 9, blanks . 0 x X * _ (may be repeated)", '\0', Tier::basic},
         "STRING"},
        {{"preset", "Configuration", "a built-in configuration; evodoku presets lists them", '\0', Tier::basic},
         "NAME",
         "",
         preset_names()},
        {{"config", "Configuration", "settings from a file (TOML)", '\0', Tier::basic}, "FILE"},
        {{"print-config", "Configuration", "print every setting as such a file; solve nothing"}},
        {{"resume", "Checkpoints", "go on with the run of a checkpoint, on any device; its settings and puzzles hold"},
         "FILE"}};
    for (const OptionInfo& option : options_of(solve_settings())) info.options.push_back(option);
    info.options.push_back({{"version", "Output", "print the version of the program"}});
    static constexpr std::string_view groups[] = {"Input",   "Configuration", "Machine",     "Evolution",
                                                  "Islands", "Budget",        "Checkpoints", "Output"};
    std::ranges::stable_sort(info.options, {},
                             [](const OptionInfo& option) { return std::ranges::find(groups, option.group); });
    info.notes = solve_notes;
    info.more = solve_more;
    return info;
}

int run_solve(const std::string& program, const CommandLine& line) {
    if (line.has("version")) {
        std::cout << fmt::format("evodoku {}\n", version);
        return all_solved;
    }
    Ranks* const session = join_session(line);
    if (session != nullptr && session->rank() != 0) return serve_session(*session, line);
    const std::unique_ptr<Resumed> resumed = open_resumed(line);
    SolveSettings settings =
        resumed ? read_solve_settings(line, &resumed->saved.command, resumed->file.name()) : read_solve_settings(line);
    if (line.has("print-config")) {
        check_order(settings, settings.order);
        resolve(settings,
                choose_devices(device_for_order(settings.device, settings.order), settings.label_of("device")).front(),
                1);
        std::cout << config_text(settings);
        return all_solved;
    }
    if (settings.inputs.empty()) {
        throw SettingError(
            "no puzzle given: name a file, - for standard input, or a puzzle in one word; see evodoku solve --help");
    }
    check_order(settings, settings.order);
    check_files(settings, line);
    return solve_input(program, line, settings, resumed.get(), session);
}

}  // namespace evodoku::app
