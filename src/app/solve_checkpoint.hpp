// The checkpoints of `evodoku solve`: when one is due, and how it is written.
#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <string>

#include "evodoku/checkpoint/state_bytes.hpp"

namespace evodoku::app {

/// When a checkpoint is due, and warnings where one can't be written.
class Checkpointer {
public:
    /// Throws CheckpointFileError if no file can be written there.
    Checkpointer(std::string name, std::chrono::milliseconds every);

    /// At once, then at intervals, and when SIGUSR1 came; then save() says so.
    bool due();
    /// Writes the file. If that fails, it tells each cause once and returns false.
    bool save(const std::function<void(const ByteSink& to)>& state,
              const std::function<void(const std::string& message)>& tell);
    /// The last one took a time that a user notices; so may the first.
    bool is_slow() const { return is_slow_; }

    /// The last one could not be written.
    bool failed() const { return failed_; }
    const std::string& name() const { return name_; }

private:
    using Clock = std::chrono::steady_clock;

    std::string name_;
    std::chrono::milliseconds every_;
    Clock::time_point next_ = Clock::now();
    bool failed_ = false, requested_ = false, is_slow_ = true;
    std::set<std::string> reported_;
};

}  // namespace evodoku::app
