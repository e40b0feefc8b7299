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
    return 8 * std::count_if(field.begin(), field.end(), [](char c) { return c >= '0' && c <= '9'; }) >=
           static_cast<std::ptrdiff_t>(field.size());
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
    const auto in_use =
        std::count_if(fields.begin(), fields.end(), [](const Field& field) { return !field.text.empty(); });
    if (in_use < 2 && !fields.front().quoted) return std::nullopt;
    const std::string_view* puzzle = nullptr;
    const std::string_view* broken = nullptr;
    int puzzles = 0, full = 0;
    for (const Field& field : fields) {
        const Content content = content_of(field.text);
        full += content == Content::full_grid;
        puzzles += content == Content::puzzle;
        if (content == Content::puzzle && puzzle == nullptr) puzzle = &field.text;
        if (content == Content::broken_grid && has_digits(field.text) && broken == nullptr) broken = &field.text;
    }
    if (puzzle == nullptr && broken == nullptr && full == 0) return std::nullopt;
    if (puzzles > 1) return fault("a second puzzle in the line: write one puzzle a line");
    if (puzzle == nullptr && broken == nullptr) {
        return fault("no blank in what is the only grid of the line: is its puzzle missing?");
    }
    CellText read;
    add_group(read, broken != nullptr ? *broken : *puzzle);
    return read;
}

bool is_table_head(std::string_view text) {
    static constexpr std::array<std::string_view, 5> names = {"puzzle", "puzzles", "quiz", "quizzes", "question"};
    bool named = false;
    for (const Field& field : fields_of(text)) {
        std::string name(field.text);
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        named = named || std::find(names.begin(), names.end(), name) != names.end();
        if (!name.empty() && cell_value(name.front()) >= 0 && name.front() != 'x') return false;
        if (content_of(field.text) != Content::text) return false;
    }
    return named;
}

}  // namespace evodoku::io
