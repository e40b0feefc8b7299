// The results of `evodoku solve`: in the chosen format, on standard output or in the file of --output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "evodoku/backend/solve.hpp"
#include "puzzle_input.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

/// Where results go.
class ResultSink {
public:
    /// `name`: of the file; empty for standard output. `keep`: the first bytes of the file that stay, where a run goes
    /// on; the rest is cut off. Throws InputOutputError.
    explicit ResultSink(std::string name, std::uint64_t keep = 0);
    ~ResultSink();
    ResultSink(const ResultSink&) = delete;
    ResultSink& operator=(const ResultSink&) = delete;

    /// Writes it all at once. Throws InputOutputError.
    void write(std::string_view text);
    /// Returns when the file is on the disk. Throws InputOutputError.
    void sync();

    bool is_file() const { return !name_.empty(); }
    /// Bytes of the file.
    std::uint64_t length() const { return length_; }

private:
    [[noreturn]] void fail(const char* what, int error) const;

    std::string name_;
    int descriptor_ = -1;
    std::uint64_t length_ = 0;
};

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
