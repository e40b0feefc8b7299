// XML: the games of OpenSudoku, and elements with 81 cells. Tags are cut out one at a time and passed to pugixml, so
// that a file of any size takes the memory of its longest tag.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <string>

#include "core/geometry.hpp"
#include "format.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t longest_tag = 65536;

/// 81 cells, or a saved game of OpenSudoku: "version: 3" and, for each cell, value|note|...|editable|.
CellText read_data(std::string_view data) {
    CellText read;
    constexpr std::string_view head = "version:";
    std::string cells;
    if (!data.starts_with(head)) {
        for (const char c : data)
            if (c != ' ' && c != '\t' && c != '\n') cells += c;
        add_group(read, cells);
        return read;
    }
    data.remove_prefix(head.size());
    data.remove_prefix(std::min(data.find_first_not_of(" \n\t"), data.size()));
    const std::size_t fields_per_cell = data.starts_with('1') || data.starts_with('2') ? 3 : 4;
    data.remove_prefix(std::min(data.find_first_of(" \n\t"), data.size()));
    data.remove_prefix(
        std::min(data.find_first_not_of(" \n\r\t"), data.size()));  // the first value is after a line break
    std::vector<std::string_view> fields = split_row(data, '|');
    if (!fields.empty() && trimmed(fields.back()).empty()) fields.pop_back();
    if (fields.size() != fields_per_cell * cell_count) {
        read.fault.message =
            fmt::format("the game has {} fields, not {} for each of 81 cells", fields.size(), fields_per_cell);
        return read;
    }
    for (std::size_t at = 0; at < fields.size(); at += fields_per_cell) {
        const std::string_view value = trimmed(fields[at]), editable = trimmed(fields[at + fields_per_cell - 1]);
        cells += editable == "0" && value.size() == 1 ? value.front() : '0';
    }
    add_group(read, cells);
    return read;
}

bool is_cells(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) {
        if (c == ' ' || c == '\t' || c == '\n') continue;
        if (cell_value(c) < 0) return false;
        ++count;
    }
    return count == cell_count;
}

bool is_full(const CellText& read) {
    return std::none_of(read.cells.begin(), read.cells.end(), [](std::uint8_t cell) { return cell == 0; });
}

class XmlFormat final : public Format {
public:
    bool recognises(const Line& line, Text&, const Context&) override {
        return line.text.size() > 1 && line.text.front() == '<' &&
               (is_letter(line.text[1]) || line.text[1] == '?' || line.text[1] == '!');
    }
    bool is_under_way() const override { return inside_; }

    void read(Text& text, Context& context) override {
        if (!inside_) begin(text);
        context.begin_other();
        const std::size_t found = context.grids.size() + context.errors.size();
        while (inside_ && context.grids.size() + context.errors.size() == found) read_next(text, context);
    }

private:
    void begin(Text& text) {
        inside_ = true;
        found_game_ = false;
        depth_ = 0;
        first_line_ = text.number();
        words_.clear();
    }

    /// One tag, and the text before it.
    void read_next(Text& text, Context& context) {
        words_.clear();
        words_line_ = text.number();
        for (std::string_view next = text.head(1); !next.empty() && next.front() != '<'; next = text.head(1)) {
            if (words_.size() < longest_tag) words_ += next.front();
            text.skip(1);
        }
        read_words(context);
        if (text.at_end()) return end(text, context);
        if (pass_over(text, "<!--", "-->") || pass_over(text, "<?", "?>") || pass_over(text, "<![CDATA[", "]]>"))
            return;
        const std::size_t line = text.number();
        std::string tag;
        char mark = '\0';  // the open quotation mark
        while (true) {
            const std::string_view next = text.head(1);
            if (next.empty() || tag.size() >= longest_tag) {
                inside_ = false;
                context.add_error(line, -1, "the XML has a tag that does not end: is the file cut off?");
                return text.abandon();
            }
            const char c = next.front();
            tag += c;
            text.skip(1);
            if (mark == '\0' && c == '>') break;
            if (mark != '\0' ? c == mark : c == '"' || c == '\'') mark = mark == '\0' ? c : '\0';
        }
        const bool is_end = tag.starts_with("</"), is_whole = tag.ends_with("/>") || tag.starts_with("<!");
        depth_ += is_end ? -1 : is_whole ? 0 : 1;
        const bool ends = depth_ <= 0 && !tag.starts_with("<!");
        read_tag(std::move(tag), line, context);
        if (inside_ && ends) end(text, context);
    }

