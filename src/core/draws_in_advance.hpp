// Blocks of random numbers that are made many at a time, and draws from them.
//
// On a CPU by the vectors of Highway, of the widest kind that this build may use. Compiled automatically, most
// instructions only move the halves of products. Here each 32-bit number has a lane of 64 bits, so that its product
// stays in place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/draws.hpp"
#include "core/vectors.hpp"

namespace evodoku {

/// Blocks that are made together.
inline constexpr std::uint32_t block_lanes = 16;

/// Writes to blocks[k] the block of a counter with offsets[k] added to one of its words, for k in 0..count-1, where
/// count is a multiple of block_lanes. Equal to philox_block(), several times as fast.
template <int word>
EVODOKU_HD EVODOKU_SELDOM void make_blocks(PhiloxBlock counter, std::uint64_t key, const std::uint32_t* offsets,
                                           std::uint32_t count, PhiloxBlock* blocks) {
#if defined(__CUDACC__) || HWY_TARGET == HWY_SCALAR
    for (std::uint32_t k = 0; k < count; ++k) {
        blocks[k] = counter, blocks[k].word[word] += offsets[k];
        blocks[k] = philox_block(blocks[k], key);
    }
#else
    namespace hn = hwy::HWY_NAMESPACE;
    constexpr hn::CappedTag<std::uint64_t, block_lanes> wide;  // a number each
    constexpr hn::Repartition<std::uint32_t, decltype(wide)> halves;
    constexpr hn::Rebind<std::uint32_t, decltype(wide)> numbers;
    using Vector = hn::Vec<decltype(wide)>;
    constexpr std::uint32_t lanes = hn::MaxLanes(wide);
    constexpr std::uint32_t groups = std::min(4u, block_lanes / lanes);  // independent products hide their latency
    const auto all = [&](std::uint32_t value) { return hn::Set(wide, value); };
    const auto of_32 = [&](Vector numbers_of_64) { return hn::BitCast(halves, numbers_of_64); };
    const auto product = [&](Vector a, Vector b) { return hn::MulEven(of_32(a), of_32(b)); };
    const Vector multiplier_0 = all(philox::multiplier_0), multiplier_1 = all(philox::multiplier_1);
    for (std::uint32_t k = 0; k < count; k += groups * lanes) {
        Vector state[4][groups];
        for (std::uint32_t group = 0; group < groups; ++group) {
            for (int other = 0; other < 4; ++other) state[other][group] = all(counter.word[other]);
            const auto offset = hn::LoadU(numbers, offsets + k + group * lanes);
            state[word][group] = hn::PromoteTo(wide, hn::Add(offset, hn::Set(numbers, counter.word[word])));
        }
        auto& [a, b, c, d] = state;
        std::uint32_t key_0 = static_cast<std::uint32_t>(key), key_1 = static_cast<std::uint32_t>(key >> 32);
        for (int round = 0; round < philox::rounds; ++round) {
            for (std::uint32_t group = 0; group < groups; ++group) {
                const Vector product_0 = product(a[group], multiplier_0), product_1 = product(c[group], multiplier_1);
                const Vector mixed_b = hn::Xor(b[group], all(key_0)), mixed_d = hn::Xor(d[group], all(key_1));
                a[group] = hn::Xor(hn::ShiftRight<32>(product_1), mixed_b), b[group] = product_1;
                c[group] = hn::Xor(hn::ShiftRight<32>(product_0), mixed_d), d[group] = product_0;
            }
            key_0 += philox::weyl_0, key_1 += philox::weyl_1;
        }
        // The upper halves hold parts of products.
        const auto pair = [&](Vector low, Vector high) {
            const Vector shifted = hn::ShiftLeft<32>(high);
            return hn::BitCast(wide, hn::OddEven(of_32(shifted), of_32(low)));
        };
        for (std::uint32_t group = 0; group < groups; ++group) {
            auto* to = reinterpret_cast<std::uint64_t*>(blocks + k + group * lanes);
            hn::StoreInterleaved2(pair(a[group], b[group]), pair(c[group], d[group]), wide, to);
        }
    }
#endif
}

/// The draws of a stream, from blocks that are made many at a time: see draw_in_advance(). At its end the stream
/// continues from there.
class DrawsInAdvance : public Numbers<DrawsInAdvance> {
public:
    static constexpr std::uint32_t many = block_lanes;
    /// One more than are made, so that the 64 bits from any one on may be read. Apart, so that the rest stays in
    /// registers.
    using Blocks = PhiloxBlock[many + 1];

    EVODOKU_HD DrawsInAdvance(Draws& draws, Blocks& blocks) : draws_(draws), blocks_(blocks) {
        make(draws_, first_, blocks_);
    }
    DrawsInAdvance(const DrawsInAdvance&) = delete;
    DrawsInAdvance& operator=(const DrawsInAdvance&) = delete;
    EVODOKU_HD ~DrawsInAdvance() {
        draws_.next_block_ = first_, draws_.held_ = 0, draws_.last_ready_ = 0;
        draws_ = draws_.ahead(at_);
    }

    EVODOKU_HD std::uint32_t bits(int count) {
        if (at_ + static_cast<std::uint32_t>(count) > 128 * many) [[unlikely]] {
            first_ += at_ / 128, at_ %= 128;
            make(draws_, first_, blocks_);
        }
        std::uint64_t bits;
        std::memcpy(&bits, reinterpret_cast<const char*>(blocks_) + at_ / 8, sizeof bits);
        bits >>= at_ % 8;
        at_ += static_cast<std::uint32_t>(count);
        return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << count) - 1));
    }

private:
    EVODOKU_HD EVODOKU_SELDOM static void make(const Draws& draws, std::uint32_t first, Blocks& blocks) {
        constexpr std::uint32_t numbers[many] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        const PhiloxBlock counter{{first, draws.individual_, draws.generation_, draws.puzzle_index_}};
        make_blocks<0>(counter, draws.seed_, numbers, many, blocks);
    }

    Draws& draws_;
    Blocks& blocks_;
    /// The number of the first block; the next bit to draw.
    std::uint32_t first_ = draws_.next_block_ - static_cast<std::uint32_t>(draws_.held_ + 127) / 128;
    std::uint32_t at_ = static_cast<std::uint32_t>(128 - draws_.held_) % 128;
};

/// body(draws), for many draws: on a CPU with DrawsInAdvance. Blocks have no data in common, so that a processor makes
/// several at the same time. Draws of another kind are passed on as they are.
EVODOKU_HD auto draw_in_advance(auto& draws, const auto& body) {
    if constexpr (EVODOKU_ON_DEVICE || !std::is_same_v<decltype(draws), Draws&>) {
        return body(draws);
    } else {
        DrawsInAdvance::Blocks blocks;
        DrawsInAdvance own(draws, blocks);
        return body(own);
    }
}

}  // namespace evodoku
