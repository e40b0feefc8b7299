// Comparisons, selections, moves and conversions.
#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using u64 = std::uint64_t;

TEST(Comparison, EveryRelationOfEveryType) {
    for (const unsigned bytes : {2u, 4u, 8u}) {
        const auto pairs = tuples({corners(bytes), corners(bytes)});
        for (const char kind : {'u', 's', 'b'}) {
            const auto less = [&](u64 x, u64 y) {
                return kind == 's' ? as_signed(x, bytes) < as_signed(y, bytes) : cut(x, bytes) < cut(y, bytes);
            };
            const auto check = [&](const std::string& relation, auto holds) {
                expect_instruction("setp." + relation + "." + kind + std::to_string(8 * bytes) + " %d, %a, %b", 1,
                                   {bytes, bytes}, pairs, [&](u64 x, u64 y, u64, u64) { return u64{holds(x, y)}; });
            };
            check("eq", [&](u64 x, u64 y) { return x == y; });
            check("ne", [&](u64 x, u64 y) { return x != y; });
            if (kind == 'b') continue;
            check("lt", [&](u64 x, u64 y) { return less(x, y); });
            check("le", [&](u64 x, u64 y) { return !less(y, x); });
            check("gt", [&](u64 x, u64 y) { return less(y, x); });
            check("ge", [&](u64 x, u64 y) { return !less(x, y); });
            if (kind == 's') continue;
            check("lo", [&](u64 x, u64 y) { return less(x, y); });
            check("ls", [&](u64 x, u64 y) { return !less(y, x); });
            check("hi", [&](u64 x, u64 y) { return less(y, x); });
            check("hs", [&](u64 x, u64 y) { return !less(x, y); });
        }
    }
}

TEST(Comparison, CombinedWithAPredicateAndWithItsComplement) {
    const auto cases = tuples({{1, 5}, {1, 5}, {0, 1}});
    for (const bool second : {false, true}) {
        // The first destination, or the second one, which takes the complement of the comparison.
        const auto check = [&](const std::string& name, const std::string& third, auto expected) {
            const std::string to = second ? "%p1|%d" : "%d|%p1";
            expect_instruction("setp.lt." + name + ".u32 " + to + ", %a, %b, " + third, 1, {4, 4, 1}, cases,
                               [&](u64 x, u64 y, u64 z, u64) { return u64{expected((x < y) != second, z != 0)}; });
        };
        check("and", "%c", [](bool x, bool z) { return x && z; });
        check("or", "%c", [](bool x, bool z) { return x || z; });
        check("xor", "%c", [](bool x, bool z) { return x != z; });
        check("and", "!%c", [](bool x, bool z) { return x && !z; });
    }
}

TEST(Selection, TakesTheFirstWhereThePredicateHolds) {
    for (const unsigned bytes : {2u, 4u, 8u}) {
        const auto cases = tuples({corners(bytes), {0, 0x5555, ~u64{0}}, {0, 1}});
        expect_instruction("selp.b" + std::to_string(8 * bytes) + " %d, %a, %b, %c", bytes, {bytes, bytes, 1}, cases,
                           [](u64 x, u64 y, u64 z, u64) { return z != 0 ? x : y; });
    }
}

TEST(Conversion, FromEveryTypeToEveryType) {
    for (const char from_kind : {'u', 's'}) {
        for (const unsigned from : {1u, 2u, 4u, 8u}) {
            for (const char to_kind : {'u', 's'}) {
                for (const unsigned to : {1u, 2u, 4u, 8u}) {
                    const unsigned source = std::max(from, 2u), result = std::max(to, 2u);
                    const std::string text = std::string("cvt.") + to_kind + std::to_string(8 * to) + "." + from_kind +
                                             std::to_string(8 * from) + " %d, %a";
                    expect_instruction(text, result, {source}, tuples({corners(source)}), [&](u64 x, u64, u64, u64) {
                        const u64 value = from_kind == 's' ? static_cast<u64>(as_signed(x, from)) : cut(x, from);
                        return to_kind == 's' ? static_cast<u64>(as_signed(value, to)) : cut(value, to);
                    });
                }
            }
        }
    }
}

TEST(Conversion, OfPartsOfWiderRegisters) {
    const auto ones = tuples({corners(4)});
    expect_instruction("cvt.u32.u8 %d, %a", 4, {4}, ones, [](u64 x, u64, u64, u64) { return x & 255; });
    expect_instruction("cvt.s32.s8 %d, %a", 4, {4}, ones,
                       [](u64 x, u64, u64, u64) { return static_cast<u64>(as_signed(x, 1)); });
    expect_instruction("cvt.s32.s16 %d, %a", 4, {4}, ones,
                       [](u64 x, u64, u64, u64) { return static_cast<u64>(as_signed(x, 2)); });
}

TEST(Move, OfRegistersAndConstants) {
    for (const unsigned bytes : {2u, 4u, 8u}) {
        expect_instruction("mov.b" + std::to_string(8 * bytes) + " %d, %a", bytes, {bytes}, tuples({corners(bytes)}),
                           [](u64 x, u64, u64, u64) { return x; });
    }
    expect_instruction("mov.u32 %d, -2", 4, {4}, {{0}}, [](u64, u64, u64, u64) { return ~u64{1}; });
    expect_instruction("mov.u64 %d, 0x8000000000000000", 8, {4}, {{0}},
                       [](u64, u64, u64, u64) { return u64{1} << 63; });
    expect_instruction("mov.u32 %d, 0b101", 4, {4}, {{0}}, [](u64, u64, u64, u64) { return 5; });
    expect_instruction("mov.u32 %d, 017", 4, {4}, {{0}}, [](u64, u64, u64, u64) { return 15; });
    expect_instruction("mov.u32 %d, 4294967295U", 4, {4}, {{0}}, [](u64, u64, u64, u64) { return 0xffffffffu; });
}

