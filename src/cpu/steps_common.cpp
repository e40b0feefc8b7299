// The steps of every generation of 9 x 9 boards on the CPU, whatever its operators.
#include "cpu/executor.hpp"

namespace evodoku::cpu {

EVODOKU_FOR_EVERY_BOARD_OF_9X9(EVODOKU_STEPS_ON)

}  // namespace evodoku::cpu
