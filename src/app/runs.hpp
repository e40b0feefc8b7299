// The runs of `evodoku solve`: all puzzles, once for each seed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "evodoku/backend/solve.hpp"
#include "puzzle_input.hpp"
#include "report.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

class Runs {
public:
    /// Keeps references to all of them.
    Runs(Backend& backend, const SolveSettings& settings, PuzzleInput& input, const Report& report);

    /// Makes the runs until the last one, the time limit or the user ends them, and reports each. True if all were made
    /// and every puzzle was solved.
    bool operator()();
    /// Puzzles of all runs that were not solved, and may have a solution.
    std::uint64_t unsolved() const { return unsolved_; }
    /// Logic alone filled every puzzle: nothing evolved.
    bool only_logic() const { return only_logic_; }

private:
    bool should_stop() const;
    Summary one_run(std::uint64_t seed);
    void tell(const std::string& text) const;
    void sum_up(const std::vector<Summary>& runs) const;

    Backend& backend_;
    const SolveSettings& settings_;
    PuzzleInput& input_;
    const Report& report_;
    std::uint64_t unsolved_ = 0;
    bool only_logic_ = true;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace evodoku::app
