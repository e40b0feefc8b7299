// Forms by name, and the rows of the settings of `evodoku generate`.
#include "settings/puzzle_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
        const auto is_known = std::ranges::count(io::output_forms(), form, &io::OutputForm::name) != 0;
        throw SettingError("--to" + fault.substr(4) + (is_known ? "" : suggestion(form, io::form_names(order))));
    }
}

std::vector<std::string> KeptColumns::fields_of(const io::ReadPuzzle& job) {
    if (!std::exchange(begun_, true) && job.table != nullptr) first_ = *job.table, names_ = first_.columns;
    if (job.table == nullptr) return std::vector<std::string>(names().size());
    if (job.table->columns != first_.columns)
        throw SettingError(
            fmt::format("{}: the columns ({}) are not those of the input before it; use one command per table",
                        job.source, fmt::join(job.table->columns, ", ")));
    while (names_.size() < job.fields.size()) names_.push_back(first_.name_of(names_.size()));
    std::vector<std::string> fields = job.fields;
    fields.resize(names().size());
    return fields;
}

void refuse_conflict(const io::ReadPuzzle& job) {
    if (const auto conflict = logic::first_conflict(job.grid))
        throw io::ParseError(job.source, job.line, "", "givens conflict: " + logic::describe(*conflict));
}

std::optional<std::string> fault_of_answer(const io::ReadPuzzle& job) {
    if (job.notes == nullptr || (job.notes->answers.empty() && job.notes->bad_answer.empty())) return std::nullopt;
    for (const Grid& answer : job.notes->answers) {
        const logic::Verdict verdict = logic::verify(job.grid, answer);
        if (!verdict.valid) return verdict.reason;
    }
    return job.notes->bad_answer;
}

bool GenerateSettings::wants_proper() const { return !clues.empty() || symmetry != logic::Symmetry::none || rating; }

bool GenerateSettings::is_proper() const {
    const bool is_of_lewis = !filled.empty() || holes;
    if (wants_proper() && is_of_lewis)
        throw SettingError(
            "--filled and --holes make puzzles that may have several solutions; --clues, --symmetry and --rating make "
            "puzzles with one: leave out the ones or the others");
    return wants_proper() || (order <= 3 && !is_of_lewis && grids == 0);
}

logic::ProperRequest GenerateSettings::proper_request() const {
    logic::ProperRequest request{.symmetry = symmetry, .rating = rating, .tries = tries, .seed = *seed};
    request.minimal = clues == "min";
    if (clues.empty() || clues == "few" || clues == "min") return request;
    const int size = order * order, fewest = order == 2 ? 4 : order == 3 ? 17 : size - 1;
    const bool is_number = clues.find_first_not_of("0123456789") == std::string::npos && clues.size() < 6;
    request.clues = is_number ? std::stoi(clues) : 0;
    if (request.clues < fewest || request.clues > size * size)
        throw SettingError(
            fmt::format("--clues is '{}'; allowed: few, min, {}..{}{}", clues, fewest, size * size,
                        is_number && request.clues < fewest
                            ? fmt::format(" (with fewer clues no {0} x {0} puzzle has one solution)", size)
                            : ""));
    if (!logic::can_have(order, symmetry, request.clues))
        throw SettingError(fmt::format("--clues is {}: no {} cells of a {} x {} board have the symmetry {}", clues,
                                       clues, size, size, to_text(symmetry)));
    return request;
}

std::string GenerateSettings::not_found(std::uint32_t index, const logic::Digging& digging) const {
    const logic::ProperRequest request = proper_request();
    std::string wanted = clues.empty() || clues == "few" ? "" : clues == "min" ? "minimal" : clues + " clues";
    const auto add = [&](const std::string& text) { wanted += (wanted.empty() ? "" : ", ") + text; };
    if (symmetry != logic::Symmetry::none) add("symmetry " + to_text(symmetry));
    if (rating) add(std::string("rating ") + to_text(*rating));
    const std::string fewest =
        digging.fewest > request.clues ? fmt::format(" (the fewest clues of a try: {})", digging.fewest) : "";
    return fmt::format("puzzle {} of seed {}: not found in {} {}: {}{}; raise --tries or ask for less", index + 1,
                       *seed, digging.tries, digging.tries == 1 ? "try" : "tries", wanted, fewest);
}

