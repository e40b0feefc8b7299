// What the histories of runs come to: convergence, and how soon targets are reached; and their exports.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "experiment/experiment.hpp"

namespace evodoku::experiment {

/// Every improvement of every run, a line each, as CSV with a header.
std::string history_csv(const std::vector<Record>& records);

/// What a run has spent.
enum class Measure { work, evaluations, generations, seconds };
double spent(const Improvement& at, Measure measure);
double spent(const Record& run, Measure measure);

/// The best cost of some runs after `at` was spent: its quantiles over the runs.
struct ConvergencePoint {
    double at = 0;
    std::size_t runs = 0;
    double q10 = 0, q25 = 0, median = 0, q75 = 0, q90 = 0;
};
struct Convergence {
    std::string configuration;
    std::vector<ConvergencePoint> points;
};

/// Per configuration the best cost of its runs that have a history. A run that has ended keeps its last cost. Points:
/// `per_decade` for each factor of ten; generations have up to 400 in equal steps.
std::vector<Convergence> convergence(const Experiment& experiment, const std::vector<Record>& records, Measure measure,
                                     int per_decade);

/// convergence() by work as CSV, at ten points per decade.
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
