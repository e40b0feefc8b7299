// The options of `evodoku experiment`, and its output.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiment/summary.hpp"
#include "output.hpp"

namespace evodoku::app {

enum class TableFormat { markdown, csv, json };

struct ExperimentSettings {
    std::string plan;
    std::string output;  ///< replaces the plan's own; empty: not given
    std::string device = "cpu";
    unsigned threads = 0;  ///< runs at once; 0 = number of processors
    TableFormat format = TableFormat::markdown;
    experiment::Grouping grouping = experiment::Grouping::configuration;
    bool any_version = false;  ///< continues results of another version
    When progress = When::automatic;
    bool quiet = false;
};

/// The table. Markdown has rounded values; CSV and JSON have every digit.
std::string table_text(const std::vector<experiment::Row>& rows, TableFormat format);

/// The columns of the table for people, with an explanation each, which may be empty.
const std::vector<std::pair<std::string, std::string>>& table_headings();
/// The same columns of a row: rounded.
std::vector<std::string> table_cells(const experiment::Row& row);

}  // namespace evodoku::app
