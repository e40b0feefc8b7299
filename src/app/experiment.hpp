// The options of `evodoku experiment`, and its table.
#pragma once

#include <string>
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
    bool any_version = false;  ///< continues results of another version
    When progress = When::automatic;
    bool quiet = false;
};

/// Markdown has rounded values; CSV and JSON have every digit.
std::string table_text(const std::vector<experiment::Row>& rows, TableFormat format);

}  // namespace evodoku::app
