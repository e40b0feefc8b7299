#include "scoring/score.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "evodoku/engine/errors.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/forms.hpp"
#include "logic/logic.hpp"

namespace evodoku::scoring {
namespace {

constexpr std::size_t most_groups = 100'000;

[[noreturn]] void refuse(const io::ReadPuzzle& board, const std::string& message) {
    throw io::ParseError(board.source, board.line, "", message);
}

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
    int digits = 0;  // different digits in units
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
        digits += std::popcount(in_row);
    }
    for (std::size_t unit = 0; unit < size; ++unit) digits += std::popcount(columns[unit]) + std::popcount(boxes[unit]);
    score.cost =
        static_cast<std::uint32_t>(3 * size * size) - static_cast<std::uint32_t>(digits) + 2 * score.givens_changed;
    score.is_valid = score.cost == 0;
    score.is_exact = right != nullptr && score.cells_right == size * size;
    return score;
}

std::string to_text(const ScoredBoard& board) {
    const std::string right = board.has_answer ? fmt::format(" {} cells right,", board.score.cells_right) : "";
    return fmt::format("{}:{}: cost {},{} {} givens changed\n  {}\n  {}\n", board.file, board.line, board.score.cost,
                       right, board.score.givens_changed, io::to_line(board.puzzle), io::to_line(board.board));
}

std::string group_of(const std::string& value) {
    const std::string text(io::trimmed(value)), small = io::in_small_letters(text);
    static constexpr std::string_view none[] = {"", "nan", "none", "null", "na", "n/a", "<na>"};
    if (std::ranges::find(none, small) != std::end(none)) return "none";
    return text.starts_with('+') && number_in(text.substr(1)) ? text.substr(1) : text;
}

std::string group_in_column(const io::ReadPuzzle& puzzle, const std::string& column, const std::string& words) {
    std::vector<std::string> columns;
    for (std::size_t k = 0; puzzle.table && k < puzzle.fields.size(); ++k) columns.push_back(puzzle.table->name_of(k));
    const auto place = static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin());
    if (place == columns.size())
        throw SettingError(fmt::format("--by {}: {} has no such column; allowed: {}{}{}", column, puzzle.source, words,
                                       columns.empty() ? "" : ", ", fmt::join(columns, ", ")));
    return group_of(place < puzzle.fields.size() ? puzzle.fields[place] : "");
}

void check_board(const io::ReadPuzzle& board, const ScoreOptions& options) {
    if (board.samples != 1 && board.samples != options.samples)
        throw SettingError(fmt::format(
            "{0}: an array with {1} boards per puzzle; write --samples {1}, or numpy.swapaxes(boards, 0, 1)",
            board.source, board.samples));
    if (!options.board_column.empty() && board.table == nullptr)
        throw SettingError(fmt::format("--board-column: {} is no table", board.source));
    if (board.notes != nullptr && board.notes->has_others)
        refuse(board, "several boards in an object: keep the one to be scored");
    const auto is_board = [&](const Grid& answer) { return answer == board.grid; };
    if (board.table == nullptr && board.notes != nullptr && !std::ranges::all_of(board.notes->answers, is_board))
        refuse(board, "a board and an answer to it: keep the one to be scored");
    if (board.table == nullptr || !options.board_column.empty()) return;
    const io::Table& table = *board.table;
    std::vector<std::string> columns;
    const bool is_named_puzzle = io::names_puzzles(io::in_small_letters(table.columns[table.puzzle]));
    for (std::size_t k = 0; k < board.fields.size(); ++k) {
        const std::string& field = board.fields[k];
        const auto cells = static_cast<std::size_t>(std::ranges::count_if(field, [](char c) { return c != ' '; }));
        if (k == table.puzzle || cells == board.grid.cells().size() ||
            (is_named_puzzle && io::names_answers(io::in_small_letters(table.name_of(k)))))
            columns.push_back(table.name_of(k));
    }
    if (columns.size() > 1)
        throw SettingError(fmt::format("{}:{}: several columns may have the boards: {}; choose one with --board-column",
                                       board.source, board.line, fmt::join(columns, ", ")));
}

/// Null if none is known. Valid until the next call, and as long as the puzzle.
const Grid* Scorer::answer_of(const io::ReadPuzzle& puzzle) {
    if (streams_.answers && !streams_.answers(answer_)) refuse(puzzle, "no answer is left for this puzzle");
    const io::ReadPuzzle& beside = streams_.answers ? answer_ : puzzle;  // of a table: in its column of answers
    const io::Notes* const notes = beside.notes.get();
    const bool has_one = notes != nullptr && !notes->answers.empty();
    if (notes != nullptr && !notes->bad_answer.empty()) refuse(beside, "the answer: " + notes->bad_answer);
    if (has_one && std::ranges::count(notes->answers, notes->answers[0]) != std::ssize(notes->answers))
        refuse(beside,
               "several answers to this puzzle: keep the one to compare with, or name a file of answers, --solutions");
    if (!has_one && !streams_.answers) {
        const logic::Solvability digits = logic::solvability_of(puzzle.grid);
        if (digits.status != logic::unique || !digits.exact.first) return nullptr;
        answer_.grid = *digits.exact.first;
        return &answer_.grid;
    }
    const Grid& answer = has_one ? notes->answers[0] : answer_.grid;
    if (!score_board(puzzle.grid, nullptr, answer.cells()).is_valid)
        refuse(beside,
               fmt::format("the answer does not solve its puzzle, {}:{}; are the answers in another order or column?",
                           puzzle.source, puzzle.line));
    return &answer;
}

