// The results of `evodoku solve`: in the chosen format, on standard output or in the file of --output.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "files/written_file.hpp"
#include "io/json.hpp"
#include "prepared_run.hpp"

namespace evodoku::app {

/// Writes on standard output, or to the file of --output. All functions throw FileError.
class ResultWriter {
public:
    /// Of `evodoku solve`, which has read its input and opened its device, with a format other than auto. Keeps a
    /// reference to the run. Where that goes on, the bytes that it has written stay.
    explicit ResultWriter(const PreparedRun& run);

    /// Before the first write(): what a file has behind the bytes that stay is cut off.
    void cut() {
        if (std::exchange(is_to_cut_, false)) file_->cut(length_);
    }
    /// Some puzzles of one run, in order; `inputs` begins with those.
    void write(std::span<const Outcome> outcomes, const std::deque<io::ReadPuzzle>& inputs, std::uint64_t seed);
    /// Returns when the file is on the disk.
    void sync() {
        if (file_) file_->sync();
    }
    /// Nothing of it reaches a terminal: a plain file, or /dev/null.
    bool is_apart() const { return is_apart_; }
    /// Bytes of the file.
    std::uint64_t length() const { return length_; }

private:
    std::string text(const Outcome& outcome, const io::ReadPuzzle& input, std::uint64_t seed) const;
    io::Record fields_of(const Outcome& outcome, const io::ReadPuzzle& input, std::uint64_t seed) const;
    std::string head(const io::Record& record) const;

    const PreparedRun& run_;
    const std::string device_;
    std::optional<AppendedFile> file_;
    bool color_, is_apart_, is_to_cut_ = false;
    std::uint64_t length_;
};

/// "solved in generation 40 (0.016 s, 195 k evaluations, 0 restarts)"
std::string describe(const Outcome& outcome);
/// "10 of 12 solved, 1 not solved, 1 without a solution; 1.200 s, ..."
std::string describe(const Summary& summary);

}  // namespace evodoku::app
