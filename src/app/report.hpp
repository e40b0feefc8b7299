// Results in the chosen format.
#pragma once

#include <cstdint>
#include <string>

#include "evodoku/backend/solve.hpp"
#include "puzzle_input.hpp"
#include "result_sink.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

class Report {
public:
    /// Requires a format other than auto. `device`: as text, for JSON. Keeps a reference to `results`.
    Report(const SolveSettings& settings, std::string device, ResultSink& results);

    /// One puzzle of one run. Throws InputOutputError if it can't be written.
    void outcome(const Outcome& outcome, const InputPuzzle& input, std::uint64_t seed) const;
    ResultSink& results() const { return results_; }

private:
    std::string grid(const Outcome& outcome, const InputPuzzle& input) const;
    std::string json(const Outcome& outcome, const InputPuzzle& input, std::uint64_t seed) const;

    ResultSink& results_;
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