TEST(Move, PacksTheFirstElementLowest) {
    const auto pairs = tuples({corners(4), corners(4)});
    expect_instruction("mov.b64 %d, {%a, %b}", 8, {4, 4}, pairs, [](u64 x, u64 y, u64, u64) { return y << 32 | x; });
    const auto halves = tuples({corners(2), corners(2)});
    expect_instruction("mov.b32 %d, {%a, %b}", 4, {2, 2}, halves, [](u64 x, u64 y, u64, u64) { return y << 16 | x; });
    const auto quarters = tuples({{1, 0xfffe}, {0, 0x8001}, {7, 0xffff}, {0, 0x1234}});
    expect_instruction("mov.b64 %d, {%a, %b, %c, %e}", 8, {2, 2, 2, 2}, quarters,
                       [](u64 x, u64 y, u64 z, u64 w) { return w << 48 | z << 32 | y << 16 | x; });
    const auto wholes = tuples({corners(8)});
    expect_instruction("mov.b64 {%d, _}, %a", 4, {8}, wholes, [](u64 x, u64, u64, u64) { return x; });
    expect_instruction("mov.b64 {_, %d}, %a", 4, {8}, wholes, [](u64 x, u64, u64, u64) { return x >> 32; });
    expect_instruction("mov.b64 {_, _, %d, _}, %a", 2, {8}, wholes, [](u64 x, u64, u64, u64) { return x >> 32; });
    expect_instruction("mov.b32 {_, %d}, %a", 2, {4}, tuples({corners(4)}),
                       [](u64 x, u64, u64, u64) { return x >> 16; });
}

TEST(SpecialRegister, TellsEveryThreadItsPlace) {
    const Size3 grid{3, 2, 2}, block{5, 4, 3};  // 60 threads: a full warp and one of 28
    const auto read = [&](const std::string& name) {
        const std::string body =
            // Number of the thread over all blocks, from its coordinates.
            "mov.u32 %r10, %tid.y; mov.u32 %r11, %tid.z; mad.lo.u32 %r12, %r11, 4, %r10; mad.lo.u32 %r12, %r12, 5, %r1;"
            "mov.u32 %r13, %ctaid.y; mov.u32 %r14, %ctaid.z; mov.u32 %r15, %ctaid.x;"
            "mad.lo.u32 %r16, %r14, 2, %r13; mad.lo.u32 %r16, %r16, 3, %r15; mad.lo.u32 %r2, %r16, 60, %r12;"
            "mov.u32 %r20, " +
            name + ";" + store_result("%r20");
        return successful(run_kernel(body, grid, block, 720));
    };
    const auto check = [&](const std::string& name, auto expected) {
        const auto values = read(name);
        for (unsigned n = 0; n < 720; ++n) ASSERT_EQ(values[n], expected(n % 60, n / 60)) << name << " of thread " << n;
    };
    check("%tid.x", [](unsigned thread, unsigned) { return thread % 5; });
    check("%tid.y", [](unsigned thread, unsigned) { return thread / 5 % 4; });
    check("%tid.z", [](unsigned thread, unsigned) { return thread / 20; });
    check("%ntid.x", [](unsigned, unsigned) { return 5u; });
    check("%ntid.y", [](unsigned, unsigned) { return 4u; });
    check("%ntid.z", [](unsigned, unsigned) { return 3u; });
    check("%ctaid.x", [](unsigned, unsigned at) { return at % 3; });
    check("%ctaid.y", [](unsigned, unsigned at) { return at / 3 % 2; });
    check("%ctaid.z", [](unsigned, unsigned at) { return at / 6; });
    check("%nctaid.x", [](unsigned, unsigned) { return 3u; });
    check("%nctaid.y", [](unsigned, unsigned) { return 2u; });
    check("%nctaid.z", [](unsigned, unsigned) { return 2u; });
    check("%laneid", [](unsigned thread, unsigned) { return thread % 32; });
    check("%warpid", [](unsigned thread, unsigned) { return thread / 32; });
    check("%nwarpid", [](unsigned, unsigned) { return 2u; });
    const auto lanes = [](auto below) {
        return [below](unsigned thread, unsigned) {
            unsigned mask = 0;
            for (unsigned k = 0; k < 32; ++k) mask |= below(k, thread % 32) ? 1u << k : 0u;
            return mask;
        };
    };
    check("%lanemask_lt", lanes([](unsigned k, unsigned lane) { return k < lane; }));
    check("%lanemask_le", lanes([](unsigned k, unsigned lane) { return k <= lane; }));
    check("%lanemask_gt", lanes([](unsigned k, unsigned lane) { return k > lane; }));
    check("%lanemask_ge", lanes([](unsigned k, unsigned lane) { return k >= lane; }));
    check("%lanemask_eq", lanes([](unsigned k, unsigned lane) { return k == lane; }));
}

}  // namespace
}  // namespace evodoku::emulator
