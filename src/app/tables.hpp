// The texts of `evodoku bench`.
#pragma once

#include <string>

#include "bench/benchmark.hpp"

namespace evodoku::app {

std::string bench_tables(const bench::Result& result);

/// "bench: [3/28] cpu: plain, population 4000 (about 20 s left)". `spent`: seconds since it was reported.
std::string progress_text(const bench::Progress& progress, double spent = 0);

}  // namespace evodoku::app
