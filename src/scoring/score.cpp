#include "scoring/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "evodoku/engine/errors.hpp"
#include "evodoku/io/grid_text.hpp"
#include "logic/logic.hpp"

namespace evodoku::scoring {
namespace {

constexpr std::size_t most_groups = 100'000;

std::string_view bytes_of(const io::ReadPuzzle& board) {
    return {reinterpret_cast<const char*>(board.grid.cells().data()), board.grid.cells().size()};
}

/// The commonest board; of several the first.
std::size_t majority_of(const std::vector<io::ReadPuzzle>& boards) {
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const io::ReadPuzzle& board : boards) ++counts[bytes_of(board)];
    const auto count_of = [&](const io::ReadPuzzle& board) { return counts[bytes_of(board)]; };
    return static_cast<std::size_t>(std::ranges::max_element(boards, {}, count_of) - boards.begin());
}

std::optional<double> number_in(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = error == std::errc() && end == text.data() + text.size();
    return is_whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

void take(const Scorer::Next& next, io::ReadPuzzle& to, const io::ReadPuzzle& puzzle, std::string_view what) {
    if (!next(to))
        throw io::ParseError(puzzle.source, puzzle.line, "", fmt::format("no {} is left for this puzzle", what));
}

}  // namespace

SettingTable<ScoreOptions> score_options() {
    using S = ScoreOptions;
    return {count_row<S>({"samples", "", "boards per puzzle, one after another", 'k'}, &S::samples, 1, 100'000),
            text_row<S>({"by", "", "also shares by clues, logic, leak, or a column of PUZZLES"}, "NAME", &S::by),
            count_row<S>({"groups", "", "groups of about the same size, for numbers with more values"}, &S::groups, 1,
                         1'000),
            count_row<S>({"worst", "", "also the N boards with the highest cost; csv and jsonl have these alone"},
                         &S::worst, 0, 10'000)};
}

BoardScore score_board(const Grid& puzzle, const Grid* answer, std::span<const std::uint8_t> board) {
    BoardScore score;
    const auto size = static_cast<std::size_t>(puzzle.size()), order = static_cast<std::size_t>(puzzle.order());
    const std::uint8_t *given = puzzle.cells().data(), *right = answer != nullptr ? answer->cells().data() : nullptr;
    const std::uint64_t all_digits = (std::uint64_t{1} << size) - 1;
    std::uint64_t columns[49] = {}, boxes[49] = {};
    int found = 0;  // different digits in units
    for (std::size_t row = 0, cell = 0; row < size; ++row) {
        std::uint64_t in_row = 0;
        std::uint64_t* const in_band = boxes + row / order * order;
        for (std::size_t column = 0, box = 0, end = order; column < size; ++column, ++cell) {
            if (column == end) ++box, end += order;
            const std::uint8_t digit = board[cell];
            const std::uint64_t bit = digit <= size ? std::uint64_t{1} << digit >> 1 & all_digits : 0;
            in_row |= bit, columns[column] |= bit, in_band[box] |= bit;
            score.givens_changed += given[cell] != 0 && given[cell] != digit;
            score.cells_right += right != nullptr && right[cell] == digit;
        }
        found += std::popcount(in_row);
    }
    for (std::size_t unit = 0; unit < size; ++unit) found += std::popcount(columns[unit]) + std::popcount(boxes[unit]);
    score.cost =
        static_cast<std::uint32_t>(3 * size * size) - static_cast<std::uint32_t>(found) + 2 * score.givens_changed;
    score.is_valid = score.cost == 0;
    score.is_exact = right != nullptr && score.cells_right == size * size;
    return score;
}

std::string to_text(const ScoredBoard& of) {
    return fmt::format("{}:{}: cost {}, {} cells right, {} givens changed\n  {}\n  {}\n", of.file, of.line,
                       of.score.cost, of.score.cells_right, of.score.givens_changed, io::to_line(of.puzzle),
                       io::to_line(of.board));
}

std::string Scorer::group_of(const io::ReadPuzzle& puzzle) const {
    if (options_.by == "clues") return std::to_string(logic::clues_of(puzzle.grid));
    if (options_.by == "logic") return std::string(logic::find_by_logic(puzzle.grid).level);
    const std::vector<std::string> columns = puzzle.table ? puzzle.table->columns : std::vector<std::string>{};
    const auto place = static_cast<std::size_t>(std::ranges::find(columns, options_.by) - columns.begin());
    if (place == columns.size())
        throw SettingError(fmt::format("--by {}: {} has no such column; allowed: clues, logic, leak{}{}", options_.by,
                                       puzzle.source, columns.empty() ? "" : ", ", fmt::join(columns, ", ")));
    return place < puzzle.fields.size() && !puzzle.fields[place].empty() ? puzzle.fields[place] : "none";
}

void Scorer::score(const io::ReadPuzzle& puzzle, const Next& boards, const Next& answers, std::string group,
                   const OnBoard& on_board) {
    io::ReadPuzzle read;
    const Grid* answer = nullptr;
    if (answers) take(answers, read, puzzle, "answer"), answer = &read.grid;
    const io::ReadPuzzle& beside = answers ? read : puzzle;  // of a table: in its column of answers
    if (beside.notes != nullptr && beside.notes->answers.size() == 1) answer = &beside.notes->answers[0];
    if (answer != nullptr && !score_board(puzzle.grid, nullptr, answer->cells()).is_valid)
        throw io::ParseError(beside.source, beside.line, "",
                             fmt::format("the answer does not solve its puzzle, {}:{}; are the answers in another "
                                         "order or column?",
                                         puzzle.source, puzzle.line));
    if (answer == nullptr) {
        const logic::Solvability found = logic::solvability_of(puzzle.grid);
        if (found.status == logic::unique) read.grid = *found.exact.first, answer = &read.grid;
    }
    if (group.empty() && !options_.by.empty()) group = group_of(puzzle);
    std::vector<BoardScore> scores;
    using enum Scores::Counted;
    Scores made{.cells = puzzle.grid.cells().size()};
    auto& counts = made.counts;
    counts[all] = 1, counts[answered] = answer != nullptr;
    for (io::ReadPuzzle& board : boards_) {
        take(boards, board, puzzle, "board");
        const BoardScore& score = scores.emplace_back(score_board(puzzle.grid, answer, board.grid.cells()));
        counts[exact] += score.is_exact, counts[valid] += score.is_valid;
        counts[other] += answer != nullptr && score.is_valid && !score.is_exact;
        counts[changed] += score.givens_changed != 0;
        counts[right_cells] += score.cells_right, counts[costs] += score.cost;
        const auto place = std::ranges::upper_bound(worst_, score.cost, std::greater{},
                                                    [](const ScoredBoard& each) { return each.score.cost; });
        const bool is_kept = place - worst_.begin() < static_cast<std::ptrdiff_t>(options_.worst);
        if (!on_board && !is_kept) continue;
        const ScoredBoard each{std::string(board.source), board.line, puzzle.line, group,
                               answer != nullptr,         score,      puzzle.grid, board.grid};
        if (on_board) on_board(each);
        if (is_kept) worst_.insert(place, each);
        if (worst_.size() > options_.worst) worst_.pop_back();
    }
    const auto is_right = [&](const BoardScore& score) { return answer != nullptr ? score.is_exact : score.is_valid; };
    counts[passed] = std::ranges::any_of(scores, is_right);
    if (options_.samples > 1) counts[majority] = is_right(scores[majority_of(boards_)]);
    counts[cheapest] = is_right(*std::ranges::min_element(scores, {}, &BoardScore::cost));
    made.samples = options_.samples, made.group = "all";
    if (all_.empty())
        all_.push_back(made);
    else
        all_[0].add(made);
    made.group = group;
    if (group.empty()) return;
    if (const auto [place, is_new] = by_group_.try_emplace(group, made); !is_new) place->second.add(made);
    if (by_group_.size() > most_groups)
        throw SettingError(fmt::format("--by {}: more than {} values; use another column", options_.by, most_groups));
}

std::vector<Scores> Scorer::rows() const {
    std::vector<Scores> groups, rows = all_;
    for (const auto& [name, scores] : by_group_) groups.push_back(scores);
    const auto is_none = [](const Scores& each) { return each.group == "none"; };  // comes last
    const bool are_numbers = std::ranges::all_of(
        groups, [&](const Scores& each) { return is_none(each) || number_in(each.group).has_value(); });
    if (are_numbers) {
        std::ranges::sort(groups, {}, [](const Scores& each) {
            return std::pair(!number_in(each.group), number_in(each.group).value_or(0));
        });
    }
    const bool are_joined = are_numbers && groups.size() > options_.groups;
    std::uint64_t before = 0, last = ~before;  // puzzles before; the group of the last value
    for (const Scores& each : groups) {
        const std::uint64_t place =
            (before + each.counts[Scores::all] / 2) * options_.groups / rows[0].counts[Scores::all];
        before += each.counts[Scores::all];
        if (!are_joined || is_none(each) || std::exchange(last, place) != place) {
            rows.push_back(each);
            continue;
        }
        Scores& joined = rows.back();
        joined.add(each);
        joined.group = fmt::format("{} to {}", joined.group.substr(0, joined.group.find(" to ")), each.group);
    }
    return rows;
}

}  // namespace evodoku::scoring
