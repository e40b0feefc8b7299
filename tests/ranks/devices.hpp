// Ranks as threads of the test, each with a device of its own. Rank 0 is the test itself.
#pragma once

#include <memory>
#include <vector>

#include "cpu/executor.hpp"
#include "ranks/over_ranks.hpp"
#include "support/serial_backend.hpp"

namespace evodoku::test {

/// Serial in a different order on each rank: the order may not show.
inline std::unique_ptr<cpu::Workers> workers_of(std::uint32_t rank) {
    constexpr cpu::Order orders[] = {cpu::Order::forwards, cpu::Order::backwards, cpu::Order::shuffled};
    return cpu::make_serial_workers(orders[rank % 3]);
}

inline RankDevice device_of(std::uint32_t rank) {
    return {[rank] { return std::make_unique<cpu::Executor>(workers_of(rank)); },
            [rank](const Config& config, std::uint32_t puzzle_slots) {
                return cpu::make_backend(workers_of(rank), config, puzzle_slots);
            }};
}

inline std::vector<RankDevice> devices(std::uint32_t size) {
    std::vector<RankDevice> all;
    for (std::uint32_t rank = 0; rank < size; ++rank) all.push_back(device_of(rank));
    return all;
}

}  // namespace evodoku::test
