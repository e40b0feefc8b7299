// The name of a cell in messages.
#pragma once

#include <string>

namespace evodoku {

/// "r4c7" for row 4, column 7. `size`: cells of a row.
inline std::string cell_name(int cell, int size) {
    return std::string("r").append(std::to_string(cell / size + 1)).append("c").append(std::to_string(cell % size + 1));
}

}  // namespace evodoku
