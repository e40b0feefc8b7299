// Signs and numbers. Which signs mean which digits is decided once per board, from all of its cells.
#include "io/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace evodoku::io {
namespace {

/// In larger boards a cell from here on is a number of several characters, as 10, -1 (a blank) or 07.
constexpr int first_number = 128;

bool is_blank_sign(Cell cell) { return cell == '.' || cell == empty_field || cell == first_number; }

bool is_number(std::string_view field) { return are_digits(field.substr(field.starts_with('-'))); }

/// `text`: the cell as a message repeats it.
std::string sign_fault(std::string_view text, std::string_view alphabet, const Shape& shape) {
    if (shape.order == 3) return fmt::format("{} is not a digit 1-9 or a blank (. 0 x X * _ - ?)", text);
    if (alphabet.empty()) return fmt::format("{} is not a number 1-{} or a blank (. 0 -1)", text, shape.size);
    return fmt::format("{} is not one of {} or a blank (. _ * - ?)", text, alphabet);
}

/// Why a field is not one cell.
std::string field_fault(std::string_view field, const Shape& shape) {
    if (field.empty()) return "empty field: write 0 for a blank";
    if (shape.order == 3 && is_number(field)) {
        if (field.size() > 12) return "a number of many digits is out of range 0-9";
        if (field.size() > 1 && field.find_first_not_of('0') + 1 >= field.size())
            return fmt::format("'{}' is not one digit: write {}", field, field.back());
        return fmt::format("{} is out of range 0-9: write 0 or . for a blank", field);
    }
    if (shape.order != 3 && (field.size() > 1 || is_number(field)))
        return sign_fault("'" + masked(field.substr(0, 12)) + "'", "", shape);
    CellText group;
    add_group(group, field, shape);
    return group.fault ? group.fault.message
                       : fmt::format("{} cells in one field: separate all cells of a line or none", field.size());
}

/// The signs of a board's digits; empty if its cells are numbers.
std::string_view alphabet_of(std::span<const Cell> cells, int order) {
    const auto alphabets = alphabets_of(order);
    if (order == 3) return alphabets[0];
    const auto any = [&](const auto& is_so) { return std::ranges::any_of(cells, is_so); };
    const bool has_letters = any([](Cell cell) { return is_letter(static_cast<char>(cell)); });
    // -1 and null are blanks beside letters, too.
    if (alphabets.empty() || any([&](Cell cell) { return cell > first_number - !has_letters; })) return {};
    const auto fits = [&](std::string_view alphabet) {
        return !any([&](Cell cell) {
            return !is_blank_sign(cell) && cell != '0' && !is_among(static_cast<char>(cell), alphabet);
        });
    };
    const bool has_blank_sign = any(is_blank_sign);
    const bool has_digits = any([](Cell cell) { return cell >= '1' && cell <= '9'; });
    // 0 is a digit of the alphabets that have it, unless it is the only sign for a blank; a full board has sixteen.
    const auto zeros = std::ranges::count(cells, Cell{'0'});
    const bool is_full = order == 4 && cells.size() == 256 && zeros == 16 && fits(alphabets[1]);
    const bool has_digit_0 = zeros != 0 && (has_blank_sign || is_full);
    if (order == 6 && !has_letters && !has_blank_sign) return {};
    const bool is_second = (order == 4 && has_digit_0) || (order == 5 && has_digits);
    if (fits(alphabets[is_second])) return alphabets[is_second];
    const auto other = std::ranges::find_if(alphabets, fits);
    return other != alphabets.end() ? *other : alphabets[0];
}

/// -1 if there is none.
int digit_of(Cell cell, std::string_view alphabet, const Shape& shape) {
    if (cell == empty_field) return 0;
    if (shape.order == 3) return cell;
    if (cell == '.') return 0;
    const int number = cell >= first_number ? cell - first_number : is_digit(static_cast<char>(cell)) ? cell - '0' : -1;
    if (alphabet.empty()) return number <= shape.size ? number : -1;
    const std::size_t letter = alphabet.find(static_cast<char>(cell));
    return letter != std::string_view::npos ? static_cast<int>(letter) + 1 : number == 0 ? 0 : -1;
}

struct Fields {
    std::vector<std::string_view> texts;  ///< an empty one is between two commas
    bool has_comma = false, may_be_empty = false;
};

Fields split(std::string_view text, const Shape& shape) {
    Fields fields;
    // As many separators of one kind as a row has: fields that may be empty, and blank. Otherwise a tab is a space.
    for (const std::string_view others : {";,|\t", "\t,|;", "\t;|,"}) {
        const char separator = others.back();
        const auto count = std::ranges::count(text, separator);  // one more: a label, or a separator at the end
        if (count < shape.size - 1 || count > shape.size || text.find_first_of(others.substr(0, 3)) != text.npos)
            continue;
        fields.has_comma = fields.may_be_empty = true;
        fields.texts = split_row(text, separator);
        if (std::ssize(fields.texts) >= shape.size) return fields;
        fields = {};  // separators in quotation marks
    }
    bool after_comma = true;  // an empty field before the first comma counts
    for (std::size_t place = 0, end = 0; place < text.size(); place = end + 1) {
        end = std::min(text.find_first_of(" \t|,;", place), text.size());
        const bool is_comma = end < text.size() && is_among(text[end], ",;");
        if (end != place || (is_comma && after_comma)) fields.texts.push_back(text.substr(place, end - place));
        after_comma = is_comma || (after_comma && end == place);
        fields.has_comma = fields.has_comma || is_comma;
    }
    return fields;
}

/// Fields of one length above one, with no commas, are groups of cells, not numbers: 53. .7. ...
bool are_groups(const Fields& fields, const Shape& shape) {
    const std::size_t count = fields.texts.size(), length = character_count(fields.texts.front());
    if (length < 2 || (fields.has_comma && count > 1)) return false;
    if (count == 1) return !(fields.texts.front().starts_with('-') && is_number(fields.texts.front()));
    if (!std::ranges::all_of(fields.texts, [&](auto field) { return character_count(field) == length; })) return false;
    const auto is_one_of = [&](std::size_t number, std::initializer_list<int> numbers) {
        return std::ranges::any_of(numbers, [&](int counted) { return static_cast<std::size_t>(counted) == number; });
    };
    return is_one_of(length, {shape.order, shape.size, shape.order * shape.size}) ||
           (!is_one_of(count, {shape.size, shape.cells}) && is_one_of(count * length, {shape.size, shape.cells}));
}

/// Nine fields, or 81, some of them two digits or more: the candidates of a row.
bool are_pencil_marks(const Fields& fields, const Shape& shape) {
    const auto are_candidates = [](std::string_view field) {
        return !field.empty() && field.find_first_not_of("123456789") == field.npos;
    };
    const bool is_row = fields.texts.size() == 9 || fields.texts.size() == 81;
    return shape.order == 3 && is_row && std::ranges::all_of(fields.texts, are_candidates) &&
           std::ranges::count_if(fields.texts, [](auto field) { return field.size() > 1; }) > 1;
}

}  // namespace

