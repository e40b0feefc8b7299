// Grids whose cells are known by their position: spaces or empty fields are blanks.
//
//     53  7          | 5 | 3 |   |   | 7 |   |   |   |   |          5 TAB 3 TAB TAB TAB 7 TAB TAB TAB TAB
//     6  195
//      98    6       | 5 3   |   7   |       |                      5,3,,,7,,,,
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/geometry.hpp"
#include "format.hpp"

namespace evodoku::io {
namespace {

using Cells = std::array<std::uint8_t, cell_count>;

/// Distinguishes an invisible blank from a line that is cut short: this many rows must have a digit after one.
constexpr int fewest_rows_with_inner_blanks = 3;

struct Picture {
    std::vector<std::uint8_t> cells;
    std::size_t line = 0;   ///< of its first row
    std::size_t lines = 0;  ///< to take
};

/// Collects the cells of nine rows, and the evidence that they are a picture.
class Rows {
public:
    /// `cell` is one character of a cell; false if it can't be one.
    bool put(std::size_t column, char cell) {
        if (cell != ' ' && !(cell >= '1' && cell <= '9')) return false;
        if (cell == ' ') {
            blank_before_ = true;
        } else {
            inner_blank_ = inner_blank_ || blank_before_;
            ++digits_;
        }
        cells_[row_ * 9 + column] = static_cast<std::uint8_t>(cell == ' ' ? 0 : cell - '0');
        return true;
    }
    void end_row(bool is_whole) {
        rows_with_inner_blanks_ += inner_blank_;
        whole_rows_ += is_whole;
        inner_blank_ = blank_before_ = false;
        ++row_;
    }

