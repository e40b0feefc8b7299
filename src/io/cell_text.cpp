// Single cells as text: digits, blanks, and what is neither.
#include "cell_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "characters.hpp"
#include "evodoku/core/geometry.hpp"
#include "list_text.hpp"

namespace evodoku::io {
namespace {

struct Fields {
    std::vector<std::string_view> texts;  // an empty one stands between two commas
    bool has_comma = false;
};

Fields split(std::string_view text) {
    Fields fields;
    bool after_comma = true;  // an empty field before the first comma counts
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == ',' || c == ';') {
            if (after_comma) fields.texts.push_back({});
            after_comma = fields.has_comma = true;
            ++at;
        } else if (c == ' ' || c == '\t' || c == '|') {
            ++at;
        } else {
            const std::size_t end = std::min(text.find_first_of(" \t|,;", at), text.size());
            fields.texts.push_back(text.substr(at, end - at));
            after_comma = false;
            at = end;
        }
    }
    return fields;
}

bool is_number(std::string_view field) {
    if (field.starts_with('-')) field.remove_prefix(1);
    return !field.empty() && std::all_of(field.begin(), field.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Fields of one length above one, with no commas, are groups of cells, not numbers: 53. .7. ...
bool are_groups(const Fields& fields) {
    if (fields.has_comma && fields.texts.size() > 1) return false;
    const std::size_t length = character_count(fields.texts.front());
    if (fields.texts.size() == 1)
        return length > 1 && !(fields.texts.front().starts_with('-') && is_number(fields.texts.front()));
    if (length != 3 && length != 9 && length != 27) return false;
    return std::all_of(fields.texts.begin(), fields.texts.end(),
                       [&](std::string_view field) { return character_count(field) == length; });
}

void add_cell(CellText& read, std::string_view field) {
    if (!read.fault) {
        const int value = read_one_cell(field, read.fault.message);
        if (read.fault)
            read.fault.cell = read.count;
        else
            read.cells.push_back(static_cast<std::uint8_t>(value));
    }
    ++read.count;
}

bool is_rule(std::string_view text) {
    // Longer ones may be meant as cells, and must not pass unseen.
    if (text.size() > 60) return false;
    const auto dashes = std::count_if(text.begin(), text.end(), [](char c) { return c == '-' || c == '='; });
    if (dashes < 3) return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool corner = at == 0 || at + 1 == text.size();
        if (std::string_view("-=+| \t").find(text[at]) == std::string_view::npos && !(corner && text[at] == '*'))
            return false;
    }
    return true;
}

bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128;
}

/// The word of "[Puzzle]"; empty if the line is none. [xxx] is three blanks.
std::string section_word(std::string_view text) {
    if (text.size() < 4 || text.front() != '[' || text.back() != ']') return {};
    text = text.substr(1, text.size() - 2);
    if (!std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || c == ' '; })) return {};
    if (text.find_first_not_of("xX ") == std::string_view::npos) return {};
    std::string word(text);
    for (char& c : word)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return word;
}

/// Where the list of "[..." or "name = [..." begins; npos if the line starts none.
std::size_t list_start(std::string_view text) {
    const std::size_t none = std::string_view::npos;
    if (text.empty()) return none;
    if (text.front() == '[') return 0;
    if (!is_letter(text.front()) && text.front() != '_') return none;
    std::size_t at = 0;
    while (at < text.size() && (is_letter(text[at]) || cell_value(text[at]) >= 0)) ++at;
    at = text.find_first_not_of(" \t", at);
    if (at == none || text[at] != '=') return none;
    at = text.find_first_not_of(" \t", at + 1);
    return at != none && text[at] == '[' ? at : none;
}

}  // namespace

int cell_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c == '.' || c == 'x' || c == 'X' || c == '*' || c == '_' ? 0 : -1;
}

int read_one_cell(std::string_view field, std::string& message) {
    if (field.empty()) {
        message = "empty field: write 0 for a blank";
    } else if (field.size() == 1 && cell_value(field[0]) >= 0) {
        return cell_value(field[0]);
    } else if (is_number(field)) {
        if (field.size() > 12)
            message = "a number of many digits is out of range 0-9";
        else if (field.size() > 1 && field.find_first_not_of('0') + 1 >= field.size())
            message = fmt::format("'{}' is not one digit: write {}", field, field.back());
        else
            message = fmt::format("{} is out of range 0-9: write 0 or . for a blank", field);
    } else {
        for (std::size_t at = 0; at < field.size();) {
            const Character character = character_at(field, at);
            at += character.length;
            if (character.length == 1 && cell_value(static_cast<char>(character.code)) >= 0) continue;
            message = fmt::format("{} is not {}", described(character), cell_alphabet);
            return -1;
        }
        message = fmt::format("{} cells in one field: part all cells of a line or none", field.size());
    }
    return -1;
}

void add_group(CellText& read, std::string_view field) {
    for (std::size_t at = 0; at < field.size(); ++read.count) {
        const Character character = character_at(field, at);
        at += character.length;
        if (read.fault) continue;
        const int value = character.length == 1 ? cell_value(static_cast<char>(character.code)) : -1;
        if (value < 0)
            read.fault = {read.count, fmt::format("{} is not {}", described(character), cell_alphabet)};
        else
            read.cells.push_back(static_cast<std::uint8_t>(value));
    }
}

CellText read_cells(std::string_view text) {
    CellText read;
    const Fields fields = split(text);
    if (fields.texts.empty()) {
        read.fault.message = fmt::format("a line without cells: expected 9 or 81, each {}", cell_alphabet);
        return read;
    }
    if (are_groups(fields)) {
        for (const std::string_view field : fields.texts) add_group(read, field);
    } else if (fields.texts.size() > 1 && character_count(fields.texts.front()) == cell_count) {
        add_group(read, fields.texts.front());
        if (!read.fault) read.fault.message = "text after the 81 cells: write # before a comment, one puzzle a line";
    } else {
        read.parted = true;
        for (const std::string_view field : fields.texts) add_cell(read, field);
    }
    return read;
}

void classify(ReadLine& read) {
    const std::size_t first = read.line.text.find_first_not_of(" \t");
    const std::string_view text =
        first == std::string::npos ? std::string_view() : std::string_view(read.line.text).substr(first);
    read.whole = false;
    read.list_start = 0;
    read.kind = LineKind::cells;
    if (read.line.too_long) {
        read.cells = {};
        read.cells.count = static_cast<int>(longest_line);
        read.cells.fault.message = fmt::format(
            "the line is longer than {} bytes: expected 81 cells a line or nine lines of nine", longest_line);
        return;
    }
    if (text.empty()) {
        read.kind = LineKind::blank;
    } else if (is_rule(text)) {
        read.kind = LineKind::rule;
    } else if (read.section = section_word(text); !read.section.empty()) {
        read.kind = LineKind::section;
    } else if (const std::size_t start = list_start(text); start != std::string_view::npos) {
        read.list_start = first + start;
        ListText list;
        list.feed(text.substr(start));
        if (list.closed() && !list.nested() && list.count() != cell_count)
            read.cells = list.as_row();
        else
            read.kind = LineKind::list;
    } else {
        std::optional<CellText> row = read_table_row(text);
        read.cells = row ? std::move(*row) : read_cells(text);
        read.whole = read.cells.count == cell_count && !read.cells.fault;
    }
}

}  // namespace evodoku::io
