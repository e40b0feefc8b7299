// The slices of a puzzle's alleles in a block's own memory: what a kernel that keeps a deme on chip reads. Not an
// operator.
#pragma once

#include <cstdint>

#include "evodoku/operators/mutation/alleles.hpp"

namespace evodoku {

/// Where the words of a box's slices lie: word w of place p at first[w / 4 * a_slice + p * a_place + w % 4].
struct SlicesView {
    const std::uint64_t* first;
    std::uint32_t a_slice, a_place;

    EVODOKU_HD std::uint64_t operator()(int place, std::uint32_t word) const {
        return first[word / Alleles::words * a_slice + static_cast<std::uint32_t>(place) * a_place +
                     word % Alleles::words];
    }
};

/// Boxes of up to 256 alleles, as many as there is room for, copied without the words they don't need; the slices of
/// the others stay where they are. A box of the hardest puzzles takes about 1 KB.
class ChipAlleles {
public:
    /// Plans what comes on chip. `room`: 64-bit words. One thread.
    EVODOKU_HD void plan(const Alleles& alleles, std::uint32_t room) {
        source_ = &alleles;
        words_ = 0;
        for (int box = 0; box < 9; ++box) {
            const std::uint32_t words = (alleles.count[box] + 63) / 64;
            const std::uint32_t needed = words * Alleles::places;
            const bool comes = alleles.is_sliced(box) && words <= Alleles::words && words_ + needed <= room;
            a_place_[box] = comes ? words : 0;
            first_[box] = words_;
            words_ += comes ? needed : 0;
        }
    }

    EVODOKU_HD std::uint32_t words() const { return words_; }

    /// Copies word k of words(). Any thread.
    EVODOKU_HD void copy(std::uint32_t k, std::uint64_t* chip) const {
        int box = 8;
        while (a_place_[box] == 0 || first_[box] > k) --box;
        const std::uint32_t within = k - first_[box];
        chip[k] = source_->slice[box][0].of[within / a_place_[box]][within % a_place_[box]];
    }

    EVODOKU_HD SlicesView slices(int box, const std::uint64_t* chip) const {
        if (a_place_[box] != 0) return {chip + first_[box], 0, a_place_[box]};
        return in_memory(*source_, box);
    }

    EVODOKU_HD static SlicesView in_memory(const Alleles& alleles, int box) {
        return {alleles.slice[box][0].of[0], sizeof(Alleles::Slice) / sizeof(std::uint64_t), Alleles::words};
    }

private:
    const Alleles* source_;
    std::uint32_t words_;
    std::uint32_t first_[9];
    std::uint32_t a_place_[9];  ///< words of a place; 0: not on chip
};

}  // namespace evodoku
