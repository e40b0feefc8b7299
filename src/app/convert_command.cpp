// `evodoku convert`: reads puzzles in any format and writes them in another.
#include <fmt/format.h>

#include <iostream>

#include "commands.hpp"
#include "io/puzzle_writer.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "settings/setting.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

namespace {

struct ConvertSettings {
    std::string form = "line";
    std::string blank;
    int order = 0;
};

const SettingTable<ConvertSettings>& convert_settings() {
    using S = ConvertSettings;
    static const SettingTable<S> table = {
        text_row<S>({"to", "", "the format to write, see below", 't'}, "FORM", &S::form, all_form_names()),
        text_row<S>({"blank", "", "the character for a blank: one of . 0 x X * _ (default: that of the format)"},
                    "SIGN", &S::blank),
        order_row<S>(&S::order)};
    return table;
}

}  // namespace

CommandInfo convert_info() {
    std::string forms;
    for (const io::PuzzleForm& form : io::puzzle_forms()) forms += fmt::format("  {:<11} {}\n", form.name, form.help);
    return {.options = options_of(convert_settings()), .notes = fmt::format(fmt::runtime(convert_notes), forms)};
}

int run_convert(const std::string& program, const CommandLine& line) {
    const ConvertSettings settings = read_settings(convert_settings(), line);
    std::vector<InputSource> sources = filter_sources(line.arguments);
    const int order = order_of_input(sources, settings.order);
    io::PuzzleWriter writer = writer_for(settings.form, settings.blank, order);
    BadPuzzles bad;
    std::cout << writer.begin();
    visit_puzzles(sources, order,
                  {[&](const io::Job& job) {
                       if (!(std::cout << writer.puzzle(job.grid))) flush_results();
                   },
                   [&](const io::ParseError& error) { bad.add(error); }});
    std::cout << writer.end();
    flush_results();
    bad.sum_up(check_call(program, sources));
    return bad.count() != 0 ? bad_puzzle : all_solved;
}

}  // namespace evodoku::app
