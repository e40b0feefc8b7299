// Several devices in one process: a thread for each but the first, which the caller drives. Host code.
#pragma once

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "spread/spread.hpp"

namespace evodoku::spread {

class Crew {
public:
    explicit Crew(std::vector<Machine> machines)
        : Crew(machines, make_thread_ranks(static_cast<std::uint32_t>(machines.size()))) {}
    Crew(std::vector<Machine> machines, std::vector<std::unique_ptr<Ranks>> ranks)
        : machines_(std::move(machines)), ranks_(std::move(ranks)) {
        for (std::size_t rank = 1; rank < machines_.size(); ++rank) {
            others_.emplace_back([this, rank] { serve(*ranks_[rank], machines_[rank]); });
        }
    }
    ~Crew() {
        for (std::uint32_t rank = 1; rank < machines_.size(); ++rank) ranks_[0]->ask_to_stop(rank);
        end_all(*ranks_[0]);
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    Ranks& ranks() { return *ranks_[0]; }
    const Machine& machine() const { return machines_.front(); }

private:
    std::vector<Machine> machines_;
    std::vector<std::unique_ptr<Ranks>> ranks_;
    std::vector<std::jthread> others_;
};

}  // namespace evodoku::spread
