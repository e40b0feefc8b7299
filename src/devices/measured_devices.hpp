// Devices as benchmarks see them.
#pragma once

#include <memory>

#include "evodoku/core/presolve.hpp"
#include "evodoku/devices/devices.hpp"
#include "workbench/workbench.hpp"

namespace evodoku {

/// One island on one puzzle; and the peaks of the device. Throws as make_backend() does.
std::unique_ptr<Workbench> make_workbench(const Device& device, const Config& config, const PuzzleJob& job,
                                          unsigned threads = 0);
std::unique_ptr<Peaks> make_peaks(const Device& device, unsigned threads = 0);

}  // namespace evodoku
