// The rows of the program itself, beside those of the search.
#include "solve_settings.hpp"

#include <fmt/format.h>

#include "evodoku/engine/config_file.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/setting_values.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

using Row = Setting<SolveSettings>;

const Choices<Format> formats = {
    {"auto", Format::automatic}, {"grid", Format::grid}, {"line", Format::line}, {"jsonl", Format::jsonl}};

Row flag(std::string name, std::string group, std::string help, char letter, bool SolveSettings::*field) {
    return {std::move(name),
            "",
            std::move(group),
            std::move(help),
            letter,
            [=](SolveSettings& target, std::string_view label, std::string_view text) {
                target.*field = read_flag(label, text);
            },
            [=](const SolveSettings& target) { return target.*field ? "true" : "false"; }};
}

Row device() {
    return {"device",
            "DEVICE",
            "Machine",
            "auto, cpu, cuda or cuda:N; auto = a GPU if there is one",
            'd',
            [](SolveSettings& target, std::string_view, std::string_view text) { target.device = text; },
            [](const SolveSettings& target) { return target.device; }};
}

Row threads() {
    return {"threads",
            "N",
            "Machine",
            "CPU threads; 0 = all there are",
            'j',
            [](SolveSettings& target, std::string_view label, std::string_view text) {
                target.threads = static_cast<unsigned>(read_count(label, text, 0, 1024));
            },
            [](const SolveSettings& target) { return std::to_string(target.threads); }};
}

Row timeout() {
    return {
        "timeout",
        "TIME",
        "Budget",
        "time the whole command may take: 30s, 5m, 200ms",
        '\0',
        [](SolveSettings& target, std::string_view label, std::string_view text) {
            target.timeout = parse_duration(text);
            if (!target.timeout) {
                throw SettingError(fmt::format("{}: '{}' is not a time (as in 30s, 5m, 200ms)", label, text));
            }
        },
        [](const SolveSettings& target) { return target.timeout ? fmt::format("{}ms", target.timeout->count()) : ""; }};
}

Row seed() {
    return {"seed",
            "N",
            "Budget",
            "decides all random numbers, 0 to 2^64-1; a random one where not given",
            's',
            [](SolveSettings& target, std::string_view label, std::string_view text) {
                target.seed = read_count(label, text, 0, ~std::uint64_t{0});
            },
            [](const SolveSettings& target) { return target.seed ? std::to_string(*target.seed) : ""; }};
}

Row runs() {
    return {"runs",
            "N",
            "Budget",
            "solve everything N times, with the seeds s, s+1, ...",
            '\0',
            [](SolveSettings& target, std::string_view label, std::string_view text) {
                target.runs = static_cast<std::uint32_t>(read_count(label, text, 1, 1'000'000));
            },
            [](const SolveSettings& target) { return std::to_string(target.runs); }};
}

Row format() {
    return {"format",
            "FORMAT",
            "Output",
            "grid, line, jsonl or auto; auto = grid for one puzzle, else line",
            '\0',
            [](SolveSettings& target, std::string_view label, std::string_view text) {
                target.format = read_choice(label, text, formats);
            },
            [](const SolveSettings& target) { return write_choice(target.format, formats); }};
}

SettingTable<SolveSettings> make_table() {
    SettingTable<SolveSettings> table = {
        flag("keep-going", "Input", "leave bad puzzles out and solve the others; the exit code is 3 all the same", '\0',
             &SolveSettings::keep_going),
        device(), threads()};
    for (const Setting<SearchSettings>& row : search_settings()) {
        table.push_back({row.name, row.value, row.group, row.help, row.letter, row.read, row.write, row.alias});
    }
    table.insert(table.end(),
                 {timeout(), seed(), runs(), format(),
                  flag("quiet", "Output", "say nothing on standard error but errors and a seed that was not given", 'q',
                       &SolveSettings::quiet),
                  flag("verbose", "Output", "a line a generation on standard error: best and mean cost, restarts", 'v',
                       &SolveSettings::verbose)});
    return table;
}

}  // namespace

const SettingTable<SolveSettings>& solve_settings() {
    static const SettingTable<SolveSettings> table = make_table();
    return table;
}

std::string config_text(const SolveSettings& settings) {
    std::set<std::string> printed = {"timeout", "seed", "runs"};
    for (const std::string& name : names_of(search_settings())) printed.insert(name);
    std::vector<Value> values = values_of(settings, solve_settings());
    std::erase_if(values, [&](const Value& value) { return !printed.contains(value.name); });
    return fmt::format("# evodoku {}: replays with  evodoku solve --config THIS_FILE PUZZLES\n", version) +
           to_toml(values);
}

}  // namespace evodoku::app
