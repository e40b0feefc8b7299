// Arithmetic against the definitions of the PTX manual, on corner cases of every width.
#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using u64 = std::uint64_t;
using s64 = std::int64_t;
__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;

struct Width {
    unsigned bytes;
    bool is_signed;
    std::string type() const { return (is_signed ? ".s" : ".u") + std::to_string(8 * bytes); }
    s128 value(u64 x) const { return is_signed ? s128{as_signed(x, bytes)} : static_cast<s128>(cut(x, bytes)); }
};
constexpr Width widths[] = {{2, false}, {2, true}, {4, false}, {4, true}, {8, false}, {8, true}};

class IntegerInstruction : public testing::TestWithParam<Width> {
protected:
    const Width width = GetParam();
    const unsigned bytes = width.bytes;
    const std::vector<Sources> pairs = tuples({corners(bytes), corners(bytes)});

    template <class Expected>
    void expect(const std::string& name, Expected expected) {
        expect_instruction(
            name + width.type() + " %d, %a, %b", bytes, {bytes, bytes}, pairs,
            [&](u64 x, u64 y, u64, u64) { return static_cast<u64>(expected(width.value(x), width.value(y))); });
    }
};
void PrintTo(const Width& width, std::ostream* out) { *out << width.type().substr(1); }
std::string name_of(const testing::TestParamInfo<Width>& one) { return one.param.type().substr(1); }
INSTANTIATE_TEST_SUITE_P(Widths, IntegerInstruction, testing::ValuesIn(widths), name_of);

class WideProduct : public IntegerInstruction {};
INSTANTIATE_TEST_SUITE_P(Widths, WideProduct, testing::Values(widths[0], widths[1], widths[2], widths[3]), name_of);

class SignedInstruction : public IntegerInstruction {};
INSTANTIATE_TEST_SUITE_P(Widths, SignedInstruction, testing::Values(widths[1], widths[3], widths[5]), name_of);

TEST_P(IntegerInstruction, AddAndSubtractWrap) {
    expect("add", [](s128 x, s128 y) { return x + y; });
    expect("sub", [](s128 x, s128 y) { return x - y; });
}

TEST_P(IntegerInstruction, ProductsLowAndHigh) {
    expect("mul.lo", [](s128 x, s128 y) { return static_cast<u128>(x) * static_cast<u128>(y); });
    if (bytes < 8 || width.is_signed)
        expect("mul.hi", [&](s128 x, s128 y) { return (x * y) >> (8 * bytes); });
    else
        expect("mul.hi", [&](s128 x, s128 y) { return (static_cast<u128>(x) * static_cast<u128>(y)) >> 64; });
}

TEST_P(WideProduct, HasTwiceTheWidth) {
    const auto product = [&](u64 x, u64 y) { return static_cast<u64>(width.value(x) * width.value(y)); };
    expect_instruction("mul.wide" + width.type() + " %d, %a, %b", 2 * bytes, {bytes, bytes}, pairs,
                       [&](u64 x, u64 y, u64, u64) { return product(x, y); });
    const auto triples = tuples({corners(bytes), corners(bytes), {0, 1, 0x80000000u, ~u64{0}, 0x123456789abcdef0u}});
    expect_instruction("mad.wide" + width.type() + " %d, %a, %b, %c", 2 * bytes, {bytes, bytes, 2 * bytes}, triples,
                       [&](u64 x, u64 y, u64 z, u64) { return product(x, y) + z; });
}

TEST_P(IntegerInstruction, MultiplyAndAdd) {
    const auto triples = tuples({corners(bytes), corners(bytes), {0, 1, 0x7fff, ~u64{0}}});
    expect_instruction("mad.lo" + width.type() + " %d, %a, %b, %c", bytes, {bytes, bytes, bytes}, triples,
                       [&](u64 x, u64 y, u64 z, u64) { return x * y + z; });
    if (bytes == 8) return;
    expect_instruction("mad.hi" + width.type() + " %d, %a, %b, %c", bytes, {bytes, bytes, bytes}, triples,
                       [&](u64 x, u64 y, u64 z, u64) {
                           return static_cast<u64>((width.value(x) * width.value(y)) >> (8 * bytes)) + z;
                       });
}

