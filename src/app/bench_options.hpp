// The options of `evodoku bench`, read and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evodoku/bench/timing.hpp"

namespace evodoku::app {

struct BenchSettings {
    std::vector<std::string> devices;
    unsigned threads = 0;
    std::vector<std::uint32_t> populations;
    std::vector<std::string> only;  ///< empty: all
    bench::Patience patience;
    std::uint64_t seed = 1;
    std::string json_file, csv_file;  ///< empty: none
    bool quiet = false;
    bool help = false;
};

/// Throws UsageError or SettingError.
BenchSettings parse_bench_options(int argc, const char* const* argv);

std::string bench_help();

}  // namespace evodoku::app
