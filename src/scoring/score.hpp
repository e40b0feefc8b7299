// How well boards of other programs answer puzzles: each board, and shares of many; and which puzzles of a test set a
// training set has.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/io/puzzle_reader.hpp"
#include "io/characters.hpp"
#include "logic/canonical.hpp"
#include "settings/puzzle_settings.hpp"
#include "settings/setting.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::scoring {

struct ScoreOptions {
    std::uint32_t samples = 1;  ///< boards per puzzle
    std::uint32_t groups = 10;  ///< of numbers: see Scorer::rows()
    std::uint32_t worst = 0;    ///< boards that are kept
    std::string by;             ///< the group of a puzzle: clues, logic, leak, or a column of its table; empty: none
    std::string board_column;   ///< with the boards of tables; empty: there is one such column
};
SettingTable<ScoreOptions> score_options();

struct BoardScore {
    bool is_exact = false;             ///< equals the answer
    bool is_valid = false;             ///< a solution that keeps the givens: cost 0
    std::uint32_t givens_changed = 0;  ///< blanks included
    std::uint32_t cells_right = 0;     ///< equal to the answer
    std::uint32_t cost = 0;            ///< digits missing in rows, columns and boxes, and 2 per changed given
};

/// Blanks, and numbers above the order's, are no digits. `answer`: null if it is not known.
BoardScore score_board(const Grid& puzzle, const Grid* answer, std::span<const std::uint8_t> board);

/// A board in a list.
struct ScoredBoard {
    std::string file;
    std::size_t line = 0, puzzle_line = 0;
    std::string group;
    bool has_answer = false;
    BoardScore score;
    Grid puzzle, board;
};
void describe(auto& fields, const ScoredBoard& board) {
    const auto known = [&](auto value) { return board.has_answer ? std::optional(value) : std::nullopt; };
    fields("file", board.file), fields("line", board.line), fields("puzzle_line", board.puzzle_line);
    fields.optional("group", board.group, !board.group.empty());
    fields("exact", known(board.score.is_exact)), fields("valid", board.score.is_valid);
    fields("givens_changed", board.score.givens_changed), fields("cells_right", known(board.score.cells_right));
    fields("cost", board.score.cost), fields("puzzle", board.puzzle), fields("board", board.board);
}

/// Its place, cost and cells, with the puzzle: three lines.
std::string to_text(const ScoredBoard& board);

/// A board is right if it is exact, or where no answer is known valid. `other` ones are valid, and not the known
/// answer.
struct Scores {
    /// Puzzles: all, with a known answer, with a right board, with a right commonest or cheapest board; boards; sums.
    // clang-format off
    enum Counted { all, answered, passed, majority, cheapest, exact, valid, other, changed, right_cells, costs, kinds };
    // clang-format on

    std::string group = {};
    std::uint64_t samples = 1, cells = 0;  ///< boards per puzzle, and cells of a board
    std::array<std::uint64_t, kinds> counts = {};

    /// Takes the group of the first.
    void add(const Scores& more) {
        if (counts[all] == 0) group = more.group, samples = more.samples, cells = more.cells;
        for (std::size_t k = 0; k < kinds; ++k) counts[k] += more.counts[k];
    }
};

/// Intervals by Wilson count puzzles, because boards of one puzzle are not independent.
void describe(auto& fields, const Scores& scores) {
    using enum Scores::Counted;
    const auto& counts = scores.counts;
    const auto known = [](double value, std::uint64_t of_all) {
        return of_all != 0 ? std::optional(value) : std::nullopt;
    };
    const auto mean = [&](Scores::Counted what, std::uint64_t of_all) {
        return known(static_cast<double>(counts[what]) / static_cast<double>(of_all), of_all);
    };
    const auto share = [&](const std::string& name, Scores::Counted what, Scores::Counted base, std::uint64_t samples) {
        const auto value = mean(what, counts[base] * samples);
        const auto range = statistics::wilson_interval(value.value_or(0), counts[base]);
        if constexpr (requires { fields.share(name, value, range); }) {
            fields.share(name, value, range);
        } else {
            fields(name, value);
            fields(name + "_low", known(range.low, counts[base])),
                fields(name + "_high", known(range.high, counts[base]));
        }
    };
    fields("group", scores.group), fields("puzzles", counts[all]), fields("answers", counts[answered]);
    share("exact", exact, answered, scores.samples), share("valid", valid, all, scores.samples);
    share("other", other, answered, scores.samples), share("givens_changed", changed, all, scores.samples);
    fields("cells_right", mean(right_cells, counts[answered] * scores.samples * scores.cells));
    fields("cost", mean(costs, counts[all] * scores.samples));
    if (scores.samples == 1) return;
    share("pass", passed, all, 1), share("majority", majority, all, 1), share("lowest_cost", cheapest, all, 1);
}

