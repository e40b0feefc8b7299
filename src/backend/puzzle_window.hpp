// The puzzles of a run between the first whose outcome was not reported and the last one taken. Host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/host_work.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku {

/// One entry per puzzle, in input order:
///
///     reported   | settled  underway  settled  settled  underway |   not taken
///                  first                                  last
class PuzzleWindow {
public:
    struct Entry {
        Outcome outcome;
        bool settled = false;      ///< its outcome is final
        bool wrong = false;        ///< its answer was a wrong solution
        Clock::time_point begin;   ///< of its work
        double share_of_each = 0;  ///< seconds: see Run::divide_time()
    };

    /// `reported`: the number of puzzles before the first entry.
    explicit PuzzleWindow(std::uint32_t reported = 0) : first_(reported) {}

    std::size_t size() const { return entries_.size(); }
    std::size_t underway() const { return underway_; }
    std::uint32_t puzzles_taken() const { return first_ + static_cast<std::uint32_t>(entries_.size()); }

    /// Takes the next puzzle.
    Entry& add(const Grid& grid) {
        Entry& entry = entries_.emplace_back();
        entry.outcome.puzzle_index = first_ + static_cast<std::uint32_t>(entries_.size() - 1);
        entry.outcome.puzzle = entry.outcome.board = grid;
        ++underway_;
        return entry;
    }
    /// The entry of a puzzle under way.
    Entry& underway(std::uint32_t puzzle_index) {
        Entry& entry = entries_.at(puzzle_index - first_);
        if (entry.settled) throw std::logic_error("a puzzle was answered twice");
        return entry;
    }
    void settle(Entry& entry) {
        entry.settled = true;
        --underway_;
    }

    /// Takes out settled entries before the first that is underway, at most `max_count`: writes their outcomes, in
    /// order.
    void take_due(std::vector<Outcome>& due, std::size_t max_count) {
        due.clear();
        while (due.size() < max_count && !entries_.empty() && entries_.front().settled) {
            due.push_back(std::move(entries_.front().outcome));
            entries_.pop_front();
            ++first_;
        }
    }

    auto begin() { return entries_.begin(); }
    auto end() { return entries_.end(); }
    auto begin() const { return entries_.begin(); }
    auto end() const { return entries_.end(); }

private:
    std::uint32_t first_ = 0;
    std::size_t underway_ = 0;
    std::deque<Entry> entries_;
};

}  // namespace evodoku
