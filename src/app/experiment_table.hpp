// The table at the end of an experiment, as Markdown, CSV or JSON.
#pragma once

#include <string>
#include <vector>

#include "evodoku/experiment/summary.hpp"
#include "experiment_options.hpp"

namespace evodoku::app {

std::string table_text(const std::vector<experiment::Row>& rows, TableFormat format);

}  // namespace evodoku::app
