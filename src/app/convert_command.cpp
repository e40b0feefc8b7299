// `evodoku convert`: reads puzzles in any format and writes them in another.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "engine/nearest.hpp"
#include "io/large_writer.hpp"
#include "io/puzzle_writer.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "settings/setting_rows.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

struct ConvertSettings {
    std::string form = "line";
    std::string blank;
    int order = 0;
};

template <class Form>
std::vector<std::string> names_of_forms(const std::vector<Form>& forms) {
    std::vector<std::string> names;
    for (const Form& form : forms) names.emplace_back(form.name);
    return names;
}

std::vector<std::string> form_names() {
    std::vector<std::string> names = names_of_forms(io::puzzle_forms());
    for (const io::LargeForm& form : io::large_forms()) {
        if (std::ranges::count(names, std::string(form.name)) == 0) names.emplace_back(form.name);
    }
    return names;
}

const SettingTable<ConvertSettings>& convert_settings() {
    using S = ConvertSettings;
    static const SettingTable<S> table = {
        with_choices(text_row<S>({"to", "", "the format to write, see below", 't'}, "FORM", &S::form), form_names()),
        text_row<S>({"blank", "", "the character for a blank: one of . 0 x X * _ (default: that of the format)"},
                    "SIGN", &S::blank),
        order_row<S>(&S::order)};
    return table;
}

io::PuzzleWriter make_writer(const std::string& form, const std::string& blank) {
    if (blank.size() > 1) throw UsageError(fmt::format("--blank is '{}'; allowed: one of . 0 x X * _", blank));
    try {
        return io::PuzzleWriter(form, blank.empty() ? '\0' : blank.front());
    } catch (const std::invalid_argument& error) {
        const bool is_form = std::string_view(error.what()).starts_with("form");
        std::string advice = is_form ? suggestion(form, names_of_forms(io::puzzle_forms())) : "";
        if (is_form && io::find_large_form(form) != nullptr) advice = "; it is for larger boards: see --order";
        throw UsageError(fmt::format("--{}{}", is_form ? "to" : "", is_form ? error.what() + 4 : error.what()) +
                         advice);
    }
}

const io::LargeForm& checked_large_form(const ConvertSettings& settings, int order) {
    const io::LargeForm* form = io::find_large_form(settings.form);
    if (form == nullptr || (form->has_symbols && order > 6)) {
        std::vector<std::string> names;
        for (const io::LargeForm& each : io::large_forms()) {
            if (!each.has_symbols || order <= 6) names.emplace_back(each.name);
        }
        const bool is_of_9x9 = std::ranges::count(names_of_forms(io::puzzle_forms()), settings.form) != 0;
        const char* reason = form != nullptr ? "49 digits have no symbols"
                             : is_of_9x9     ? "the format is of a program for 9 x 9"
                                             : "no such format";
        throw UsageError(fmt::format("--to is '{0}', which {1} x {1} boards do not have: {2}; allowed: {3}{4}",
                                     settings.form, order * order, reason, fmt::join(names, ", "),
                                     form == nullptr && !is_of_9x9 ? suggestion(settings.form, names) : ""));
    }
    if (!settings.blank.empty()) throw UsageError("--blank is for 9 x 9; the forms of larger boards have their own");
    return *form;
}

/// Larger boards have forms of their own.
int convert_large(const std::string& program, const std::vector<InputSource>& sources, int order,
                  const ConvertSettings& settings) {
    io::LargeWriter writer(checked_large_form(settings, order));
    BadPuzzles bad;
    std::cout << writer.begin();
    visit_puzzles(sources, order,
                  {[&](const Grid& grid, const std::string&, std::size_t) {
                       if (!(std::cout << writer.puzzle(grid))) flush_results();
                   },
                   [&](const io::ParseError& error) {
                       if (bad.add(error.what())) say(error.what());
                   }});
    std::cout << writer.end();
    flush_results();
    if (const std::string others = bad.others(check_call(program, sources)); !others.empty()) say(others);
    return bad.count() != 0 ? bad_puzzle : all_solved;
}

}  // namespace

CommandInfo convert_info() {
    CommandInfo info;
    info.options = options_of(convert_settings());
    info.notes = "A filter, standard input to standard output.\n\nForms:\n";
    for (const io::PuzzleForm& form : io::puzzle_forms()) {
        info.notes += fmt::format("  {:<11} {}\n", form.name, form.help);
    }
    info.notes += "\nForms of 16 x 16 and larger:\n";
    for (const io::LargeForm& form : io::large_forms())
        info.notes += fmt::format("  {:<11} {}\n", form.name, form.help);
    info.notes +=
        R"(
Every form is read, and many more: see docs/formats.md. Names, ratings and solutions are left out.
Bad puzzles are left out; standard error names the first 20, and the exit code is then 3.

Examples:
  evodoku convert --to csv puzzles.txt > puzzles.csv
  zcat sudoku.csv.gz | evodoku convert | evodoku solve -
)";
    return info;
}

int run_convert(const std::string& program, const CommandLine& line) {
    ConvertSettings settings;
    assign(settings, convert_settings(), line);
    const std::vector<InputSource> sources = filter_sources(line.words());
    const int order = order_of_input(sources, settings.order);
    if (order != 3) return convert_large(program, sources, order, settings);
    io::PuzzleWriter writer = make_writer(settings.form, settings.blank);

    BadPuzzles bad;
    std::cout << writer.begin();
    visit_puzzles(sources, order,
                  {[&](const Grid& grid, const std::string&, std::size_t) {
                       if (!(std::cout << writer.puzzle(grid))) flush_results();
                   },
                   [&](const io::ParseError& error) {
                       if (bad.add(error.what())) say(error.what());
                   }});
    std::cout << writer.end();
    flush_results();
    if (const std::string others = bad.others(check_call(program, sources)); !others.empty()) say(others);
    return bad.count() != 0 ? bad_puzzle : all_solved;
}

}  // namespace evodoku::app
