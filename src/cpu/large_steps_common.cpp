// The steps of every generation of larger boards on the CPU, whatever their operators.
#include "cpu/executor.hpp"

namespace evodoku::cpu {

EVODOKU_FOR_EVERY_LARGE_BOARD(EVODOKU_STEPS_ON)

}  // namespace evodoku::cpu