    bool pass_over(Text& text, std::string_view begin, std::string_view end) {
        if (text.bytes(begin.size()) != begin) return false;
        text.skip(begin.size());
        while (!text.at_end() && text.bytes(end.size()) != end) text.skip(1);
        text.skip(text.bytes(end.size()).size());
        return true;
    }

    void read_tag(std::string tag, std::size_t line, Context& context) {
        if (tag.starts_with("</") || tag.starts_with("<!")) return;
        if (!tag.ends_with("/>")) tag.insert(tag.size() - 1, "/");
        pugi::xml_document document;
        const pugi::xml_parse_result result = document.load_buffer(tag.data(), tag.size());
        const pugi::xml_node node = document.first_child();
        if (!result || !node) {
            found_game_ = true;
            context.add_error(line, -1, "the XML is not well-formed here");
            return;
        }
        element_ = in_small_letters(node.name());
        if (element_ == "html") {
            inside_ = false;
            context.add_error(line, -1, "a web page: copy the puzzles out of it as text");
            found_game_ = true;
        }
        const bool is_game = element_ == "game" || element_ == "puzzle" || element_ == "sudoku" || element_ == "grid";
        for (const pugi::xml_attribute& attribute : node.attributes()) {
            const std::string name = in_small_letters(attribute.name());
            const std::string_view value = attribute.value();
            const bool is_data = is_game && (name == "data" || name == "puzzle" || name == "givens" || name == "cells");
            if (!is_data && !(is_cells(value) && name.find("solution") == std::string::npos)) continue;
            const CellText read = read_data(value);
            // A complete grid next to a puzzle is its solution.
            if (!is_data && is_full(read)) continue;
            add(read, line, context);
            return;
        }
    }

    /// The text between two tags, <puzzle>53..7...</puzzle>
    void read_words(Context& context) {
        if (!is_cells(words_) || element_.find("solution") != std::string::npos) return;
        const CellText read = read_data(words_);
        if (!is_full(read)) add(read, words_line_, context);
    }

    void add(const CellText& read, std::size_t line, Context& context) {
        found_game_ = true;
        if (read.is_puzzle())
            context.add_grid(read.cells, line);
        else if (read.fault)
            context.add_error(line, read.fault.cell, read.fault.message);
        else
            context.add_error(line, -1, fmt::format("{} cells, not 81", read.count));
    }

    /// Text after the outermost element is not XML.
    void end(Text& text, Context& context) {
        inside_ = false;
        if (depth_ > 0)
            context.add_error(text.number(), -1, "the XML ends before its last element does: is the file cut off?");
        else if (!found_game_)
            context.add_error(first_line_, -1, "no puzzle in the XML: expected <game data=\"...\"/> with 81 cells");
        for (std::string_view next = text.head(1); next == " " || next == "\n" || next == "\t"; next = text.head(1)) {
            text.skip(1);
            if (next == "\n") break;
        }
    }

    bool inside_ = false;
    bool found_game_ = false;  ///< a puzzle or an error
    int depth_ = 0;            ///< elements that are open
    std::size_t first_line_ = 1, words_line_ = 1;
    std::string words_, element_;
};

}  // namespace

std::unique_ptr<Format> make_xml_format() { return std::make_unique<XmlFormat>(); }

}  // namespace evodoku::io
