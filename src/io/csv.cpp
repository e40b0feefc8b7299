// Rows of CSV and TSV, and of tables for people.
#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/characters.hpp"

namespace evodoku::io {
namespace {

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\t\"\r\n") == std::string::npos) return text;
    std::string field = "\"";
    for (const char letter : text) field += letter == '"' ? "\"\"" : std::string(1, letter);
    return field + '"';
}

}  // namespace

std::vector<std::string_view> split_row(std::string_view text, char separator) {
    std::vector<std::string_view> fields;
    fields.reserve(8);
    for (std::size_t place = 0; place <= text.size();) {
        // A field that begins with a quotation mark extends to the next one, including separators.
        const std::size_t begin = std::min(text.find_first_not_of(' ', place), text.size());
        const char mark = begin < text.size() && (text[begin] == '"' || text[begin] == '\'') ? text[begin] : '\0';
        const std::size_t closing = mark != '\0' ? text.find(mark, begin + 1) : std::string_view::npos;
        const std::size_t from = closing == std::string_view::npos ? place : closing;
        const std::size_t end = std::min(text.find(separator, from), text.size());
        std::string_view field = text.substr(place, end - place);
        if (closing == std::string_view::npos) {
            while (field.starts_with(' ')) field.remove_prefix(1);
            while (field.ends_with(' ')) field.remove_suffix(1);
        } else {
            field = text.substr(begin + 1, closing - begin - 1);
        }
        fields.push_back(field);
        place = end + 1;
    }
    return fields;
}

CsvRow read_csv_row(std::string_view row, char separator) {
    CsvRow read;
    const bool is_plain = row.find('"') == std::string_view::npos;
    for (std::size_t place = 0, end = 0; is_plain && place <= row.size(); place = end + 1) {
        end = std::min(row.find(separator, place), row.size());
        read.fields.emplace_back(row.substr(place, end - place));
    }
    if (is_plain) return read;
    read.fields.emplace_back();
    for (std::size_t place = 0; place < row.size(); ++place) {
        const char c = row[place];
        std::string& field = read.fields.back();
        if (c == '"' && read.is_open && row.substr(place + 1).starts_with('"')) {
            field += row[++place];
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

std::size_t csv_row_end(std::string_view text, char separator) {
    if (text.find('"') == std::string_view::npos) return std::min(text.find('\n'), text.size());
    const char ends[] = {separator, '\n'};
    for (std::size_t place = 0;; ++place) {
        if (text.substr(place).starts_with('"')) {
            do {
                place = text.find('"', place + 1);
                if (place++ == std::string_view::npos) return std::string_view::npos;
            } while (text.substr(place).starts_with('"'));
            if (place < text.size() && text[place] != separator && text[place] != '\n') return std::string_view::npos;
        }
        place = std::min(text.find_first_of({ends, 2}, place), text.size());
        if (place == text.size() || text[place] == '\n') return place;
    }
}

std::string csv_field(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return quoted(text);
}

std::string csv_row(const std::vector<std::string>& fields, char separator) {
    std::string row;
    for (const std::string& field : fields) row += quoted(field) + separator;
    if (!row.empty()) row.pop_back();
    return row + '\n';
}

std::string aligned(std::vector<std::vector<std::string>> rows) {
    std::vector<std::size_t> widths;
    for (std::vector<std::string>& row : rows) {
        std::ranges::transform(row, row.begin(), printable);
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], character_count(row[k]));
    }
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        std::string line;
        for (std::size_t k = 0; k < row.size(); ++k) {
            line += k == 0 ? fmt::format("{:<{}}", row[k], widths[k]) : fmt::format("  {:>{}}", row[k], widths[k]);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

}  // namespace evodoku::io
