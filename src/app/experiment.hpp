// The options of `evodoku experiment`, and its output.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiment/summary.hpp"
#include "output.hpp"

namespace evodoku::app {

enum class TableFormat { markdown, csv, json };
/// What is written in place of the table, or beside it.
enum class Export { none, csv, convergence, ecdf, targets, iohprofiler };

struct ExperimentSettings {
    std::string plan;
    std::string output;  ///< replaces the plan's own; empty: not given
    std::string device = "cpu";
    unsigned threads = 0;  ///< runs at once; 0 = number of processors
    TableFormat format = TableFormat::markdown;
    experiment::Grouping grouping = experiment::Grouping::configuration;
    Export exported = Export::none;
    std::string tensorboard;   ///< folder; empty: no scalars are wanted
    bool any_version = false;  ///< continues results of another version
    When progress = When::automatic;
    bool quiet = false;
};

/// The folder of --tensorboard, if it is wanted: a wrong name is an error before the first run. Throws
/// InputOutputError.
void make_tensorboard_folder(const ExperimentSettings& settings);

/// Prints the table, or the export of histories; `results`: the name of the file of results. Throws UsageError if the
/// histories are missing, InputOutputError.
void print_results(const ExperimentSettings& settings, const experiment::Experiment& experiment,
                   const std::vector<experiment::Record>& records, const std::string& results);

/// The columns of the table for people, with an explanation each, which may be empty.
const std::vector<std::pair<std::string, std::string>>& table_headings();
/// The same columns of a row: rounded.
std::vector<std::string> table_cells(const experiment::Row& row);

}  // namespace evodoku::app
