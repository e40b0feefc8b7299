// A stream of random integers. It depends on (seed, puzzle, individual, generation, purpose) alone: it is the same on
// every thread and device, in any order of execution. See docs/explanation/determinism.md.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "evodoku/core/count_or_share.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1,
// 2, 3" (SC'11). It is written here because it must be constexpr and the same on host and device. Tests compare it with
// the Random123 library and its published known answers.

/// Four 32-bit words: the counter, or the random words.
struct PhiloxBlock {
    std::uint32_t word[4];
    constexpr bool operator==(const PhiloxBlock&) const = default;
};

/// The constants of Philox4x32-10.
namespace philox {
inline constexpr std::uint32_t multiplier_0 = 0xD2511F53u, multiplier_1 = 0xCD9E8D57u;
inline constexpr std::uint32_t weyl_0 = 0x9E3779B9u, weyl_1 = 0xBB67AE85u;
inline constexpr int rounds = 10;
}  // namespace philox

/// The random block of a counter under a 64-bit key: a pure function, 20 multiplications.
EVODOKU_HD constexpr PhiloxBlock philox_block(PhiloxBlock counter, std::uint64_t key) {
    std::uint32_t a = counter.word[0], b = counter.word[1], c = counter.word[2], d = counter.word[3];
    std::uint32_t key_0 = static_cast<std::uint32_t>(key), key_1 = static_cast<std::uint32_t>(key >> 32);
    EVODOKU_ROLLED_BUT_TWO
    for (int round = 0; round < philox::rounds; ++round) {
        const std::uint64_t product_0 = std::uint64_t{philox::multiplier_0} * a;
        const std::uint64_t product_1 = std::uint64_t{philox::multiplier_1} * c;
        a = static_cast<std::uint32_t>(product_1 >> 32) ^ b ^ key_0;
        b = static_cast<std::uint32_t>(product_1);
        c = static_cast<std::uint32_t>(product_0 >> 32) ^ d ^ key_1;
        d = static_cast<std::uint32_t>(product_0);
        key_0 += philox::weyl_0;
        key_1 += philox::weyl_1;
    }
    return {{a, b, c, d}};
}

// The known answers that Random123 publishes, checked by the compiler.
static_assert(philox_block({{0, 0, 0, 0}}, 0) == PhiloxBlock{{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}});
static_assert(philox_block({{~0u, ~0u, ~0u, ~0u}}, ~std::uint64_t{0}) ==
              PhiloxBlock{{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}});
static_assert(philox_block({{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}}, 0x299f31d0a4093822u) ==
              PhiloxBlock{{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}});

/// The purpose of a stream. Two purposes never share a word. The numbers, 1..15, are part of every fingerprint.
enum class Purpose : std::uint32_t {
    plan = 1,
    initialise = 2,
    cross = 3,
    mutate = 4,
    generate = 5,  ///< puzzles
    exchange = 6,  ///< of temperatures, between two boards
    resample = 7,
    mating_pool = 14,
    stagnate = 15
};

/// The purpose for further tries of one individual in one generation: try 0 is the purpose itself.
EVODOKU_HD constexpr Purpose in_try(Purpose purpose, std::uint32_t number) {
    return static_cast<Purpose>(static_cast<std::uint32_t>(purpose) | number << 4);
}

/// An individual's identity: all that its random numbers depend on.
struct StreamKey {
    std::uint64_t seed;
    std::uint32_t puzzle_index;  ///< the puzzle's index in the input
    std::uint32_t individual;    ///< within its puzzle: island_of_puzzle x island size + index
    std::uint32_t generation;    ///< since that puzzle began
};

/// The first `count` blocks of a stream, made in advance, `stride` apart.
struct FirstBlocks {
    const PhiloxBlock* blocks;
    std::uint32_t stride, count;
};

/// Numbers drawn from the bits of a stream.
template <class Stream>
class Numbers {
public:
    /// A number in 0..count-1 from 32 bits, by multiply-high: no rejection; off uniform by count / 2^32 at most.
    EVODOKU_HD std::uint32_t below(std::uint32_t count) { return scale(stream().bits(32), count); }

    /// A number in 0..count-1 from 16 bits, for counts up to ~100: off uniform by at most count / 65536.
    EVODOKU_HD std::uint32_t below_small(std::uint32_t count) { return stream().bits(16) * count >> 16; }

    /// A number in 0..count-1 from 64 bits, for counts up to 2^64 - 1; 0 where count is 0.
    EVODOKU_HD std::uint64_t below_wide(std::uint64_t count) {
        const std::uint64_t low = stream().bits(32);
        const std::uint64_t high = stream().bits(32);
        return multiply_high(high << 32 | low, count);
    }

    /// True with probability share / 65536.
    EVODOKU_HD bool chance(Share share) { return stream().bits(16) < share; }

