// Boards of 9 x 9 whose cells are known by their position: spaces or empty fields are blanks.
//
//     53  7          | 5 | 3 |   |   | 7 |   |   |   |   |          5 TAB 3 TAB TAB TAB 7 TAB TAB TAB TAB
//     6  195
//      98    6       | 5 3   |   7   |       |                      5,3,,,7,,,,
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "io/forms.hpp"

namespace evodoku::io {
namespace {

/// Distinguishes an invisible blank from a line that is cut short: this many rows must have a digit after one.
constexpr int fewest_rows_with_inner_blanks = 3;

/// Collects the cells of nine rows, and the evidence that they are a drawing.
class Rows {
public:
    /// The next cell of the row; false if `c` can't be one.
    bool put(char c) {
        if (c != ' ' && !(c >= '1' && c <= '9')) return false;
        inner_blank_ = inner_blank_ || (c != ' ' && blank_before_);
        blank_before_ = blank_before_ || c == ' ';
        cells_.push_back(static_cast<Cell>(c == ' ' ? 0 : c - '0'));
        return true;
    }
    /// A field with one digit, or none.
    bool put_field(std::string_view field) {
        field = trimmed(field);
        return field.size() <= 1 && put(field.empty() ? ' ' : field.front());
    }
    /// Cells that are missing are blank.
    void end_row(bool is_whole) {
        ++rows_;
        cells_.resize(rows_ * 9);
        rows_with_inner_blanks_ += inner_blank_;
        whole_rows_ += is_whole;
        inner_blank_ = blank_before_ = false;
    }

