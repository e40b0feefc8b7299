// The state of a run as bytes: how it leaves, how it comes back, and the error of a state that does not fit.
#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>

namespace evodoku {

/// Takes the next `count` bytes.
using StateWriter = std::function<void(const void* bytes, std::size_t count)>;
/// Writes the next `count` bytes to `bytes`. Throws CheckpointError if there are fewer.
using StateReader = std::function<void(void* bytes, std::size_t count)>;

/// A checkpoint that can't be used: damaged, foreign, of a newer program, or of another run.
struct CheckpointError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace evodoku
