// XML of OpenSudoku: games, <game data="..."/>.
#include <fmt/format.h>

#include <algorithm>

#include "io/forms.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t longest_tag = 65536;
constexpr std::string_view blanks = " \t\n";

/// Calls visit(name, value) for each attribute of a tag; false if it is not well-formed.
bool visit_attributes(std::string_view tag, const auto& visit) {
    for (std::size_t place = tag.find_first_of(blanks);
         (place = tag.find_first_not_of(" \t\n/>", place)) < tag.size();) {
        const std::size_t equals = std::min(tag.find('=', place), tag.size() - 1);
        const std::size_t mark = tag.find_first_not_of(blanks, equals + 1);
        const std::size_t end = mark < tag.size() ? tag.find(tag[mark], mark + 1) : tag.npos;
        if (end == tag.npos || !is_among(tag[mark], "\"'")) return false;
        visit(trimmed(tag.substr(place, equals - place)), tag.substr(mark + 1, end - mark - 1));
        place = end + 1;
    }
    return true;
}

/// The cells of a board, or a saved game of OpenSudoku: "version: 3" and, for each cell, value|note|...|editable|.
CellText read_data(std::string_view data, const Shape& shape) {
    CellText read;
    constexpr std::string_view head = "version:";
    if (!data.starts_with(head)) {
        add_group(read, without(blanks, std::string(data)), shape);
        return read;
    }
    // The first value is after the version and a line break, which may be written as &#10;
    const std::size_t version = std::min(data.find_first_not_of(blanks, head.size()), data.size());
    const std::size_t fields_per_cell = data.find_first_of("12", version) == version ? 3 : 4;
    data.remove_prefix(std::min(data.find_first_of(" \t\n&", version), data.size()));
    if (data.starts_with("&#10;")) data.remove_prefix(5);
    std::vector<std::string_view> fields = split_row(data, '|');
    if (trimmed(fields.back()).empty()) fields.pop_back();
    if (fields.size() != fields_per_cell * static_cast<std::size_t>(shape.cells)) {
        read.fault.message = fmt::format("the game has {} fields, not {} for each of {} cells", fields.size(),
                                         fields_per_cell, shape.cells);
        return read;
    }
    std::string cells;
    for (std::size_t place = 0; place < fields.size(); place += fields_per_cell) {
        const std::string value = without(blanks, std::string(fields[place]));
        const bool is_given = trimmed(fields[place + fields_per_cell - 1]) == "0" && value.size() == 1;
        cells += is_given ? value.front() : '0';
    }
    add_group(read, cells, shape);
    return read;
}

/// Reads a tag, and the text before it; false at the end of the outermost element. `depth`: of elements that are open.
bool read_tag(Text& text, InputState& state, std::size_t first_line, bool& has_board, int& depth) {
    text.skip_while([](char c) { return c != '<'; });
    if (text.at_end()) {
        state.add_error(text.number(), {"the XML ends before its last element does: is the file cut off?"});
        return false;
    }
    if (text.bytes(4) == "<!--") {
        while (!text.at_end() && text.bytes(3) != "-->") text.skip(1);
        return true;
    }
    const std::size_t line = text.number();
    std::string tag;
    for (char mark = '\0'; mark != '\0' || !tag.ends_with('>'); text.skip(1)) {  // the open quotation mark
        if (text.at_end() || tag.size() >= longest_tag) {
            state.add_error(line, {"the XML has a tag that does not end: is the file cut off?"});
            text.abandon();
            return false;
        }
        const char c = text.next();
        tag += c;
        if (mark != '\0' ? c == mark : c == '"' || c == '\'') mark = mark == '\0' ? c : '\0';
    }
    if (tag.starts_with("<!") || tag.starts_with("<?")) return true;
    const bool closes = tag.starts_with("</");
    const std::string element = in_small_letters(tag.substr(1, tag.find_first_of(" \t\n/>") - 1));
    const bool is_whole = closes || visit_attributes(tag, [&](std::string_view name, std::string_view value) {
                              if (name != "data" || element != "game") return;
                              has_board = true;
                              const CellText read = read_data(value, state.shape);
                              state.see_board(read.count);
                              state.add_board(read, line);
                          });
    if (!is_whole) has_board = true, state.add_error(line, {"the XML is not well-formed here"});
    depth += closes ? -1 : tag.ends_with("/>") ? 0 : 1;
    if (depth > 0) return true;
    if (!has_board)
        state.add_error(first_line, {fmt::format("no puzzle in the XML: expected <game data=\"...\"/> with {} cells",
                                                 state.shape.cells)});
    // Text after the outermost element is not XML.
    for (char c = ' '; c != '\n' && !text.at_end() && is_among(c = text.next(), blanks);) text.skip(1);
    return false;
}

}  // namespace

bool xml_form(const Line& line, Text& text, InputState& state, bool only_looks) {
    const bool is_xml =
        line.text.size() > 1 && line.text[0] == '<' && (is_letter(line.text[1]) || is_among(line.text[1], "?!"));
    if (is_xml && !only_looks)
        state.under_way = [&text, &state, first_line = line.number, has_board = false, depth = 0]() mutable {
            const std::size_t found_before = state.found();
            bool goes_on = true;
            for (state.gap = {}; goes_on && state.found() == found_before;)
                goes_on = read_tag(text, state, first_line, has_board, depth);
            return goes_on;
        };
    return is_xml;
}

}  // namespace evodoku::io
