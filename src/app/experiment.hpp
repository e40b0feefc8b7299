// The columns of the table of `evodoku experiment`, which a report shows, too.
#pragma once

#include <span>
#include <string>

#include "experiment/summary.hpp"

namespace evodoku::app {

/// A column of the table for people.
struct TableColumn {
    const char *heading, *explanation;                ///< the explanation may be empty
    std::string (*cell)(const experiment::Row& row);  ///< rounded
};
std::span<const TableColumn> table_columns();

}  // namespace evodoku::app
