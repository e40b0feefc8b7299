// The representations there are, as flags: an operator says which it suits, a phase refuses the others when compiled.
#pragma once

namespace evodoku {

enum Representations : unsigned { suits_box_board = 1 };

}  // namespace evodoku
