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

/// Where puzzles come from.
struct InputSource {
    enum class Kind { file, standard_input, text };
    Kind kind = Kind::file;
    std::string text;  ///< the file's name, or the puzzle itself
};

struct SolveSettings {
    std::vector<InputSource> inputs;  ///< in the order of the command line
    std::string device = "auto";
    bool automatic_population = true;
    bool default_migrants = true;  ///< nobody named them: a small deme may send fewer
    Config config;
    unsigned threads = 0;  ///< 0 = all
    std::uint64_t seed = 0;
    bool random_seed = true;
    std::uint32_t runs = 1;
    PresolveLevel presolve = PresolveLevel::singles;
    std::optional<std::chrono::milliseconds> timeout;
    Format format = Format::automatic;
    bool keep_going = false, quiet = false, verbose = false;
    bool help = false, version = false;
};

/// Throws UsageError or SettingError.
SolveSettings parse_solve_options(int argc, const char* const* argv);

std::string solve_help();

const char* to_text(Format format);

}  // namespace evodoku::app
