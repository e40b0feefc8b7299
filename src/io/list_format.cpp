// Lists of numbers in brackets, over any number of lines.
#include <algorithm>

#include "core/geometry.hpp"
#include "format.hpp"
#include "list_text.hpp"

namespace evodoku::io {
namespace {

/// A list in the text, and its number of lines.
struct ListRead {
    ListText list;
    std::vector<std::size_t> numbers;  // of the lines fed, for faults
    std::size_t lines = 0;
};

/// A list that does not close ends at a blank line or where another puzzle clearly begins.
ListRead look_at_list(Text& text) {
    ListRead read;
    Text::Ahead ahead(text);
    Line line;
    if (!ahead.next(line)) return read;
    read.list.feed(std::string_view(line.text).substr(list_start(line.text)));
    read.numbers.push_back(line.number);
    read.lines = ahead.count();
    while (!read.list.closed() && ahead.next(line)) {
        if (is_passed_over(line)) {
            if (!line.commented) break;
            read.lines = ahead.count();
            continue;
        }
        const std::string_view words = line.text;
        const bool begins_list = words.front() == '[' && (!read.list.takes_rows() || words.starts_with("[["));
        const std::size_t start = list_start(words);
        const CellText cells = begins_list ? CellText{} : cells_of(line, {});
        const bool begins_other = words.front() != '[' && words.front() != ']' && cells.is_puzzle() && !cells.parted;
        if (begins_list || begins_other || (start != std::string_view::npos && start > 0) || is_section(words)) break;
        read.list.feed(words);
        read.lines = ahead.count();
        if (read.numbers.size() <= cell_count) read.numbers.push_back(line.number);
    }
    return read;
}

/// A complete list on one line that is not a whole puzzle is a row of a grid.
bool begins_list(const Line& line) {
    const std::size_t start = line.too_long ? std::string::npos : list_start(line.text);
    if (start == std::string::npos || line.text[start] != '[') return false;
    ListText list;
    list.feed(std::string_view(line.text).substr(start));
    return !(list.closed() && !list.nested() && list.count() != cell_count);
}

class ListFormat final : public Format {
public:
    bool recognises(const Line& line, Text&, const Context&) override { return begins_list(line); }

    void read(Text& text, Context& context) override {
        const bool amid_rows = context.before == Context::Before::rows && context.gap.comments == 0;
        context.begin_other();
        const ListRead read = look_at_list(text);
        Line line;
        for (std::size_t taken = 0; taken < read.lines; ++taken) text.take(line);
        const Fault fault = read.list.fault();
        if (!fault) {
            context.grids.push_back({read.list.grid(), read.numbers.front()});
            return;
        }
        const auto at = std::min(static_cast<std::size_t>(read.list.fault_line()), read.numbers.size() - 1);
        context.add_error(read.numbers[at], fault.cell, fault.message);
        context.before = amid_rows ? Context::Before::broken_list_amid_rows : Context::Before::broken_list;
    }
};

}  // namespace

bool begins_broken_list(const Line& line, Text& text) {
    return begins_list(line) && !begins_json(line, text) && look_at_list(text).list.fault();
}

std::size_t list_start(std::string_view text) {
    constexpr std::size_t none = std::string_view::npos;
    const auto is_bracket = [&](std::size_t at) { return at < text.size() && (text[at] == '[' || text[at] == '{'); };
    if (is_bracket(0)) return 0;
    if (text.empty() || (!is_letter(text.front()) && text.front() != '_')) return none;
    const auto is_part_of_name = [](char c) {
        return is_letter(c) || is_digit(c) || std::string_view(" \t_[]<>:*&.,$").find(c) != std::string_view::npos;
    };
    // int board[9][9] = {   const grid: number[][] = [   puzzle = [   grid = np.array([   array([
    const std::size_t equals = text.find('=');
    const std::size_t end = std::min(equals, text.size());
    std::size_t at = 0;
    if (equals != none) {
        if (!std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), is_part_of_name)) return none;
        at = text.find_first_not_of(" \t", equals + 1);
        if (at == none || is_bracket(at)) return at;
    }
    if (text.substr(at).starts_with("new ")) return text.find('{', at);  // Java's new int[][] {
    const std::size_t call = text.find('(', at);
    if (call == none || !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at),
                                     text.begin() + static_cast<std::ptrdiff_t>(call), is_part_of_name))
        return none;
    at = text.find_first_not_of(" \t", call + 1);
    return at != none && is_bracket(at) ? at : none;
}

std::size_t list_start_in_bytes(const Line& line, Text& text) {
    // The line may have been normalised: the bracket is found by counting brackets of its kind.
    const std::size_t start = list_start(line.text);
    const char bracket = line.text[start];
    auto before = std::count(line.text.begin(), line.text.begin() + static_cast<std::ptrdiff_t>(start), bracket);
    std::size_t at = 0;
    for (std::string_view bytes = text.bytes(1); bytes.size() > at; bytes = text.bytes(++at + 1))
        if (bytes[at] == bracket && before-- == 0) break;
    return at;
}

std::unique_ptr<Format> make_list_format() { return std::make_unique<ListFormat>(); }

}  // namespace evodoku::io
