// Philox in the vectors of Highway, of the widest kind that this build may use. Compiled automatically, most
// instructions only move the halves of products. Here each 32-bit number has a lane of 64 bits, so that its product
// stays in place.
#include <algorithm>

#include "core/vectors.hpp"
#include "cpu/executor.hpp"

namespace evodoku::cpu {

void make_blocks(const StreamKey& key, Purpose purpose, std::uint32_t number, const std::uint32_t* offsets,
                 std::uint32_t count, PhiloxBlock* blocks) {
    number = Draws::block_number(purpose, number);
#if HWY_TARGET == HWY_SCALAR
    for (std::uint32_t k = 0; k < count; ++k) {
        blocks[k] = philox_block({{number, key.individual + offsets[k], key.generation, key.puzzle_index}}, key.seed);
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
    const auto product = [&](Vector a, Vector b) {
        return hn::MulEven(hn::BitCast(halves, a), hn::BitCast(halves, b));
    };
    const Vector multiplier_0 = all(philox::multiplier_0), multiplier_1 = all(philox::multiplier_1);
    for (std::uint32_t k = 0; k < count; k += groups * lanes) {
        Vector a[groups], b[groups], c[groups], d[groups];
        for (std::uint32_t group = 0; group < groups; ++group) {
            const auto offset = hn::LoadU(numbers, offsets + k + group * lanes);
            a[group] = all(number), b[group] = hn::PromoteTo(wide, hn::Add(offset, hn::Set(numbers, key.individual)));
            c[group] = all(key.generation), d[group] = all(key.puzzle_index);
        }
        std::uint32_t key_0 = static_cast<std::uint32_t>(key.seed), key_1 = static_cast<std::uint32_t>(key.seed >> 32);
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
            return hn::BitCast(wide, hn::OddEven(hn::BitCast(halves, shifted), hn::BitCast(halves, low)));
        };
        for (std::uint32_t group = 0; group < groups; ++group) {
            auto* to = reinterpret_cast<std::uint64_t*>(blocks + k + group * lanes);
            hn::StoreInterleaved2(pair(a[group], b[group]), pair(c[group], d[group]), wide, to);
        }
    }
#endif
}

}  // namespace evodoku::cpu
