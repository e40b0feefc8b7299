// The clock of checkpoints.
#include "solve_checkpoint.hpp"

#include <fmt/format.h>

#include <utility>

#include "mpi_session.hpp"
#include "output.hpp"
#include "process.hpp"

namespace evodoku::app {

Checkpointer::Checkpointer(const std::string& name, std::chrono::milliseconds every) : file_(name), every_(every) {}

bool Checkpointer::due() {
    requested_ = requested_ || take_checkpoint_request();
    return requested_ || Clock::now() >= next_;
}

bool Checkpointer::save(const std::function<void(const ByteSink& to)>& state,
                        const std::function<void(const std::string& message)>& tell) {
    const Clock::time_point begin = Clock::now();
    try {
        write_checkpoint_file(file_, state);
        if (std::exchange(failed_, false)) tell(fmt::format("{} could be written again", name()));
    } catch (const CheckpointFileError& error) {
        failed_ = true;
        if (reported_.insert(error.what()).second) {
            tell(this_rank() + fmt::format("{}; the run goes on without it", error.what()));
        }
    }
    if (std::exchange(requested_, false) && !failed_) tell(fmt::format("{} is written", name()));
    is_slow_ = Clock::now() - begin >= std::chrono::milliseconds(100);
    next_ = Clock::now() + every_;  // after the time that it took: a slow disk does not fill the run
    return !failed_;
}

}  // namespace evodoku::app