std::span<const std::string_view> alphabets_of(int order) {
    static constexpr std::array<std::string_view, 8> all = {
        "1234",
        "123456789",
        "123456789ABCDEFG",
        "0123456789ABCDEF",
        "ABCDEFGHIJKLMNOP",
        "ABCDEFGHIJKLMNOPQRSTUVWXY",
        "123456789ABCDEFGHIJKLMNOP",
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    };
    static constexpr std::array<std::size_t, 7> begins = {0, 1, 2, 5, 7, 8, 8};
    const auto row = static_cast<std::size_t>(order - smallest_order);
    return std::span(all).subspan(begins[row], begins[row + 1] - begins[row]);
}

int sign_of_larger_board(char c, int order) {
    if (is_among(c, "._*-?")) return '.';
    c = upper(c);
    if (c == '0' || (is_digit(c) && order == largest_order)) return c;
    const auto has = [c](std::string_view alphabet) { return is_among(c, alphabet); };
    return std::ranges::any_of(alphabets_of(order), has) ? c : -1;
}

void add_group(CellText& read, std::string_view field, const Shape& shape) {
    for (std::size_t place = 0; place < field.size();) {
        const int cell = read_sign(field[place], shape);
        const Character character = cell >= 0 ? Character() : character_at(field, place);
        place += character.length;
        read.add(cell, [&] {
            const auto alphabets = alphabets_of(shape.order);
            return sign_fault(described(character), alphabets.empty() ? "" : alphabets.front(), shape);
        });
    }
}

