// What the histories of runs come to: convergence, and how soon targets are reached; and their exports.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.hpp"

namespace evodoku::experiment {

/// Every improvement of every run, a line each, as CSV with a header.
std::string history_csv(const std::vector<Record>& records);

/// The best cost of a configuration's runs by work done, at ten points per decade, as CSV: median and the quantiles
/// 0.1, 0.25, 0.75, 0.9. A run that has ended keeps its last cost.
std::string convergence_csv(const Experiment& experiment, const std::vector<Record>& records);

/// The share of pairs of run and target that were reached by work done, at ten points per decade, as CSV: the empirical
/// distribution function over the target costs 0, 1, 2, 4, 8, 16 and 32.
std::string ecdf_csv(const Experiment& experiment, const std::vector<Record>& records);

/// CSV with one row per configuration and target cost: runs, runs that reached it, and the expected work until it is
/// reached (ERT: the work of all runs until they reach it or end, divided by the number that reach it).
std::string targets_csv(const Experiment& experiment, const std::vector<Record>& records);

/// The files that IOHanalyzer reads, by name within a folder: of each configuration and puzzle an .info file and a .dat
/// file (https://iohprofiler.github.io/IOHanalyzer/data/). A puzzle is a function of dimension 81, to be minimised; an
/// "evaluation" is a unit of work. Names that a file can't have are changed.
std::vector<std::pair<std::string, std::string>> iohprofiler_files(const Experiment& experiment,
                                                                   const std::vector<Record>& records);

}  // namespace evodoku::experiment