/// A table for people: its columns, and a row.
struct TextCells {
    std::vector<std::string> heads, texts;

    void share(const std::string& name, std::optional<double> value, const statistics::Interval& range) {
        const double low = range.low * 100, high = range.high * 100;
        (*this)(name, value ? fmt::format("{:.2f} % ({:.2f}-{:.2f})", *value * 100, low, high) : "-");
    }
    void operator()(const std::string& name, const auto& value) {
        heads.push_back(name);
        if constexpr (requires { value.has_value(); })
            texts.push_back(value ? fmt::format("{:.3f}", *value) : "-");
        else
            texts.push_back(fmt::format("{}", value));
    }
};

/// Refuses what may be meant otherwise: the boards of an array, an answer or a puzzle beside a board, and columns of a
/// table. Throws ParseError, and SettingError for what the options do not fit.
void check_board(const io::ReadPuzzle& board, const ScoreOptions& options);

/// The group of a puzzle with this value: "none" for an empty one, NaN, None, null.
std::string group_of(const std::string& value);
/// The value of a puzzle in a column of its table, or "none". Throws SettingError without it: name a column or `words`.
std::string group_in_column(const io::ReadPuzzle& puzzle, const std::string& column, const std::string& words);

/// Takes puzzle after puzzle, with their boards and answers from streams. Memory: some hundred bytes per group.
class Scorer {
public:
    using Next = std::function<bool(io::ReadPuzzle& next)>;  ///< false: there is none

    /// Boards of the puzzles' order. Without `answers` the answer of a puzzle is that beside it, or its only solution.
    struct Streams {
        Next boards, answers = {};                                    ///< `answers` may be empty
        std::function<void(const ScoredBoard& board)> on_board = {};  ///< may be empty
    };

    Scorer(ScoreOptions options, Streams streams)
        : options_(std::move(options)), streams_(std::move(streams)), boards_(options_.samples) {}

    /// Takes the boards of a puzzle, and its answer. `group`: of the puzzle; if it is empty, the options choose it.
    /// Throws what check_board() throws; ParseError for givens that conflict, a stream that ends too early, and an
    /// answer that does not solve its puzzle; SettingError for a column that is not there or has more than 100,000
    /// values.
    void score(const io::ReadPuzzle& puzzle, std::string group = "");
    /// After the last puzzle. Throws ParseError for a board or an answer that is left.
    void finish();

    /// All puzzles, then their groups in order. Numbers with more than `groups` values are put into that many groups of
    /// about the same size.
    std::vector<Scores> rows() const;
    /// Those with the highest cost, the highest first.
    const std::vector<ScoredBoard>& worst() const { return worst_; }

private:
    const Grid* answer_of(const io::ReadPuzzle& puzzle);

    ScoreOptions options_;
    Streams streams_;
    Scores all_;
    std::map<std::string, Scores> by_group_;
    std::vector<io::ReadPuzzle> boards_;  ///< of a puzzle
    io::ReadPuzzle answer_;
    std::vector<BoardScore> scores_;
    std::vector<ScoredBoard> worst_;
};

/// Which puzzles of a test set a training set has. 9 x 9. The functions throw ParseError for givens that conflict.
/// Memory: about 130 bytes per test puzzle.
class Leaks {
public:
    void add_test(const io::ReadPuzzle& puzzle) { refuse_conflict(puzzle), tests_.add(puzzle.grid); }
    /// Marks the test puzzles that this one equals, as it is or up to symmetry.
    void look_for(const io::ReadPuzzle& training) {
        refuse_conflict(training);
        const auto [equal, symmetric] = tests_.find(training.grid);
        for (std::size_t* const line : {equal, symmetric})
            if (line != nullptr && *line == 0) *line = training.line;
    }

    struct Leak {
        std::string kind;      ///< equal, symmetric, or none
        std::size_t line = 0;  ///< of the first such training puzzle
    };
    /// Of a test puzzle, after all training puzzles.
    Leak of(const Grid& test) {
        const auto [equal, symmetric] = tests_.find(test);
        if (*equal != 0) return ++equal_, Leak{"equal", *equal};
        if (*symmetric != 0) return ++symmetric_, Leak{"symmetric", *symmetric};
        return {"none"};
    }
    /// "2 of 7 puzzles in train.csv, and 1 more up to symmetry": once of() was called for each.
    std::string text(const std::string& training) const {
        return fmt::format("{} of {} in {}, and {} more up to symmetry", equal_, io::counted(tests_.count(), "puzzle"),
                           training, symmetric_);
    }

private:
    logic::SymmetryClasses tests_;  ///< with lines of training puzzles
    std::size_t equal_ = 0, symmetric_ = 0;
};

}  // namespace evodoku::scoring
