// The settings of the program itself, after those of the search: from a command line to settings and back. The steps
// before and around the runs of a command, in their order; runs.cpp has the runs.
#include "runs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cpu/machine.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "history/history.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

std::string time_text(std::chrono::milliseconds time) {
    const auto ms = time.count();
    return ms % 1000 == 0 ? fmt::format("{}s", ms / 1000) : fmt::format("{}ms", ms);
}

SettingTable<SolveSettings> make_table() {
    using S = SolveSettings;
    using enum Format;
    SettingTable<S> table = {
        flag_row<S>({"keep-going", "Input", "skip bad puzzles and solve the rest (the exit code is still 3)", '\0',
                     basic | may_differ},
                    &S::keep_going),
        field_row<S>({"part", "Input", "only puzzle I of every N, with the answers of the whole input; I is 1..N"},
                     "I/N", &S::part, read_part, part_text)};
    table.push_back(order_row<S>(&S::order, "Input"));
    table.push_back(column_row<S>(&S::column, "Input"));
    table.push_back(strict_row<S>(&S::strict, "Input"));
    append(table, run_settings());
    table.insert(
        table.end(),
        {choice_row<S>({"spread", "Machine",
                        "what several ranks or devices share: puzzles, islands or auto; auto = islands if there are "
                        "fewer puzzles than ranks",
                        '\0', may_differ | not_saved | not_replayed},
                       "WHAT", &S::spread,
                       {{"auto", Spread::automatic}, {"puzzles", Spread::puzzles}, {"islands", Spread::islands}}),
         count_row<S>({"runs", "Budget", "solve everything N times, with the seeds s, s+1, ...", '\0', in_config},
                      &S::runs, 1, 1'000'000),
         text_row<S>({"checkpoint", "Checkpoints", "write the state of the run to a file now and then", '\0',
                      may_differ | not_saved | not_replayed},
                     "FILE", &S::checkpoint),
         field_row<S>({"checkpoint-every", "Checkpoints", "time between two checkpoints: 30s, 5m, 200ms", '\0',
                       may_differ | not_replayed},
                      "TIME", &S::checkpoint_every, read_time, time_text),
         text_row<S>({"output", "Output", "write the results to a file; - = standard output", 'o', basic}, "FILE",
                     &S::output),
         choice_row<S>(
             {"format", "Output", "grid, line, jsonl, csv or auto; auto = grid for one puzzle, else line", '\0', basic},
             "FORMAT", &S::format,
             {{"auto", automatic}, {"grid", grid}, {"line", line}, {"jsonl", jsonl}, {"csv", csv}}),
         flag_row<S>({"unsolved-ok", "Output", "exit code 0, not 1, if a complete run leaves puzzles unsolved", '\0',
                      of_messages},
                     &S::unsolved_ok),
         flag_row<S>({"quiet", "Output", "print only errors on standard error, and a seed that was not given", 'q',
                      basic | of_messages},
                     &S::quiet),
         progress_row<S>(&S::progress, "Output"),
         when_row<S>({"color", "Output",
                      "colours in grids: always, never or auto; auto = on a terminal, "
                      "or as NO_COLOR and FORCE_COLOR say",
                      '\0', of_messages},
                     &S::color),
         flag_row<S>({"verbose", "Output", "one line per generation on standard error: best and mean cost, restarts",
                      'v', basic | of_messages},
                     &S::verbose),
         text_row<S>({"history", "Output", "write every generation to a file that ends in .jsonl or .csv", '\0', basic},
                     "FILE", &S::history),
         count_row<S>(
             {"history-every", "Output", "generations per row of --history; 0 = see docs/reference/history.md"},
             &S::history_every, 0, 1'000'000'000)});
    return table;
}

bool has_use(const SolveSettings& settings, const std::string& name, Uses use) {
    return std::ranges::count(names_of(*settings.table, use), name) != 0;
}

/// True if each object of a list is in the other list.
bool are_among(const std::string& some, const std::string& all) {
    const std::vector<std::string> objects = split(all, ',');
    return std::ranges::all_of(split(some, ','),
                               [&](const std::string& object) { return std::ranges::count(objects, object) != 0; });
}

/// Rejects a setting that differs from the saved one, given alone or in a preset. What lets the program choose takes
/// what it chose before.
void check_contradictions(SolveSettings& settings, const std::vector<Assignment>& given, const Resumed& resumed) {
    const std::string& file = resumed.file.name();
    const std::vector<Assignment> values = values_of(settings, *settings.table);
    const auto text_of = [](const std::vector<Assignment>& all, const std::string& name) {
        const auto value = std::ranges::find(all, name, &Assignment::name);
        return value == all.end() ? std::string() : value->text;
    };
    for (const Assignment& assignment : given) {
        if (has_use(settings, assignment.name, may_differ) || assignment.name == "preset") continue;
        const std::string now = text_of(values, assignment.name),
                          before = text_of(resumed.saved.command.settings, assignment.name);
        if (now == before || (assignment.name == "operators" && are_among(now, required_operators(file, before))))
            continue;
        const std::string choose = assignment.name == "sweeps" ? "0" : assignment.name == "schedule" ? "none" : "auto";
        if (now == choose && (now == "auto" || resumed.saved.command.name == "count")) {
            assign(settings, *settings.table, {{assignment.name, before, file}});
            continue;
        }
        throw SettingError(
            fmt::format("{} is {}, but the run in {} has {}; leave it out, or start anew without --resume",
                        assignment.label, now.empty() ? "not set" : now, file, before.empty() ? "none" : before));
    }
}

io::ReadOptions options_of_input(const SolveSettings& settings) {
    return {.column = settings.column, .keeps_fields = settings.format == Format::csv, .refuses_text = settings.strict};
}

/// Reading an input is an error after --timeout, which began that many seconds before this command.
void end_reading_in_time(SolveSettings& settings, double seconds) {
    if (!settings.timeout) return;
    const auto before = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    for (InputSource& input : settings.inputs) input.until = settings.start + *settings.timeout - before;
}

/// The order of the boards: boards other than 9 x 9 have a default configuration of their own.
void choose_order(SolveSettings& settings, const Layers& layers) {
    for (const Assignment& assignment : layers.chosen) {
        const auto is = [&](std::string_view name) { return assignment.name == name; };
        if (is("order") || is("timeout") || is("column") || is("strict") || is("format"))
            assign(settings, *settings.table, {assignment});
    }
    end_reading_in_time(settings, 0);
    read_as(settings.inputs, options_of_input(settings));
    for (InputSource& input : settings.inputs) input.copy = std::make_shared<InputCopy>();
    settings.order = order_of_input(settings.inputs, settings.order);
    take_order(settings, settings.order, !layers.preset.empty());
}

void check_combinations(const SolveSettings& settings, bool is_resumed) {
    if (settings.quiet && settings.verbose) {
        throw SettingError(fmt::format("{} and {} exclude each other; leave one of them out",
                                       settings.label_of("quiet"), settings.label_of("verbose")));
    }
    if (settings.checkpoint.empty() && settings.named.contains("checkpoint-every") && !is_resumed)
        throw SettingError(fmt::format("{} needs --checkpoint FILE", settings.label_of("checkpoint-every")));
    if (!settings.history.empty()) history::format_of(settings.label_of("history"), settings.history);
    if (settings.history.empty() && settings.history_every != 0)
        throw SettingError(fmt::format("{} needs --history FILE", settings.label_of("history-every")));
}

std::string input_text(const InputSource& input) {
    if (input.kind == InputSource::Kind::standard_input) return " -";
    if (input.kind == InputSource::Kind::text) return " --puzzle " + quoted(input.text);
    return " " + quoted_file(input.text);
}

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

/// A file that only the checkpoint names must begin as the run left it: a checkpoint from elsewhere may name any file.
void check_is_own(const std::string& name, const std::string& file, const FileBeginning& beginning,
                  const SolveSettings& settings, const std::string& checkpoint) {
    std::error_code error;
    if (file.empty() || settings.label_of(name) != checkpoint) return;
    const bool is_own = std::filesystem::is_regular_file(file, error) &&
                        (beginning.bytes == 0 ? std::filesystem::is_empty(file, error)
                                              : beginning_of(file, beginning.bytes) == beginning);
    if (is_own) return;
    throw SettingError(fmt::format("{}: {} is not the file that its run had written; to write it anyway, give --{} {}",
                                   checkpoint, file, name, quoted_file(file)));
}

/// What the run writes is neither read nor written by anything else in it.
void check_files(const SolveSettings& settings, const CommandLine& line) {
    std::vector<FileUse> read;
    for (const InputSource& input : settings.inputs) {
        if (input.kind == InputSource::Kind::file) read.push_back({"an input", input.text});
        if (input.kind == InputSource::Kind::standard_input) read.push_back({"an input", "-"});
    }
    for (const Assignment& given : settings.given)
        if (given.name == "config") read.push_back({given.label, given.text});
    for (const Assignment& argument : line.arguments)
        if (argument.name == "resume" && argument.text != settings.checkpoint)
            read.push_back({argument.label, argument.text});
    check_own_files({{settings.label_of("output"), settings.output},
                     {settings.label_of("history"), settings.history},
                     {settings.label_of("checkpoint"), settings.checkpoint}},
                    read);
}

/// A run does not overwrite the checkpoint of another, nor any other file.
void check_is_free(const SolveSettings& settings) {
    const std::string& file = settings.checkpoint;
    if (file.empty() || is_free(file)) return;
    throw SettingError(fmt::format("{}: {} exists; resume its run with --resume {}, or give another name",
                                   settings.label_of("checkpoint"), file, quoted_file(file)));
}

/// Before anything is written: whether the puzzles and files are those of the saved run, which results come, and
/// whether an uninterrupted run has the same.
void begin_resumed(const Resumed& resumed, const PuzzleInput& input, const SolveSettings& settings) {
    const SavedSolve& saved = resumed.saved;
    const std::string& checkpoint = resumed.file.name();
    if (input.good() != saved.command.puzzles || input.checksum() != saved.command.input_checksum) {
        throw SettingError(fmt::format("{} is of {}, and these are others ({}); give it the same puzzles as before",
                                       checkpoint, counted(saved.command.puzzles, "puzzle"), input.good()));
    }
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(settings.output, error);
    if (!settings.output.empty() && (error ? 0 : size) < saved.position.output_bytes) {
        throw FileError(
            fmt::format("cannot go on with {}: missing or shorter than at the checkpoint; bring it back, or start anew",
                        settings.output));
    }
    check_is_own("output", settings.output, saved.position.output, settings, checkpoint);
    check_is_own("history", settings.history, saved.position.history, settings, checkpoint);
    if (settings.quiet) return;
    const std::string answered =
        saved.command.name == "count" ? counted(saved.position.annealed.size(), "population") + " so far"
        : saved.position.reported == 0
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

}  // namespace

const SettingTable<SolveSettings>& solve_settings() {
    static const SettingTable<SolveSettings> table = make_table();
    return table;
}

SolveSettings read_solve_settings(const CommandLine& line, const Resumed* resumed,
                                  const SettingTable<SolveSettings>& table) {
    const std::vector<std::string> names = names_of(table);
    std::vector<Assignment> options = line.arguments;
    std::erase_if(options, [&](const Assignment& assignment) {
        return std::ranges::count(names, assignment.name) == 0 && assignment.name != "preset" &&
               assignment.name != "config";
    });
    const auto read_file = [&](const std::string& name, const std::vector<Assignment>& chosen) {
        SolveSettings early;  // the time limit outside of that file
        if (const Assignment* timeout = last(chosen, "timeout")) assign(early, table, {*timeout});
        return read_text_file(name, early.timeout ? early.start + *early.timeout : Clock::time_point::max());
    };
    Layers layers = read_layers(names, options, read_file);

    SolveSettings settings;
    settings.table = &table;
    settings.inputs = input_sources(line.arguments);
    if (resumed == nullptr) {
        choose_order(settings, layers);
    } else {
        for (const Assignment& value : resumed->saved.command.settings) {
            settings.given.push_back({value.name, value.text, resumed->file.name()});
            settings.named.insert(value.name);
            if (value.is_chosen) settings.chosen.insert(value.name);
            if (value.name == "order") assign(settings, table, {settings.given.back()});
        }
        take_order(settings, std::max(settings.order, smallest_order), false);
        assign(settings, table, settings.given);
        // The values of the same preset are in the checkpoint, fitted to the other settings.
        const Assignment *preset = last(layers.chosen, "preset"), *before = last(settings.given, "preset");
        if (preset != nullptr && before != nullptr && preset->text == before->text) layers.preset.clear();
    }
    const int order = settings.order;
    take_layers(settings, table, layers);
    for (const Assignment& assignment : layers.chosen) settings.chosen.insert(assignment.name);
    if (settings.order == 0) settings.order = order;
    if (settings.output == "-") settings.output.clear();
    if (resumed != nullptr) {
        check_contradictions(settings, layers.preset, *resumed);
        check_contradictions(settings, layers.chosen, *resumed);
    }
    if (!settings.seed) settings.seed = random_seed();
    if (!settings.quiet) std::ranges::for_each(layers.notes, say);
    if (resumed != nullptr) {
        if (settings.order != order_of(settings.config.representation))
            throw CheckpointError("the checkpoint contradicts itself");
        if (settings.checkpoint.empty()) settings.checkpoint = resumed->file.name();
        if (settings.inputs.empty()) settings.inputs = resumed->saved.command.inputs;
        read_as(settings.inputs, options_of_input(settings));
    }
    check_combinations(settings, line.has("resume"));
    return settings;
}

std::vector<Assignment> saved_settings(const SolveSettings& settings) {
    std::vector<Assignment> values = values_of(settings, *settings.table);
    std::erase_if(values, [&](const Assignment& value) { return has_use(settings, value.name, not_saved); });
    if (const Assignment* preset = last(settings.given, "preset")) values.push_back({"preset", preset->text});
    for (Assignment& value : values) value.is_chosen = settings.chosen.contains(value.name);
    return values;
}

std::string config_text(const SolveSettings& settings) {
    std::vector<Assignment> values = values_of(settings, *settings.table);
    std::erase_if(values, [&](const Assignment& value) { return !has_use(settings, value.name, in_config); });
    return fmt::format("# evodoku {}: replays with  evodoku solve --config THIS_FILE PUZZLES{}\n", version,
                       settings.operators.empty() ? "" : " --operators FILE") +
           to_toml(values);
}

std::string replay_command(const std::string& program, const SolveSettings& settings, const std::string& device) {
    std::string text = quoted(program) + " solve";
    for (const InputSource& input : settings.inputs) text += input_text(input);
    const Assignment* preset = last(settings.given, "preset");
    if (preset != nullptr && !settings.verbose) text += " --preset " + quoted(preset->text);
    for (const Setting<SolveSettings>& setting : solve_settings()) {
        const std::string value = setting.name == "device" ? device : setting.write(settings);
        const bool is_needed = setting.name == "seed" || (setting.name == "order" && settings.order != 3);
        const bool is_idle = setting.name == "order" || (setting.name == "history-every" && value == "0");
        const bool is_shown = is_needed || settings.chosen.contains(setting.name) || (settings.verbose && !is_idle);
        if (setting.is(not_replayed) || value.empty() || !is_shown) continue;
        if (!setting.is_flag()) {
            text += fmt::format(" --{} {}", setting.name, quoted(value));
        } else if (value == "true") {
            text += fmt::format(" --{}", setting.name);
        }
    }
    return text;
}

std::unique_ptr<Resumed> open_resumed(const CommandLine& line, std::string_view command) {
    const Assignment *resume = last(line.arguments, "resume"), *checkpoint = last(line.arguments, "checkpoint");
    if (resume == nullptr) return nullptr;
    const std::string& file = resume->text;
    if (checkpoint != nullptr && checkpoint->text == file && is_free(file)) return nullptr;
    auto resumed = std::unique_ptr<Resumed>(new Resumed{time_of(file), CheckpointReader(file)});
    const std::string& made_by = resumed->saved.command.name;
    if (made_by != command) {
        throw SettingError(fmt::format("{} was written by evodoku {}; resume it with evodoku {} --resume {}", file,
                                       made_by, made_by, quoted_file(file)));
    }
    return resumed;
}

std::vector<Option> run_options(const SettingTable<SolveSettings>& table, std::vector<Option> more) {
    more.push_back({{"config", "Configuration", "settings from a file (TOML)", '\0', basic}, "FILE"});
    more.push_back(
        {{"resume", "Checkpoints", "go on with the run of a checkpoint, on any device; its settings and puzzles hold"},
         "FILE"});
    for (const Option& option : options_of(table)) more.push_back(option);
    static constexpr std::string_view groups[] = {"Input",     "Exact",   "Estimate", "Configuration", "Machine",
                                                  "Evolution", "Islands", "Budget",   "Checkpoints",   "Output"};
    std::ranges::stable_sort(more, {}, [](const Option& option) { return std::ranges::find(groups, option.group); });
    return more;
}

bool PreparedRun::begin() {
    if (settings.inputs.empty()) {
        throw SettingError(fmt::format(
            "no puzzle given: name a file, - for standard input, or a puzzle in one word; see evodoku {} --help",
            name));
    }
    check_order(settings, settings.order);
    check_files(settings, line);
    if (!settings.quiet) std::ranges::for_each(settings.inputs, tell_if_waiting);
    end_reading_in_time(settings, resumed ? resumed->saved.position.seconds : 0);
    input.emplace(settings.inputs, settings.order, settings.part);
    if (input->bad().count() != 0) {
        input->bad().sum_up();
        if (input->good() != 0 && !settings.keep_going)
            say(fmt::format("nothing was solved; --keep-going solves the rest: {}", counted(input->good(), "puzzle")));
        if (input->good() == 0 || !settings.keep_going) return false;
    }
    if (resumed) begin_resumed(*resumed, *input, settings);
    if (!resumed || settings.checkpoint != resumed->file.name()) check_is_free(settings);
    if (!settings.checkpoint.empty()) checkpoints.emplace(settings.checkpoint, settings.checkpoint_every);
    // Once the file is locked: the state that was read is the last one.
    if (resumed && time_of(resumed->file.name()) != resumed->written)
        throw FileError(fmt::format("another process has just written {}; repeat the command to go on from there",
                                    resumed->file.name()));
    for_each = [helpers = std::shared_ptr(cpu::make_tbb_workers(settings.threads))](
                   std::uint32_t count, const auto& task) { helpers->for_each(count, task); };
    return true;
}

double PreparedRun::seconds() const {
    return (resumed ? resumed->saved.position.seconds : 0) + seconds_since(settings.start);
}

bool PreparedRun::should_stop() const {
    const std::chrono::duration<double> taken(seconds());
    if (interrupt_signal() == 0 && !(settings.timeout && taken >= *settings.timeout)) return false;
    expect_end();
    return true;
}

void PreparedRun::tell(const std::string& text) const {
    say_unless(settings.quiet, title.empty() ? text : title + ": " + text);
}

std::string PreparedRun::call_to_resume(double seconds) const {
    std::string call = fmt::format("{} {} --resume {}", quoted(program), name, quoted_file(settings.checkpoint));
    if (!settings.operators.empty()) call += " --operators " + quoted(settings.operators);
    const std::chrono::duration<double> used(seconds);
    if (settings.timeout && used >= *settings.timeout) {
        call +=
            fmt::format(" --timeout {}s", std::chrono::ceil<std::chrono::seconds>(used + *settings.timeout).count());
    }
    const bool has_stream =
        std::ranges::count(settings.inputs, InputSource::Kind::standard_input, &InputSource::kind) != 0;
    if (has_stream) call += " - (with the same puzzles on standard input)";
    return call;
}

int PreparedRun::failure() const {
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    return !is_history_complete || (checkpoints && checkpoints->failed()) ? input_output_error : 0;
}

}  // namespace evodoku::app
