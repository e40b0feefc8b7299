// The clock of checkpoints.
#include "solve_checkpoint.hpp"

#include <fmt/format.h>

#include <utility>

#include "checkpoint/checkpoint_file.hpp"
#include "output.hpp"
#include "process.hpp"
#include "team.hpp"

namespace evodoku::app {

Checkpointer::Checkpointer(std::string name, std::chrono::milliseconds every) : name_(std::move(name)), every_(every) {
    check_checkpoint_file(name_);
}

bool Checkpointer::due() {
    requested_ = requested_ || take_checkpoint_request();
    return requested_ || Clock::now() >= next_;
}

bool Checkpointer::save(const std::function<void(const ByteSink& to)>& state,
                        const std::function<void(const std::string& message)>& tell) {
    const Clock::time_point begin = Clock::now();
    try {
        write_checkpoint_file(name_, state);
        if (std::exchange(failed_, false)) tell(fmt::format("{} could be written again", name_));
    } catch (const CheckpointFileError& error) {
        failed_ = true;
        if (reported_.insert(error.what()).second) {
            tell(this_rank() + fmt::format("{}; the run goes on without it", error.what()));
        }
    }
    if (std::exchange(requested_, false) && !failed_) tell(fmt::format("{} is written", name_));
    is_slow_ = Clock::now() - begin >= std::chrono::milliseconds(100);
    next_ = Clock::now() + every_;  // after the time that it took: a slow disk does not fill the run
    return !failed_;
}

}  // namespace evodoku::app
