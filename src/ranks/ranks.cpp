// Waiting for a message: first without sleep, because most answers come soon, then in steps.
#include "ranks/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "evodoku/engine/errors.hpp"

namespace evodoku {

std::string Ranks::receive(std::uint32_t from, const std::function<void()>& meanwhile) {
    using namespace std::chrono;
    // Where ranks share processors, one that waits must not take time from one that works.
    const microseconds without_sleep(local_size() <= std::thread::hardware_concurrency() ? 2000 : 0);
    constexpr microseconds longest_sleep(500), between_looks(10'000);
    const auto begin = steady_clock::now();
    auto next_look = begin + between_looks;
    auto sleep = microseconds(20);
    bool last_look = false;
    while (true) {
        if (std::optional<std::string> message = take(from)) return *std::move(message);
        // Its last message may have come before its end was seen.
        if (last_look) {
            throw DeviceError(
                fmt::format("rank {} ({}) has ended before the run; resume from the checkpoint, or repeat the command",
                            from, place_of(from)));
        }
        const auto now = steady_clock::now();
        if (now >= next_look) {
            next_look = now + between_looks;
            if (meanwhile) meanwhile();
            last_look = has_ended(from);
        } else if (now - begin >= without_sleep) {
            std::this_thread::sleep_for(sleep);
            sleep = std::min(2 * sleep, longest_sleep);
        }
    }
}

}  // namespace evodoku
