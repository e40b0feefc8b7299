// Tries one format after another where a puzzle may begin; the first that recognises the text reads it.
#include "evodoku/io/puzzle_reader.hpp"
#include "core/geometry.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "file_kinds.hpp"
#include "format.hpp"
#include "large_reader.hpp"

namespace evodoku::io {

std::vector<std::unique_ptr<Format>> make_formats() {
    std::vector<std::unique_ptr<Format>> formats;
    formats.push_back(make_xml_format());
    formats.push_back(make_json_format());
    formats.push_back(make_section_format());
    formats.push_back(make_table_head_format());
    formats.push_back(make_line_format());
    formats.push_back(make_picture_format());
    formats.push_back(make_list_format());
    std::vector<Format*> others;
    for (const std::unique_ptr<Format>& format : formats) others.push_back(format.get());
    formats.push_back(make_row_format(std::move(others)));
    return formats;
}

class PuzzleReader::Reading {
public:
    Reading(std::istream& input, std::string source, int order) : text_(input) {
        if (order != 3) large_.emplace(input, source, order);
        context_.source = std::move(source);
    }

    bool next(PuzzleEntry& entry) {
        if (large_) return large_->next(entry);
        while (context_.grids.empty() && context_.errors.empty() && advance()) {
        }
        if (!context_.grids.empty()) {
            entry = context_.grids.front();
            context_.grids.pop_front();
            return true;
        }
        if (context_.errors.empty()) return false;
        const ParseError error = std::move(context_.errors.front());
        context_.errors.pop_front();
        throw error;
    }

private:
    /// Reads until there may be a puzzle or an error; false at the end of the input.
    bool advance() {
        if (!std::exchange(begun_, true)) check_kind();
        const std::size_t errors_before = context_.errors.size();
        if (!read_some()) return end();
        // The last text of a damaged file is cut short: its error is not the cause, which end() reports.
        if (context_.errors.size() > errors_before && text_.bytes(1).empty() && !text_.fault().empty()) {
            context_.errors.erase(context_.errors.begin() + static_cast<std::ptrdiff_t>(errors_before),
                                  context_.errors.end());
        }
        context_.found_any = context_.found_any || !context_.grids.empty() || !context_.errors.empty();
        return true;
    }

    void check_kind() {
        const std::string_view reason = refused_kind(text_.head(head_size));
        if (reason.empty()) return;
        context_.add_error(1, -1, reason);
        context_.found_any = true;  // its only error
        text_.abandon();
    }

    bool read_some() {
        for (const std::unique_ptr<Format>& format : formats_) {
            if (!format->is_under_way()) continue;
            format->read(text_, context_);
            return true;
        }
        if (read_bare_line()) return true;
        Line line;
        if (!text_.peek(line)) return false;
        if (line.raw.empty()) {
            text_.take_line();
            ++context_.gap.blanks;
            return true;
        }
        for (const std::unique_ptr<Format>& format : formats_) {
            const bool is_last = format == formats_.back();
            if (is_last && is_passed_over(line)) break;
            if (!format->recognises(line, text_, context_)) continue;
            context_.found_text = true;
            format->read(text_, context_);
            return true;
        }
        text_.take(line);
        ++(line.text.empty() && !line.commented ? context_.gap.blanks : context_.gap.comments);
        return true;
    }

    /// A line of 81 cells and nothing else, the commonest of all, without a copy of it. LineFormat would read the same,
    /// and no format before it recognises such a line.
    bool read_bare_line() {
        const std::string_view line = text_.line_of(cell_count);
        if (line.empty()) return false;
        Grid grid;
        bool are_cells = true;
        for (int cell = 0; cell < cell_count; ++cell) {
            const int value = cell_value(line[static_cast<std::size_t>(cell)]);
            are_cells = are_cells && value >= 0;
            grid[cell] = static_cast<std::uint8_t>(value);
        }
        if (!are_cells) return false;
        context_.found_text = true;
        context_.begin_other();
        context_.grids.push_back({grid, text_.number()});
        text_.take_line();
        return true;
    }

    bool end() {
        if (std::exchange(ended_, true)) return false;
        const std::size_t last = std::max<std::size_t>(text_.number() - 1, 1);
        if (!text_.fault().empty())
            context_.add_error(last, -1, text_.fault());
        else if (text_.failed())
            context_.add_error(last, -1,
                               "cannot be read to its end: check that it is a readable file and not a folder");
        else if (!context_.found_any)
            context_.add_error(last, -1, "no puzzle in the file: expected 81 cells per line or nine lines of nine");
        return !context_.errors.empty();
    }

    std::optional<LargeReader> large_;  ///< of another order than 3
    Text text_;
    Context context_;
    std::vector<std::unique_ptr<Format>> formats_ = make_formats();
    bool begun_ = false, ended_ = false;
};

PuzzleReader::PuzzleReader(std::istream& input, std::string source, int order)
    : reading_(std::make_unique<Reading>(input, std::move(source), order)) {}
PuzzleReader::~PuzzleReader() = default;
PuzzleReader::PuzzleReader(PuzzleReader&&) noexcept = default;
PuzzleReader& PuzzleReader::operator=(PuzzleReader&&) noexcept = default;

bool PuzzleReader::next(PuzzleEntry& entry) { return reading_->next(entry); }

Grid parse_puzzle(std::string_view text, std::string source, int order) {
    std::istringstream input{std::string(text)};
    PuzzleReader reader(input, source, order);
    PuzzleEntry puzzle, second;
    reader.next(puzzle);
    if (order != 3) return puzzle.grid;
    if (reader.next(second)) throw ParseError(source, second.line, "", "a second puzzle begins here: give only one");
    return puzzle.grid;
}

}  // namespace evodoku::io
