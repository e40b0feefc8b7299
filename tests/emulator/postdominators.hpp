// Where lanes that part at a branch are together again.
#pragma once

#include <vector>

#include "emulator/instruction.hpp"

namespace evodoku::emulator {

/// The immediate postdominator of each instruction: the first place that every way from it to the end of the kernel
/// passes. code.size() is that end: there is no such place, or the instruction cannot reach an end. Ways are branches
/// with a label, guards, `ret` and `exit`: calls and indirect branches are refused when a kernel is decoded.
std::vector<u32> immediate_postdominators(const std::vector<Instruction>& code);

}  // namespace evodoku::emulator
