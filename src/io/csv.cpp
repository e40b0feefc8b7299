// Rows of CSV and TSV.
#include "io/csv.hpp"

#include <algorithm>

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
    for (std::size_t at = 0; at <= text.size();) {
        // A field that begins with a quotation mark extends to the next one, including separators.
        const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
        const char mark = begin < text.size() && (text[begin] == '"' || text[begin] == '\'') ? text[begin] : '\0';
        const std::size_t closing = mark != '\0' ? text.find(mark, begin + 1) : std::string_view::npos;
        const std::size_t from = closing == std::string_view::npos ? at : closing;
        const std::size_t end = std::min(text.find(separator, from), text.size());
        std::string_view field = text.substr(at, end - at);
        if (closing == std::string_view::npos) {
            while (field.starts_with(' ')) field.remove_prefix(1);
            while (field.ends_with(' ')) field.remove_suffix(1);
        } else {
            field = text.substr(begin + 1, closing - begin - 1);
        }
        fields.push_back(field);
        at = end + 1;
    }
    return fields;
}

CsvRow read_csv_row(std::string_view row, char separator) {
    CsvRow read;
    const bool is_plain = row.find('"') == std::string_view::npos;
    for (std::size_t at = 0, end = 0; is_plain && at <= row.size(); at = end + 1) {
        end = std::min(row.find(separator, at), row.size());
        read.fields.emplace_back(row.substr(at, end - at));
    }
    if (is_plain) return read;
    read.fields.emplace_back();
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

std::size_t csv_row_end(std::string_view text, char separator) {
    if (text.find('"') == std::string_view::npos) return std::min(text.find('\n'), text.size());
    const char ends[] = {separator, '\n'};
    for (std::size_t at = 0;; ++at) {
        if (text.substr(at).starts_with('"')) {
            do {
                at = text.find('"', at + 1);
                if (at++ == std::string_view::npos) return std::string_view::npos;
            } while (text.substr(at).starts_with('"'));
            if (at < text.size() && text[at] != separator && text[at] != '\n') return std::string_view::npos;
        }
        at = std::min(text.find_first_of({ends, 2}, at), text.size());
        if (at == text.size() || text[at] == '\n') return at;
    }
}

std::string csv_field(const std::string& text) {
    std::string line = text;
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return quoted(line);
}

std::string csv_row(const std::vector<std::string>& fields, char separator) {
    std::string row;
    for (const std::string& field : fields) row += quoted(field) + separator;
    if (!row.empty()) row.pop_back();
    return row + '\n';
}

}  // namespace evodoku::io
