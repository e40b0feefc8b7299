// A plan: puzzles x configurations x seeds, read from TOML; with the puzzles that it chooses from its files.
// docs/how-to/experiments.md explains its keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evodoku/core/grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::experiment {

/// Puzzles of a file: all, or those that begin on some lines.
struct PuzzleFile {
    std::string name;                                        ///< relative to the plan's folder
    std::vector<std::pair<std::size_t, std::size_t>> lines;  ///< first and last; none = all puzzles
    std::string location;                                    ///< "plan.toml:3:12", for messages
};

/// A puzzle of the plan. All of a plan have one order.
struct PlannedPuzzle {
    Grid grid;
    std::string file;      ///< as the plan names it
    std::size_t line = 0;  ///< where it begins
    /// Equal grids before it in the plan. Each has seeds of its own, so that their runs are independent.
    std::size_t occurrence = 0;
};

struct Configuration {
    std::string name;
    SearchSettings settings;
    std::uint64_t hash = 0;  ///< of the settings
};

/// One run: indices into the configurations and puzzles of the plan.
struct Run {
    std::size_t configuration = 0, puzzle = 0;
    std::uint64_t seed = 0;
};

struct Plan {
    std::string source;  ///< the plan's own name, for messages
    std::string output;  ///< relative to the plan's folder; empty if the plan names none
    int order = 3;       ///< of all its puzzles: see Grid
    std::vector<PuzzleFile> files;
    std::vector<PlannedPuzzle> puzzles;
    std::vector<Configuration> configurations;
    std::vector<std::uint64_t> seeds;
    bool history = false;             ///< records every improvement
    bool full_history = false;        ///< writes generations to a file per run
    std::uint32_t history_every = 0;  ///< see history::schedule_of()

    const Configuration& configuration_of(const Run& run) const { return configurations[run.configuration]; }
    const PlannedPuzzle& puzzle_of(const Run& run) const { return puzzles[run.puzzle]; }
    std::size_t runs() const { return configurations.size() * puzzles.size() * seeds.size(); }
    /// The file of its results: relative to the plan's folder as the plan names it, else as the plan is called.
    std::string results() const;
};

/// Opens a file to read it once. Throws FileError.
using OpenFile = std::function<std::unique_ptr<std::istream>(const std::string& path)>;

/// Settings are complete and valid. Reads the plan's files, each once; malformed puzzles and givens that conflict go to
/// `on_error`, and then the plan has no puzzles. The order is that of the plan, else what its first file shows. Throws
/// SettingError with line and column of the mistake, also for a file of another order, lines on which no puzzle begins,
/// and a puzzle that is there twice; FileError for a file that can't be read. Without `open` no file is read, and
/// puzzles are 9 x 9 if the plan says nothing else.
Plan read_plan(std::string_view text, const std::string& source, const OpenFile& open = {},
               const io::OnError& on_error = {});

}  // namespace evodoku::experiment
