// The checkpoints of `evodoku solve`: when one is due, and how it is written.
#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <string>

#include "checkpoint/checkpoint_file.hpp"

namespace evodoku::app {

/// When a checkpoint is due, and warnings where one can't be written.
class Checkpointer {
public:
    /// Locks the file. Throws CheckpointFileError if it can't be written, or another process writes it.
    Checkpointer(const std::string& name, std::chrono::milliseconds every);

    /// At once, then at intervals, and when SIGUSR1 came; then save() says so.
    bool due();
    /// Writes the file. If that fails, it tells each cause once and returns false.
    bool save(const std::function<void(const ByteSink& to)>& state,
              const std::function<void(const std::string& message)>& tell);
    /// The last one took a time that a user notices; so may the first.
    bool is_slow() const { return is_slow_; }

    /// The last one could not be written.
    bool failed() const { return failed_; }
    const std::string& name() const { return file_.name(); }

private:
    using Clock = std::chrono::steady_clock;

    WrittenFile file_;
    std::chrono::milliseconds every_;
    Clock::time_point next_ = Clock::now();
    bool failed_ = false, requested_ = false, is_slow_ = true;
    std::set<std::string> reported_;
};

}  // namespace evodoku::app