    bool are_convincing() const {
        return whole_rows_ > 0 && rows_with_inner_blanks_ >= fewest_rows_with_inner_blanks && digits_ < cell_count;
    }
    /// True if no row may have lost its end.
    bool are_all_whole() const { return whole_rows_ == 9; }
    std::vector<std::uint8_t> cells() const { return {cells_.begin(), cells_.end()}; }

private:
    Cells cells_{};
    std::size_t row_ = 0;
    int digits_ = 0, rows_with_inner_blanks_ = 0, whole_rows_ = 0;
    bool blank_before_ = false, inner_blank_ = false;
};

using RowTexts = std::vector<std::string>;

/// Rows without bars, with cells in these columns.
std::optional<Rows> read_columns(const RowTexts& texts, const std::array<std::size_t, 9>& columns) {
    Rows rows;
    // In longer lines the additional column is unknown, unless all have the same blank end.
    const auto is_as_long = [&](const std::string& text) { return text.size() == texts.front().size(); };
    const bool even = std::all_of(texts.begin(), texts.end(), is_as_long);
    for (const std::string& text : texts) {
        const bool blank_end = even && text.find_first_not_of(' ', columns.back() + 1) == std::string::npos;
        if (text.size() > columns.back() + 1 && !blank_end) return std::nullopt;
        std::size_t column = 0;
        for (std::size_t at = 0; at <= columns.back(); ++at) {
            const char c = at < text.size() ? text[at] : ' ';
            if (column < 9 && at == columns[column]) {
                if (!rows.put(column++, c)) return std::nullopt;
            } else if (c != ' ') {
                return std::nullopt;
            }
        }
        rows.end_row(text.size() > columns.back());
    }
    return rows;
}

std::optional<Rows> read_without_bars(const RowTexts& texts) {
    static constexpr std::array<std::array<std::size_t, 9>, 4> layouts = {{
        {0, 1, 2, 3, 4, 5, 6, 7, 8},      // 53  7
        {0, 1, 2, 4, 5, 6, 8, 9, 10},     // 53   7
        {0, 2, 4, 6, 8, 10, 12, 14, 16},  // 5 3     7
        {0, 2, 4, 7, 9, 11, 14, 16, 18},  // 5 3      7, wider between the boxes
    }};
    for (const auto& layout : layouts) {
        std::optional<Rows> rows = read_columns(texts, layout);
        if (rows && rows->are_convincing()) return rows;
    }
    return std::nullopt;
}

/// Nine fields per row, separated by `separator`; empty ones are blanks.
std::optional<Rows> read_separated(const RowTexts& texts, char separator) {
    Rows rows;
    for (const std::string& text : texts) {
        const std::vector<std::string_view> fields = split_row(text, separator);
        if (fields.size() > 9) return std::nullopt;
        for (std::size_t column = 0; column < fields.size(); ++column) {
            const std::string_view field = trimmed(fields[column]);
            if (field.size() > 1 || !rows.put(column, field.empty() ? ' ' : field.front())) return std::nullopt;
        }
        rows.end_row(fields.size() == 9);
    }
    return rows.are_convincing() ? std::optional(rows) : std::nullopt;
}

struct Barred {
    std::vector<std::string_view> parts;  ///< between the bars
    bool framed = false;                  ///< bars at both ends
};

Barred split_at_bars(std::string_view text) {
    Barred row;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('|', at), text.size());
        row.parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    row.framed = (row.parts.size() == 11 || row.parts.size() == 5) && trimmed(row.parts.front()).empty() &&
                 trimmed(row.parts.back()).empty();
    if (row.framed) {
        row.parts.erase(row.parts.begin());
        row.parts.pop_back();
    }
    return row;
}

/// A part with the three cells of a box. `margin`: with a space at its left.
bool put_box(Rows& rows, std::size_t box, std::string_view part, std::size_t width, bool margin) {
    const std::size_t step = width < 5 ? 1 : 2, first = width == 7 && margin ? 1 : 0;
    for (std::size_t at = 0; at < part.size(); ++at) {
        const bool is_cell = at >= first && (at - first) % step == 0 && (at - first) / step < 3;
        if (!is_cell && part[at] != ' ' && part[at] != '!') return false;
    }
    for (std::size_t cell = 0; cell < 3; ++cell) {
        const std::size_t at = first + cell * step;
        if (!rows.put(box * 3 + cell, at < part.size() ? part[at] : ' ')) return false;
    }
    return true;
}

/// Bars round every cell, or round every box.
std::optional<Rows> read_with_bars(const RowTexts& texts) {
    Rows rows;
    for (const std::string& text : texts) {
        const auto [parts, framed] = split_at_bars(text);
        if (parts.size() == 9) {
            for (std::size_t column = 0; column < 9; ++column) {
                const std::string_view part = trimmed(parts[column]);
                if (part.size() > 1 || !rows.put(column, part.empty() ? ' ' : part.front())) return std::nullopt;
            }
        } else if (parts.size() == 3) {
            const std::size_t width = parts[1].size();
            if (width != 3 && width != 5 && width != 7) return std::nullopt;
            for (std::size_t box = 0; box < 3; ++box)
                if (!put_box(rows, box, parts[box], width, framed || box > 0)) return std::nullopt;
        } else {
            return std::nullopt;
        }
        rows.end_row(true);
    }
    return rows.are_convincing() ? std::optional(rows) : std::nullopt;
}

bool has_bar(const Line& line) { return line.raw.find('|') != std::string::npos; }
bool has_only_bars(const std::string& text) { return text.find_first_not_of(" \t|") == std::string::npos; }
bool is_empty(const Line& line) { return line.raw.find_first_not_of(" \t") == std::string::npos; }

/// Nine rows with bars; rules and blank lines between them are ignored, and the empty head of a table in Markdown.
std::optional<Picture> look_with_bars(Text& text) {
    Text::Ahead ahead(text);
    Picture picture;
    RowTexts texts;
    bool empty_head = false;  // so far: the one rule is below a first row without any digit
    int rules = 0;
    for (Line line; ahead.next(line);) {
        if (line.too_long) return std::nullopt;
        const bool rule = is_rule(line.text);
        if (rule) empty_head = ++rules == 1 && texts.size() == 1 && has_only_bars(texts.front());
        if (texts.size() == 9 && !rule) {
            if (!empty_head || line.commented || !has_bar(line)) break;
            texts.erase(texts.begin());  // a tenth row: the first is the head
            texts.push_back(line.raw);
            empty_head = false;
        } else if (!rule && !(is_empty(line) && !line.commented)) {
            if (line.commented || !has_bar(line)) return std::nullopt;
            if (texts.empty()) picture.line = line.number;
            texts.push_back(line.raw);
        }
        picture.lines = ahead.count();
    }
    if (texts.size() != 9) return std::nullopt;
    const std::optional<Rows> rows = read_with_bars(texts);
    if (!rows) return std::nullopt;
    picture.cells = rows->cells();
    return picture;
}

/// Nine lines as they are; an empty one is an empty row, or separates two bands if there are two such lines.
std::optional<Picture> look_without_bars(Text& text) {
    Text::Ahead ahead(text);
    Picture picture;
    std::vector<Line> lines;
    for (Line line; lines.size() < 12 && ahead.next(line);) {
        if (line.too_long || has_bar(line)) break;
        if (lines.empty()) picture.line = line.number;
        lines.push_back(line);
    }
    const auto ends_at = [&](std::size_t at) {
        return at >= lines.size() || lines[at].commented || is_empty(lines[at]) || is_passed_over(lines[at]);
    };
    const auto rows_of = [&](std::size_t count) {
        RowTexts texts;
        for (std::size_t at = 0; at < count && at < lines.size(); ++at) {
            if (lines[at].commented) return RowTexts();
            if (count == 11 && (at == 3 || at == 7)) continue;
            texts.push_back(lines[at].raw);
        }
        return texts;
    };
    const auto read = [](const RowTexts& texts) {
        std::optional<Rows> rows;
        if (texts.size() != 9 || texts.back().empty())
            return rows;  // a grid that ends in an empty line may be cut short
        for (const char separator : {'\t', ',', ';'})
            if (!rows) rows = read_separated(texts, separator);
        return rows ? rows : read_without_bars(texts);
    };
    std::optional<Rows> rows = read(rows_of(9));
    picture.lines = 9;
    if (!rows || !(ends_at(9) || rows->are_all_whole())) {
        const auto is_blank = [](const Line& line) { return is_empty(line); };
        const bool in_bands = lines.size() >= 11 && is_empty(lines[3]) && is_empty(lines[7]) && ends_at(11) &&
                              std::count_if(lines.begin(), lines.begin() + 11, is_blank) == 2;
        if (!in_bands) return std::nullopt;
        rows = read(rows_of(11));
        picture.lines = 11;
    }
    if (!rows) return std::nullopt;
    picture.cells = rows->cells();
    return picture;
}

class PictureFormat final : public Format {
public:
    bool recognises(const Line& line, Text& text, const Context&) override {
        if (line.commented || line.too_long || line.raw.empty()) return false;
        if (is_rule(line.text) || has_bar(line)) return look_with_bars(text).has_value();
        // The first row distinguishes most grids from a picture.
        const auto may_be_drawn = [](char c) {
            return (c >= '1' && c <= '9') || std::string_view(" \t,;\"'").find(c) != std::string_view::npos;
        };
        return std::all_of(line.raw.begin(), line.raw.end(), may_be_drawn) && look_without_bars(text).has_value();
    }
    bool needs_whole_grid() const override { return true; }

    void read(Text& text, Context& context) override {
        Line line;
        text.peek(line);
        std::optional<Picture> picture =
            is_rule(line.text) || has_bar(line) ? look_with_bars(text) : look_without_bars(text);
        context.begin_other();
        for (std::size_t taken = 0; taken < picture->lines; ++taken) text.take(line);
        context.add_grid(picture->cells, picture->line);
    }
};

}  // namespace

std::unique_ptr<Format> make_picture_format() { return std::make_unique<PictureFormat>(); }

}  // namespace evodoku::io
