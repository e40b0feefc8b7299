// Logic, shifts and bit fields against the definitions of the PTX manual, mostly bit by bit.
#include <algorithm>

#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using u64 = std::uint64_t;

std::string type_b(unsigned bytes) { return ".b" + std::to_string(8 * bytes); }
std::string type_u(unsigned bytes) { return ".u" + std::to_string(8 * bytes); }
std::string type_s(unsigned bytes) { return ".s" + std::to_string(8 * bytes); }
bool bit(u64 value, unsigned which) { return (value >> which & 1) != 0; }

const std::vector<u64> distances = {0, 1, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0x80000000u, 0xffffffffu};

TEST(BitInstruction, Logic) {
    for (const unsigned bytes : {2u, 4u, 8u}) {
        const auto pairs = tuples({corners(bytes), corners(bytes)});
        const auto check = [&](const std::string& name, auto expected) {
            expect_instruction(name + type_b(bytes) + " %d, %a, %b", bytes, {bytes, bytes}, pairs,
                               [&](u64 x, u64 y, u64, u64) { return expected(x, y); });
        };
        check("and", [](u64 x, u64 y) { return x & y; });
        check("or", [](u64 x, u64 y) { return x | y; });
        check("xor", [](u64 x, u64 y) { return x ^ y; });
        const auto ones = tuples({corners(bytes)});
        expect_instruction("not" + type_b(bytes) + " %d, %a", bytes, {bytes}, ones,
                           [](u64 x, u64, u64, u64) { return ~x; });
        expect_instruction("cnot" + type_b(bytes) + " %d, %a", bytes, {bytes}, ones,
                           [](u64 x, u64, u64, u64) { return x == 0 ? 1 : 0; });
    }
}

TEST(BitInstruction, LogicOfThreeSources) {
    const auto triples = tuples({corners(4), {0, 0xffffffffu, 0x0f0f3355u}, {0, 0xffffffffu, 0xaaaa5555u}});
    for (const unsigned table : {0x00u, 0x80u, 0xfeu, 0x96u, 0xe8u, 0xcau, 0x1bu, 0xffu}) {
        expect_instruction("lop3.b32 %d, %a, %b, %c, " + std::to_string(table), 4, {4, 4, 4}, triples,
                           [&](u64 x, u64 y, u64 z, u64) {
                               u64 result = 0;
                               for (unsigned k = 0; k < 32; ++k) {
                                   const unsigned row = bit(x, k) * 4u + bit(y, k) * 2u + bit(z, k);
                                   result |= u64{bit(table, row)} << k;
                               }
                               return result;
                           });
    }
}

TEST(BitInstruction, ShiftsBeyondTheWidthGiveZerosOrTheSign) {
    for (const unsigned bytes : {2u, 4u, 8u}) {
        const unsigned bits = 8 * bytes;
        const auto pairs = tuples({corners(bytes), distances});
        expect_instruction("shl" + type_b(bytes) + " %d, %a, %b", bytes, {bytes, 4}, pairs,
                           [&](u64 x, u64 n, u64, u64) { return n >= bits ? 0 : x << n; });
        expect_instruction("shr" + type_u(bytes) + " %d, %a, %b", bytes, {bytes, 4}, pairs,
                           [&](u64 x, u64 n, u64, u64) { return n >= bits ? 0 : x >> n; });
        expect_instruction("shr" + type_b(bytes) + " %d, %a, %b", bytes, {bytes, 4}, pairs,
                           [&](u64 x, u64 n, u64, u64) { return n >= bits ? 0 : x >> n; });
        expect_instruction("shr" + type_s(bytes) + " %d, %a, %b", bytes, {bytes, 4}, pairs,
                           [&](u64 x, u64 n, u64, u64) {
                               u64 result = 0;
                               for (unsigned k = 0; k < bits; ++k) {
                                   result |= u64{bit(x, static_cast<unsigned>(std::min<u64>(k + n, bits - 1)))} << k;
                               }
                               return result;
                           });
    }
}

TEST(BitInstruction, FunnelShifts) {
    const auto triples = tuples({corners(4), corners(4), distances});
    for (const bool clamp : {false, true}) {
        const std::string mode = clamp ? ".clamp" : ".wrap";
        const auto distance = [&](u64 n) { return clamp ? std::min<u64>(n, 32) : n % 32; };
        expect_instruction("shf.l" + mode + ".b32 %d, %a, %b, %c", 4, {4, 4, 4}, triples,
                           [&](u64 low, u64 high, u64 n, u64) {
                               const u64 k = distance(n);
                               return k == 0 ? high : k == 32 ? low : high << k | low >> (32 - k);
                           });
        expect_instruction("shf.r" + mode + ".b32 %d, %a, %b, %c", 4, {4, 4, 4}, triples,
                           [&](u64 low, u64 high, u64 n, u64) {
                               const u64 k = distance(n);
                               return k == 0 ? low : k == 32 ? high : low >> k | high << (32 - k);
                           });
    }
}

