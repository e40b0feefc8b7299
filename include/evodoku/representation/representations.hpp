// The representations there are, as flags: an operator says which it suits, a phase refuses the others when compiled.
#pragma once

namespace evodoku {

enum Representations : unsigned { suits_box_board = 1, suits_cell_board = 2, suits_every_board = 3 };

}  // namespace evodoku