void add_cell(CellText& read, std::string_view field, const Shape& shape) {
    const bool is_float = field.size() > 2 && field.ends_with(".0") && is_number(field.substr(0, field.size() - 2));
    if (is_float && (field.size() == 3 || shape.order != 3)) field.remove_suffix(2);
    int cell = field.size() == 1 ? read_sign(field[0], shape) : -1, number = 0;
    if (field.size() > 1 && field.size() < 9 && is_number(field) && shape.order != 3) {
        std::from_chars(field.data(), field.data() + field.size(), number);
        if (number >= -1 && number <= shape.size) cell = first_number + std::max(number, 0);
    }
    if (shape.order > 3 && field == "__") cell = '.';  // as wide as a number
    read.add(cell, [&] { return field_fault(field, shape); });
}

bool read_run(std::string_view text, std::span<Cell> digits) {
    bool are_cells = true;
    for (std::size_t place = 0; place < text.size(); ++place) {
        const int digit = signs_of_9x9[static_cast<unsigned char>(text[place])];
        are_cells &= digit >= 0;
        digits[place] = static_cast<Cell>(digit);
    }
    return are_cells;
}

CellText read_cells(std::string_view text, const Shape& shape) {
    CellText read;
    if (shape.order == 3 && text.size() > 1 && text.front() != '-') {  // one run, the commonest text of all
        read.cells.resize(text.size());
        if (read_run(text, read.cells)) return read.count = static_cast<int>(text.size()), read;
        read.cells.clear();
    }
    std::string unmarked;
    if (text.starts_with('|') && text.find('!') != std::string_view::npos) {
        // A ! marks a cell in conflict where the program shows a board that it could not solve.
        unmarked = text;
        std::ranges::replace(unmarked, '!', ' ');
        text = unmarked;
    }
    const Fields fields = split(text, shape);
    if (fields.texts.empty()) {
        read.fault.message = fmt::format("a line without cells: expected {} or {}{}", shape.size, shape.cells,
                                         shape.order == 3 ? ", each a digit 1-9 or a blank (. 0 x X * _ - ?)" : "");
    } else if (are_groups(fields, shape)) {
        for (const std::string_view field : fields.texts) add_group(read, field, shape);
    } else {
        read.parted = true;
        for (const std::string_view field : fields.texts) {
            if (field.empty() && fields.may_be_empty)
                read.add(empty_field, [] { return ""; });
            else
                add_cell(read, field, shape);
        }
        if (are_pencil_marks(fields, shape)) read.fault = {std::string(marks_not_read)}, read.is_certain = true;
    }
    return read;
}

Fault read_board(std::span<const Cell> cells, Grid& grid) {
    const Shape shape(grid.order());
    if (shape.order == 3 && std::ranges::count(cells, empty_field) == 0) {  // digits as they are
        std::ranges::copy(cells.first(grid.cells().size()), grid.cells().begin());
        return {};
    }
    const std::string_view alphabet = alphabet_of(cells, shape.order);
    for (int k = 0; k < shape.cells; ++k) {
        const Cell cell = cells[static_cast<std::size_t>(k)];
        const int digit = digit_of(cell, alphabet, shape);
        const auto is_other_blank = [&](Cell other) {
            return other != empty_field && digit_of(other, alphabet, shape) == 0;
        };
        if (cell == empty_field && std::ranges::any_of(cells, is_other_blank)) return {field_fault("", shape), k};
        if (digit < 0) {
            const std::string text =
                cell >= first_number ? std::to_string(cell - first_number) : std::string(1, static_cast<char>(cell));
            return {sign_fault("'" + text + "'", alphabet, shape), k};
        }
        grid[k] = static_cast<std::uint8_t>(digit);
    }
    return {};
}

bool are_alike(const CellText& read, const Shape& shape) {
    const std::string_view alphabet = alphabet_of(read.cells, shape.order);
    return !read.fault &&
           std::ranges::all_of(read.cells, [&](Cell cell) { return digit_of(cell, alphabet, shape) >= 0; });
}

bool has_blank(const CellText& read, const Shape& shape) {
    const std::string_view alphabet = alphabet_of(read.cells, shape.order);
    return std::ranges::any_of(read.cells, [&](Cell cell) { return digit_of(cell, alphabet, shape) == 0; });
}

bool is_rule(std::string_view text) {
    const auto is_dash = [](char c) { return c == '-' || c == '='; };
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (is_among(text[place], "-=+| \t")) continue;
        // Corners and crossings: .---.---. *-------* :---+---: '---'---'
        const bool left = place == 0 || is_dash(text[place - 1]),
                   right = place + 1 == text.size() || is_dash(text[place + 1]);
        if (!is_among(text[place], "*.:'") || !left || !right) return false;
    }
    return std::ranges::count_if(text, is_dash) >= 3;
}

}  // namespace evodoku::io
