// The energies of many alleles at once, and of one by one: the two forms behind AlleleDraw. Not an operator.
#pragma once

#include <cstdint>
#include <cstring>

#include "evodoku/core/bits.hpp"
#include "evodoku/operators/mutation/alleles.hpp"
#include "evodoku/operators/mutation/box_pairs.hpp"
#include "evodoku/operators/mutation/chip_alleles.hpp"

namespace evodoku {

inline constexpr std::uint32_t highest_energy = 5;  ///< beyond, an allele weighs nothing

/// Of 64 alleles: bit k of of[e] says that allele k has energy e.
struct EnergyClasses {
    std::uint64_t of[highest_energy + 1];
};

/// What the four neighbours of a box hold, each masked to the bits that its clashes show in: two with the rows of their
/// band, two with the columns of their stack. Nine bits each.
class NeighbourBoxes {
public:
    EVODOKU_HD NeighbourBoxes(const BoxBoard::Box (&boxes)[9], Surroundings around)
        : of_{boxes[around.beside[0]] & BoxBoard::rows_mask, boxes[around.beside[1]] & BoxBoard::rows_mask,
              boxes[around.above[0]] & BoxBoard::columns_mask, boxes[around.above[1]] & BoxBoard::columns_mask} {}

    EVODOKU_HD std::uint32_t energy(BoxBoard::Box allele) const {
        return clashes(allele, 0) + clashes(allele, 1) + clashes(allele, 2) + clashes(allele, 3);
    }

    /// All of it: BoxBoard's around().
    EVODOKU_HD std::uint64_t all() const { return of_[0] | of_[1] | of_[2] | of_[3]; }

    /// True if an allele clashes with neighbour k: beside[0], beside[1], above[0], above[1].
    EVODOKU_HD bool clash(BoxBoard::Box allele, int k) const { return (allele & of_[k]) != 0; }

    /// The classes of all alleles whose bits `load(place)` brings, as many as a Word holds.
    ///
    /// For each neighbour, alleles with a clash and alleles with two; of these eight numbers of one bit the sum, by
    /// carry-save adders: 36 loads, 72 + 30 logical operations.
    template <class Word, class Load>
    EVODOKU_HD void classify(const Load& load, Word (&classes)[highest_energy + 1]) const {
        Word one[4], two[4];
        for (int k = 0; k < 4; ++k) {
#if EVODOKU_ON_DEVICE
            const int first = k < 2 ? 0 : 27;  // half of the places: a GPU's registers have 32 bits
            auto held = static_cast<std::uint32_t>(of_[k] >> first);
#else
            constexpr int first = 0;
            std::uint64_t held = of_[k];
#endif
            one[k] = load(first + lowest_bit(held));
            two[k] = one[k] & ~one[k];
            for (int digit = 1; digit < 9; ++digit) {
                held &= held - 1;
                const Word clash = load(first + lowest_bit(held));
                two[k] |= one[k] & clash;
                one[k] |= clash;
            }
        }
        const Word low_a = one[0] ^ one[1] ^ one[2], carry_a = majority(one[0], one[1], one[2]);
        const Word low_b = one[3] ^ two[0] ^ two[1], carry_b = majority(one[3], two[0], two[1]);
        const Word low_c = two[2] ^ two[3], carry_c = two[2] & two[3];
        const Word bit_0 = low_a ^ low_b ^ low_c, carry_d = majority(low_a, low_b, low_c);
        const Word low_e = carry_a ^ carry_b ^ carry_c, carry_e = majority(carry_a, carry_b, carry_c);
        const Word bit_1 = low_e ^ carry_d, carry_f = low_e & carry_d;
        const Word bit_2 = carry_e ^ carry_f, bit_3 = carry_e & carry_f;
        const Word below_4 = ~(bit_2 | bit_3), at_4 = bit_2 & ~bit_1;  // 4 and 5; 12 and more there are not
        classes[0] = below_4 & ~bit_1 & ~bit_0, classes[1] = below_4 & ~bit_1 & bit_0;
        classes[2] = below_4 & bit_1 & ~bit_0, classes[3] = below_4 & bit_1 & bit_0;
        classes[4] = at_4 & ~bit_0, classes[5] = at_4 & bit_0;
    }

private:
    template <class Word>
    EVODOKU_HD static Word majority(Word a, Word b, Word c) {
        return (a & b) | (c & (a ^ b));
    }

    /// With one neighbour, counted to two.
    EVODOKU_HD std::uint32_t clashes(BoxBoard::Box allele, int neighbour) const {
        const int all = count_bits(allele & of_[neighbour]);
        return static_cast<std::uint32_t>(all < 2 ? all : 2);
    }

    std::uint64_t of_[4];
};

/// The weight of 64 alleles: the sum of 2^(shift (5 - E)).
EVODOKU_HD inline std::uint64_t weight_of(const EnergyClasses& classes, std::uint32_t shift) {
    std::uint64_t sum = 0;
    for (std::uint32_t energy = 0; energy <= highest_energy; ++energy) {
        sum += static_cast<std::uint64_t>(count_bits(classes.of[energy])) << shift * (highest_energy - energy);
    }
    return sum;
}

#if !EVODOKU_ON_DEVICE
/// Out of slices as a CPU does it: a slice at once in its widest registers; the classes are kept for the drawing.
class SlicedEnergies {
public:
    static constexpr std::uint32_t most_words = Alleles::most_slices * Alleles::words;

