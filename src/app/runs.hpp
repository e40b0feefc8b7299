// The runs of `evodoku solve`: all puzzles, once for each seed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "evodoku/engine/solve.hpp"
#include "puzzle_input.hpp"
#include "report.hpp"
#include "solve_options.hpp"

namespace evodoku::app {

class Runs {
public:
    /// Keeps references to all of them.
    Runs(Backend& backend, const SolveSettings& settings, PuzzleInput& input, const Report& report);

    /// Makes the runs, until the last, the clock or the user ends them; says how each went. True where all were made
    /// and solved every puzzle.
    bool operator()();

private:
    bool should_stop() const;
    Summary one_run(std::uint64_t seed);
    void tell(const std::string& text) const;
    void sum_up(const std::vector<Summary>& runs) const;

    Backend& backend_;
    const SolveSettings& settings_;
    PuzzleInput& input_;
    const Report& report_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace evodoku::app
