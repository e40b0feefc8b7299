// The summary of an experiment's records: one row per configuration, or per configuration and puzzle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::experiment {

/// How runs are grouped into rows.
enum class Grouping { configuration, file, puzzle };

struct Row {
    std::string puzzles;  ///< "all", a file, or "file:line"
    std::string configuration;
    std::uint64_t runs = 0;     ///< runs made
    std::uint64_t planned = 0;  ///< runs in the plan
    std::uint64_t solved = 0;
    statistics::Interval success;                      ///< Wilson, 95 %
    std::optional<statistics::Quartiles> generations;  ///< of the runs that solved
    std::optional<statistics::Quartiles> evaluations;  ///< of the runs that solved
    std::optional<statistics::Quartiles> cost;         ///< of the best board, of all runs
    std::optional<std::uint32_t> lowest_cost;          ///< of any run
    std::optional<statistics::Quartiles> work;         ///< of the runs that solved: see Record::work()
    std::optional<statistics::Interval> median_work;   ///< 95 % interval of its median
    std::optional<double> expected_work;               ///< a solution's share of all work done (ERT)
    std::optional<statistics::Interval> expected_work_interval;
    std::optional<double> median_seconds;  ///< of all runs
    double seconds = 0;                    ///< of all runs together
    /// Against the first configuration, puzzle by puzzle (see stratified_rank_sum), by work, a run that did not solve
    /// being worse than any that did: a12 is the chance that a run of this configuration needs fewer. None for the
    /// first itself.
    std::optional<statistics::RankSum> against_first;
    std::optional<statistics::Interval> a12_interval;
    std::optional<double> p_holm;  ///< adjusted for all comparisons of the table
    /// Puzzles on which it is better and worse than the first: p of the puzzle, adjusted for all puzzles of the row, is
    /// below 0.05.
    std::uint64_t better = 0, worse = 0;
};

/// Why some rows can't be compared as they stand: budgets that differ. A sentence each.
std::vector<std::string> warnings_of(const Experiment& experiment, const std::vector<Record>& records);

/// Rows group by group, in the order of the plan.
std::vector<Row> summarise(const Experiment& experiment, const std::vector<Record>& records, Grouping grouping);

}  // namespace evodoku::experiment
