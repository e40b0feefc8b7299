// Rows to CSV, JSON, Markdown and cells.
#include "experiment/summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/json.hpp"

namespace evodoku::experiment {
namespace {

std::string in_markdown(const std::string& cell) {
    std::string text = "| ";
    for (const char letter : cell) text += letter == '|' ? "\\|" : std::string(1, letter);
    return text + " ";
}

}  // namespace

std::string to_csv(const std::vector<Row>& rows) {
    std::string text;
    io::RecordLines lines(',');
    for (const Row& row : rows) text += lines.line_of(row);
    return text;
}

std::string to_json(const std::vector<Row>& rows) {
    std::vector<std::string> objects;
    for (const Row& row : rows) {
        io::Record columns;
        describe(columns, row);
        objects.push_back(columns.on_lines("  "));
    }
    return io::json_list(objects, "") + "\n";
}

std::string to_markdown(const std::vector<Row>& rows) {
    std::string text, line;
    const std::vector<TableColumn> columns = table_columns(rows);
    for (const TableColumn& column : columns) text += in_markdown(column.heading), line += "|---";
    text += "|\n" + line + "|\n";
    for (const Row& row : rows) {
        for (const TableColumn& column : columns) text += in_markdown(column.cell(row));
        text += "|\n";
    }
    return text;
}

std::vector<std::vector<std::string>> to_cells(const std::vector<Row>& rows) {
    constexpr std::size_t most = 8;
    const bool is_grouped = std::ranges::any_of(rows, [](const Row& row) { return row.puzzles != "all"; });
    std::vector<std::vector<std::string>> table(1 + rows.size());
    std::vector<TableColumn> columns = table_columns(rows);
    if (!is_grouped) columns.erase(columns.begin());
    for (const TableColumn& column : columns) {
        if (column.shown != Shown::on_terminal || table[0].size() == most) continue;
        table[0].emplace_back(column.heading);
        for (std::size_t k = 0; k < rows.size(); ++k) table[k + 1].push_back(column.cell(rows[k]));
    }
    return table;
}

}  // namespace evodoku::experiment
