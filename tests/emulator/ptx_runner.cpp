#include "emulator/ptx_runner.hpp"

#include <random>

namespace evodoku::emulator {
namespace {

std::string register_type(unsigned bytes) { return bytes == 1 ? ".pred" : ".b" + std::to_string(8 * bytes); }

enum class How { full_warps, few_lanes, guarded };

std::vector<std::uint64_t> evaluate_once(const std::string& instruction, unsigned result_bytes,
                                         const std::vector<unsigned>& widths, const std::vector<Sources>& cases,
                                         How how) {
    std::string body = ".reg " + register_type(result_bytes) + " %d;\n";
    body +=
        "mul.wide.u32 %rd10, %r2, 32; add.s64 %rd11, %rd1, %rd10; mul.wide.u32 %rd12, %r2, 8; add.s64 %rd13, %rd2, "
        "%rd12;\n";
    for (std::size_t k = 0; k < widths.size(); ++k) {
        const std::string name = std::string("%") + "abce"[k], place = "[%rd11+" + std::to_string(8 * k) + "]";
        body += ".reg " + register_type(widths[k]) + " " + name + ";\n";
        if (widths[k] == 1)
            body += "ld.global.u32 %r20, " + place + "; setp.ne.s32 " + name + ", %r20, 0;\n";
        else
            body += "ld.global.u" + std::to_string(8 * widths[k]) + " " + name + ", " + place + ";\n";
    }
    // Under the guard only every third lane executes; the others keep 0 as result.
    if (how == How::guarded) {
        body += "rem.u32 %r30, %r1, 3; setp.eq.s32 %p9, %r30, 1;\n";
        body +=
            result_bytes == 1 ? "setp.ne.s32 %d, 0, 0;\n" : "mov.u" + std::to_string(8 * result_bytes) + " %d, 0;\n";
        body += "@%p9 ";
    }
    body += instruction + ";\n";
    if (result_bytes == 1)
        body += "selp.u64 %rd20, 1, 0, %d;\n";
    else if (result_bytes == 8)
        body += "mov.u64 %rd20, %d;\n";
    else
        body += "cvt.u64.u" + std::to_string(8 * result_bytes) + " %rd20, %d;\n";
    body += "st.global.u64 [%rd13], %rd20;\n";

    const Module module(kernel_text(body));
    std::vector<std::uint64_t> in;
    for (const Sources& sources : cases) in.insert(in.end(), sources.begin(), sources.end());
    const unsigned threads = how == How::few_lanes ? 5 : 32;
    const auto blocks = static_cast<unsigned>((cases.size() + threads - 1) / threads);
    in.resize(std::size_t{4} * blocks * threads);
    const DeviceValues<std::uint64_t> input(in), output(std::vector<std::uint64_t>(std::size_t{blocks} * threads, 0));
    const std::array<const void*, 2> parameters{input.data(), output.data()};
    const auto fault = launch(*module.find_kernel("k"), {blocks, 1, 1}, {threads, 1, 1}, parameters.data(), 0);
    if (fault) {
        ADD_FAILURE() << instruction << ": " << fault->text;
        return std::vector<std::uint64_t>(cases.size(), 0);
    }
    std::vector<std::uint64_t> out = output.values();
    out.resize(cases.size());
    return out;
}

}  // namespace

std::vector<std::uint64_t> evaluate(const std::string& instruction, unsigned result_bytes,
                                    const std::vector<unsigned>& widths, const std::vector<Sources>& cases) {
    const auto full = evaluate_once(instruction, result_bytes, widths, cases, How::full_warps);
    EXPECT_EQ(evaluate_once(instruction, result_bytes, widths, cases, How::few_lanes), full) << instruction;
    auto some = full;
    for (std::size_t n = 0; n < some.size(); ++n) {
        if (n % 32 % 3 != 1) some[n] = 0;
    }
    EXPECT_EQ(evaluate_once(instruction, result_bytes, widths, cases, How::guarded), some) << instruction;
    return full;
}

void expect_instruction(
    const std::string& instruction, unsigned result_bytes, const std::vector<unsigned>& widths,
    const std::vector<Sources>& cases,
    const std::function<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t)>& expected) {
    const std::vector<std::uint64_t> results = evaluate(instruction, result_bytes, widths, cases);
    for (std::size_t n = 0; n < cases.size(); ++n) {
        Sources s = cases[n];
        for (std::size_t k = 0; k < widths.size(); ++k) s[k] = widths[k] == 1 ? s[k] : cut(s[k], widths[k]);
        const std::uint64_t wanted = expected(s[0], s[1], s[2], s[3]);
        ASSERT_EQ(results[n], result_bytes == 1 ? wanted : cut(wanted, result_bytes))
            << instruction << " of " << s[0] << ", " << s[1] << ", " << s[2] << ", " << s[3];
    }
}

std::vector<std::uint64_t> corners(unsigned bytes) {
    const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
    std::vector<std::uint64_t> values = {0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 0x8000, 0xffff};
    for (const std::uint64_t value : {sign - 1, sign, sign + 1, 2 * sign - 2, 2 * sign - 1}) values.push_back(value);
    std::mt19937_64 random(bytes);
    for (int n = 0; n < 6; ++n) values.push_back(random());
    for (std::uint64_t& value : values) value = cut(value, bytes);
    return values;
}

std::vector<Sources> tuples(const std::vector<std::vector<std::uint64_t>>& choices) {
    std::vector<Sources> all{{}};
    for (std::size_t k = 0; k < choices.size(); ++k) {
        std::vector<Sources> longer;
        for (Sources one : all) {
            for (const std::uint64_t value : choices[k]) {
                one[k] = value;
                longer.push_back(one);
            }
        }
        all = std::move(longer);
    }
    return all;
}

}  // namespace evodoku::emulator
