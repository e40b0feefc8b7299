// The statistics of a page.
#include <algorithm>
#include <iterator>
#include <vector>

#include "report/report.hpp"

namespace evodoku::report {
namespace {

using experiment::Grouping;
using experiment::TableColumn;

constexpr std::size_t max_rows = 500;  // of the table with a row per puzzle

Table statistics_table(const experiment::Plan& plan, const std::vector<experiment::Record>& records, Grouping grouping,
                       const std::string& title) {
    Table table{.title = title};
    std::vector<experiment::Row> rows = summarise(plan, records, grouping);
    std::vector<TableColumn> columns = experiment::table_columns(rows);
    std::erase_if(columns, [](const TableColumn& column) { return column.shown == experiment::Shown::in_files; });
    if (grouping == Grouping::configuration) columns.erase(columns.begin());  // its puzzles are all
    for (const TableColumn& column : columns) table.headings.push_back({column.heading, column.explanation});
    for (experiment::Row& row : rows) {
        if (row.runs == 0) continue;
        row.planned = row.runs;  // results do not say what was planned
        for (table.rows.emplace_back(); const TableColumn& column : columns)
            table.rows.back().push_back(column.cell(row));
    }
    return table;
}

void add_statistics(Texts& texts, const Material& material) {
    std::vector<experiment::Record> ended;
    std::ranges::copy_if(material.runs, std::back_inserter(ended),
                         [](const auto& run) { return run.status != "running"; });
    if (ended.empty()) return;
    const experiment::Plan plan = plan_of(ended);
    for (const std::string& warning : warnings_of(ended)) texts.warnings.push_back("Warning: " + warning);
    texts.statistics.push_back(statistics_table(plan, ended, Grouping::configuration, "All puzzles"));
    const std::size_t puzzles = plan.puzzles.size();
    if (puzzles > 1 && puzzles * plan.configurations.size() <= max_rows) {
        texts.statistics.push_back(statistics_table(plan, ended, Grouping::puzzle, "Puzzle by puzzle"));
        texts.statistics.back().folded = true;
    }
}

}  // namespace

Texts texts_of(const Material& material, const std::string& title, const std::string& made_by) {
    Texts texts{.title = title, .made_by = made_by};
    add_statistics(texts, material);
    return texts;
}

}  // namespace evodoku::report
