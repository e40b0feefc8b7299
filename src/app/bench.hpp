// The result of `evodoku bench` as tables, and words that other commands use, too.
#pragma once

#include <string>

#include "bench/benchmark.hpp"

namespace evodoku::app {

std::string bench_tables(const bench::Result& result);

/// "bench: [3/28] cpu: plain, population 4000 (about 20 s left)".
std::string progress_text(const bench::Progress& progress);

/// "busy: 0.3 of 2 processors with other programs during the benchmark, load 0.9 before it".
std::string load_text(const bench::MachineLoad& load);

/// `text`, with ~ before it if its spread is too large.
std::string marked(const std::string& text, bool unsteady);

}  // namespace evodoku::app
