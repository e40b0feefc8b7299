// Nine lines of nine. Joins adjacent lines to pieces, and pieces with equal gaps to blocks.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "format.hpp"
#include "row_block.hpp"

namespace evodoku::io {
namespace {

struct Piece {
    RowBlock rows;
    Gap before;
};

CellText too_long_line() {
    CellText cells;
    cells.count = static_cast<int>(longest_line);
    cells.fault.message =
        fmt::format("the line is longer than {} bytes: expected 81 cells per line or nine lines of nine", longest_line);
    return cells;
}

/// Nine or more lines are complete.
bool stands_alone(const RowBlock& rows) { return rows.size() >= 9 || rows.is_wrapped_list(); }

class RowFormat final : public Format {
public:
    explicit RowFormat(std::vector<Format*> others) : others_(std::move(others)) {}

    bool recognises(const Line&, Text&, const Context&) override { return true; }
    bool is_under_way() const override { return !pieces_.empty(); }

    void read(Text& text, Context& context) override {
        const Context::Before before = context.before;
        const bool first = !context.found_any;
        std::optional<Piece> piece = take_piece(text, context);
        if (!piece) return;  // a rule without rows
        RowBlock block = std::move(piece->rows);
        Gap width;  // between the pieces
        if (!stands_alone(block)) width = take_alike_pieces(block, text, context);
        const bool last = pieces_.empty() && text.at_end();

        // A row that was damaged into the start of a list leaves rows on both sides of it.
        const bool after_list =
            before == Context::Before::broken_list || before == Context::Before::broken_list_amid_rows;
        if (after_list && piece->before <= width &&
            (width != Gap{} || before == Context::Before::broken_list_amid_rows))
            block.distrust();
        Line next;
        if (pieces_.empty() && context.gap <= width && text.peek(next) && begins_broken_list(next, text))
            block.distrust();
        context.before = Context::Before::rows;
        block.judge(context.source, first && last, context.grids, context.errors);
    }

private:
    /// Pieces belong together as long as the gaps between them are equal; a wider gap ends the block, and before a
    /// narrower one the last piece begins the next block. Returns the gap.
    Gap take_alike_pieces(RowBlock& block, Text& text, Context& context) {
        Gap width;
        std::optional<Piece> pending;  // belongs to the block unless a narrower gap follows
        while (true) {
            std::optional<Piece> following = take_piece(text, context);
            const bool other = !following || stands_alone(following->rows);
            if (!other && pending && following->before < pending->before) {
                pieces_.push_front(std::move(*following));
                pieces_.push_front(std::move(*pending));
                return width;
            }
            if (other || (pending && following->before > pending->before)) {
                if (pending) block.append(pending->rows);
                if (following) pieces_.push_front(std::move(*following));
                return width;
            }
            if (pending) block.append(pending->rows);
            width = following->before;
            pending = std::move(following);
        }
    }

    /// The next piece; none if something else comes next.
    std::optional<Piece> take_piece(Text& text, Context& context) {
        Piece piece;
        if (!pieces_.empty()) {
            piece = std::move(pieces_.front());
            pieces_.pop_front();
            return piece;
        }
        for (Line line; text.peek(line);) {
            if (is_rule(line.text)) {
                text.take(line);
                continue;
            }
            const bool first_of_grid = piece.rows.size() % 9 == 0;
            if (begins_other(line, text, context, first_of_grid)) break;
            text.take(line);
            if (is_passed_over(line)) {
                ++(line.commented || !line.text.empty() ? context.gap.comments : context.gap.blanks);
                if (!piece.rows.empty()) return piece;
                continue;
            }
            if (piece.rows.empty()) piece.before = context.gap;
            context.gap = {};
            piece.rows.add(line.number, line.too_long ? too_long_line() : cells_of(line, context));
        }
        if (piece.rows.empty()) return std::nullopt;
        return piece;
    }

    /// Pictures are looked for only where a grid may begin.
    bool begins_other(const Line& line, Text& text, const Context& context, bool first_of_grid) const {
        return std::any_of(others_.begin(), others_.end(), [&](Format* format) {
            return (first_of_grid || !format->needs_whole_grid()) && format->recognises(line, text, context);
        });
    }

    std::vector<Format*> others_;
    std::deque<Piece> pieces_;  // taken, but part of what comes next
};

}  // namespace

std::unique_ptr<Format> make_row_format(std::vector<Format*> others) {
    return std::make_unique<RowFormat>(std::move(others));
}

}  // namespace evodoku::io
