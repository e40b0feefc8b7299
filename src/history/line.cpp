// JSON and CSV.
#include "history/line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "evodoku/io/grid_text.hpp"
#include "io/json_text.hpp"

namespace evodoku::history {
namespace {

/// Those of every kind of line but the header, which is a comment in CSV.
constexpr std::array<std::string_view, 35> columns = {
    "kind",    "event",       "seed",   "puzzle",      "island",  "generation",   "evaluations",  "trials",   "redraws",
    "seconds", "size",        "best",   "best_so_far", "mean",    "deviation",    "q10",          "q25",      "median",
    "q75",     "q90",         "worst",  "distinct",    "entropy", "cell_entropy", "migrations",   "restarts", "status",
    "stopped", "fingerprint", "givens", "board",       "file",    "line",         "work_seconds", "rank",
};

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string field = "\"";
    for (const char letter : text) field += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return field + '"';
}

}  // namespace

void Line::put(std::string_view name, const Grid& grid) { put(name, io::to_line(grid)); }

void Line::put(std::string_view name, double number, int places) {
    put_plain(name, fmt::format("{:.{}f}", number, places));
}

void Line::put_list(std::string_view name, const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts) list += (list.empty() ? "" : ",") + io::json_quoted(text);
    put_plain(name, "[" + list + "]");
}

void Line::put_table(std::string_view name, const std::vector<std::pair<std::string, std::string>>& values) {
    io::JsonObject table;
    for (const auto& [key, value] : values) table.put(key, value);
    put_plain(name, table.on_one_line());
}

std::string_view Line::value(std::string_view name) const {
    const auto field = std::ranges::find(fields_, name, &Field::name);
    return field == fields_.end() ? std::string_view() : std::string_view(field->text);
}

std::string Line::json() const {
    std::string text = "{";
    for (const Field& field : fields_) {
        if (text.size() > 1) text += ',';
        text.append("\"").append(field.name).append("\":");
        text += field.quoted ? io::json_quoted(field.text) : field.text;
    }
    return text + "}";
}

std::string Line::csv() const {
    std::string text;
    for (const std::string_view column : columns) {
        const auto field = std::ranges::find(fields_, column, &Field::name);
        if (column != columns.front()) text += ',';
        if (field != fields_.end()) text += field->quoted ? csv_field(field->text) : field->text;
    }
    return text;
}

std::string Line::comment() const {
    std::string text;
    for (const Field& field : fields_) {
        std::string value = field.text;
        std::ranges::replace(value, '\n', ' ');
        text += fmt::format("# {} = {}\n", field.name, value);
    }
    return text;
}

std::string csv_columns() {
    std::string text;
    for (const std::string_view column : columns) text.append(text.empty() ? "" : ",").append(column);
    return text;
}

}  // namespace evodoku::history
