// A plan: puzzles x configurations x seeds, read from TOML.
//
//   history = true                              a file per run with its generations; "improvements": only when the best
//                                               cost falls, in the results; "full" is another word for true
//   history-every = 10                          of true: generations per row
//   order = 5                                   of boards larger than 9 x 9; default: as the first file shows
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
//   name = "hot"                                a list of values makes a configuration of each: "hot, population=100"
//   mutation = "heat-bath"
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "settings/search_settings.hpp"

namespace evodoku::experiment {

/// Puzzles of a file: all, or those that begin on some lines.
struct PuzzleFile {
    std::string name;                                        ///< relative to the plan's folder
    std::vector<std::pair<std::size_t, std::size_t>> lines;  ///< first and last; none = all puzzles
    std::string location;                                    ///< "plan.toml:3:12", for messages
};

struct Configuration {
    std::string name;
    SearchSettings settings;
    std::uint64_t hash = 0;  ///< of the settings
};

struct Plan {
    std::string source;  ///< the plan's own name, for messages
    std::string output;  ///< relative to the plan's folder; empty if the plan names none
    int order = 3;       ///< of all its puzzles: see Grid
    std::vector<PuzzleFile> puzzles;
    std::vector<Configuration> configurations;
    std::vector<std::uint64_t> seeds;
    bool history = false;             ///< records every improvement
    bool full_history = false;        ///< writes generations to a file per run
    std::uint32_t history_every = 0;  ///< see history::schedule_of()
};

/// Finds the order of the puzzles. The plan it gets has their files and no configuration yet; its order is what the
/// plan says, or 0.
using OrderFinder = std::function<int(const Plan&)>;

/// Settings are complete and valid. Throws ConfigFileError with line and column of the mistake, or SettingError for an
/// invalid value, also with its place. Without `find_order` puzzles are 9 x 9 if the plan says nothing else.
Plan read_plan(std::string_view text, const std::string& source, const OrderFinder& find_order = {});

}  // namespace evodoku::experiment
