// The settings of the program itself, after those of the search; from a command line to settings and back.
#include "solve_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "evodoku/engine/load_operators.hpp"
#include "history/history.hpp"
#include "settings/config_file.hpp"
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
         text_row<S>({"output", "Output", "write the results to a file", 'o', basic}, "FILE", &S::output),
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

/// Rejects a setting that differs from the saved one, given alone or in a preset.
void check_contradictions(const SolveSettings& settings, const std::vector<Assignment>& given, const Resumed& resumed) {
    const std::string& file = resumed.file.name();
    const std::vector<Value> values = values_of(settings, *settings.table);
    const auto text_of = [](const std::vector<Value>& all, const std::string& name) {
        const auto value = std::ranges::find(all, name, &Value::name);
        return value == all.end() ? std::string() : value->text;
    };
    for (const Assignment& assignment : given) {
        if (has_use(settings, assignment.name, may_differ) || assignment.name == "preset") continue;
        const std::string now = text_of(values, assignment.name),
                          before = text_of(resumed.saved.command.settings, assignment.name);
        if (now == before || (assignment.name == "operators" && are_among(now, required_operators(file, before))))
            continue;
        throw SettingError(
            fmt::format("{} is {}, but the run in {} has {}; leave it out, or start anew without --resume",
                        assignment.label, now.empty() ? "not set" : now, file, before.empty() ? "none" : before));
    }
}

io::ReadOptions options_of_input(const SolveSettings& settings) {
    return {.column = settings.column, .keeps_fields = settings.format == Format::csv, .refuses_text = settings.strict};
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
    if (settings.checkpoint.empty() && settings.named.contains("checkpoint-every") && !is_resumed) {
        throw SettingError(fmt::format("{} needs --checkpoint FILE", settings.label_of("checkpoint-every")));
    }
    if (!settings.history.empty()) history::format_of(settings.label_of("history"), settings.history);
    if (settings.history.empty() && settings.history_every != 0) {
        throw SettingError(fmt::format("{} needs --history FILE", settings.label_of("history-every")));
    }
}

std::string input_text(const InputSource& input) {
    if (input.kind == InputSource::Kind::standard_input) return " -";
    if (input.kind == InputSource::Kind::text) return " --puzzle " + quoted(input.text);
    return " " + quoted_file(input.text);
}

}  // namespace

const SettingTable<SolveSettings>& solve_settings() {
    static const SettingTable<SolveSettings> table = make_table();
    return table;
}

void end_reading_in_time(SolveSettings& settings, double seconds) {
    if (!settings.timeout) return;
    const auto before = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    for (InputSource& input : settings.inputs) input.until = settings.start + *settings.timeout - before;
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
        for (const Value& value : resumed->saved.command.settings) {
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
    if (resumed != nullptr) {
        check_contradictions(settings, layers.preset, *resumed);
        check_contradictions(settings, layers.chosen, *resumed);
    }
    if (!settings.seed) settings.seed = random_seed();
    if (!settings.quiet) std::ranges::for_each(layers.notes, say);
    if (resumed != nullptr) {
        if (settings.order != order_of(settings.config.representation)) {
            throw CheckpointError("the checkpoint contradicts itself");
        }
        if (settings.checkpoint.empty()) settings.checkpoint = resumed->file.name();
        if (settings.inputs.empty()) settings.inputs = resumed->saved.command.inputs;
        read_as(settings.inputs, options_of_input(settings));
    }
    check_combinations(settings, line.has("resume"));
    return settings;
}

std::vector<Value> saved_settings(const SolveSettings& settings) {
    std::vector<Value> values = values_of(settings, *settings.table);
    std::erase_if(values, [&](const Value& value) { return has_use(settings, value.name, not_saved); });
    if (const Assignment* preset = last(settings.given, "preset")) values.push_back({"preset", preset->text});
    for (Value& value : values) value.is_chosen = settings.chosen.contains(value.name);
    return values;
}

std::string config_text(const SolveSettings& settings) {
    std::vector<Value> values = values_of(settings, *settings.table);
    std::erase_if(values, [&](const Value& value) { return !has_use(settings, value.name, in_config); });
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

std::string check_call(const std::string& program, const std::vector<InputSource>& inputs) {
    std::string text = quoted(program) + " check";
    for (const InputSource& input : inputs) {
        const bool is_text = input.kind == InputSource::Kind::text;
        text += is_text ? " " + quoted(input.text) : input_text(input);
    }
    return text;
}

}  // namespace evodoku::app
