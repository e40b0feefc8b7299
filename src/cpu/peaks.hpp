// The peaks of this machine's processor: memory copied and integers computed, by all workers.
#pragma once

#include <memory>

#include "cpu/machine.hpp"
#include "workbench/workbench.hpp"

namespace evodoku::cpu {

/// Copies 256 MiB, or an eighth of the free memory if that is less. Throws std::bad_alloc.
std::unique_ptr<Peaks> make_peaks(std::unique_ptr<Workers> workers);

}  // namespace evodoku::cpu
