// The puzzles of a run between the first whose outcome was not reported and the last one taken. Host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/clock.hpp"
#include "evodoku/backend/solve.hpp"

namespace evodoku {

/// One place per puzzle, in input order:
///
///     reported   | settled  underway  settled  settled  underway |   not taken
///                  first                                  last
class PuzzleWindow {
public:
    struct Place {
        Outcome outcome;
        bool settled = false;      ///< its outcome is final
        bool wrong = false;        ///< its answer was a wrong solution
        Clock::time_point begin;   ///< of its work
        double share_of_each = 0;  ///< seconds: see Run::divide_time()
    };

    /// `reported`: the number of puzzles before the first place.
    explicit PuzzleWindow(std::uint32_t reported = 0) : first_(reported) {}

    std::size_t size() const { return places_.size(); }
    std::size_t underway() const { return underway_; }
    std::uint32_t puzzles_taken() const { return first_ + static_cast<std::uint32_t>(places_.size()); }

    /// Takes the next puzzle.
    Place& add(const Grid& grid) {
        Place& place = places_.emplace_back();
        place.outcome.puzzle_index = first_ + static_cast<std::uint32_t>(places_.size() - 1);
        place.outcome.puzzle = place.outcome.board = grid;
        ++underway_;
        return place;
    }
    /// The place of a puzzle under way.
    Place& underway(std::uint32_t puzzle_index) {
        Place& place = places_.at(puzzle_index - first_);
        if (place.settled) throw std::logic_error("a puzzle was answered twice");
        return place;
    }
    void settle(Place& place) {
        place.settled = true;
        --underway_;
    }

    /// Takes out settled places before the first that is underway, at most `most`: writes their outcomes, in order.
    void take_due(std::vector<Outcome>& due, std::size_t most) {
        due.clear();
        while (due.size() < most && !places_.empty() && places_.front().settled) {
            due.push_back(std::move(places_.front().outcome));
            places_.pop_front();
            ++first_;
        }
    }

    auto begin() { return places_.begin(); }
    auto end() { return places_.end(); }

private:
    std::uint32_t first_ = 0;
    std::size_t underway_ = 0;
    std::deque<Place> places_;
};

}  // namespace evodoku
