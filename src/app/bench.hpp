// `evodoku bench`: its options, read and checked, and its result as tables.
#pragma once

#include <string>
#include <vector>

#include "bench/benchmark.hpp"
#include "bench/result.hpp"
#include "command_line.hpp"
#include "output.hpp"

namespace evodoku::app {

struct BenchSettings : bench::Options {
    std::vector<std::string> wanted_devices = {"all"};  ///< "all": the CPU and every usable GPU
    std::string puzzles;                                ///< the file of `boards`; empty: they are generated, if any
    std::string json_file, csv_file;                    ///< empty: none
    bool quiet = false;
    When progress = When::automatic;
};

/// All but the devices and the functions. Throws UsageError, SettingError; io::ParseError and InputOutputError for a
/// file of puzzles.
BenchSettings read_bench_settings(const CommandLine& line);

std::string bench_tables(const bench::Result& result);

/// "bench: [3/28] cpu: plain, population 4000 (about 20 s left)".
std::string progress_text(const bench::Progress& progress);

/// "busy: 0.3 of 2 processors with other programs during the benchmark, load 0.9 before it".
std::string load_text(const bench::MachineLoad& load);

/// `text`, with ~ before it if its spread is too large.
std::string marked(const std::string& text, bool unsteady);

}  // namespace evodoku::app
