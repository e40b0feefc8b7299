// The ranks besides rank 0 as backends of an experiment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "spread/spread.hpp"

namespace evodoku::app {

/// Each has one run at a time. Threads may call these side by side.
class OtherRanks {
public:
    explicit OtherRanks(Ranks* team) : team_(team) {
        for (std::uint32_t rank = 1; team != nullptr && rank < team->size(); ++rank) free_.push_back(rank);
    }
    std::size_t count() const { return free_.size(); }
    /// A backend on a free rank; null if there is none. The rank is free again when the backend is gone.
    std::unique_ptr<Backend> make_backend(const Config& config) {
        std::uint32_t rank = 0;
        {
            const std::lock_guard lock(mutex_);
            if (free_.empty()) return nullptr;
            rank = free_.back();
            free_.pop_back();
        }
        return spread::make_remote_backend(*team_, rank, config, 1, [this, rank] {
            const std::lock_guard lock(mutex_);
            free_.push_back(rank);
        });
    }

private:
    Ranks* team_;
    std::mutex mutex_;
    std::vector<std::uint32_t> free_;
};

}  // namespace evodoku::app
