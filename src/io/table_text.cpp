// Rows of tables: a puzzle among other fields.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "cell_text.hpp"
#include "characters.hpp"
#include "evodoku/core/geometry.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t long_field = 60;  // longer than 27 cells, and than what may be meant as a name

constexpr std::string_view separators = "\t,;";

bool has_fields(std::string_view text) { return text.find_first_of(separators) != std::string_view::npos; }

std::vector<std::string_view> fields_of(std::string_view text) {
    std::vector<std::string_view> fields;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        std::string_view field = text.substr(at, end - at);
        while (!field.empty() && (field.front() == ' ' || field.front() == '"')) field.remove_prefix(1);
        while (!field.empty() && (field.back() == ' ' || field.back() == '"')) field.remove_suffix(1);
        fields.push_back(field);
        at = end + 1;
    }
    return fields;
}

/// A puzzle, or what was one: half of it are cells.
bool is_long(std::string_view field) {
    const auto cells = std::count_if(field.begin(), field.end(), [](char c) { return cell_value(c) >= 0; });
    return field.find(' ') == std::string_view::npos && character_count(field) >= long_field &&
           2 * static_cast<std::size_t>(cells) >= field.size();
}

/// All 81 cells filled: the solution beside a puzzle.
bool is_solution(std::string_view field) {
    return field.size() == cell_count &&
           std::all_of(field.begin(), field.end(), [](char c) { return c >= '1' && c <= '9'; });
}

}  // namespace

std::optional<CellText> read_table_row(std::string_view text) {
    if (!has_fields(text)) return std::nullopt;
    const std::vector<std::string_view> fields = fields_of(text);
    const auto puzzle = std::find_if(fields.begin(), fields.end(), is_long);
    if (puzzle == fields.end()) return std::nullopt;
    CellText read;
    add_group(read, *puzzle);
    for (auto other = puzzle + 1; other != fields.end() && !read.fault; ++other) {
        if (is_long(*other) && !is_solution(*other))
            read.fault.message = "a second puzzle in the line: write one puzzle a line";
    }
    return read;
}

bool is_table_head(std::string_view text) {
    if (!has_fields(text)) return false;
    const std::vector<std::string_view> fields = fields_of(text);
    return std::any_of(fields.begin(), fields.end(), [](std::string_view field) {
        std::string name(field);
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return name == "puzzle" || name == "puzzles" || name == "quiz" || name == "quizzes" || name == "question";
    });
}

}  // namespace evodoku::io
