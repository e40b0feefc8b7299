// Random Gumbel numbers in fixed point, from an integer table: the same on every device, drawn by one thread or by a
// team.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "core/threads.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// The standard Gumbel distribution, -ln(-ln(u)), at the middles of 4096 equal steps of u, as the distance below the
/// largest of them: 0 .. 2870, in units of 1/256. Computed when compiling, in integers, which takes a second: for the
/// host only in gumbel.cpp.
struct GumbelTable {
    static constexpr int index_bits = 12, unit_bits = 8;
    static constexpr std::uint32_t entries = 1u << index_bits;

    std::array<std::uint16_t, entries> below = {};

    constexpr GumbelTable() {
        const std::int64_t highest = gumbel(entries - 1);
        for (std::uint32_t k = 0; k < entries; ++k) {
            const std::int64_t distance = highest - gumbel(k);
            below[k] =
                static_cast<std::uint16_t>((distance + (std::int64_t{1} << (31 - unit_bits))) >> (32 - unit_bits));
        }
    }

private:
    static constexpr std::int64_t ln_2 = 2977044472;  ///< of 2^32

    /// The binary logarithm of number / 2^32, in units of 2^-32, by squaring.
    static constexpr std::int64_t log_2(std::uint64_t number) {
        std::int64_t whole_part = 31 - 32;
        while (number >= std::uint64_t{1} << 32) number >>= 1, ++whole_part;
        while (number < std::uint64_t{1} << 31) number <<= 1, --whole_part;
        std::int64_t fraction = 0;
        for (int bit = 31; bit >= 0; --bit) {  // 2^31 stands for 1, so that number is in 1 .. 2
            number = number * number >> 31;
            if (number < std::uint64_t{1} << 32) continue;
            fraction |= std::int64_t{1} << bit;
            number >>= 1;
        }
        return whole_part * (std::int64_t{1} << 32) + fraction;
    }

    /// -ln(x) in units of 2^-32, from x in the same units.
    static constexpr std::int64_t minus_ln(std::uint64_t x) {
        const std::int64_t bits = -log_2(x);
        const auto fraction = static_cast<std::uint64_t>(bits) & 0xFFFFFFFF;
        return (bits >> 32) * ln_2 + static_cast<std::int64_t>(fraction * static_cast<std::uint64_t>(ln_2) >> 32);
    }

    static constexpr std::int64_t gumbel(std::uint32_t k) {
        const std::uint64_t middle = (std::uint64_t{2} * k + 1) << (31 - index_bits);
        return minus_ln(static_cast<std::uint64_t>(minus_ln(middle)));
    }
};

extern const GumbelTable gumbel_table;

#if defined(__CUDACC__)
[[maybe_unused]] static __device__ const GumbelTable gumbel_table_on_device;
#endif

/// Entry `index` of the table.
EVODOKU_HD inline std::uint32_t gumbel_below(std::uint32_t index) {
#if EVODOKU_ON_DEVICE
    return gumbel_table_on_device.below[index];
#else
    return gumbel_table.below[index];
#endif
}

/// T * (highest Gumbel number - Gumbel) in units of 2^-12 of a clash: never negative. `bits`: the index.
EVODOKU_HD inline std::int32_t scaled_gumbel(std::uint64_t bits, std::uint32_t temperature) {
    const auto index = static_cast<std::uint32_t>(bits) & (GumbelTable::entries - 1);
    // A thousandth of a clash times 1/256 is 0.016 = 67,109 / 2^22 units.
    return static_cast<std::int32_t>(std::uint64_t{temperature} * gumbel_below(index) * 67'109 >> 22);
}

/// A draw of 64 bits gives five numbers.
inline constexpr int gumbels_per_word = 5;

/// The words of a whole matrix, which a team draws before it begins: each thread some of them.
template <int size>
struct GumbelWords {
    std::uint64_t word[(size * size + gumbels_per_word - 1) / gumbels_per_word];
};

/// A number for each bit of `allowed`, row by row. A thread gets those of its own columns: rank, rank + size, ...
template <int size, class Team>
class GumbelDraws {
public:
    EVODOKU_HD GumbelDraws(const Team& team, Draws& draws, std::uint32_t temperature, const std::uint64_t* allowed,
                           int rows)
        : team_(team), draws_(draws), words_(team), temperature_(temperature) {
        int entries = 0;
        for (int row = 0; row < rows; ++row) entries += count_bits(allowed[row]);
        count_ = (entries + gumbels_per_word - 1) / gumbels_per_word;
        for (int k = team.rank(); k < count_; k += Team::size) {
            (*words_).word[k] = draws.ahead(static_cast<std::uint32_t>(k)).two_words();
        }
        team.wait();
    }

    /// work(column, number) for the thread's columns of the next row.
    template <class Work>
    EVODOKU_HD void each_own(std::uint64_t allowed, const Work& work) {
        for (int column = team_.rank(); column < size; column += Team::size) {
            const std::uint64_t bit = std::uint64_t{1} << column;
            if ((allowed & bit) == 0) continue;
            const int entry = done_ + count_bits(allowed & (bit - 1));
            const std::uint64_t word = (*words_).word[entry / gumbels_per_word];
            work(column, scaled_gumbel(word >> GumbelTable::index_bits * (entry % gumbels_per_word), temperature_));
        }
        done_ += count_bits(allowed);
    }
    /// After the last row.
    EVODOKU_HD void end() { draws_ = draws_.ahead(static_cast<std::uint32_t>(count_)); }

private:
    Team team_;
    Draws& draws_;
    typename Team::template Held<GumbelWords<size>> words_;
    std::uint32_t temperature_;
    int count_ = 0, done_ = 0;  ///< words; entries
};

/// One thread draws the numbers one after the other.
template <int size>
class GumbelDraws<size, Alone> {
public:
    EVODOKU_HD GumbelDraws(const Alone&, Draws& draws, std::uint32_t temperature, const std::uint64_t*, int)
        : draws_(draws), temperature_(temperature) {}

    template <class Work>
    EVODOKU_HD void each_own(std::uint64_t allowed, const Work& work) {
        for (; allowed != 0; allowed &= allowed - 1) work(lowest_bit(allowed), next());
    }
    EVODOKU_HD void end() const {}

private:
    EVODOKU_HD std::int32_t next() {
        if (held_ == 0) word_ = draws_.two_words(), held_ = gumbels_per_word;
        const std::int32_t number = scaled_gumbel(word_, temperature_);
        word_ >>= GumbelTable::index_bits;
        --held_;
        return number;
    }

    Draws& draws_;
    std::uint32_t temperature_;
    std::uint64_t word_ = 0;
    int held_ = 0;
};

}  // namespace evodoku
