// The tables of `evodoku bench` and `evodoku experiment`, of which a report shows parts, too.
#pragma once

#include <span>
#include <string>

#include "bench/benchmark.hpp"
#include "experiment/summary.hpp"

namespace evodoku::app {

std::string bench_tables(const bench::Result& result);

/// "bench: [3/28] cpu: plain, population 4000 (about 20 s left)".
std::string progress_text(const bench::Progress& progress);

/// "busy: 0.3 of 2 processors with other programs during the benchmark, load 0.9 before it".
std::string load_text(const bench::MachineLoad& load);

/// `text`, with ~ before it if its spread is too large.
std::string marked(const std::string& text, bool unsteady);

/// A column of the table of an experiment for people.
struct TableColumn {
    const char *heading, *explanation;                ///< the explanation may be empty
    std::string (*cell)(const experiment::Row& row);  ///< rounded
    bool on_page = true;                              ///< false: left out of a report, for its width
};
std::span<const TableColumn> table_columns();

}  // namespace evodoku::app
