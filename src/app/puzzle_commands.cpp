// `evodoku convert`: reads puzzles in any format and writes them in another; `evodoku generate`: from a seed.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "engine/text.hpp"
#include "evodoku/core/grid.hpp"
#include "io/puzzle_writer.hpp"
#include "logic/generator.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"
#include "settings/setting.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {
namespace {

std::vector<std::string> all_form_names() {
    std::vector<std::string> names;
    for (const io::PuzzleForm& form : io::puzzle_forms()) names.emplace_back(form.name);
    return names;
}

/// Writes puzzles as --to and --blank say; without --to as lines. Throws SettingError.
io::PuzzleWriter writer_for(const std::string& to, const std::string& blank, int order) {
    const std::string form = !to.empty() ? to : order == largest_order ? "numbers" : "line";
    if (blank.size() > 1) throw SettingError(fmt::format("--blank is '{}'; allowed: one of . 0 x X * _", blank));
    try {
        return {form, order, blank.empty() ? '\0' : blank.front()};
    } catch (const std::invalid_argument& error) {
        const std::string fault = error.what();
        if (fault.starts_with("blank")) throw SettingError("--" + fault);
        const auto is_known = std::ranges::count(io::puzzle_forms(), form, &io::PuzzleForm::name) != 0;
        throw SettingError("--to" + fault.substr(4) + (is_known ? "" : suggestion(form, io::form_names(order))));
    }
}

struct ConvertSettings {
    std::string form;  ///< empty: line, and numbers for order 7
    std::string blank;
    int order = 0;
};

SettingTable<ConvertSettings> convert_settings() {
    using S = ConvertSettings;
    return {text_row<S>({"to", "", "the format to write, see below; line, for order 7 numbers", 't'}, "FORM", &S::form,
                        all_form_names()),
            text_row<S>({"blank", "", "the character for a blank: one of . 0 x X * _ (default: that of the format)"},
                        "SIGN", &S::blank),
            order_row<S>(&S::order)};
}

struct GenerateSettings {
    std::uint32_t order = 4, count = 1;
    std::string filled = "50%";
    std::string form;  ///< empty: line, and numbers for order 7
    logic::Holes holes = logic::Holes::random;
    std::uint64_t seed = 1;
    bool solutions = false;
};

SettingTable<GenerateSettings> generate_settings() {
    using S = GenerateSettings;
    return {count_row<S>(
                {"order", "", "2 for 4 x 4, 3 for 9 x 9, 4 for 16 x 16, 5 for 25 x 25, 6 for 36 x 36, 7 for 49 x 49"},
                &S::order, smallest_order, largest_order),
            text_row<S>({"filled", "", "share of cells that are given: 45% or 0.45"}, "SHARE", &S::filled),
            choice_row<S>({"holes", "", "random: blanks anywhere; balanced: as many in every row, column and box"},
                          "KIND", &S::holes, {{"random", logic::Holes::random}, {"balanced", logic::Holes::balanced}}),
            count_row<S>({"count", "", "number of puzzles"}, &S::count, 1, 10'000'000),
            count_row<S>({"seed", "", "seed for all of them: the same seed makes the same puzzles"}, &S::seed, 0,
                         std::uint64_t{1} << 62),
            text_row<S>({"to", "", "the format to write, see evodoku convert --help; line, for order 7 numbers", 't'},
                        "FORM", &S::form, all_form_names()),
            flag_row<S>({"solutions", "", "print the solution that each puzzle was made from, instead of the puzzle"},
                        &S::solutions)};
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
    const auto convert = [&](const io::Job& job) {
        if (!(std::cout << writer.puzzle(job.grid))) flush_results();
    };
    visit_puzzles(sources, order, convert, [&](const io::ParseError& error) { bad.add(error); });
    std::cout << writer.end();
    flush_results();
    bad.sum_up(check_call(program, sources));
    return bad.count() != 0 ? bad_puzzle : all_solved;
}

CommandInfo generate_info() {
    return {.options = options_of(generate_settings()), .notes = std::string(generate_notes)};
}

int run_generate(const std::string&, const CommandLine& line) {
    const GenerateSettings settings = read_settings(generate_settings(), line);
    io::PuzzleWriter writer = writer_for(settings.form, "", static_cast<int>(settings.order));
    logic::PuzzleRequest request{static_cast<int>(settings.order), filled_share(settings.filled), settings.holes,
                                 settings.seed, 0};
    std::cout << writer.begin();
    for (; request.index < settings.count; ++request.index) {
        const logic::GeneratedPuzzle made = logic::generate_puzzle(request);
        std::cout << writer.puzzle(settings.solutions ? made.solution : made.puzzle);
        if (!std::cout) flush_results();
    }
    std::cout << writer.end();
    flush_results();
    return all_solved;
}

}  // namespace evodoku::app
