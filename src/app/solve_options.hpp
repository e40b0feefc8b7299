// The options of `evodoku solve`, read and checked.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "evodoku/engine/search_settings.hpp"

namespace evodoku::app {

enum class Format { automatic, grid, line, jsonl };

/// Where puzzles come from.
struct InputSource {
    enum class Kind { file, standard_input, text };
    Kind kind = Kind::file;
    std::string text;  ///< the file's name, or the puzzle itself
};

struct SolveSettings : SearchSettings {
    std::vector<InputSource> inputs;  ///< in the order of the command line
    std::set<std::string> named;      ///< settings that the user chose, by option, environment or file
    std::vector<Assignment> given;    ///< all that chose one, presets too, the weightiest last
    std::string device = "auto";
    unsigned threads = 0;               ///< 0 = all
    std::optional<std::uint64_t> seed;  ///< set by parse_solve_options in any case
    bool random_seed = false;           ///< nobody chose it
    std::uint32_t runs = 1;
    std::optional<std::chrono::milliseconds> timeout;
    Format format = Format::automatic;
    bool keep_going = false, quiet = false, verbose = false;
    bool help = false, version = false, print_config = false;
};

/// Throws UsageError, SettingError, ConfigFileError, and InputOutputError for a file that can't be read.
SolveSettings parse_solve_options(int argc, const char* const* argv);

std::string solve_help();

}  // namespace evodoku::app
