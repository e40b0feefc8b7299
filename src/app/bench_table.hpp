// The result of the benchmark as tables for people.
#pragma once

#include <string>

#include "evodoku/bench/result.hpp"

namespace evodoku::app {

std::string bench_tables(const bench::Result& result);

/// "  first   second" lines: the first column to the left, the others to the right, two spaces between.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

}  // namespace evodoku::app
