// What the phases see of an island that grows: plain data. What happens on a stall is in stagnation/growing.hpp.
#pragma once

#include <cstdint>

#include "evodoku/core/amount.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

struct GrowthRule {
    std::uint32_t max_growth = 0;            ///< individuals added per growth: 0 to this many
    Share elite = 0;                         ///< elites from then on
    Share min_crossed = 0, max_crossed = 0;  ///< children crossed from then on: a share between these
    /// Also in each further generation until one after a better board, and no immigrants from then on.
    bool every = false;
};

/// An island's size and shares, which change when it stalls.
class Growth {
public:
    /// Sizes and shares of the next population, if it is bred from this one.
    EVODOKU_HD std::uint32_t next_size() const { return next_size_; }
    EVODOKU_HD bool has_grown() const { return has_grown_; }
    EVODOKU_HD Share crossed() const { return crossed_; }

    /// A restart: shares are those of the configuration again.
    EVODOKU_HD void restart() { has_grown_ = false; }
    /// A population of `size` was made.
    EVODOKU_HD void keep_size(std::uint32_t size) { next_size_ = size; }
    /// A stall, with effect in the next generation.
    EVODOKU_HD void grow_to(std::uint32_t size, Share crossed) {
        next_size_ = size, crossed_ = crossed;
        has_grown_ = true;
    }

    EVODOKU_HD Amount elite(const GrowthRule& rule, const Amount& otherwise) const {
        return has_grown_ ? Amount{rule.elite, true} : otherwise;
    }
    EVODOKU_HD Amount immigrants(const GrowthRule& rule, const Amount& otherwise) const {
        return has_grown_ && rule.every ? Amount{} : otherwise;
    }
    /// The share of children that are crossed, in place of the rate of the operator; null where that holds.
    EVODOKU_HD const Share* crossed_instead() const { return has_grown_ ? &crossed_ : nullptr; }

private:
    std::uint32_t next_size_ = 0;
    bool has_grown_ = false;
    Share crossed_ = 0;
};

}  // namespace evodoku
