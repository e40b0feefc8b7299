// All representations, as flags. An operator names those it supports; a phase rejects others at compile time.
#pragma once

namespace evodoku {

enum Representations : unsigned { box_board = 1, cell_board = 2, every_board = 3 };

}  // namespace evodoku
