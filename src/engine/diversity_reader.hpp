// Reads the diversity of islands, some at a time, through memory that is allocated once. Host code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/diversity.hpp"
#include "engine/executor.hpp"

namespace evodoku {

template <class Representation>
class DiversityReader {
    using Result = Diversity<Representation>;

public:
    /// Keeps references. Takes 16 bytes per individual of one island, or 1 MB where islands are smaller, and up to 16
    /// MB for results.
    DiversityReader(Executor& executor, Steps<Representation>& steps, const Pool<Representation>& pool)
        : executor_(executor),
          steps_(steps),
          buckets_per_island_(2 * pool.island_size),
          at_once_(
              std::clamp(std::min(individuals_at_once / pool.island_size, results_at_once), 1u, pool.island_count)),
          listed_(executor.make<std::uint32_t>(at_once_)),
          results_(executor.make<Result>(at_once_)),
          buckets_(executor.make<std::uint64_t>(std::size_t{at_once_} * buckets_per_island_)),
          host_listed_(executor.make_staging<std::uint32_t>(at_once_)),
          host_results_(executor.make_staging<Result>(at_once_)) {}

    std::vector<Result> read(std::span<const std::uint32_t> listed) {
        std::vector<Result> all;
        while (!listed.empty()) {
            const auto part = listed.first(std::min<std::size_t>(listed.size(), at_once_));
            listed = listed.subspan(part.size());
            std::ranges::copy(part, host_listed_.data());
            executor_.queue_upload(listed_.data(), host_listed_.data(), part.size());
            steps_.measure_diversity({listed_.data(), results_.data(), buckets_.data(), buckets_per_island_},
                                     static_cast<std::uint32_t>(part.size()));
            executor_.queue_download(host_results_.data(), results_.data(), part.size());
            executor_.wait();
            all.insert(all.end(), host_results_.data(), host_results_.data() + part.size());
        }
        return all;
    }

private:
    static constexpr std::uint32_t individuals_at_once = 1u << 16;
    static constexpr std::uint32_t results_at_once = (1u << 24) / sizeof(Result);

    Executor& executor_;
    Steps<Representation>& steps_;
    std::uint32_t buckets_per_island_, at_once_;
    Array<std::uint32_t> listed_;
    Array<Result> results_;
    Array<std::uint64_t> buckets_;
    Array<std::uint32_t> host_listed_;
    Array<Result> host_results_;
};

}  // namespace evodoku
