// The full history of a run of an experiment: a file per run, scalars for TensorBoard, or both.
#pragma once

#include <optional>
#include <string>

#include "experiment/experiment.hpp"
#include "history/history_file.hpp"
#include "history/recorder.hpp"
#include "history/tensorboard.hpp"

namespace evodoku::experiment {

/// Within the folder of all: "plain/easy.txt-12-seed7-0123456789abcdef.jsonl". The last part is the run's own seed,
/// which no other run of the puzzle has.
std::string history_file_name(const Experiment& experiment, const Run& run);

/// True if the plan or the machine wants one.
bool wants_history(const Experiment& experiment, const Machine& machine);

/// The file gets its name when it is complete. The folder of TensorBoard is there from the beginning, named as the file
/// without its ending.
class RunHistory {
public:
    /// Opens what is wanted and writes the header. Throws history::HistoryFileError.
    RunHistory(const Experiment& experiment, const Run& run, const Machine& machine);
    /// Removes what is not complete.
    ~RunHistory();
    RunHistory(const RunHistory&) = delete;
    RunHistory& operator=(const RunHistory&) = delete;

    history::Recorder& recorder() { return recorder_; }
    /// Throws history::HistoryFileError if some of it was not written.
    void complete(const Outcome& outcome);

private:
    std::string name_;    ///< of the file
    std::string folder_;  ///< of TensorBoard
    std::optional<TemporaryFile> temporary_;  ///< gets the name of the file when it is complete
    std::optional<history::HistoryFile> file_;
    std::optional<history::TensorBoard> board_;
    history::Recorder recorder_;
    bool complete_ = false;
};

}  // namespace evodoku::experiment
