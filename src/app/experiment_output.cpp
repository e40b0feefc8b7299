// The results of an experiment: the table, or an export of histories; and the folder for scalars.
#include "experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "commands.hpp"
#include "experiment/trajectory.hpp"
#include "history/history_file.hpp"
#include "history/tensorboard.hpp"
#include "io/json_text.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

using namespace evodoku::experiment;
namespace fs = std::filesystem;
using statistics::Quartiles;

/// Escapes characters that would end a cell of Markdown.
std::string escaped(const std::string& text) {
    std::string cell;
    for (const char letter : text) cell += letter == '|' ? std::string("\\|") : std::string(1, letter);
    return cell;
}

std::string markdown(const std::vector<Row>& rows) {
    std::string text, line;
    for (const auto& [heading, explanation] : table_headings()) {
        text += fmt::format("| {} ", heading);
        line += "|---";
    }
    text += "|\n" + line + "|\n";
    for (const Row& row : rows) {
        for (const std::string& cell : table_cells(row)) text += fmt::format("| {} ", escaped(cell));
        text += "|\n";
    }
    return text;
}

/// Name and value of every column. Unknown values are null.
io::JsonObject columns_of(const Row& row) {
    io::JsonObject columns;
    const auto put_quartiles = [&](const std::string& name, const std::optional<Quartiles>& values) {
        columns.put(name + "_median", values ? std::optional(values->median) : std::nullopt);
        columns.put(name + "_q1", values ? std::optional(values->first) : std::nullopt);
        columns.put(name + "_q3", values ? std::optional(values->third) : std::nullopt);
    };
    columns.put("puzzles", row.puzzles);
    columns.put("configuration", row.configuration);
    columns.put("runs", row.runs);
    columns.put("planned", row.planned);
    columns.put("solved", row.solved);
    columns.put("success", row.runs == 0
                               ? std::nullopt
                               : std::optional(static_cast<double>(row.solved) / static_cast<double>(row.runs)));
    columns.put("success_low", row.success.low);
    columns.put("success_high", row.success.high);
    put_quartiles("generations", row.generations);
    put_quartiles("evaluations", row.evaluations);
    put_quartiles("cost", row.cost);
    columns.put("cost_lowest", row.lowest_cost ? std::optional(static_cast<double>(*row.lowest_cost)) : std::nullopt);
    put_quartiles("work", row.work);
    columns.put("work_median_low", row.median_work ? std::optional(row.median_work->low) : std::nullopt);
    columns.put("work_median_high", row.median_work ? std::optional(row.median_work->high) : std::nullopt);
    columns.put("ert_work", row.expected_work);
    columns.put("ert_work_low",
                row.expected_work_interval ? std::optional(row.expected_work_interval->low) : std::nullopt);
    const bool bounded = row.expected_work_interval && !std::isinf(row.expected_work_interval->high);
    columns.put("ert_work_high", bounded ? std::optional(row.expected_work_interval->high) : std::nullopt);
    columns.put("seconds_median", row.median_seconds);
    columns.put("seconds", row.seconds);
    columns.put("a12", row.against_first ? std::optional(row.against_first->a12) : std::nullopt);
    columns.put("a12_low", row.a12_interval ? std::optional(row.a12_interval->low) : std::nullopt);
    columns.put("a12_high", row.a12_interval ? std::optional(row.a12_interval->high) : std::nullopt);
    columns.put("p", row.against_first ? std::optional(row.against_first->p) : std::nullopt);
    columns.put("p_holm", row.p_holm);
    columns.put("puzzles_better", row.against_first ? std::optional(static_cast<double>(row.better)) : std::nullopt);
    columns.put("puzzles_worse", row.against_first ? std::optional(static_cast<double>(row.worse)) : std::nullopt);
    columns.put("p_exact", row.against_first ? std::optional(row.against_first->exact) : std::nullopt);
    return columns;
}

std::string csv_text(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string field = "\"";
    for (const char letter : text) field += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return field + '"';
}

std::string csv(const std::vector<Row>& rows) {
    std::string text;
    const auto add_line = [&](const std::vector<std::string>& fields) {
        text += fmt::format("{}\n", fmt::join(fields, ","));
    };
    for (const Row& row : rows) {
        std::vector<std::string> names, values;
        const io::JsonObject columns = columns_of(row);
        for (const auto& [name, value] : columns.fields()) {
            names.push_back(name);
            const bool is_text = name == "puzzles" || name == "configuration";
            values.push_back(is_text           ? csv_text(name == "puzzles" ? row.puzzles : row.configuration)
                             : value == "null" ? ""
                                               : value);
        }
        if (text.empty()) add_line(names);
        add_line(values);
    }
    return text;
}

/// Markdown has rounded values; CSV and JSON have every digit.
std::string table_text(const std::vector<Row>& rows, TableFormat format) {
    switch (format) {
        case TableFormat::csv:
            return csv(rows);
        case TableFormat::json: {
            std::string list;
            for (const Row& row : rows) list += (list.empty() ? "\n  " : ",\n  ") + columns_of(row).on_lines("  ");
            return list.empty() ? "[]\n" : "[" + list + "\n]\n";
        }
        case TableFormat::markdown:
            break;
    }
    return markdown(rows);
}

void write_files(const std::string& folder, const std::vector<std::pair<std::string, std::string>>& files) {
    for (const auto& [name, text] : files) {
        const fs::path path = fs::path(folder) / name;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        std::ofstream file(path, std::ios::binary);
        file << text << std::flush;
        if (error || !file) throw InputOutputError(fmt::format("cannot write {}", path.string()));
    }
}

}  // namespace

void make_tensorboard_folder(const ExperimentSettings& settings) {
    if (settings.tensorboard.empty()) return;
    try {
        history::TensorBoard::make_folder(settings.tensorboard);
    } catch (const FileError& error) {
        throw InputOutputError(fmt::format("--tensorboard: {}", error.what()));
    }
}

void print_results(const ExperimentSettings& settings, const Experiment& experiment, const std::vector<Record>& records,
                   const std::string& results) {
    if (settings.exported == Export::none) {
        for (const std::string& warning : warnings_of(experiment, records)) {
            if (!settings.quiet) say("warning: " + warning);
        }
        std::cout << table_text(summarise(experiment, records, settings.grouping), settings.format);
        return;
    }
    if (std::ranges::none_of(records, [](const Record& each) { return !each.history.empty(); })) {
        throw UsageError(
            fmt::format("--export: {} holds no histories; write history = \"improvements\" into the plan", results));
    }
    switch (settings.exported) {
        case Export::iohprofiler: {
            const std::string folder = fs::path(results).replace_extension().string() + "-iohprofiler";
            write_files(folder, iohprofiler_files(experiment, records));
            std::cout << folder << '\n';
            break;
        }
        case Export::convergence:
            std::cout << convergence_csv(experiment, records);
            break;
        case Export::ecdf:
            std::cout << ecdf_csv(experiment, records);
            break;
        case Export::targets:
            std::cout << targets_csv(experiment, records);
            break;
        default:
            std::cout << history_csv(records);
    }
}

}  // namespace evodoku::app