    /// Maps a uniform 32-bit word to 0..count-1, keeping the order.
    EVODOKU_HD static constexpr std::uint32_t scale(std::uint32_t uniform, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::uint64_t{uniform} * count >> 32);
    }

private:
    EVODOKU_HD Stream& stream() { return static_cast<Stream&>(*this); }
};

/// Draws bits from Philox blocks that are made when needed, lowest bit first, without gaps: several small draws share a
/// word, and a draw may end in the next block.
///
/// Write one draw per statement: compilers order two draws in one expression differently.
class Draws : public Numbers<Draws> {
public:
    /// A place for a stream: nothing can be drawn from it.
    Draws() = default;

    EVODOKU_HD Draws(const StreamKey& key, Purpose purpose)
        : seed_(key.seed),
          next_block_(block_number(purpose, 0)),
          individual_(key.individual),
          generation_(key.generation),
          puzzle_index_(key.puzzle_index) {}

    /// The stream of a key whose blocks `first` were made in advance.
    EVODOKU_HD Draws(const StreamKey& key, Purpose purpose, const FirstBlocks& first) : Draws(key, purpose) {
        ready_ = first.blocks, stride_ = first.stride;
        last_ready_ = next_block_ + first.count;
        refill();
    }

    /// The first word of the counter of a stream's block `number`.
    EVODOKU_HD static constexpr std::uint32_t block_number(Purpose purpose, std::uint32_t number) {
        return static_cast<std::uint32_t>(purpose) << 24 | number;
    }

    /// `count` random bits, 1..32.
    EVODOKU_HD std::uint32_t bits(int count) {
        std::uint64_t drawn = low_;
        if (held_ < count) [[unlikely]] {
            const int missing = count - held_;
            const int had = held_;
            refill();
            drawn |= low_ << had;
            drop(missing);
        } else {
            drop(count);
        }
        return static_cast<std::uint32_t>(drawn & ((std::uint64_t{1} << count) - 1));
    }

    /// Two draws of 32 bits, the first one below.
    EVODOKU_HD std::uint64_t two_words() {
        if (held_ == 0) refill();
        if (held_ >= 64) [[likely]] {
            const std::uint64_t drawn = low_;
            low_ = high_, high_ = 0;
            held_ -= 64;
            return drawn;
        }
        const std::uint64_t first = bits(32);
        const std::uint64_t second = bits(32);
        return second << 32 | first;
    }

    /// This stream after `left` more bits. Requires that no blocks were made in advance.
    EVODOKU_HD Draws ahead(std::uint32_t left) const {
        Draws later = *this;
        if (left >= static_cast<std::uint32_t>(held_)) {
            left -= static_cast<std::uint32_t>(held_);
            later.next_block_ += left / 128;
            left %= 128;
            later.refill();
        }
        for (; left >= 32; left -= 32) later.drop(32);
        if (left != 0) later.drop(static_cast<int>(left));
        return later;
    }

    /// Four draws of 32 bits. Requires that all draws before were of whole blocks.
    EVODOKU_HD PhiloxBlock block() { return next_block(next_block_++, individual_, generation_, puzzle_index_, seed_); }

private:
    friend class DrawsInAdvance;

    EVODOKU_HD void refill() {
        if (next_block_ < last_ready_) {
            hold(*ready_);
            ready_ += stride_;
        } else {
            hold(next_block(next_block_, individual_, generation_, puzzle_index_, seed_));
        }
        ++next_block_;
    }
    EVODOKU_HD void hold(const PhiloxBlock& block) {
        low_ = std::uint64_t{block.word[1]} << 32 | block.word[0];
        high_ = std::uint64_t{block.word[3]} << 32 | block.word[2];
        held_ = 128;
    }
    /// The bits above those held are zeros.
    EVODOKU_HD void drop(int count) {
        low_ = low_ >> count | high_ << (64 - count);
        high_ >>= count;
        held_ -= count;
    }

    /// By value, so that a stream stays in registers even if this is not inlined.
    EVODOKU_HD EVODOKU_SELDOM static PhiloxBlock next_block(std::uint32_t number, std::uint32_t individual,
                                                            std::uint32_t generation, std::uint32_t puzzle_index,
                                                            std::uint64_t seed) {
        return philox_block({{number, individual, generation, puzzle_index}}, seed);
    }

    std::uint64_t seed_ = 0;
    std::uint64_t low_ = 0, high_ = 0;    ///< bits not drawn yet, the next one lowest
    const PhiloxBlock* ready_ = nullptr;  ///< the next block made in advance, `stride_` apart, up to last_ready_
    std::uint32_t stride_ = 0, last_ready_ = 0;
    std::uint32_t next_block_ = 0, individual_ = 0, generation_ = 0, puzzle_index_ = 0;
    int held_ = 0;
};

}  // namespace evodoku
