// The history of `evodoku solve`: the file of --history.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "history/history_file.hpp"
#include "history/recorder.hpp"
#include "solve_settings.hpp"

namespace evodoku::app {

class SolveHistory {
public:
    /// Opens the file and writes the header. `resumed`: at its end. Throws InputOutputError.
    SolveHistory(const SolveSettings& settings, const std::vector<std::string>& devices, bool resumed);
    SolveHistory(const SolveHistory&) = delete;  // the recorder holds a pointer to it
    SolveHistory& operator=(const SolveHistory&) = delete;

    history::Recorder& recorder() { return recorder_; }
    /// Why the file can't be written any more: a text once, then empty again.
    std::string new_failure();
    /// Writes what is left. True if every line was written.
    bool close();

private:
    history::HistoryFile file_;
    history::Recorder recorder_;
    bool reported_ = false;  ///< what new_failure() says
};

/// Null where none is wanted.
std::unique_ptr<SolveHistory> open_history(const SolveSettings& settings, const std::vector<std::string>& devices,
                                           bool resumed);

}  // namespace evodoku::app
