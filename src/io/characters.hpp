// Characters of texts of any origin: ASCII, UTF-8, and bytes that are neither. And rows of them: of CSV and TSV, and of
// tables for people.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evodoku::io {

struct Character {
    std::uint32_t code = 0;  ///< code point, or the byte itself if it is not UTF-8
    std::size_t length = 1;  ///< in bytes
    bool utf8 = true;
};

/// The character at `at`. A byte that does not begin a well-formed character counts as one, so that later cells keep
/// their places. Overlong forms and surrogates are not well-formed.
Character character_at(std::string_view text, std::size_t place);

/// A control character (C0, C1, DEL), or one that changes the direction of the text around it.
constexpr bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::size_t character_count(std::string_view text);

/// `text` with each character as `written` has it, by the character and its bytes.
std::string rewritten(std::string_view text, const auto& written) {
    std::string all;
    for (std::size_t place = 0; place < text.size();) {
        const Character character = character_at(text, place);
        all += written(character, text.substr(place, character.length));
        place += character.length;
    }
    return all;
}

/// 'A', byte 0x1B, U+FF15, NUL byte: no byte of the input is repeated unless it is printable ASCII.
std::string described(const Character& character);

/// U+FFFD, in place of a byte that is not UTF-8.
inline constexpr std::string_view replacement_character = "\xef\xbf\xbd";

/// `text` with the markup of HTML and XML escaped, also for use within quotation marks. Control characters become
/// blanks, and bytes that are not UTF-8 U+FFFD.
std::string markup_text(std::string_view text);

/// True if every character stands for itself in JSON.
bool is_plain_json(std::string_view text);

/// A letter of ASCII.
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_among(char c, std::string_view characters) { return characters.find(c) != std::string_view::npos; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool are_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }
constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// `text` without leading and trailing spaces and tabs.
std::string_view trimmed(std::string_view text);

std::string in_small_letters(std::string_view text);
/// `text` with a ? in place of each control character that is not `kept` and, for messages, each that is not ASCII.
std::string masked(std::string_view text, bool is_ascii = true, std::string_view kept = "");
/// `text` with control characters and bytes that are not UTF-8 written as \xNN: a terminal executes none.
std::string printable(std::string_view text);
std::string without(std::string_view characters, std::string text);

/// 1, "restart" -> "1 restart"; 2 -> "2 restarts".
std::string counted(std::integral auto number, std::string_view thing) {
    return std::to_string(number) + " " + std::string(thing) + (number == 1 ? "" : "s");
}

/// The fields of a row of a table, without quotation marks and surrounding spaces.
std::vector<std::string_view> split_row(std::string_view text, char separator);

struct CsvRow {
    std::vector<std::string> fields;  ///< of "a ""b""" without the quotation marks around it
    bool is_open = false;             ///< the last field has no closing quotation mark
};
CsvRow read_csv_row(std::string_view row, char separator = ',');
/// The end of the first row of `text`: the position of its line break, or the size of the text. npos if a field in
/// quotation marks has no end, or something between its end and the next separator.
std::size_t csv_row_end(std::string_view text, char separator);

/// `text` as a field: in quotation marks where it needs them. `on_one_line`: line breaks become blanks.
std::string csv_field(std::string text, bool on_one_line = true);
/// A row, with a line end. Line breaks in fields stay.
std::string csv_row(const std::vector<std::string>& fields, char separator = ',');

/// Lines of a table for people: the first column left-aligned, the others right-aligned, two spaces between; printable.
std::string aligned(std::vector<std::vector<std::string>> rows);

}  // namespace evodoku::io
