// One draw of the heat bath: an allele of a box by its Boltzmann weight given the four neighbours. Not an operator.
#pragma once

#include <cstdint>

#include "evodoku/core/bits.hpp"
#include "evodoku/operators/mutation/allele_slices.hpp"
#include "evodoku/operators/mutation/alleles.hpp"

namespace evodoku {

/// E(allele) = sum over the four neighbours of min(2, digits that it clashes with), 0..8; weight = 2^(shift (5 - E)) up
/// to E = 5, nothing beyond; all alleles alike where all are beyond, and at shift 0. Integers only: `Alleles::most`
/// alleles at shift 7 weigh less than 2^48.
///
/// A uniform number u below the total picks one: the first word of 64 alleles whose weights, summed from the beginning,
/// exceed u; in it the class, lowest energy first; in that the k-th allele. Out of slices, or by scanning the list,
/// which is faster for the few alleles of a small box: the same allele for the same u.
class AlleleDraw {
public:
    /// Requires that box `number` has alleles listed.
    EVODOKU_HD AlleleDraw(const Alleles& alleles, int number, const NeighbourBoxes& neighbours, std::uint32_t shift)
        : alleles_(alleles), number_(number), neighbours_(neighbours), shift_(shift) {}

    /// `uniform`: a random number below 2^64; its upper 48 bits do.
    EVODOKU_HD BoxBoard::Box operator()(std::uint64_t uniform) const {
        return alleles_.is_sliced(number_) ? sliced(uniform) : scanned(uniform);
    }
    EVODOKU_HD BoxBoard::Box sliced(std::uint64_t uniform) const {
#if EVODOKU_ON_DEVICE
        return sliced(uniform, ChipAlleles::in_memory(alleles_, number_));
#else
        return draw(SlicedEnergies(neighbours_, alleles_.slice[number_]), uniform);
#endif
    }
    /// Out of slices that may lie on chip.
    EVODOKU_HD BoxBoard::Box sliced(std::uint64_t uniform, SlicesView slices) const {
        return draw(WordEnergies(neighbours_, slices, alleles_.count[number_]), uniform);
    }
    EVODOKU_HD BoxBoard::Box scanned(std::uint64_t uniform) const {
        return draw(ScannedEnergies(neighbours_, alleles_.of[number_], alleles_.count[number_]), uniform);
    }

private:
    template <class Energies>
    EVODOKU_HD BoxBoard::Box draw(Energies energies, std::uint64_t uniform) const {
        const BoxBoard::Box* list = alleles_.of[number_];
        const std::uint32_t count = alleles_.count[number_];
        std::uint64_t weights[Energies::most_words];
        std::uint64_t total = energies.weigh(0, shift_, weights);
        for (std::uint32_t slice = 1; slice < Alleles::slices_of(count); ++slice) {
            total += energies.weigh(slice, shift_, weights + slice * Alleles::words);
        }
        if (total == 0 || shift_ == 0) return list[multiply_high(uniform, count)];
        std::uint64_t left = multiply_high(uniform, total);

        // Both searches count the sums that do not exceed u, instead of stopping at the first that does: a processor
        // cannot foresee where that is.
        std::uint32_t first = 0;
        if (count > Alleles::span) {
            for (;; first += Alleles::words) {
                const std::uint64_t* each = weights + first;
                const std::uint64_t sum = each[0] + each[1] + each[2] + each[3];
                if (left < sum) break;
                left -= sum;
            }
        }
        const std::uint64_t up_to_1 = weights[first] + weights[first + 1], up_to_2 = up_to_1 + weights[first + 2];
        const std::uint32_t later =
            std::uint32_t{left >= weights[first]} + std::uint32_t{left >= up_to_1} + std::uint32_t{left >= up_to_2};
        const std::uint64_t before[4] = {0, weights[first], up_to_1, up_to_2};
        left -= before[later];
        const std::uint32_t word = first + later;

        const EnergyClasses classes = energies.classes(word);
        std::uint64_t sum = 0, below = 0;
        std::uint32_t energy = 0;
        for (std::uint32_t each = 0; each < highest_energy; ++each) {
            sum += static_cast<std::uint64_t>(count_bits(classes.of[each])) << shift_ * (highest_energy - each);
            const bool is_later = left >= sum;
            energy += is_later;
            below = is_later ? sum : below;
        }
        const auto nth = static_cast<int>((left - below) >> shift_ * (highest_energy - energy));
        return list[word * 64 + static_cast<std::uint32_t>(nth_bit(classes.of[energy], nth))];
    }

    const Alleles& alleles_;
    int number_;
    const NeighbourBoxes& neighbours_;
    std::uint32_t shift_;
};

}  // namespace evodoku
