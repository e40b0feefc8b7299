// Which symbols mean which digits is decided once per puzzle, from all of its cells.
#include "large_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace evodoku::io {
namespace {

constexpr std::string_view number_separators = " \t,|";
constexpr std::string_view blanks = "._*";

/// A number, also -1; false for any other text.
bool read_number(std::string_view text, int& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

bool is_blank_sign(std::string_view cell) { return cell.size() == 1 && blanks.find(cell[0]) != std::string_view::npos; }

char upper(char symbol) { return static_cast<char>(std::toupper(static_cast<unsigned char>(symbol))); }

bool fits(const std::vector<std::string>& cells, std::string_view alphabet) {
    return std::ranges::all_of(cells, [&](const std::string& cell) {
        return cell.size() == 1 &&
               (is_blank_sign(cell) || cell == "0" || alphabet.find(upper(cell[0])) != std::string_view::npos);
    });
}

}  // namespace

const std::vector<std::string_view>& alphabets_of(int order) {
    static const std::vector<std::string_view> none,
        of_order[] = {{"1234"},
                      {"123456789"},
                      {"123456789ABCDEFG", "0123456789ABCDEF"},
                      {"ABCDEFGHIJKLMNOPQRSTUVWXY", "123456789ABCDEFGHIJKLMNOP"},
                      {"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"}};
    return order >= 2 && order <= 6 ? of_order[order - 2] : none;
}

std::vector<std::string> pieces_of(std::string_view line) {
    std::vector<std::string> pieces;
    for (std::size_t at = line.find_first_not_of(number_separators); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(number_separators, at), line.size());
        pieces.emplace_back(line.substr(at, end - at));
        at = line.find_first_not_of(number_separators, end);
    }
    return pieces;
}

std::vector<std::string> large_cells_of(std::string_view line, int size) {
    std::vector<std::string> pieces = pieces_of(line);
    const auto wanted = [&](std::size_t count) {
        const auto length = static_cast<std::size_t>(size);
        return count == length || count == length * length;
    };
    if (pieces.empty() || wanted(pieces.size())) return pieces;
    // Symbols in groups, as those of a box; a number in front of a puzzle is none of them.
    const auto is_group = [&](const std::string& piece) { return piece.size() == pieces.front().size(); };
    const bool are_groups = std::ranges::all_of(pieces, is_group);
    if (pieces.size() != 1 && !(are_groups && wanted(pieces.size() * pieces.front().size()))) return pieces;
    std::vector<std::string> cells;
    for (const std::string& piece : pieces) {
        for (const char symbol : piece) cells.emplace_back(1, symbol);
    }
    return cells;
}

bool read_large_cell(std::string_view cell, std::string_view alphabet, int size, int& digit) {
    digit = 0;
    if (is_blank_sign(cell) || cell == "-1") return true;
    if (alphabet.empty()) return read_number(cell, digit) && digit >= 0 && digit <= size;
    if (cell.size() != 1) return false;
    const std::size_t at = alphabet.find(upper(cell[0]));
    digit = at == std::string_view::npos ? 0 : static_cast<int>(at) + 1;
    return digit != 0 || cell == "0";
}

std::string_view alphabet_of(const std::vector<std::string>& cells, int order) {
    const std::vector<std::string_view>& alphabets = alphabets_of(order);
    int number = 0;
    const bool wide = std::ranges::any_of(cells, [](const std::string& cell) { return cell.size() > 1; });
    if (alphabets.empty() || wide) return {};
    const bool has_zero = std::ranges::count(cells, std::string("0")) != 0;
    const bool has_blank = std::ranges::any_of(cells, is_blank_sign);
    const bool has_digits =
        std::ranges::any_of(cells, [&](const std::string& cell) { return read_number(cell, number) && number > 0; });
    // 0 is a digit of the alphabets that have it, unless it is the puzzle's only sign for a blank.
    const bool has_letters = std::ranges::any_of(
        cells, [](const std::string& cell) { return std::isalpha(static_cast<unsigned char>(cell[0])) != 0; });
    if (order == 6 && !has_letters && !has_blank) return {};
    if (order == 4 && has_zero && has_blank && fits(cells, alphabets[1])) return alphabets[1];
    if (order == 5 && has_digits && fits(cells, alphabets[1])) return alphabets[1];
    return alphabets[0];
}

LargeCells judge_large_cells(const std::vector<std::string>& cells, int order) {
    LargeCells judged;
    const std::string_view alphabet = alphabet_of(cells, order);
    for (const std::string& cell : cells) {
        int digit = 0;
        judged.are_valid = read_large_cell(cell, alphabet, order * order, digit) && judged.are_valid;
        judged.have_blank = judged.have_blank || digit == 0;
    }
    return judged;
}

}  // namespace evodoku::io
