// Boards of 9 x 9 whose cells are known by their position: spaces or empty fields are blanks.
//
//     53  7          | 5 | 3 |   |   | 7 |   |   |   |   |          5 TAB 3 TAB TAB TAB 7 TAB TAB TAB TAB
//     6  195
//      98    6       | 5 3   |   7   |       |                      5,3,,,7,,,,
#include <algorithm>
#include <bit>
#include <ranges>

#include "io/csv.hpp"
#include "io/forms.hpp"

namespace evodoku::io {
namespace {

/// Distinguishes an invisible blank from a line that is cut short: this many rows must have a digit after one.
constexpr int fewest_rows_with_inner_blanks = 3;

using RowTexts = std::vector<std::string>;
/// Up to nine digits and spaces, which are blanks; cells that are missing are blank. None: the text is not a row.
using Row = std::optional<std::string>;

struct Drawing {
    std::vector<Cell> cells;
    bool is_whole = false;  ///< no row may have lost its end
    std::size_t line = 0;   ///< of its first row
    std::size_t lines = 0;  ///< to take
    Fault fault = {};
};

/// Nine rows, if they are a drawing.
std::optional<Drawing> read_rows(const RowTexts& texts, const auto& read_row) {
    Drawing drawing;
    int rows_with_inner_blanks = 0, whole_rows = 0;
    for (const std::string& text : texts) {
        Row row = read_row(text);
        if (!row || row->find_first_not_of(" 123456789") != std::string::npos) return std::nullopt;
        rows_with_inner_blanks += row->find(' ') < row->find_last_not_of(' ') + 1;
        whole_rows += row->size() == 9;
        row->resize(9, ' ');
        for (const char c : *row) drawing.cells.push_back(static_cast<Cell>(c == ' ' ? 0 : c - '0'));
    }
    if (whole_rows == 0 || rows_with_inner_blanks < fewest_rows_with_inner_blanks) return std::nullopt;
    drawing.is_whole = whole_rows == 9;
    return drawing;
}

/// The characters at each # of `layout`. All others must be among `between`.
Row cells_in(std::string_view text, std::string_view layout, std::string_view between) {
    std::string row;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at < layout.size() && layout[at] == '#')
            row += text[at];
        else if (!is_among(text[at], between))
            return std::nullopt;
    }
    return row;
}

/// Fields with one digit, or none.
Row cells_of_fields(const std::vector<std::string_view>& fields) {
    std::string row;
    for (std::string_view field : fields) {
        field = trimmed(field);
        if (field.size() > 1 || row.size() == 9) return std::nullopt;
        row += field.empty() ? ' ' : field.front();
    }
    return row;
}

/// Bars round every cell, or round every box.
Row read_barred_row(std::string_view text) {
    std::vector<std::string_view> parts;
    for (const auto part : std::views::split(text, '|')) parts.emplace_back(part.begin(), part.end());
    const bool framed =
        (parts.size() == 11 || parts.size() == 5) && trimmed(parts.front()).empty() && trimmed(parts.back()).empty();
    if (framed) {
        parts.erase(parts.begin());
        parts.pop_back();
    }
    if (parts.size() == 9) return cells_of_fields(parts);
    const std::size_t width = parts.size() == 3 ? parts[1].size() : 0;
    if (width != 3 && width != 5 && width != 7) return std::nullopt;
    std::string row;
    for (const std::string_view& part : parts) {
        const bool has_margin = width == 7 && (framed || &part != parts.data());
        const Row cells = cells_in(part, width == 3 ? "###" : has_margin ? " # # #" : "# # #", " !");
        if (!cells) return std::nullopt;
        row.append(*cells).append(3 - cells->size(), ' ');
    }
    return row;
}

/// Nine rows of candidates.
std::optional<Drawing> read_pencil_marks(const RowTexts& texts, const Shape& shape) {
    std::vector<std::uint16_t> marks;
    for (const std::string& text : texts) {
        const std::vector<std::uint16_t> row = marks_of_row(text, shape);
        if (row.size() != 9) return std::nullopt;
        marks.insert(marks.end(), row.begin(), row.end());
    }
    if (std::ranges::count_if(marks, [](auto mask) { return std::has_single_bit(mask); }) > 79) return std::nullopt;
    CellText read = read_marks(marks, shape);
    Drawing drawing;
    drawing.cells = std::move(read.cells), drawing.fault = std::move(read.fault), drawing.is_whole = true;
    return drawing;
}

