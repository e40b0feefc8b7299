// A stream of random integers that belongs to (seed, puzzle, individual, generation, purpose) and to nothing else:
// not to a thread, a device or the order of work. See docs/determinism.md.
#pragma once

#include <cstdint>

#include "evodoku/core/bits.hpp"
#include "evodoku/core/hd.hpp"
#include "evodoku/core/philox.hpp"

namespace evodoku {

/// What a stream is for. Two purposes never share a word. The numbers, 1..15, are part of every fingerprint.
enum class Purpose : std::uint32_t { plan = 1, initialise = 2, cross = 3, mutate = 4, mating_pool = 14, stagnate = 15 };

/// The same purpose for the further tries of one individual in one generation: try 0 is the purpose itself.
inline constexpr std::uint32_t most_tries = 16;
EVODOKU_HD constexpr Purpose in_try(Purpose purpose, std::uint32_t number) {
    return static_cast<Purpose>(static_cast<std::uint32_t>(purpose) | number << 4);
}

/// A share of 65536: how probabilities and proportions are held. 65536 = always.
using Share = std::uint32_t;
inline constexpr Share whole = 65536;

/// An individual's identity: what its random numbers may depend on.
struct StreamKey {
    std::uint64_t seed;
    std::uint32_t place;       ///< the puzzle's place in the input
    std::uint32_t individual;  ///< within its puzzle: deme number x deme size + index
    std::uint32_t generation;  ///< since that puzzle began
};

/// Draws words and parts of words from Philox blocks made when they are needed. Bits come lowest first; bits left over
/// of a word serve the next draw, so several small draws share one word.
///
/// One draw a statement: compilers order two draws in one expression differently.
class Draws {
public:
    EVODOKU_HD Draws(const StreamKey& key, Purpose purpose)
        : seed_(key.seed),
          next_block_(static_cast<std::uint32_t>(purpose) << 24),
          individual_(key.individual),
          generation_(key.generation),
          place_(key.place) {}

    /// The same stream; `first` is its first block, made beforehand by first_blocks().
    EVODOKU_HD Draws(const StreamKey& key, Purpose purpose, const PhiloxBlock& first) : Draws(key, purpose) {
        ++next_block_;
        word_0_ = first.word[0], word_1_ = first.word[1], word_2_ = first.word[2], word_3_ = first.word[3];
        words_ = 4;
    }

    /// The first blocks of the streams of several individuals: key.individual + offsets[k]. A loop that compilers
    /// vectorise, and that nothing waits for.
    static void first_blocks(const StreamKey& key, Purpose purpose, const std::uint32_t* offsets, std::uint32_t count,
                             PhiloxBlock* blocks) {
        const std::uint32_t number = static_cast<std::uint32_t>(purpose) << 24;
        for (std::uint32_t k = 0; k < count; ++k) {
            blocks[k] = philox_block({{number, key.individual + offsets[k], key.generation, key.place}}, key.seed);
        }
    }

    /// `count` random bits, 1..32.
    EVODOKU_HD std::uint32_t bits(int count) {
        if (pooled_ < count) {
            pool_ |= std::uint64_t{next_word()} << pooled_;
            pooled_ += 32;
        }
        const std::uint32_t drawn = static_cast<std::uint32_t>(pool_ & ((std::uint64_t{1} << count) - 1));
        pool_ >>= count;
        pooled_ -= count;
        return drawn;
    }

    /// A number in 0..count-1 from 32 bits, by multiply-high: no rejection; off uniform by count / 2^32 at most.
    EVODOKU_HD std::uint32_t below(std::uint32_t count) { return scale(bits(32), count); }

    /// The same from 16 bits, for small counts (up to ~100): off uniform by count / 65536 at most.
    EVODOKU_HD std::uint32_t below_small(std::uint32_t count) { return bits(16) * count >> 16; }

    /// The same from 64 bits, for counts up to 2^64 - 1; 0 where count is 0.
    EVODOKU_HD std::uint64_t below_wide(std::uint64_t count) {
        const std::uint64_t low = bits(32);
        const std::uint64_t high = bits(32);
        return multiply_high(high << 32 | low, count);
    }

    /// True with probability share / 65536.
    EVODOKU_HD bool chance(Share share) { return bits(16) < share; }

    /// Carries a uniform 32-bit word to 0..count-1, keeping order.
    EVODOKU_HD static constexpr std::uint32_t scale(std::uint32_t uniform, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::uint64_t{uniform} * count >> 32);
    }

    /// Takes a number in 0..count-1 off a uniform word and leaves in it what is still uniform: several numbers from one
    /// word, each choice of them all off uniform by the product of their counts / 2^32 at most.
    EVODOKU_HD static constexpr std::uint32_t take_below(std::uint32_t& uniform, std::uint32_t count) {
        const std::uint64_t product = std::uint64_t{uniform} * count;
        uniform = static_cast<std::uint32_t>(product);
        return static_cast<std::uint32_t>(product >> 32);
    }

private:
    EVODOKU_HD std::uint32_t next_word() {
        if (words_ == 0) {
            const PhiloxBlock block = next_block(next_block_, individual_, generation_, place_, seed_);
            ++next_block_;
            word_0_ = block.word[0], word_1_ = block.word[1], word_2_ = block.word[2], word_3_ = block.word[3];
            words_ = 4;
        }
        // The words move down instead of being indexed: an index would push them out of a GPU's registers.
        const std::uint32_t word = word_0_;
        word_0_ = word_1_, word_1_ = word_2_, word_2_ = word_3_;
        --words_;
        return word;
    }

    /// By value, so that a stream stays in registers where this is a call.
    EVODOKU_HD EVODOKU_SELDOM static PhiloxBlock next_block(std::uint32_t number, std::uint32_t individual,
                                                            std::uint32_t generation, std::uint32_t place,
                                                            std::uint64_t seed) {
        return philox_block({{number, individual, generation, place}}, seed);
    }

    std::uint64_t seed_;
    std::uint64_t pool_ = 0;
    std::uint32_t next_block_, individual_, generation_, place_;
    std::uint32_t word_0_ = 0, word_1_ = 0, word_2_ = 0, word_3_ = 0;
    int words_ = 0;
    int pooled_ = 0;
};

/// The whole number of `count` that a share stands for, rounded down.
EVODOKU_HD constexpr std::uint32_t share_of(Share share, std::uint32_t count) {
    return static_cast<std::uint32_t>(std::uint64_t{count} * share >> 16);
}

}  // namespace evodoku
