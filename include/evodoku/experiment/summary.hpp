// What the records of an experiment come to: a row for each configuration, or for each on each puzzle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evodoku/experiment/experiment.hpp"
#include "evodoku/statistics/proportion.hpp"
#include "evodoku/statistics/quantile.hpp"
#include "evodoku/statistics/rank_sum.hpp"

namespace evodoku::experiment {

/// Which runs a row takes together.
enum class Grouping { configuration, file, puzzle };

struct Row {
    std::string puzzles;  ///< "all", a file, or "file:line"
    std::string configuration;
    std::uint64_t runs = 0;     ///< that were made
    std::uint64_t planned = 0;  ///< that the plan has
    std::uint64_t solved = 0;
    statistics::Interval success;                      ///< Wilson, 95 %
    std::optional<statistics::Quartiles> generations;  ///< of the runs that solved
    std::optional<statistics::Quartiles> evaluations;  ///< of the runs that solved
    std::optional<double> expected_evaluations;        ///< a solution's share of all evaluations made (ERT)
    std::optional<double> median_seconds;              ///< of all runs
    double seconds = 0;                                ///< of all runs together
    /// Against the first configuration, by evaluations, a run that did not solve being worse than any that did: a12 is
    /// the chance that a run of this configuration needs fewer. None for the first itself.
    std::optional<statistics::RankSum> against_first;
};

/// Rows group by group, in the order of the plan.
std::vector<Row> summarise(const Experiment& experiment, const std::vector<Record>& records, Grouping grouping);

}  // namespace evodoku::experiment
