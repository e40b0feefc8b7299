// The history of `evodoku solve`: what --history and --tensorboard write.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "history/history_file.hpp"
#include "history/recorder.hpp"
#include "history/tensorboard.hpp"
#include "puzzle_input.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

/// The time as 2026-01-31T12:00:00Z.
std::string time_text();

/// All settings of the search, as a header has them.
std::vector<std::pair<std::string, std::string>> history_configuration(const SearchSettings& settings);

class SolveHistory {
public:
    /// Opens what is wanted; a history gets its header. `resumed`: at its end. Throws InputOutputError.
    SolveHistory(const SolveSettings& settings, const std::vector<std::string>& devices, bool resumed);
    SolveHistory(const SolveHistory&) = delete;  // the recorder holds a pointer to it
    SolveHistory& operator=(const SolveHistory&) = delete;

    history::Recorder& recorder() { return recorder_; }
    /// Why a file can't be written any more: a text once, then empty again.
    std::string new_failure();
    /// Writes what is left. True if every line was written.
    bool close();

private:
    std::string failures() const;

    std::unique_ptr<history::HistoryFile> file_;
    std::unique_ptr<history::TensorBoard> board_;
    history::Recorder recorder_;
    std::string reported_;  ///< what new_failure() said last
};

/// Null where none is wanted.
std::unique_ptr<SolveHistory> open_history(const SolveSettings& settings, const std::vector<std::string>& devices,
                                           bool resumed);

}  // namespace evodoku::app
