// Work of the host: elapsed time, queues, threads that do not start, and many small things in blocks, on several
// threads where the caller has them.
#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace evodoku {

using Clock = std::chrono::steady_clock;

/// `clock`: CLOCK_PROCESS_CPUTIME_ID, or CLOCK_THREAD_CPUTIME_ID for this thread.
inline double processor_seconds(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The error where the system refuses one of `count` threads.
inline std::invalid_argument threads_error(std::size_t count, const std::string& reason) {
    return std::invalid_argument("cannot start " + std::to_string(count) + (count == 1 ? " thread: " : " threads: ") +
                                 reason + "; use a smaller --threads, or allow more processes (ulimit -u)");
}

/// Takes the first of a std::deque that is not empty.
auto take_front(auto& queue) {
    auto first = std::move(queue.front());
    queue.pop_front();
    return first;
}

/// Runs task(0) .. task(count - 1), each once, in any order and on any threads; returns when all are done. Tasks do not
/// throw. Empty: one after another.
using ForEach = std::function<void(std::uint32_t count, const std::function<void(std::uint32_t)>& task)>;

/// Enough work per block to pay for its start: some microseconds.
inline constexpr std::size_t block_size = 64;

inline std::size_t blocks_of(std::size_t count) { return (count + block_size - 1) / block_size; }

/// Calls body(block, begin, end) for every block of 0 .. count - 1.
void in_blocks(const ForEach& for_each, std::size_t count, const auto& body) {
    const auto blocks = static_cast<std::uint32_t>(blocks_of(count));
    const auto task = [&](std::uint32_t block) {
        const std::size_t begin = block * block_size;
        body(std::size_t{block}, begin, std::min(count, begin + block_size));
    };
    if (for_each && blocks > 1) return for_each(blocks, task);
    for (std::uint32_t block = 0; block < blocks; ++block) task(block);
}

}  // namespace evodoku
