// Larger grids as text. LargeReader reads every form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/large_grid.hpp"

namespace evodoku::io {

struct LargeForm {
    std::string_view name, help;
    bool has_symbols;  ///< not for 49 x 49, which has more digits than letters
};

const std::vector<LargeForm>& large_forms();

/// Null if there is no such form.
const LargeForm* find_large_form(std::string_view name);

/// One puzzle in a form. Requires one that the order has.
std::string large_text(const LargeGrid& grid, const LargeForm& form);

/// A line of symbols; of numbers where the order has no symbols.
std::string large_line(const LargeGrid& grid);

}  // namespace evodoku::io
