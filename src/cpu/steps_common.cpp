// The steps of every generation of 9 x 9 boards on the CPU, whatever its operators.
#include "cpu/executor.hpp"

namespace evodoku::cpu {

EVODOKU_STEPS_ON(BoxBoard)
EVODOKU_STEPS_ON(CellBoard)

}  // namespace evodoku::cpu
