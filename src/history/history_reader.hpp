// Reads a history line by line, from JSON lines or CSV. docs/history.md explains every name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "history/history_file.hpp"
#include "history/recorder.hpp"

namespace evodoku::history {

/// What every line but the header has. `puzzle` and `island` count from 1; 0: the line has none.
struct RunKey {
    std::uint64_t seed = 0;
    std::uint32_t puzzle = 0, island = 0;
};

struct PuzzleLine : RunKey {
    double seconds = 0;
    std::string givens;  ///< as a line of puzzles
    std::string file;
    std::size_t line = 0;
};

struct Diversity {
    std::uint64_t distinct = 0;
    double entropy = 0;        ///< bits, mean of the cells
    std::string cell_entropy;  ///< a digit per cell
};

struct GenerationLine : RunKey {
    std::uint32_t generation = 0;
    std::uint64_t evaluations = 0, trials = 0, redraws = 0;
    double seconds = 0;
    std::uint64_t size = 0;
    std::uint32_t best = 0, best_so_far = 0;
    double mean = 0, deviation = 0;
    std::uint32_t q10 = 0, q25 = 0, median = 0, q75 = 0, q90 = 0, worst = 0;
    std::uint32_t migrations = 0, restarts = 0;
    std::string board;  ///< as a line of puzzles
    std::optional<Diversity> diversity;

    std::uint64_t work() const { return evaluations + trials + redraws; }
};

enum class Event { new_best, migration, restart, solved };

struct EventLine : RunKey {
    Event event = Event::new_best;
    std::uint32_t generation = 0;
    double seconds = 0;
    std::optional<std::uint32_t> best_so_far;
};

struct ResultLine : RunKey {
    std::string status;  ///< solved, unsolved, unsatisfiable
    bool stopped = false;
    std::uint32_t generation = 0;
    std::uint64_t evaluations = 0, trials = 0, redraws = 0;
    std::uint32_t restarts = 0;
    double seconds = 0;
    std::uint32_t best_so_far = 0;
    std::string board;
    std::uint64_t fingerprint = 0;
};

using AnyLine = std::variant<Header, PuzzleLine, GenerationLine, EventLine, ResultLine>;

class HistoryReader {
public:
    /// `next_line` writes the next line without its end; false at the end of the file.
    HistoryReader(FileFormat format, std::function<bool(std::string&)> next_line)
        : format_(format), next_line_(std::move(next_line)) {}

    /// Empty at the end. Throws std::invalid_argument with the fault of the line: an unknown kind, a field that is
    /// missing or that has no valid value.
    std::optional<AnyLine> next();

private:
    bool take(std::string& text);
    std::optional<AnyLine> next_of_csv(std::string& text);

    FileFormat format_;
    std::function<bool(std::string&)> next_line_;
    std::vector<std::string> columns_;  ///< of CSV
    std::optional<std::string> ahead_;  ///< a line of CSV that ended a header
};

}  // namespace evodoku::history