TEST(BitInstruction, Counts) {
    for (const unsigned bytes : {4u, 8u}) {
        const unsigned bits = 8 * bytes;
        const auto ones = tuples({corners(bytes)});
        const auto highest = [&](u64 x) {
            int top = -1;
            for (unsigned k = 0; k < bits; ++k) top = bit(x, k) ? static_cast<int>(k) : top;
            return top;
        };
        expect_instruction("popc" + type_b(bytes) + " %d, %a", 4, {bytes}, ones, [&](u64 x, u64, u64, u64) {
            u64 count = 0;
            for (unsigned k = 0; k < bits; ++k) count += bit(x, k);
            return count;
        });
        expect_instruction("clz" + type_b(bytes) + " %d, %a", 4, {bytes}, ones, [&](u64 x, u64, u64, u64) {
            return static_cast<u64>(static_cast<int>(bits) - 1 - highest(x));
        });
        expect_instruction("brev" + type_b(bytes) + " %d, %a", bytes, {bytes}, ones, [&](u64 x, u64, u64, u64) {
            u64 reversed = 0;
            for (unsigned k = 0; k < bits; ++k) reversed |= u64{bit(x, k)} << (bits - 1 - k);
            return reversed;
        });
        for (const bool is_signed : {false, true}) {
            const std::string type = is_signed ? type_s(bytes) : type_u(bytes);
            const auto looked_at = [&](u64 x) { return is_signed && as_signed(x, bytes) < 0 ? cut(~x, bytes) : x; };
            expect_instruction("bfind" + type + " %d, %a", 4, {bytes}, ones,
                               [&](u64 x, u64, u64, u64) { return static_cast<u64>(highest(looked_at(x))); });
            expect_instruction("bfind.shiftamt" + type + " %d, %a", 4, {bytes}, ones, [&](u64 x, u64, u64, u64) {
                const int top = highest(looked_at(x));
                return top < 0 ? ~u64{0} : static_cast<u64>(static_cast<int>(bits) - 1 - top);
            });
        }
    }
}

TEST(BitInstruction, FieldsAreInsertedBitByBit) {
    const std::vector<u64> places = {0, 1, 7, 31, 32, 33, 63, 64, 200, 255, 256, 257, 0xffffffffu};
    for (const unsigned bytes : {4u, 8u}) {
        const u64 top = 8 * bytes - 1;
        const auto cases =
            tuples({{0, 0x5a5a5a5a5a5a5a5au, ~u64{0}}, {0, 0x123456789abcdef0u, ~u64{0}}, places, places});
        expect_instruction("bfi" + type_b(bytes) + " %d, %a, %b, %c, %e", bytes, {bytes, bytes, 4, 4}, cases,
                           [&](u64 a, u64 b, u64 c, u64 d) {
                               const u64 position = c & 255, length = d & 255;
                               u64 f = b;
                               for (u64 i = 0; i < length && position + i <= top; ++i) {
                                   f &= ~(u64{1} << (position + i));
                                   f |= u64{bit(a, static_cast<unsigned>(i))} << (position + i);
                               }
                               return f;
                           });
        for (const bool is_signed : {false, true}) {
            const auto triples = tuples({corners(bytes), places, places});
            expect_instruction("bfe" + (is_signed ? type_s(bytes) : type_u(bytes)) + " %d, %a, %b, %c", bytes,
                               {bytes, 4, 4}, triples, [&](u64 a, u64 b, u64 c, u64) {
                                   const u64 position = b & 255, length = c & 255;
                                   const bool sign =
                                       is_signed && length != 0 &&
                                       bit(a, static_cast<unsigned>(std::min(position + length - 1, top)));
                                   u64 d = 0;
                                   for (u64 i = 0; i <= top; ++i) {
                                       const bool inside = i < length && position + i <= top;
                                       const bool one = inside ? bit(a, static_cast<unsigned>(position + i)) : sign;
                                       d |= u64{one} << i;
                                   }
                                   return d;
                               });
        }
    }
}

TEST(BitInstruction, MasksAndPermutedBytes) {
    for (const bool clamp : {false, true}) {
        expect_instruction(std::string("bmsk.") + (clamp ? "clamp" : "wrap") + ".b32 %d, %a, %b", 4, {4, 4},
                           tuples({distances, distances}), [&](u64 a, u64 b, u64, u64) {
                               const u64 start = clamp ? std::min<u64>(a, 32) : a & 31;
                               const u64 width = clamp ? std::min<u64>(b, 32) : b & 31;
                               u64 mask = 0;
                               for (u64 k = start; k < start + width && k < 32; ++k) mask |= u64{1} << k;
                               return mask;
                           });
    }
    const auto cases = tuples({corners(4),
                               {0x00000000u, 0x8091a2b3u, 0xffffffffu},
                               {0x3210, 0x7654, 0x0123, 0xba98, 0xfedc, 0x5140, 0xffff3210u}});
    expect_instruction("prmt.b32 %d, %a, %b, %c", 4, {4, 4, 4}, cases, [](u64 a, u64 b, u64 c, u64) {
        u64 result = 0;
        for (unsigned k = 0; k < 4; ++k) {
            const u64 selector = c >> 4 * k & 15, index = selector & 7;
            u64 byte = (index < 4 ? a >> 8 * index : b >> 8 * (index - 4)) & 255;
            if (selector >= 8) byte = bit(byte, 7) ? 255 : 0;
            result |= byte << 8 * k;
        }
        return result;
    });
}

TEST(PredicateInstruction, LogicOnPredicates) {
    const auto pairs = tuples({{0, 1}, {0, 1}});
    const auto check = [&](const std::string& name, auto expected) {
        expect_instruction(name, 1, {1, 1}, pairs,
                           [&](u64 x, u64 y, u64, u64) { return u64{expected(x != 0, y != 0)}; });
    };
    check("and.pred %d, %a, %b", [](bool x, bool y) { return x && y; });
    check("or.pred %d, %a, %b", [](bool x, bool y) { return x || y; });
    check("xor.pred %d, %a, %b", [](bool x, bool y) { return x != y; });
    check("not.pred %d, %a", [](bool x, bool) { return !x; });
    check("mov.pred %d, %b", [](bool, bool y) { return y; });
    check("mov.pred %d, 1", [](bool, bool) { return true; });
}

}  // namespace
}  // namespace evodoku::emulator
