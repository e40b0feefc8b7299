// The table of `evodoku experiment`, which a report shows, too.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "experiment/summary.hpp"

namespace evodoku::app {

enum class TableFormat { markdown, csv, json };

/// The table. Markdown has rounded values; CSV and JSON have every digit.
std::string table_text(const std::vector<experiment::Row>& rows, TableFormat format);

/// A column of the table for people.
struct TableColumn {
    const char *heading, *explanation;                ///< the explanation may be empty
    std::string (*cell)(const experiment::Row& row);  ///< rounded
};
std::span<const TableColumn> table_columns();

}  // namespace evodoku::app