TEST_P(IntegerInstruction, MinimumAndMaximum) {
    expect("min", [](s128 x, s128 y) { return x < y ? x : y; });
    expect("max", [](s128 x, s128 y) { return x < y ? y : x; });
}

TEST_P(IntegerInstruction, QuotientAndRemainderTruncate) {
    // Division by zero is unspecified; it must only not end this process.
    expect_instruction("div" + width.type() + " %d, %a, %b", bytes, {bytes, bytes}, pairs, [&](u64 x, u64 y, u64, u64) {
        return y == 0 ? ~u64{0} : static_cast<u64>(width.value(x) / width.value(y));
    });
    expect_instruction("rem" + width.type() + " %d, %a, %b", bytes, {bytes, bytes}, pairs, [&](u64 x, u64 y, u64, u64) {
        return y == 0 ? x : static_cast<u64>(width.value(x) % width.value(y));
    });
}

TEST_P(SignedInstruction, NegateAndAbsolute) {
    const auto ones = tuples({corners(bytes)});
    expect_instruction("neg" + width.type() + " %d, %a", bytes, {bytes}, ones,
                       [](u64 x, u64, u64, u64) { return 0 - x; });
    expect_instruction("abs" + width.type() + " %d, %a", bytes, {bytes}, ones,
                       [&](u64 x, u64, u64, u64) { return as_signed(x, bytes) < 0 ? 0 - x : x; });
}

TEST(IntegerInstruction, ConstantsAreSourcesToo) {
    const auto ones = tuples({corners(4)});
    expect_instruction("add.s32 %d, %a, -7", 4, {4}, ones, [](u64 x, u64, u64, u64) { return x - 7; });
    expect_instruction("add.s32 %d, 0xFFFFFFF0, %a", 4, {4}, ones, [](u64 x, u64, u64, u64) { return x - 16; });
    expect_instruction("xor.b64 %d, %a, -6148914691236517206", 8, {8}, tuples({corners(8)}),
                       [](u64 x, u64, u64, u64) { return x ^ 0xaaaaaaaaaaaaaaaau; });
}

TEST(Carry, AddsAndSubtractsNumbersOfTwoRegisters) {
    const auto cases = tuples({corners(8), corners(8)});
    for (const bool subtract : {false, true}) {
        const std::string name = subtract ? "sub" : "add";
        std::vector<u64> in;
        for (const Sources& one : cases) in.insert(in.end(), {one[0], one[1]});
        std::string body =
            "mul.wide.u32 %rd10, %r2, 16; add.s64 %rd11, %rd1, %rd10; add.s64 %rd12, %rd2, %rd10;\n"
            "ld.global.v2.u32 {%r10, %r11}, [%rd11]; ld.global.v2.u32 {%r12, %r13}, [%rd11+8];\n";
        body +=
            name + ".cc.u32 %r14, %r10, %r12; " + name + "c.cc.u32 %r15, %r11, %r13; " + name + "c.u32 %r16, 0, 0;\n";
        body += "st.global.v2.u32 [%rd12], {%r14, %r15}; st.global.u32 [%rd12+8], %r16;\n";
        const Module module(kernel_text(body));
        const auto blocks = static_cast<unsigned>((cases.size() + 31) / 32);
        in.resize(std::size_t{64} * blocks);
        const DeviceValues<u64> input(in), output(std::vector<u64>(in.size(), 0));
        const std::array<const void*, 2> parameters{input.data(), output.data()};
        ASSERT_FALSE(launch(*module.find_kernel("k"), {blocks, 1, 1}, {32, 1, 1}, parameters.data(), 0));
        for (std::size_t n = 0; n < cases.size(); ++n) {
            const u64 x = cases[n][0], y = cases[n][1];
            const u128 wide = subtract ? u128{x} - y : u128{x} + y;
            ASSERT_EQ(output.values()[2 * n], static_cast<u64>(wide)) << x << " " << name << " " << y;
            ASSERT_EQ(output.values()[2 * n + 1] & 0xffffffffu, static_cast<u64>(wide >> 64) & 0xffffffffu);
        }
    }
}

}  // namespace
}  // namespace evodoku::emulator
