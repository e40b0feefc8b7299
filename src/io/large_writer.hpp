// Larger grids as text. LargeReader reads every form.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/grid.hpp"

namespace evodoku::io {

struct LargeForm {
    std::string_view name, help;
    bool has_symbols;  ///< not for 49 x 49, which has more digits than letters
};

const std::vector<LargeForm>& large_forms();

/// Null if there is no such form.
const LargeForm* find_large_form(std::string_view name);

/// Makes the text of a file, one puzzle at a time.
class LargeWriter {
public:
    explicit LargeWriter(const LargeForm& form) : form_(form) {}

    /// The text before the first puzzle: the names of columns, an opening bracket; often empty.
    std::string begin() const;
    /// The text of one puzzle. Requires an order that the form has.
    std::string puzzle(const Grid& grid);
    /// The text after the last puzzle.
    std::string end() const;

private:
    const LargeForm& form_;
    std::size_t count_ = 0;  ///< puzzles written
};

/// Numbers in a frame, as the form `grid` has them.
std::string large_boxed(const Grid& grid);

/// A line of symbols; of numbers where the order has no symbols.
std::string large_line(const Grid& grid);

}  // namespace evodoku::io