int read_order(std::string_view label, std::string_view text) {
    for (int order = 3; order <= largest_order; ++order) {
        if (text == std::to_string(order * order))
            throw SettingError(fmt::format("{0} is {1}; allowed: 2..7, {2} for {1} x {1}", label, text, order));
    }
    return static_cast<int>(read_count(label, text, smallest_order, largest_order));
}

const char* to_text(logic::Rating rating) {
    constexpr const char* names[] = {"singles", "full", "search"};
    return names[static_cast<std::size_t>(rating)];
}

std::string to_text(logic::Symmetry symmetry) {
    constexpr const char* names[] = {"none", "rotational", "quarter-turn", "left-right", "top-bottom", "diagonal"};
    return names[static_cast<std::size_t>(symmetry)];
}

SettingTable<GenerateSettings> generate_settings() {
    using S = GenerateSettings;
    Choices<std::optional<logic::Rating>> ratings = {{"any", std::nullopt}};
    for (const auto rating : {logic::Rating::singles, logic::Rating::full, logic::Rating::search})
        ratings.emplace_back(to_text(rating), rating);
    using enum logic::Symmetry;
    Choices<logic::Symmetry> symmetries;
    for (const auto symmetry : {none, rotational, quarter_turn, left_right, top_bottom, diagonal})
        symmetries.emplace_back(to_text(symmetry), symmetry);
    return {
        field_row<S>(
            {"order", "", "2 for 4 x 4, 3 for 9 x 9, 4 for 16 x 16, 5 for 25 x 25, 6 for 36 x 36, 7 for 49 x 49"}, "N",
            &S::order, read_order, [](int order) { return std::to_string(order); }),
        text_row<S>({"clues", "",
                     "puzzles with one solution and N clues; few: remove what symmetry and rating allow; min: no "
                     "single clue can go (default up to 9 x 9: few)"},
                    "N", &S::clues, {"few", "min"}),
        choice_row<S>({"symmetry", "", "one solution, and a pattern of clues that a turn or a mirror keeps"}, "KIND",
                      &S::symmetry, symmetries),
        choice_row<S>({"rating", "",
                       "one solution, and this much logic: singles solve it; full: singles do not, but with pairs "
                       "and locked candidates; search: more than those"},
                      "LEVEL", &S::rating, ratings),
        count_row<S>({"tries", "", "give a puzzle up after as many tries to meet --clues, --symmetry and --rating"},
                     &S::tries, 1, 1'000'000'000),
        text_row<S>({"filled", "",
                     "blank cells without a check for further solutions; share of cells that are given: 45% or 0.45 "
                     "(default from 16 x 16 on: 50%)"},
                    "SHARE", &S::filled),
        choice_row<S>({"holes", "",
                       "with --filled: random: blanks anywhere; balanced: as many in every row, column "
                       "and box (default: random)"},
                      "KIND", &S::holes, {{"random", logic::Holes::random}, {"balanced", logic::Holes::balanced}}),
        count_row<S>({"count", "", "number of puzzles"}, &S::count, 1, 10'000'000),
        count_row<S>(
            {"seed", "", "seed for all of them: the same seed makes the same puzzles; random if not given", 's'},
            &S::seed, 0, ~std::uint64_t{0}),
        field_row<S>({"timeout", "", "time for all of them: 30s, 5m, 200ms"}, "TIME", &S::timeout, read_time,
                     [](const auto& time) { return time ? fmt::format("{}ms", time->count()) : ""; }),
        text_row<S>({"output", "", "write the puzzles to a file; - = standard output", 'o'}, "FILE", &S::output),
        text_row<S>({"to", "",
                     "the format to write, see evodoku convert --help; line, for order 7 numbers. jsonl, csv and "
                     "tsv have clues, rating, symmetry and solution of puzzles with one solution",
                     't'},
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
    return {order, filled.empty() ? percent(50) : read_share("--filled", filled), holes.value_or(logic::Holes::random),
            *seed};
}

}  // namespace evodoku
