// Ranking on the CPU: a counting sort by cost where the costs are small numbers, a radix sort where they are not.
#pragma once

#include <cstdint>
#include <vector>

#include "cpu/workers.hpp"
#include "evodoku/engine/rank_request.hpp"

namespace evodoku::cpu {

class Ranker {
public:
    explicit Ranker(const RankRequest& request);

    /// Memory taken besides `order`: a second buffer where costs are too wide for one pass.
    static std::uint64_t bytes_per_individual(const RankRequest& request);

    /// Ranks every running deme, the workers sharing each deme.
    void rank_all(Workers& workers);

    /// Ranks one running deme on the calling thread.
    void rank_one(std::uint32_t deme);

private:
    struct Pass {
        int shift, bits;
    };
    void rank_shared(std::uint32_t deme, Workers& workers);

    RankRequest request_;
    std::vector<Pass> passes_;
    std::uint32_t chunks_;                    // of a deme that is shared
    std::vector<std::uint32_t> starts_;       // chunk x bucket -> where its entries begin
    std::vector<std::uint32_t> other_order_;  // the second buffer where there are several passes
};

}  // namespace evodoku::cpu