    SlicedEnergies(const NeighbourBoxes& neighbours, const Alleles::Slice* slices)
        : neighbours_(neighbours), slices_(slices) {}

    /// Writes the weights of the four words of a slice; returns their sum.
    std::uint64_t weigh(std::uint32_t slice, std::uint32_t shift, std::uint64_t* weights) {
        const Alleles::Slice& places = slices_[slice];
        Lanes classes[highest_energy + 1];
        neighbours_.classify([&](int place) { return lanes(places.of[place]); }, classes);
        auto& kept = kept_[slice];
        for (std::uint32_t energy = 0; energy <= highest_energy; ++energy) {
            std::memcpy(kept[energy], &classes[energy], sizeof classes[energy]);
        }
        for (std::uint32_t word = 0; word < Alleles::words; ++word) weights[word] = 0;
        for (std::uint32_t energy = 0; energy <= highest_energy; ++energy) {
            for (std::uint32_t word = 0; word < Alleles::words; ++word) {
                weights[word] += static_cast<std::uint64_t>(count_bits(kept[energy][word]))
                                 << shift * (highest_energy - energy);
            }
        }
        std::uint64_t sum = 0;
        for (std::uint32_t word = 0; word < Alleles::words; ++word) sum += weights[word];
        return sum;
    }

    /// Of the 64 alleles of a word whose slice was weighed.
    EnergyClasses classes(std::uint32_t word) const {
        EnergyClasses classes;
        for (std::uint32_t energy = 0; energy <= highest_energy; ++energy) {
            classes.of[energy] = kept_[word / Alleles::words][energy][word % Alleles::words];
        }
        return classes;
    }

private:
    using Lanes = std::uint64_t __attribute__((vector_size(8 * Alleles::words)));
    static Lanes lanes(const std::uint64_t (&words)[Alleles::words]) {
        Lanes lanes;
        std::memcpy(&lanes, words, sizeof lanes);
        return lanes;
    }

    const NeighbourBoxes& neighbours_;
    const Alleles::Slice* slices_;
    std::uint64_t kept_[Alleles::most_slices][highest_energy + 1][Alleles::words];
};
#endif

/// Out of slices as a GPU thread does it, which has no room for classes: word by word, and the drawn word once more.
///
/// Instructions of a redraw, counted by hand for 32-bit registers: 36 x (1 load, 4 logical, 5 of address) + 2 x 30 of
/// adders + 12 population counts + 20 = 450 a word of 64 alleles, + 450 for the drawn word, + 200 for everything else
/// (random numbers 60, choice of the box 50, neighbours 30, search 40, bookkeeping 20). docs/gpu.md goes on from there.
class WordEnergies {
public:
    static constexpr std::uint32_t most_words = Alleles::most_slices * Alleles::words;

    EVODOKU_HD WordEnergies(const NeighbourBoxes& neighbours, SlicesView slices, std::uint32_t count)
        : neighbours_(neighbours), slices_(slices), words_((count + 63) / 64) {}

    EVODOKU_HD std::uint64_t weigh(std::uint32_t slice, std::uint32_t shift, std::uint64_t* weights) const {
        std::uint64_t sum = 0;
        for (std::uint32_t k = 0; k < Alleles::words; ++k) {
            const std::uint32_t word = slice * Alleles::words + k;
            weights[k] = word < words_ ? weight_of(classes(word), shift) : 0;
            sum += weights[k];
        }
        return sum;
    }

    EVODOKU_HD EnergyClasses classes(std::uint32_t word) const {
        EnergyClasses classes;
        neighbours_.classify([&](int place) { return slices_(place, word); }, classes.of);
        return classes;
    }

private:
    const NeighbourBoxes& neighbours_;
    SlicesView slices_;
    std::uint32_t words_;
};

/// Allele by allele, out of the list.
class ScannedEnergies {
public:
    static constexpr std::uint32_t most_words = Alleles::most_slices * Alleles::words;

    EVODOKU_HD ScannedEnergies(const NeighbourBoxes& neighbours, const BoxBoard::Box* alleles, std::uint32_t count)
        : neighbours_(neighbours), alleles_(alleles), count_(count) {}

    EVODOKU_HD std::uint64_t weigh(std::uint32_t slice, std::uint32_t shift, std::uint64_t* weights) const {
        std::uint64_t sum = 0;
        for (std::uint32_t word = 0; word < Alleles::words; ++word) {
            const std::uint32_t first = (slice * Alleles::words + word) * 64;
            weights[word] = 0;
            for (std::uint32_t k = first; k < first + 64 && k < count_; ++k) {
                const std::uint32_t energy = neighbours_.energy(alleles_[k]);
                if (energy <= highest_energy) weights[word] += std::uint64_t{1} << shift * (highest_energy - energy);
            }
            sum += weights[word];
        }
        return sum;
    }

    EVODOKU_HD EnergyClasses classes(std::uint32_t word) const {
        EnergyClasses classes{};
        for (std::uint32_t k = 0; k < 64 && word * 64 + k < count_; ++k) {
            const std::uint32_t energy = neighbours_.energy(alleles_[word * 64 + k]);
            if (energy <= highest_energy) classes.of[energy] |= std::uint64_t{1} << k;
        }
        return classes;
    }

private:
    const NeighbourBoxes& neighbours_;
    const BoxBoard::Box* alleles_;
    std::uint32_t count_;
};

}  // namespace evodoku
