// The options of `evodoku experiment`.
#pragma once

#include <string>

#include "evodoku/experiment/summary.hpp"

namespace evodoku::app {

enum class TableFormat { markdown, csv, json };

struct ExperimentSettings {
    std::string plan;
    std::string output;  ///< where the plan's own is not wanted
    std::string device = "cpu";
    unsigned threads = 0;  ///< runs at once; 0 = as many as there are processors
    TableFormat format = TableFormat::markdown;
    experiment::Grouping grouping = experiment::Grouping::configuration;
    bool quiet = false;
    bool help = false;
};

/// Throws UsageError or SettingError.
ExperimentSettings parse_experiment_options(int argc, const char* const* argv);

std::string experiment_help();

}  // namespace evodoku::app
