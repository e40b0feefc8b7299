// The options of `evodoku solve`, read and checked.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evodoku/core/presolve.hpp"
#include "evodoku/engine/config.hpp"

namespace evodoku::app {

enum class Format { automatic, grid, line, jsonl };

struct SolveSettings {
    std::vector<std::string> files;    ///< "-" = standard input
    std::vector<std::string> puzzles;  ///< of --puzzle
    std::string device = "auto";
    bool automatic_population = true;
    Config config;
    unsigned threads = 0;  ///< 0 = all
    std::uint64_t seed = 0;
    bool random_seed = true;
    std::uint32_t runs = 1;
    PresolveLevel presolve = PresolveLevel::singles;
    std::optional<std::chrono::milliseconds> timeout;
    Format format = Format::automatic;
    bool keep_going = false, quiet = false, verbose = false;
    bool help = false;
};

/// Throws UsageError or SettingError.
SolveSettings parse_solve_options(int argc, const char* const* argv);

std::string solve_help();

}  // namespace evodoku::app
