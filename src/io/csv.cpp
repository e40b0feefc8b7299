// Rows of CSV and TSV.
#include "io/csv.hpp"

#include "io/json.hpp"

namespace evodoku::io {

CsvRow read_csv_row(std::string_view row, char separator) {
    CsvRow read{{""}};
    for (std::size_t at = 0; at < row.size(); ++at) {
        const char c = row[at];
        std::string& field = read.fields.back();
        if (c == '"' && read.is_open && row.substr(at + 1).starts_with('"')) {
            field += row[++at];
        } else if (c == '"' && (read.is_open || field.empty())) {
            read.is_open = !read.is_open;
        } else if (c == separator && !read.is_open) {
            read.fields.emplace_back();
        } else {
            field += c;
        }
    }
    return read;
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\t\"\r\n") == std::string::npos) return text;
    std::string field = "\"";
    for (const char letter : text) {
        field += letter == '"' ? "\"\"" : letter == '\n' || letter == '\r' ? " " : std::string(1, letter);
    }
    return field + '"';
}

std::string csv_value(std::string_view json) {
    if (json == "null") return "";
    return json.starts_with('"') ? csv_field(text_in_json(json)) : std::string(json);
}

std::string csv_row(const std::vector<std::string>& fields, char separator) {
    std::string row;
    for (const std::string& field : fields) row += csv_field(field) + separator;
    if (!row.empty()) row.pop_back();
    return row + '\n';
}

}  // namespace evodoku::io
