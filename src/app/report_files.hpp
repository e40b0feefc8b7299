// The files that `evodoku report` writes: shared by report_command.cpp, report_files.cpp and report_tables.cpp.
#pragma once

#include <string>

#include "report/document.hpp"

namespace evodoku::app {

/// FOLDER/FIGURE.svg for every figure; makes the folder. Returns their number. Throws InputOutputError.
std::size_t write_svgs(const std::string& folder, const report::Document& document);

/// FOLDER/FIGURE.png, drawn by rsvg-convert. Throws InputOutputError with a remedy if that program is not installed.
std::size_t write_pngs(const std::string& folder, const report::Document& document);

/// The tables of a report, put into its sections: statistics of runs, and rates of devices.
void add_tables(report::Document& document, const report::Material& material);

}  // namespace evodoku::app
