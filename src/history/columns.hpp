// The columns of a history: every value that a line may have, in one table. The recording, both forms of a file, the
// reader, the report, the schema and Python take them from here. docs/reference/history.schema.json explains them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku::history {

/// The kinds of lines: bits of a set.
enum Kind : unsigned { puzzle_line = 1, generation_line = 2, event_line = 4, result_line = 8 };
/// "puzzle", "generation", "event" or "result".
std::string_view name_of(Kind kind);

enum class Type {
    count,        ///< a whole number
    whole,        ///< of up to 32 bits
    number,       ///< of up to 32 bits, from 1
    seconds,      ///< with six decimal places
    real,         ///< with four
    truth,        ///< true or false
    text,         ///< any
    event,        ///< a text: new_best, migration, restart or solved
    status,       ///< a text: solved, unsolved or unsatisfiable
    board,        ///< a line of puzzles
    cell_digits,  ///< a digit per cell of the board
    hexadecimal,  ///< 16 digits
};

/// A value of a line; empty where the line lacks it.
using Value = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;

/// What a line is made of. Pointers that its kind does not need are null.
struct Source {
    std::uint64_t seed = 0;
    std::uint32_t puzzle_index = 0;
    double seconds = 0;  ///< since the run began
    // of a puzzle
    const Grid* givens = nullptr;
    std::string_view file = {};
    std::size_t line = 0;
    // of a generation or an event
    const IslandProgress* island = nullptr;
    const PopulationProgress* population = nullptr;  ///< null for an event without a board
    bool several_ranks = false;
    std::uint32_t migrations = 0;
    std::string_view event = {};
    // of a result
    const Outcome* outcome = nullptr;
};

struct Column {
    std::string_view name;
    unsigned kinds;  ///< lines that have it
    Type type;
    bool optional;  ///< a line may lack it
    int place;      ///< among the columns of CSV; the next one for a new column
    Value (*get)(const Source& source);
};

/// In the order of a line of JSON. A name appears twice where the order depends on the kind, with one place.
std::span<const Column> columns();
/// The place of a column. Throws std::logic_error for an unknown name.
std::size_t place_of(std::string_view name);

class Line {
public:
    explicit Line(Kind kind);
    Line(Kind kind, const Source& source);

    Kind kind() const { return kind_; }
    bool has(std::string_view name) const { return value(name).index() != 0; }
    const Value& value(std::string_view name) const { return values_[place_of(name)]; }
    void drop(std::string_view name) { values_[place_of(name)] = {}; }
    void put(const Column& column, Value value) { values_[static_cast<std::size_t>(column.place)] = std::move(value); }
    /// These throw std::bad_variant_access for a value that is missing or of another type.
    std::uint64_t count(std::string_view name) const { return std::get<std::uint64_t>(value(name)); }
    double number(std::string_view name) const;  ///< also of a whole number
    const std::string& text(std::string_view name) const { return std::get<std::string>(value(name)); }
    std::uint64_t work() const { return count("evaluations") + count("trials") + count("redraws"); }

    /// {"kind":"generation",...}
    std::string json() const;
    /// A field per name of csv_columns(); empty without a value.
    std::string csv() const;

private:
    Kind kind_;
    std::vector<Value> values_;
};

/// "kind,event,seed,...".
std::string csv_columns();

}  // namespace evodoku::history
