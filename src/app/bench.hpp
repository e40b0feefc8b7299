// `evodoku bench`: its options, read and checked, and its result as tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/puzzle_sets.hpp"
#include "bench/result.hpp"
#include "bench/timing.hpp"
#include "command_line.hpp"
#include "logic/generator.hpp"
#include "output.hpp"

namespace evodoku::app {

struct BenchSettings {
    std::vector<std::string> devices = {"all"};  ///< "all": the CPU and every usable GPU
    unsigned threads = 0;                        ///< 0 = all
    std::string axis = "4k:1M:x4";
    std::vector<std::uint32_t> populations;  ///< of the axis, each once
    std::vector<std::string> only;           ///< empty: all
    std::vector<std::string> sets;           ///< of puzzles; empty: all
    int order = 0;                           ///< of the boards to measure; 0: as the file of puzzles shows, else 3
    std::string puzzles;                     ///< a file of larger boards; empty: they are generated
    std::string filled = "45%";
    logic::Holes holes = logic::Holes::random;
    std::uint32_t count = 16;
    bench::Patience patience;
    double time_limit = 0;  ///< seconds; 0 = none
    std::uint64_t seed = 1;
    std::string json_file, csv_file;  ///< empty: none
    bool quick = false, quiet = false;
    When progress = When::automatic;
};

/// Throws UsageError or SettingError.
BenchSettings read_bench_settings(const CommandLine& line);

/// The larger boards to measure; none for order 3. Throws UsageError, io::ParseError, InputOutputError.
std::optional<bench::PuzzleSet> large_set(const BenchSettings& settings);
/// A table for each class of larger boards that was measured.
std::string large_board_tables(const bench::Result& result);

std::string bench_tables(const bench::Result& result);

/// "busy: 0.3 of 2 processors with other programs during the benchmark, load 0.9 before it".
std::string load_text(const bench::MachineLoad& load);

/// `text`, with ~ before it if its spread is too large.
std::string marked(const std::string& text, bool unsteady);

}  // namespace evodoku::app
