// The summary of an experiment's records: one row per configuration, or per configuration and puzzle.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiment/experiment.hpp"

namespace evodoku::experiment {

/// How runs are grouped into rows.
enum class Grouping { configuration, file, puzzle };

/// Every column of the table for programs, in its order; docs/experiments.md explains them. A value is null where there
/// is none: of no run, or of no success, or of the first configuration, with which the others are compared.
using Row = nlohmann::ordered_json;

/// Why some rows can't be compared as they stand: budgets that differ. A sentence each.
std::vector<std::string> warnings_of(const Experiment& experiment, const std::vector<Record>& records);

/// Rows group by group, in the order of the plan.
std::vector<Row> summarise(const Experiment& experiment, const std::vector<Record>& records, Grouping grouping);

}  // namespace evodoku::experiment
