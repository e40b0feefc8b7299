// Single cells as text: digits, blanks, and other characters.
#include "cell_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "characters.hpp"
#include "core/geometry.hpp"
#include "evodoku/core/grid.hpp"

namespace evodoku::io {
namespace {

struct Fields {
    std::vector<std::string_view> texts;  // an empty one is between two commas
    bool has_comma = false;
};

/// Eight tabs separate nine fields, and a field may be empty. Otherwise a tab is a space.
bool tabs_part_fields(std::string_view text) {
    return std::count(text.begin(), text.end(), '\t') == 8 && text.find_first_of(" ,;|") == std::string_view::npos;
}

Fields split(std::string_view text) {
    const bool tab_is_comma = tabs_part_fields(text);
    const auto is_comma = [&](char c) { return c == ',' || c == ';' || (c == '\t' && tab_is_comma); };
    Fields fields;
    bool after_comma = true;  // an empty field before the first comma counts
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (is_comma(c)) {
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
    return !field.empty() && std::all_of(field.begin(), field.end(), is_digit);
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

/// Nine fields, some of them two digits or more, each in rising order: the candidates of a row.
bool are_pencil_marks(const Fields& fields) {
    const auto rises = [](std::string_view field) {
        return !field.empty() && std::all_of(field.begin(), field.end(), [](char c) { return c >= '1' && c <= '9'; }) &&
               std::adjacent_find(field.begin(), field.end(), std::greater_equal<>()) == field.end();
    };
    return fields.texts.size() == 9 && std::all_of(fields.texts.begin(), fields.texts.end(), rises) &&
           std::count_if(fields.texts.begin(), fields.texts.end(), [](auto field) { return field.size() > 1; }) > 1;
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

}  // namespace

Grid to_grid(const std::vector<std::uint8_t>& cells) {
    Grid grid;
    std::copy_n(cells.begin(), 81, grid.cells().begin());
    return grid;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

int read_one_cell(std::string_view field, std::string& message) {
    if (field.empty()) {
        message = "empty field: write 0 for a blank";
    } else if (field.size() == 1 && cell_value(field[0]) >= 0) {
        return cell_value(field[0]);
    } else if (field.size() == 3 && is_digit(field[0]) && field.ends_with(".0")) {
        return cell_value(field[0]);  // a floating-point number
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
        message = fmt::format("{} cells in one field: separate all cells of a line or none", field.size());
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
    std::string unmarked;
    if (text.starts_with('|') && text.find('!') != std::string_view::npos) {
        // A ! marks a cell in conflict where the program shows a board that it could not solve.
        unmarked = text;
        std::replace(unmarked.begin(), unmarked.end(), '!', ' ');
        text = unmarked;
    }
    const Fields fields = split(text);
    if (fields.texts.empty()) {
        read.fault.message = fmt::format("a line without cells: expected 9 or 81, each {}", cell_alphabet);
    } else if (are_groups(fields)) {
        for (const std::string_view field : fields.texts) add_group(read, field);
    } else if (are_pencil_marks(fields)) {
        read.count = 9;
        read.parted = true;
        read.fault.message = no_pencil_marks;
    } else {
        read.parted = true;
        for (const std::string_view field : fields.texts) add_cell(read, field);
    }
    return read;
}

std::optional<CellText> read_spaced_run(std::string_view text) {
    if (text.size() != cell_count ||
        !std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || (c >= '1' && c <= '9'); }))
        return std::nullopt;
    const auto spaces = std::count(text.begin(), text.end(), ' ');
    bool one_by_one = true;  // forty-one cells with a space between each two
    for (std::size_t at = 1; at < text.size(); at += 2) one_by_one = one_by_one && text[at] == ' ';
    if (spaces == 0 || spaces > 73 || one_by_one) return std::nullopt;
    CellText read;
    for (const char c : text) read.cells.push_back(static_cast<std::uint8_t>(c == ' ' ? 0 : c - '0'));
    read.count = cell_count;
    return read;
}

bool is_rule(std::string_view text) {
    // Longer ones may be intended as cells, and must not be skipped silently.
    if (text.size() > 80) return false;
    const auto is_dash = [](char c) { return c == '-' || c == '='; };
    if (std::count_if(text.begin(), text.end(), is_dash) < 3) return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (std::string_view("-=+| \t").find(text[at]) != std::string_view::npos) continue;
        // Corners and crossings: .---.---. *-------* :---+---: '---'---'
        const bool left = at == 0 || is_dash(text[at - 1]), right = at + 1 == text.size() || is_dash(text[at + 1]);
        if (std::string_view("*.:'").find(text[at]) == std::string_view::npos || !left || !right) return false;
    }
    return true;
}

}  // namespace evodoku::io
