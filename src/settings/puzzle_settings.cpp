// Forms by name, and the rows of the settings of `evodoku generate`.
#include "settings/puzzle_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/text.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/logic/verifier.hpp"

namespace evodoku {

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

void refuse_conflict(const io::Job& job) {
    if (const auto conflict = logic::first_conflict(job.grid))
        throw io::ParseError(job.source, job.line, "", "givens conflict: " + logic::describe(*conflict));
}

std::string checked_text(io::PuzzleWriter& writer, const io::Job& job) {
    if (!writer.is_sheet() || job.notes == nullptr || !job.notes->solution) return writer.puzzle(job);
    const logic::Verdict verdict = logic::verify(job.grid, *job.notes->solution);
    if (verdict.valid) return writer.puzzle(job);
    throw io::ParseError(job.source, job.line, "",
                         "the solution is wrong: " + verdict.reason + "; correct or remove the solution");
}

SettingTable<GenerateSettings> generate_settings() {
    using S = GenerateSettings;
    return {count_row<S>(
                {"order", "", "2 for 4 x 4, 3 for 9 x 9, 4 for 16 x 16, 5 for 25 x 25, 6 for 36 x 36, 7 for 49 x 49"},
                &S::order, smallest_order, largest_order),
            text_row<S>({"filled", "", "share of cells that are given: 45% or 0.45; 50% if it is left out"}, "SHARE", &S::filled),
            choice_row<S>({"holes", "", "random: blanks anywhere; balanced: as many in every row, column and box"},
                          "KIND", &S::holes, {{"random", logic::Holes::random}, {"balanced", logic::Holes::balanced}}),
            count_row<S>({"count", "", "number of puzzles"}, &S::count, 1, 10'000'000),
            count_row<S>({"seed", "", "seed for all of them: the same seed makes the same puzzles"}, &S::seed, 0,
                         std::uint64_t{1} << 62),
            text_row<S>({"to", "", "the format to write, see evodoku convert --help; line, for order 7 numbers", 't'},
                        "FORM", &S::form, io::form_names()),
            flag_row<S>({"solutions", "", "print the solution that each puzzle was made from, instead of the puzzle"},
                        &S::solutions),
            count_row<S>({"grids", "", "print so many solved grids, in place of puzzles"}, &S::grids, 0, 1'000'000'000),
            choice_row<S>({"grid", "",
                           "sampled: drawn from all solved grids; shuffled: of one orbit, as Lewis did; auto: shuffled "
                           "with --filled or --holes"},
                          "KIND", &S::sampled, {{"auto", {}}, {"sampled", true}, {"shuffled", false}}),
            count_row<S>({"population", "", "sampled: boards of each population; 0 = as suits the order", 'p'},
                         &S::population, 0, max_individuals),
            text_row<S>({"device", "", "sampled: cpu, cuda, cuda:N or auto", 'd'}, "DEVICE", &S::device,
                        {"cpu", "cuda", "auto"}),
            count_row<S>({"threads", "", "sampled: CPU threads; 0 = all", 'j'}, &S::threads, 0, 1024)};
}

logic::PuzzleRequest GenerateSettings::request() const {
    return {static_cast<int>(order), filled.empty() ? percent(50) : read_share("--filled", filled),
            holes.value_or(logic::Holes::random), seed};
}

}  // namespace evodoku
