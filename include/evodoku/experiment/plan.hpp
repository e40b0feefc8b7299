// A plan: puzzles x configurations x seeds, read from TOML.
//
//   output = "hot.jsonl"                        where results go; default: the plan's name with .jsonl
//   seeds = { first = 1, count = 30 }           or a list
//   puzzles = ["easy.txt", { file = "hard.txt", lines = [1, "4-9"] }]
//
//   [defaults]                                  settings of every configuration below
//   generations = 500
//
//   [[configurations]]
//   preset = "plain"                            its name, too, where none is given
//
//   [[configurations]]
//   name = "hot"
//   mutation = "heat-bath"
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evodoku/engine/search_settings.hpp"

namespace evodoku::experiment {

/// Puzzles of a file: all, or those that begin on some lines.
struct PuzzleFile {
    std::string name;                                        ///< as the plan has it: seen from the plan's folder
    std::vector<std::pair<std::size_t, std::size_t>> lines;  ///< first and last; none = all puzzles
    std::string place;                                       ///< "plan.toml:3:12", for messages
};

struct Configuration {
    std::string name;
    SearchSettings settings;
    std::uint64_t hash = 0;  ///< of the settings
};

struct Plan {
    std::string source;  ///< the plan's own name, for messages
    std::string output;  ///< seen from the plan's folder; empty where it names none
    std::vector<PuzzleFile> puzzles;
    std::vector<Configuration> configurations;
    std::vector<std::uint64_t> seeds;
};

/// Settings are complete and can run. Throws ConfigFileError with line and column for what is wrong; SettingError for a
/// value that can't be, with its place as well.
Plan read_plan(std::string_view text, const std::string& source);

}  // namespace evodoku::experiment
