// Whether threads can be started: oneTBB ends the program where one can't, and without a message.
#pragma once

#include <future>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace evodoku {

/// Starts so many threads at once and ends them. Throws std::invalid_argument with the remedy if the system refuses
/// one.
inline void check_threads(std::size_t count) {
    std::promise<void> end;
    std::vector<std::jthread> threads;
    std::string reason;
    try {
        const std::shared_future<void> wait = end.get_future();
        while (threads.size() < count) threads.emplace_back([wait] { wait.wait(); });
    } catch (const std::system_error& error) {
        reason = error.code().message();
    }
    end.set_value();
    if (reason.empty()) return;
    throw std::invalid_argument("cannot start " + std::to_string(count) + (count == 1 ? " thread: " : " threads: ") +
                                reason + "; use a smaller --threads, or allow more processes (ulimit -u)");
}

}  // namespace evodoku