/// Nine rows in the first layout that all of them have.
std::optional<Drawing> read_drawing(const RowTexts& texts, const Shape& shape) {
    if (texts.size() != 9) return std::nullopt;
    for (const char separator : {'\t', ',', ';'})
        if (auto drawing = read_rows(texts, [&](auto& row) { return cells_of_fields(split_row(row, separator)); }))
            return drawing;
    if (auto drawing = read_rows(texts, [](auto& row) { return read_barred_row(row); })) return drawing;
    // In longer lines the additional column is unknown, unless all have the same blank end.
    const bool even = std::ranges::all_of(texts, [&](auto& text) { return text.size() == texts.front().size(); });
    for (const std::string_view layout : {"#########", "### ### ###", "# # # # # # # # #", "# # #  # # #  # # #"}) {
        const auto cells = [&](auto& row) {
            return even || row.size() <= layout.size() ? cells_in(row, layout, " ") : Row();
        };
        if (auto drawing = read_rows(texts, cells)) return drawing;
    }
    return read_pencil_marks(texts, shape);
}

bool has_bar(const Line& line) { return line.raw.find('|') != std::string::npos; }
bool is_empty(const Line& line) { return line.raw.find_first_not_of(" \t") == std::string::npos; }

/// Nine rows with bars; rules and blank lines between them are ignored, and the empty head of a table in Markdown.
std::optional<Drawing> look_with_bars(Text& text, const Shape& shape) {
    Text::Ahead ahead(text);
    std::size_t first_line = 0, lines = 0;
    RowTexts texts;
    bool empty_head = false;  // so far: the one rule is below a first row without any digit
    int rules = 0;
    for (Line line; ahead.next(line); lines = ahead.count()) {
        if (line.too_long) return std::nullopt;
        const bool is_row = !line.commented && has_bar(line);
        if (is_rule(line.text)) {
            empty_head =
                ++rules == 1 && texts.size() == 1 && texts.front().find_first_not_of(" \t|") == std::string::npos;
            continue;
        }
        if (texts.size() == 9) {
            if (!empty_head || !is_row) break;
            texts.erase(texts.begin());  // a tenth row: the first is the head
            empty_head = false;
        }
        if (is_empty(line) && !line.commented) continue;
        if (!is_row) return std::nullopt;
        if (texts.empty()) first_line = line.number;
        texts.push_back(line.raw);
    }
    std::optional<Drawing> drawing = read_drawing(texts, shape);
    if (drawing) drawing->line = first_line, drawing->lines = lines;
    return drawing;
}

/// Nine lines as they are; an empty one is an empty row, or separates two bands if there are two such lines.
std::optional<Drawing> look_without_bars(Text& text, const Shape& shape) {
    Text::Ahead ahead(text);
    std::vector<Line> lines;
    for (Line line; lines.size() < 12 && ahead.next(line);) {
        if (line.too_long || has_bar(line)) break;
        lines.push_back(line);
    }
    const auto ends_at = [&](std::size_t at) {
        return at >= lines.size() || lines[at].commented || is_empty(lines[at]) || is_passed_over(lines[at], shape);
    };
    const auto read = [&](std::size_t count) -> std::optional<Drawing> {
        RowTexts texts;
        for (std::size_t at = 0; at < count && at < lines.size() && !lines[at].commented; ++at)
            if (count == 9 || (at != 3 && at != 7)) texts.push_back(lines[at].raw);
        // A grid that ends in an empty line may be cut short.
        if (texts.empty() || texts.back().empty()) return std::nullopt;
        std::optional<Drawing> drawing = read_drawing(texts, shape);
        if (drawing) drawing->line = lines.front().number, drawing->lines = count;
        return drawing;
    };
    if (auto drawing = read(9); drawing && (ends_at(9) || drawing->is_whole)) return drawing;
    const bool in_bands = lines.size() >= 11 && is_empty(lines[3]) && is_empty(lines[7]) && ends_at(11) &&
                          std::count_if(lines.begin(), lines.begin() + 11, is_empty) == 2;
    return in_bands ? read(11) : std::nullopt;
}

class DrawingForm final : public Form {
public:
    bool recognises(const Line& line, Text& text, const Context& context) override {
        if (context.shape.order != 3 || line.commented || line.too_long || line.raw.empty()) return false;
        const auto may_be_drawn = [](char c) { return (c >= '1' && c <= '9') || is_among(c, " \t,;\"'"); };
        // The first row distinguishes most grids from a drawing.
        if (is_rule(line.text) || has_bar(line))
            drawing_ = look_with_bars(text, context.shape);
        else if (std::ranges::all_of(line.raw, may_be_drawn))
            drawing_ = look_without_bars(text, context.shape);
        else
            return false;
        return drawing_.has_value();
    }
    bool needs_whole_board() const override { return true; }

    void read(Text& text, Context& context) override {
        context.begin_other();
        for (std::size_t taken = 0; taken < drawing_->lines; ++taken) text.take_line();
        if (const Fault& fault = drawing_->fault)
            context.add_error(drawing_->line, fault.cell, fault.message);
        else
            context.add_board(drawing_->cells, drawing_->line);
    }

private:
    std::optional<Drawing> drawing_;  ///< that was recognised
};

}  // namespace

std::unique_ptr<Form> make_drawing_form() { return std::make_unique<DrawingForm>(); }

}  // namespace evodoku::io