    bool are_convincing() const {
        return whole_rows_ > 0 && rows_with_inner_blanks_ >= fewest_rows_with_inner_blanks &&
               std::ranges::count(cells_, 0) > 0;
    }
    /// True if no row may have lost its end.
    bool are_all_whole() const { return whole_rows_ == 9; }
    const std::vector<Cell>& cells() const { return cells_; }

private:
    std::vector<Cell> cells_;
    std::size_t rows_ = 0;
    int rows_with_inner_blanks_ = 0, whole_rows_ = 0;
    bool blank_before_ = false, inner_blank_ = false;
};

struct Drawing {
    std::vector<Cell> cells;
    std::size_t line = 0;   ///< of its first row
    std::size_t lines = 0;  ///< to take
};

using RowTexts = std::vector<std::string>;

/// Rows for which `read_row` is true, if they are a drawing.
template <class ReadRow>
std::optional<Rows> read_rows(const RowTexts& texts, const ReadRow& read_row) {
    Rows rows;
    for (const std::string& text : texts)
        if (!read_row(rows, text)) return std::nullopt;
    return rows.are_convincing() ? std::optional(rows) : std::nullopt;
}

/// Rows without bars, with cells in the columns of some layout.
std::optional<Rows> read_without_bars(const RowTexts& texts) {
    static constexpr std::array<std::array<std::size_t, 9>, 4> layouts = {{
        {0, 1, 2, 3, 4, 5, 6, 7, 8},      // 53  7
        {0, 1, 2, 4, 5, 6, 8, 9, 10},     // 53   7
        {0, 2, 4, 6, 8, 10, 12, 14, 16},  // 5 3     7
        {0, 2, 4, 7, 9, 11, 14, 16, 18},  // 5 3      7, wider between the boxes
    }};
    // In longer lines the additional column is unknown, unless all have the same blank end.
    const bool even = std::ranges::all_of(texts, [&](auto& text) { return text.size() == texts.front().size(); });
    for (const auto& columns : layouts) {
        const std::size_t width = columns.back() + 1;
        const auto rows = read_rows(texts, [&](Rows& to, const std::string& text) {
            const bool blank_end = even && text.find_first_not_of(' ', width) == std::string::npos;
            if (text.size() > width && !blank_end) return false;
            std::size_t column = 0;
            for (std::size_t at = 0; at < width; ++at) {
                const char c = at < text.size() ? text[at] : ' ';
                if (at == columns[column] ? !to.put(c) : c != ' ') return false;
                column += at == columns[column];
            }
            to.end_row(text.size() >= width);
            return true;
        });
        if (rows) return rows;
    }
    return std::nullopt;
}

/// Nine fields per row, separated by `separator`; empty ones are blanks.
std::optional<Rows> read_separated(const RowTexts& texts, char separator) {
    return read_rows(texts, [&](Rows& rows, const std::string& text) {
        const std::vector<std::string_view> fields = split_row(text, separator);
        const auto put = [&](std::string_view field) { return rows.put_field(field); };
        if (fields.size() > 9 || !std::ranges::all_of(fields, put)) return false;
        rows.end_row(fields.size() == 9);
        return true;
    });
}

/// A part with the three cells of a box. `margin`: with a space at its left.
bool put_box(Rows& rows, std::string_view part, std::size_t width, bool margin) {
    const std::size_t step = width < 5 ? 1 : 2, first = width == 7 && margin ? 1 : 0;
    for (std::size_t at = 0; at < part.size(); ++at) {
        const bool is_cell = at >= first && (at - first) % step == 0 && (at - first) / step < 3;
        if (!is_cell && part[at] != ' ' && part[at] != '!') return false;
    }
    for (std::size_t at = first; at < first + 3 * step; at += step)
        if (!rows.put(at < part.size() ? part[at] : ' ')) return false;
    return true;
}

/// Bars round every cell, or round every box.
bool put_barred_row(Rows& rows, std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('|', at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    const bool framed =
        (parts.size() == 11 || parts.size() == 5) && trimmed(parts.front()).empty() && trimmed(parts.back()).empty();
    if (framed) {
        parts.erase(parts.begin());
        parts.pop_back();
    }
    if (parts.size() == 9) {
        if (!std::ranges::all_of(parts, [&](std::string_view part) { return rows.put_field(part); })) return false;
    } else {
        const std::size_t width = parts.size() == 3 ? parts[1].size() : 0;
        if (width != 3 && width != 5 && width != 7) return false;
        for (std::size_t box = 0; box < 3; ++box)
            if (!put_box(rows, parts[box], width, framed || box > 0)) return false;
    }
    rows.end_row(true);
    return true;
}

bool has_bar(const Line& line) { return line.raw.find('|') != std::string::npos; }
bool is_empty(const Line& line) { return line.raw.find_first_not_of(" \t") == std::string::npos; }

/// Nine rows with bars; rules and blank lines between them are ignored, and the empty head of a table in Markdown.
std::optional<Drawing> look_with_bars(Text& text, const Shape& shape) {
    Text::Ahead ahead(text);
    Drawing drawing;
    RowTexts texts;
    bool empty_head = false;  // so far: the one rule is below a first row without any digit
    int rules = 0;
    for (Line line; ahead.next(line);) {
        if (line.too_long) return std::nullopt;
        const bool rule = is_rule(line.text, shape);
        if (rule)
            empty_head =
                ++rules == 1 && texts.size() == 1 && texts.front().find_first_not_of(" \t|") == std::string::npos;
        if (texts.size() == 9 && !rule) {
            if (!empty_head || line.commented || !has_bar(line)) break;
            texts.erase(texts.begin());  // a tenth row: the first is the head
            texts.push_back(line.raw);
            empty_head = false;
        } else if (!rule && !(is_empty(line) && !line.commented)) {
            if (line.commented || !has_bar(line)) return std::nullopt;
            if (texts.empty()) drawing.line = line.number;
            texts.push_back(line.raw);
        }
        drawing.lines = ahead.count();
    }
    if (texts.size() != 9) return std::nullopt;
    const std::optional<Rows> rows = read_rows(texts, put_barred_row);
    if (!rows) return std::nullopt;
    drawing.cells = rows->cells();
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
    const auto read = [&](std::size_t count) -> std::optional<Rows> {
        RowTexts texts;
        for (std::size_t at = 0; at < count && at < lines.size() && !lines[at].commented; ++at)
            if (count == 9 || (at != 3 && at != 7)) texts.push_back(lines[at].raw);
        // A grid that ends in an empty line may be cut short.
        if (texts.size() != 9 || texts.back().empty()) return std::nullopt;
        for (const char separator : {'\t', ',', ';'})
            if (std::optional<Rows> rows = read_separated(texts, separator)) return rows;
        return read_without_bars(texts);
    };
    std::size_t taken = 9;
    std::optional<Rows> rows = read(taken);
    if (!rows || !(ends_at(9) || rows->are_all_whole())) {
        const bool in_bands = lines.size() >= 11 && is_empty(lines[3]) && is_empty(lines[7]) && ends_at(11) &&
                              std::count_if(lines.begin(), lines.begin() + 11, is_empty) == 2;
        if (!in_bands) return std::nullopt;
        taken = 11;
        rows = read(taken);
    }
    if (!rows) return std::nullopt;
    return Drawing{rows->cells(), lines.front().number, taken};
}

class DrawingForm final : public Form {
public:
    bool recognises(const Line& line, Text& text, const Context& context) override {
        if (context.shape.order != 3 || line.commented || line.too_long || line.raw.empty()) return false;
        const auto may_be_drawn = [](char c) {
            return (c >= '1' && c <= '9') || std::string_view(" \t,;\"'").find(c) != std::string_view::npos;
        };
        // The first row distinguishes most grids from a drawing.
        if (is_rule(line.text, context.shape) || has_bar(line))
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
        context.add_board(drawing_->cells, drawing_->line);
    }

private:
    std::optional<Drawing> drawing_;  ///< that was recognised
};

}  // namespace

std::unique_ptr<Form> make_drawing_form() { return std::make_unique<DrawingForm>(); }

}  // namespace evodoku::io
