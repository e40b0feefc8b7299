// A backend whose epochs run beside the work of its caller.
#pragma once

#include <functional>
#include <vector>

#include "evodoku/backend/backend.hpp"

namespace evodoku {

/// A backend that can run an epoch on its device while the caller does other work.
class AsyncBackend : public Backend {
public:
    /// Fills free puzzle slots from the queue and begins an epoch; a CPU, or any device with `each_generation`, makes
    /// it at once. Do not call it again before end_epoch() or abandon().
    virtual void begin_epoch(const std::function<bool()>& each_generation = {}) = 0;
    /// Waits for the epoch under way and returns the puzzles that ended, lowest slot first.
    virtual std::vector<Answer> end_epoch() = 0;

    std::vector<Answer> advance_epoch(const std::function<bool()>& each_generation = {}) final {
        begin_epoch(each_generation);
        return end_epoch();
    }
};

}  // namespace evodoku
