// Threads that the system refuses to start: an error with the remedy.
#pragma once

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace evodoku {

/// The error where the system refuses one of `count` threads.
inline std::invalid_argument threads_error(std::size_t count, const std::string& reason) {
    return std::invalid_argument("cannot start " + std::to_string(count) + (count == 1 ? " thread: " : " threads: ") +
                                 reason + "; use a smaller --threads, or allow more processes (ulimit -u)");
}

/// Starts so many threads at once and ends them, unless as many have been started before. Throws threads_error(). For
/// oneTBB, some versions of which end the program without a message where they can't start one.
inline void check_threads(std::size_t count) {
    static std::atomic<std::size_t> started{0};
    if (count <= started) return;
    std::mutex end;
    std::vector<std::jthread> threads;
    const std::lock_guard until_end(end);  // unlocks before the threads are joined, also after an exception
    try {
        while (threads.size() < count) threads.emplace_back([&end] { const std::lock_guard wait(end); });
    } catch (const std::system_error& error) {
        throw threads_error(count, error.code().message());
    }
    started = count;
}

}  // namespace evodoku
