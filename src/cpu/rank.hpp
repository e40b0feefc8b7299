// Ranking on the CPU: a counting sort by cost for small costs, a radix sort for large ones.
#pragma once

#include <cstdint>
#include <vector>

#include "cpu/machine.hpp"
#include "engine/island.hpp"

namespace evodoku::cpu {

class Ranker {
public:
    explicit Ranker(const RankRequest& request);

    /// Memory besides `order`: a second buffer if costs are too wide for one pass.
    static std::uint64_t bytes_per_individual(const RankRequest& request);

    /// Ranks every running island; the workers share each island.
    void rank_all(Workers& workers);

    /// Ranks one running island on the calling thread.
    void rank_one(std::uint32_t island_index);

private:
    /// In chunks that for_each(count, task) serves. `starts`: chunk x bucket -> start of its entries.
    void rank(std::uint32_t island_index, std::uint32_t chunks, std::uint32_t* starts, const auto& for_each);

    RankRequest request_;
    int bits_;                                ///< of a cost
    std::uint32_t chunks_;                    // of a shared island
    std::vector<std::uint32_t> starts_;       // of a shared island
    std::vector<std::uint32_t> other_order_;  // the second buffer for several passes
};

}  // namespace evodoku::cpu
