// What the programs of this folder share: their command lines, sets of puzzles, and the end with an error.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "core/host_work.hpp"
#include "evodoku/core/grid.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "settings/setting.hpp"

namespace evodoku::tools {

inline std::vector<Grid> read_set(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error("cannot open " + file.string());
    io::PuzzleReader reader(stream, file.string());
    std::vector<Grid> grids;
    for (io::ReadPuzzle entry; reader.next(entry);) grids.push_back(entry.grid);
    return grids;
}

/// A set with its known solutions.
inline std::pair<std::vector<Grid>, std::vector<Grid>> read_solved_set(const std::filesystem::path& puzzles,
                                                                       const std::filesystem::path& solutions) {
    std::pair set{read_set(puzzles), read_set(solutions)};
    if (set.first.empty() || set.first.size() != set.second.size())
        throw std::runtime_error(puzzles.string() + ": as many solutions as puzzles are needed");
    return set;
}

inline double processor_ms() { return 1e3 * processor_seconds(CLOCK_PROCESS_CPUTIME_ID); }

/// Reads the settings and calls run(settings, words), or prints the help. Returns the exit code.
template <class Settings>
int run_tool(int argc, char** argv, app::CommandInfo info, const SettingTable<Settings>& table, const auto& run) {
    info.options = app::options_of(table);
    info.program.clear();
    try {
        const app::CommandLine line = app::read_command_line(info, argc, argv);
        if (line.help || line.help_all) {
            fmt::print("{}", app::help_text(info, true));
        } else {
            run(app::read_settings(table, line), line.words);
        }
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", info.name, error.what());
        return 1;
    }
}

}  // namespace evodoku::tools
