// A text or a list with as many cells as a board is one; with as many as a row, a row of the list around it.
#include "large_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "large_text.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t max_named_large = 64;

}  // namespace

bool LargeJson::is_full(const std::vector<std::string>& cells) const {
    return !judge_large_cells(cells, order_).have_blank;
}

bool LargeJson::next(Text& text, Found& found) {
    while (found_.empty() && is_under_way()) step(text);
    if (found_.empty()) return false;
    found = std::move(found_.front());
    found_.pop_front();
    return true;
}

void LargeJson::add(const JsonToken& token) {
    if (token.kind == JsonToken::Kind::text) {
        const std::vector<std::string> cells = large_cells_of(token.text, static_cast<int>(size_));
        const bool may_be_cells = cells.size() == 1 || cells.size() == size_ || cells.size() == size_ * size_;
        may_be_cells ? add_cells(cells, token.line) : add_misfit(cells.size(), token.line);
    } else if (open_.back().key.empty()) {
        const bool is_blank = token.text == "null" || token.text == "None";
        add_cells({is_blank ? "-1" : token.text}, token.line);
    } else {
        open_.back().key.clear();  // a number under a key is not a cell
    }
}

/// Adds a cell, a row or a board to the frame that is open.
void LargeJson::add_cells(std::vector<std::string> cells, std::size_t line) {
    LargeJsonFrame& frame = open_.back();
    const std::string key = std::exchange(frame.key, {});
    if (frame.passed_over || names_solution(key)) return;
    if (cells.size() == size_ * size_) {
        if (!key.empty()) {
            frame.named.push_back({rank_of(key), line, std::move(cells)});
            if (frame.named.size() == max_named_large) choose(frame);
        } else if (!(frame.had_puzzle && is_full(cells))) {  // [puzzle, solution]
            emit(frame, line, std::move(cells));
        }
        return;
    }
    if (!key.empty()) return;
    frame.count += cells.size();
    if (frame.cells.size() <= size_ * size_) std::ranges::move(cells, std::back_inserter(frame.cells));
}

/// A text or a list of another length. One that is much longer than a row is an error by itself, as boards beside it
/// are puzzles.
void LargeJson::add_misfit(std::size_t count, std::size_t line) {
    LargeJsonFrame& frame = open_.back();
    const std::string key = std::exchange(frame.key, {});
    if (count == 0 || frame.passed_over || names_solution(key)) return;
    if (!key.empty() && rank_of(key) == rank_of("")) return;
    if (count > 2 * size_ && std::ranges::none_of(open_, &LargeJsonFrame::has_keys)) {
        frame.yields = true;
        return report(line, misfit_message(count));
    }
    frame.count += count;
    if (frame.misfit == 0) frame.misfit = count;
}

void LargeJson::close(LargeJsonFrame& frame) {
    choose(frame);
    const bool is_complete = frame.misfit == 0 && frame.cells.size() == frame.count && !frame.yields;
    const bool is_board = is_complete && frame.count == size_ * size_, is_row = is_complete && frame.count == size_;
    if (is_board && open_.empty()) return emit(frame, frame.line, std::move(frame.cells));
    if ((is_board || is_row) && !open_.empty()) return add_cells(std::move(frame.cells), frame.line);
    if (frame.yields && !open_.empty()) open_.back().yields = true, open_.back().key.clear();
    if (frame.yields) return;
    const std::size_t misfit = frame.misfit != 0 ? frame.misfit : frame.count;
    const bool is_element = open_.size() == 1 && open_.back().bracket == '[' && frame.has_keys;
    if (!open_.empty() && !is_element) return add_misfit(misfit, frame.line);
    if (is_element) open_.back().yields = true;
    report(is_element ? frame.line : first_line_,
           fmt::format("no puzzle in the JSON: {}",
                       misfit != 0 ? misfit_message(misfit)
                                   : fmt::format("expected {0} cells or {1} rows of {1}, as text or a list, or under a "
                                                 "key such as \"puzzle\"",
                                                 size_ * size_, size_)));
}

std::string LargeJson::misfit_message(std::size_t count) const {
    return fmt::format("{} cell{}, not {} in a row or {} in all", count, count == 1 ? "" : "s", size_, size_ * size_);
}

/// The boards of an object that are puzzles: those under the best key; without the full ones, unless all are.
void LargeJson::choose(LargeJsonFrame& frame) {
    if (frame.named.empty()) return;
    const std::size_t best = std::ranges::min_element(frame.named, {}, &LargeJsonFrame::Named::rank)->rank;
    std::erase_if(frame.named, [&](const auto& named) { return named.rank != best; });
    const bool any_blank = std::ranges::any_of(frame.named, [&](const auto& named) { return !is_full(named.cells); });
    for (LargeJsonFrame::Named& named : frame.named) {
        if (!any_blank || !is_full(named.cells)) emit(frame, named.line, std::move(named.cells));
    }
    frame.named.clear();
}

void LargeJson::emit(LargeJsonFrame& frame, std::size_t line, std::vector<std::string> cells) {
    frame.yields = true;
    frame.had_puzzle = frame.had_puzzle || !is_full(cells);
    found_.push_back({line, std::move(cells), ""});
}

void LargeJson::report(std::size_t line, const std::string& message) { found_.push_back({line, {}, message}); }

}  // namespace evodoku::io
