// The table of an experiment as text: for programs, for documents, and for a terminal.
#pragma once

#include <string>
#include <vector>

#include "experiment/summary.hpp"

namespace evodoku::experiment {

/// Every digit, as JSON has them. Empty for what is missing, also for the end of an interval without a bound.
std::string to_csv(const std::vector<Row>& rows);
std::string to_json(const std::vector<Row>& rows);

/// All columns for people, with rounded values.
std::string to_markdown(const std::vector<Row>& rows);

/// The most useful ones of them, at most eight: the headings, then the cells of each row.
std::vector<std::vector<std::string>> to_cells(const std::vector<Row>& rows);

}  // namespace evodoku::experiment