void Scorer::score(const io::ReadPuzzle& puzzle, std::string group) {
    using enum Scores::Counted;
    refuse_conflict(puzzle);
    const Grid* const answer = answer_of(puzzle);
    if (options_.by == "clues") group = std::to_string(logic::clues_of(puzzle.grid));
    if (options_.by == "logic") group = logic::find_by_logic(puzzle.grid).level;
    if (group.empty() && !options_.by.empty()) group = group_in_column(puzzle, options_.by, "clues, logic, leak");
    Scores one{.samples = options_.samples, .cells = puzzle.grid.cells().size()};
    auto& counts = one.counts;
    counts[all] = 1, counts[answered] = answer != nullptr;
    scores_.clear();
    for (io::ReadPuzzle& board : boards_) {
        if (!streams_.boards(board)) refuse(puzzle, "no board is left for this puzzle");
        check_board(board, options_);
        if (board.notes != nullptr && board.notes->is_missing) board.grid = puzzle.grid;  // no digit beyond the givens
        const BoardScore& score = scores_.emplace_back(score_board(puzzle.grid, answer, board.grid.cells()));
        counts[exact] += score.is_exact, counts[valid] += score.is_valid;
        counts[other] += answer && score.is_valid && !score.is_exact, counts[changed] += score.givens_changed != 0;
        counts[right_cells] += score.cells_right, counts[costs] += score.cost;
        if (!streams_.on_board && worst_.size() >= options_.worst &&
            (options_.worst == 0 || score.cost <= worst_.back().score.cost))
            continue;
        ScoredBoard listed{std::string(board.source), board.line, puzzle.line, group,
                           answer != nullptr,         score,      puzzle.grid, board.grid};
        if (streams_.on_board) streams_.on_board(listed);
        const auto cost = [](const ScoredBoard& of) { return of.score.cost; };
        worst_.insert(std::ranges::upper_bound(worst_, score.cost, std::greater{}, cost), std::move(listed));
        if (worst_.size() > options_.worst) worst_.pop_back();
    }
    const auto is_right = [&](const BoardScore& score) { return answer ? score.is_exact : score.is_valid; };
    counts[passed] = std::ranges::any_of(scores_, is_right);
    if (options_.samples > 1) counts[majority] = is_right(scores_[majority_of(boards_)]);
    counts[cheapest] = is_right(*std::ranges::min_element(scores_, {}, &BoardScore::cost));
    one.group = "all", all_.add(one);
    if (group.empty()) return;
    one.group = group, by_group_[group].add(one);
    if (by_group_.size() > most_groups)
        throw SettingError(fmt::format("--by {}: more than {} values; use another column", options_.by, most_groups));
}

void Scorer::finish() {
    io::ReadPuzzle left;
    if (streams_.boards(left))
        refuse(left, fmt::format("no puzzle is left for this board; each has {}", options_.samples));
    if (streams_.answers && streams_.answers(left)) refuse(left, "no puzzle is left for this answer");
}

std::vector<Scores> Scorer::rows() const {
    std::vector<Scores> groups, rows{all_};
    if (all_.counts[Scores::all] == 0) return {};
    for (const auto& [name, scores] : by_group_) groups.push_back(scores);
    const auto is_none = [](const Scores& scores) { return scores.group == "none"; };  // comes last
    const bool are_numbers = std::ranges::all_of(
        groups, [&](const Scores& scores) { return is_none(scores) || number_in(scores.group).has_value(); });
    if (are_numbers) {
        std::ranges::sort(groups, {}, [](const Scores& scores) {
            return std::pair(!number_in(scores.group), number_in(scores.group).value_or(0));
        });
    }
    const bool are_joined = are_numbers && groups.size() > options_.groups;
    std::uint64_t before = 0, last = ~before;  // puzzles before; the group of the last value
    std::uint64_t numbers = 0;                 // puzzles with one
    for (const Scores& scores : groups) numbers += is_none(scores) ? 0 : scores.counts[Scores::all];
    for (const Scores& scores : groups) {
        const std::uint64_t place =
            (before + scores.counts[Scores::all] / 2) * options_.groups / std::max<std::uint64_t>(numbers, 1);
        before += scores.counts[Scores::all];
        if (!are_joined || is_none(scores) || std::exchange(last, place) != place) {
            rows.push_back(scores);
            continue;
        }
        Scores& joined = rows.back();
        joined.add(scores);
        joined.group = fmt::format("{} to {}", joined.group.substr(0, joined.group.find(" to ")), scores.group);
    }
    return rows;
}

}  // namespace evodoku::scoring
