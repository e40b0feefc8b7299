// The texts of `evodoku bench`.
#pragma once

#include <string>

#include "bench/benchmark.hpp"

namespace evodoku::app {

std::string bench_tables(const bench::Result& result);

/// "bench: [3/28] cpu: plain, population 4000 (about 20 s left)".
std::string progress_text(const bench::Progress& progress);

/// "busy: 0.3 of 2 processors with other programs during the benchmark, load 0.9 before it".
std::string load_text(const bench::MachineLoad& load);

}  // namespace evodoku::app
