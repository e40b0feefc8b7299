// What the files of a report hold: runs with their results, evolutions generation by generation, benchmarks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/result.hpp"
#include "experiment/record.hpp"
#include "history/history_reader.hpp"
#include "report/thinned.hpp"

namespace evodoku::report {

/// A migration or a restart.
struct Mark {
    std::uint32_t generation = 0;
    history::Event event = history::Event::migration;
};

/// One island of a run.
struct IslandTrace {
    static constexpr std::size_t max_rows = 400;

    /// All that the island had spent at the end of a generation.
    struct Spent {
        std::uint32_t generation = 0;
        std::uint64_t evaluations = 0, trials = 0, redraws = 0;
    };
    struct Step {
        std::uint32_t generation = 0, cost = 0;
        double seconds = 0;
    };

    std::vector<Step> steps;  ///< each improvement of the best cost
    Thinned<Spent> spent{max_rows};
    std::vector<Spent> spent_at_steps;
    Thinned<history::GenerationLine> rows{max_rows};  ///< empty if the run is not shown by itself
    std::optional<history::GenerationLine> best;      ///< of all rows, also those thinned out: the last of lowest cost
    Thinned<Mark> marks{max_rows};
    std::map<history::Event, std::size_t> marks_of;  ///< how many, also of those that are thinned out
    std::optional<std::uint32_t> last_generation;
    double last_seconds = 0;
};

/// One run of a history: a puzzle with a seed.
struct RunTrace {
    std::string configuration;  ///< its name in the report
    std::uint64_t seed = 0, run_seed = 0;
    std::string givens, file;
    std::size_t line = 0;
    double begin_seconds = 0;
    bool shown = false;  ///< its rows are kept
    std::map<std::uint32_t, IslandTrace> islands;
    std::optional<history::ResultLine> result;  ///< none: the file ends before
    std::string version, commit, device;
};

struct Benchmark {
    std::string name;  ///< of its file, without folder and ending
    bench::Result result;
};

struct FileFacts {
    std::string name, kind;
    std::vector<std::pair<std::string, std::string>> facts;
};

struct Material {
    std::vector<FileFacts> files;
    std::vector<RunTrace> runs;
    /// Every run with a result, from histories and from results of experiments, each once. A configuration's name is
    /// unique here.
    std::vector<experiment::Record> records;
    /// Runs whose improvements are known, also those without a result.
    std::vector<experiment::Record> trajectories;
    std::vector<Benchmark> benchmarks;
    std::vector<std::string> notes;  ///< what was left out, a sentence each
};

/// The improvements of a run over all its islands, and its result if it has one. Work between two recorded generations
/// of an island is interpolated.
experiment::Record record_of(const RunTrace& run);

}  // namespace evodoku::report
