// `evodoku convert`: reads puzzles in any format and writes them in another.
#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <utility>

#include "commands.hpp"
#include "io/csv.hpp"
#include "io/puzzle_writer.hpp"
#include "logic/canonical.hpp"
#include "puzzle_input.hpp"
#include "settings/puzzle_settings.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

struct ConvertSettings {
    std::string form;  ///< empty: line, and numbers for order 7
    std::string blank, column;
    int order = 0;
    bool strict = false, unique = false;
};

SettingTable<ConvertSettings> convert_settings() {
    using S = ConvertSettings;
    return {
        text_row<S>({"to", "", "the format to write, see below; line, for order 7 numbers", 't'}, "FORM", &S::form,
                    io::form_names()),
        text_row<S>({"blank", "", "the character for a blank: one of . 0 x X * _ (default: that of the format)"},
                    "SIGN", &S::blank),
        flag_row<S>({"unique", "", "leave out puzzles that are equal to an earlier one, also up to symmetry; 9 x 9"},
                    &S::unique),
        order_row<S>(&S::order),
        column_row<S>(&S::column),
        strict_row<S>(&S::strict)};
}

}  // namespace

std::vector<Option> convert_options() { return options_of(convert_settings()); }

int run_convert(const std::string& program, const CommandLine& line) {
    const ConvertSettings settings = read_settings(convert_settings(), line);
    std::vector<InputSource> sources = filter_sources(line.arguments);
    const bool is_table = settings.form == "csv" || settings.form == "tsv";
    read_as(sources, {.column = settings.column, .keeps_fields = is_table, .refuses_text = settings.strict});
    const int order = order_of_input(sources, settings.order);
    io::PuzzleWriter writer = writer_for(settings.form, settings.blank, order);
    BadPuzzles bad;
    const char separator = settings.form == "tsv" ? '\t' : ',';
    KeptColumns columns;
    if (settings.unique) require_9x9("--unique", order);
    logic::SymmetryClasses classes;
    std::uint64_t read = 0, left_out = 0;
    bool begun = false;
    const auto begin = [&] {
        const auto& names = columns.names();
        if (!std::exchange(begun, true)) std::cout << (names.empty() ? writer.begin() : io::csv_row(names, separator));
    };
    const auto convert = [&](const io::ReadPuzzle& job) {
        ++read;
        if (settings.unique) refuse_conflict(job);
        if (settings.unique && (*classes.add(job.grid).symmetric)++ != 0) return void(++left_out);
        std::vector<std::string> fields;
        if (is_table) fields = columns.fields_of(job);
        begin();
        if (!fields.empty()) fields[columns.puzzle()] = writer.cells(job.grid);
        write_result(fields.empty() ? writer.puzzle(job.grid) : io::csv_row(fields, separator));
    };
    visit_puzzles(sources, order, convert, [&](const io::ParseError& error) { bad.add(error); });
    begin();
    std::cout << writer.end();
    flush_results();
    const int code = bad.sum_up(check_call(program, sources));
    if (settings.unique) say(fmt::format("{} of {} left out", left_out, counted(read, "puzzle")));
    return code;
}

}  // namespace evodoku::app
