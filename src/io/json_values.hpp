// What a JSON document's strings, words and brackets may hold: a cell, a row or a grid.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cell_text.hpp"

namespace evodoku::io {

/// Selects the puzzle among several grids of an object: the one whose key has the lowest rank.
std::size_t rank_of(const std::string& key);
bool names_solution(const std::string& key);

/// A value that is, or may be intended as, a cell, a row or a grid.
struct JsonValue {
    enum class Kind { other, cell, row, grid };
    Kind kind = Kind::other;
    CellText read;
    std::size_t line = 0;
};

JsonValue value_of_text(const std::string& text, std::size_t line);
JsonValue value_of_word(const std::string& word, std::size_t line);

/// A grid of an object, with its key.
struct JsonGrid {
    std::size_t rank;
    JsonValue value;
};

/// A list or an object that is open.
struct JsonBracket {
    char bracket = '[';
    std::size_t line = 0;
    bool passed_over = false;  ///< it contains solutions
    bool has_keys = false;
    bool yields = false;  ///< it contained a puzzle or an error
    std::string key;      ///< of the next value, in small letters
};

struct JsonFrame : JsonBracket {
    bool had_puzzle = false;
    CellText cells;  ///< of all its cells and rows together
    int rows = 0;
    std::size_t fault_line = 0;
    std::vector<JsonGrid> named;

    void add_cells(const JsonValue& value);

private:
    std::string row_message(int count) const;
    void blame(std::size_t at, int cell, std::string message);
};

/// Evaluates the cells of a list after it is closed.
JsonValue value_of(JsonFrame& frame);

}  // namespace evodoku::io
