// Rows of tables: a puzzle among other fields.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "cell_text.hpp"
#include "characters.hpp"
#include "evodoku/core/geometry.hpp"

namespace evodoku::io {
namespace {

constexpr std::string_view separators = "\t,;";

struct Field {
    std::string_view text;  ///< without the quotation marks and the spaces around it
    bool quoted = false;
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// A field that begins with a quotation mark goes on to the next one, separators and all.
std::vector<Field> fields_of(std::string_view text) {
    std::vector<Field> fields;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
        const bool quoted = begin < text.size() && text[begin] == '"';
        const std::size_t closing = quoted ? text.find('"', begin + 1) : std::string_view::npos;
        const std::size_t from = closing == std::string_view::npos ? at : closing;
        const std::size_t end = std::min(text.find_first_of(separators, from), text.size());
        std::string_view field = trimmed(text.substr(at, end - at));
        if (closing != std::string_view::npos && field.back() == '"') field = field.substr(1, field.size() - 2);
        fields.push_back({field, quoted});
        at = end + 1;
    }
    return fields;
}

bool is_filled(char c) { return c >= '1' && c <= '9'; }

enum class Content { text, broken_grid, puzzle, full_grid };

/// What a field holds. A broken grid is what may have been meant as one: half as many characters or more, of which half
/// are cells or what people write for blanks.
Content content_of(std::string_view field) {
    const auto is_cell = [](char c) { return cell_value(c) >= 0; };
    if (field.size() == cell_count && std::all_of(field.begin(), field.end(), is_cell)) {
        return std::all_of(field.begin(), field.end(), is_filled) ? Content::full_grid : Content::puzzle;
    }
    if (2 * character_count(field) < cell_count) return Content::text;
    const auto likely = std::count_if(field.begin(), field.end(), [&](char c) {
        return is_cell(c) || c == '-' || c == '?' || c == ' ' || static_cast<unsigned char>(c) >= 128;
    });
    return 2 * static_cast<std::size_t>(likely) >= field.size() ? Content::broken_grid : Content::text;
}

/// A text with words in it has few digits.
bool has_digits(std::string_view field) {
    const auto digits = std::count_if(field.begin(), field.end(), [](char c) { return c >= '0' && c <= '9'; });
    return 8 * static_cast<std::size_t>(digits) >= character_count(field);
}

/// Beside a puzzle a field of other numbers is none of our business unless it is as long as a puzzle, or nearly.
bool is_as_long_as_a_puzzle(std::string_view field) {
    const std::size_t length = character_count(field);
    return length + 9 >= cell_count && length <= cell_count + 9;
}

CellText fault(std::string_view message) {
    CellText read;
    read.count = cell_count;
    read.fault.message = message;
    return read;
}

}  // namespace

std::optional<CellText> read_table_row(std::string_view text) {
    if (text.find_first_of(separators) == std::string_view::npos && !text.starts_with('"')) return std::nullopt;
    const std::vector<Field> fields = fields_of(text);
    std::vector<std::string_view> in_use, puzzles, full, broken;
    for (const Field& field : fields) {
        const Content content = content_of(field.text);
        if (!field.text.empty()) in_use.push_back(field.text);
        if (content == Content::puzzle) puzzles.push_back(field.text);
        if (content == Content::full_grid) full.push_back(field.text);
        if (content == Content::broken_grid && has_digits(field.text)) broken.push_back(field.text);
    }
    if (in_use.size() == 1 && full.size() == 1) puzzles.swap(full);  // what stands alone may be full
    if (in_use.size() == 1 && puzzles.empty() && !fields.front().quoted) return std::nullopt;
    if (puzzles.size() > 1) return fault("a second puzzle in the line: write one puzzle a line");
    if (!puzzles.empty()) std::erase_if(broken, [](std::string_view field) { return !is_as_long_as_a_puzzle(field); });
    CellText read;
    if (!broken.empty()) {
        // Cells parted by spaces, and bands of them by something else, are no table.
        if (CellText cells = read_cells(text); !cells.fault && cells.parted) return cells;
        add_group(read, broken.front());
    } else if (!puzzles.empty()) {
        add_group(read, puzzles.front());
    } else if (!full.empty()) {
        return fault("no blank in what is the only grid of the line: is its puzzle missing?");
    } else {
        return std::nullopt;
    }
    return read;
}

bool is_table_head(std::string_view text) {
    static constexpr std::array<std::string_view, 5> names = {"puzzle", "puzzles", "quiz", "quizzes", "question"};
    bool named = false;
    for (const Field& field : fields_of(text)) {
        std::string name(field.text);
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        named = named || std::find(names.begin(), names.end(), name) != names.end();
        if (!name.empty() && name.front() != 'x' && name.front() != '_' && cell_value(name.front()) >= 0) return false;
        if (content_of(field.text) != Content::text) return false;
    }
    return named;
}

}  // namespace evodoku::io
