// Rows as text. Markdown is rounded for people; CSV and JSON have every digit.
#include "experiment_table.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "wording.hpp"

namespace evodoku::app {
namespace {

using experiment::Row;
using statistics::Quartiles;

/// A cell of Markdown must not end early.
std::string escaped(const std::string& text) {
    std::string cell;
    for (const char letter : text) cell += letter == '|' ? std::string("\\|") : std::string(1, letter);
    return cell;
}

std::string spread(const std::optional<Quartiles>& values) {
    if (!values) return "-";
    return fmt::format("{} [{}, {}]", rounded(values->median), rounded(values->first), rounded(values->third));
}

std::string percentage(double share) { return fmt::format("{:.1f}", 100 * share); }

std::string p_text(double p) { return p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", p); }

std::string markdown(const std::vector<Row>& rows) {
    std::string text =
        "| puzzles | configuration | runs | solved | % [95 %] | generations | evaluations | ERT | s a run | s | A12 | "
        "p |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (const Row& row : rows) {
        const std::string runs =
            row.runs == row.planned ? std::to_string(row.runs) : fmt::format("{} of {}", row.runs, row.planned);
        const std::string share =
            row.runs == 0 ? "-"
                          : fmt::format("{} [{}, {}]",
                                        percentage(static_cast<double>(row.solved) / static_cast<double>(row.runs)),
                                        percentage(row.success.low), percentage(row.success.high));
        text +=
            fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.3f} | {} | {} |\n", escaped(row.puzzles),
                        escaped(row.configuration), runs, row.solved, share, spread(row.generations),
                        spread(row.evaluations), row.expected_evaluations ? rounded(*row.expected_evaluations) : "-",
                        row.median_seconds ? fmt::format("{:.3f}", *row.median_seconds) : "-", row.seconds,
                        row.against_first ? fmt::format("{:.3f}", row.against_first->a12) : "",
                        row.against_first ? p_text(row.against_first->p) : "");
    }
    return text;
}

/// Name and value of every column. What is not known is null.
nlohmann::ordered_json columns_of(const Row& row) {
    using Json = nlohmann::ordered_json;
    Json json;
    const auto put = [&](const std::string& name, const std::optional<double>& value) {
        json[name] = value ? Json(*value) : Json();
    };
    const auto put_quartiles = [&](const std::string& name, const std::optional<Quartiles>& values) {
        put(name + "_median", values ? std::optional(values->median) : std::nullopt);
        put(name + "_q1", values ? std::optional(values->first) : std::nullopt);
        put(name + "_q3", values ? std::optional(values->third) : std::nullopt);
    };
    json["puzzles"] = row.puzzles;
    json["configuration"] = row.configuration;
    json["runs"] = row.runs;
    json["planned"] = row.planned;
    json["solved"] = row.solved;
    put("success",
        row.runs == 0 ? std::nullopt : std::optional(static_cast<double>(row.solved) / static_cast<double>(row.runs)));
    put("success_low", row.success.low);
    put("success_high", row.success.high);
    put_quartiles("generations", row.generations);
    put_quartiles("evaluations", row.evaluations);
    put("ert_evaluations", row.expected_evaluations);
    put("seconds_median", row.median_seconds);
    put("seconds", row.seconds);
    put("a12", row.against_first ? std::optional(row.against_first->a12) : std::nullopt);
    put("p", row.against_first ? std::optional(row.against_first->p) : std::nullopt);
    json["p_exact"] = row.against_first ? Json(row.against_first->exact) : Json();
    return json;
}

std::string csv_field(const nlohmann::ordered_json& value) {
    if (value.is_null()) return "";
    if (!value.is_string()) return value.dump();
    const std::string text = value.get<std::string>();
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
        const nlohmann::ordered_json columns = columns_of(row);
        for (const auto& [name, value] : columns.items()) {
            names.push_back(name);
            values.push_back(csv_field(value));
        }
        if (text.empty()) add_line(names);
        add_line(values);
    }
    return text;
}

}  // namespace

std::string table_text(const std::vector<Row>& rows, TableFormat format) {
    switch (format) {
        case TableFormat::csv:
            return csv(rows);
        case TableFormat::json: {
            nlohmann::ordered_json list = nlohmann::ordered_json::array();
            for (const Row& row : rows) list.push_back(columns_of(row));
            return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
        }
        case TableFormat::markdown:
            break;
    }
    return markdown(rows);
}

}  // namespace evodoku::app
