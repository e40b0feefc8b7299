// Results in the chosen format.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>

#include "core/in_blocks.hpp"
#include "evodoku/backend/solve.hpp"
#include "puzzle_input.hpp"
#include "result_sink.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

class Report {
public:
    /// Requires a format other than auto. `device`: as text, for JSON. Keeps a reference to `results`. `for_each`:
    /// makes texts side by side.
    Report(const SolveSettings& settings, std::string device, ResultSink& results, ForEach for_each);

    /// Some puzzles of one run, in order; `inputs` begins with those. Throws InputOutputError if they can't be written.
    void outcomes(std::span<const Outcome> outcomes, const std::deque<InputPuzzle>& inputs, std::uint64_t seed) const;
    ResultSink& results() const { return results_; }

private:
    std::string text(const Outcome& outcome, const InputPuzzle& input, std::uint64_t seed) const;
    std::string grid(const Outcome& outcome, const InputPuzzle& input) const;
    std::string json(const Outcome& outcome, const InputPuzzle& input, std::uint64_t seed) const;

    ResultSink& results_;
    ForEach for_each_;
    Format format_;
    std::uint32_t population_;
    std::string device_;
    bool color_;
};

/// "solved in generation 40 (0.016 s, 195 k evaluations, 0 restarts)"
std::string describe(const Outcome& outcome);
/// "10 of 12 solved, 1 not solved, 1 without a solution; 1.200 s, ..."
std::string describe(const Summary& summary);
std::string fingerprint_text(std::uint64_t fingerprint);

}  // namespace evodoku::app
