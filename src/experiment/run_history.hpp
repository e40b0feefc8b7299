// The full history of a run of an experiment: a file per run.
#pragma once

#include <string>

#include "experiment/experiment.hpp"
#include "history/history_file.hpp"
#include "history/recorder.hpp"

namespace evodoku::experiment {

/// Within the folder of all: "plain/easy.txt-12-seed7-0123456789abcdef.jsonl". The last part is the run's own seed,
/// which no other run of the puzzle has.
std::string history_file_name(const Experiment& experiment, const Run& run);

/// A file that gets its name when it is complete.
class RunHistory {
public:
    /// Opens it and writes the header. Throws history::HistoryFileError.
    RunHistory(const Experiment& experiment, const Run& run, const Machine& machine);
    /// Removes a file that is not complete.
    ~RunHistory();
    RunHistory(const RunHistory&) = delete;
    RunHistory& operator=(const RunHistory&) = delete;

    history::Recorder& recorder() { return recorder_; }
    /// Throws history::HistoryFileError if some of it was not written.
    void complete(const Outcome& outcome);

private:
    std::string name_;
    history::HistoryFile file_;
    history::Recorder recorder_;
};

}  // namespace evodoku::experiment
