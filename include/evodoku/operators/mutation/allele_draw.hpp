// One draw of the heat bath: an allele of a box by its Boltzmann weight given the four neighbours. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/draws.hpp"
#include "evodoku/operators/mutation/alleles.hpp"

namespace evodoku {

/// E(allele) = sum over the four neighbours of min(2, digits that it clashes with), 0..8; weight = 2^(shift (5 - E)),
/// rounded down: nothing beyond E = 5, but for shift 0, where all weigh the same. Integers only: a list of
/// `Alleles::most` at shift 7, the highest (8 x 7 bits are shifted out at most), sums to 2^46 or less.
class AlleleDraw {
public:
    /// Looks at the neighbours of box `number`.
    template <class View>
    EVODOKU_HD AlleleDraw(View board, int number, std::uint32_t shift) : shift_(shift) {
        const int band = band_of_box(number), stack = stack_of_box(number);
        for (int k = 0; k < 2; ++k) {
            neighbour_[k] = board.box(box_at(band, (stack + 1 + k) % 3)) & BoxBoard::rows_mask;
            neighbour_[2 + k] = board.box(box_at((band + 1 + k) % 3, stack)) & BoxBoard::columns_mask;
        }
    }

    EVODOKU_HD std::uint64_t energy(BoxBoard::Box allele) const {
        return clashes(allele, 0) + clashes(allele, 1) + clashes(allele, 2) + clashes(allele, 3);
    }

    EVODOKU_HD std::uint64_t weight(BoxBoard::Box allele) const {
        return std::uint64_t{1} << 5 * shift_ >> shift_ * energy(allele);
    }

    /// Draws from a list. The allele drawn is the first whose weights, summed from the beginning, exceed a uniform
    /// number below the total. Draws 64 bits; 96 where every weight is 0. Requires count >= 1.
    EVODOKU_HD BoxBoard::Box operator()(const BoxBoard::Box* alleles, std::uint32_t count, Draws& draws) const {
#if EVODOKU_ON_DEVICE
        // A thread has no room for partial sums: it goes through the list twice.
        std::uint64_t total = 0;
        for (std::uint32_t k = 0; k < count; ++k) total += weight(alleles[k]);
        std::uint64_t left = draws.below_wide(total);
        if (total == 0) return alleles[draws.below(count)];
        return find(alleles, left);
#else
        // Sums by blocks, which vectorise; then only the block that holds the drawn allele is looked at again.
        std::uint64_t sums[Alleles::most / block] = {};
        std::uint64_t total = 0;
        std::uint32_t first = 0;
        do {
            const std::uint64_t sum = block_weight(alleles + first, count - first);
            sums[first / block] = sum;
            total += sum;
            first += block;
        } while (first < count);
        std::uint64_t left = draws.below_wide(total);
        if (total == 0) return alleles[draws.below(count)];
        std::uint32_t k = 0;
        for (; left >= sums[k]; ++k) left -= sums[k];
        return find(alleles + k * block, left);
#endif
    }

private:
    static constexpr std::uint32_t block = 16;

    /// With one neighbour, counted to two.
    EVODOKU_HD std::uint64_t clashes(BoxBoard::Box allele, int neighbour) const {
        const auto all = static_cast<std::uint64_t>(count_bits(allele & neighbour_[neighbour]));
        return all < 2 ? all : 2;
    }

    EVODOKU_HD BoxBoard::Box find(const BoxBoard::Box* alleles, std::uint64_t left) const {
        for (;; ++alleles) {
            const std::uint64_t each = weight(*alleles);
            if (left < each) return *alleles;
            left -= each;
        }
    }

    EVODOKU_HD std::uint64_t block_weight(const BoxBoard::Box* alleles, std::uint32_t count) const {
        std::uint64_t sum = 0;
        if (count >= block) {
            for (std::uint32_t k = 0; k < block; ++k) sum += weight(alleles[k]);
        } else {
            for (std::uint32_t k = 0; k < count; ++k) sum += weight(alleles[k]);
        }
        return sum;
    }

    std::uint64_t shift_;
    std::uint64_t neighbour_[4];
};

}  // namespace evodoku
