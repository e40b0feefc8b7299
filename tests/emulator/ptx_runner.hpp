// For the emulator's own tests: small PTX texts around one instruction or one kernel.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/emulator.hpp"

namespace evodoku::emulator {

/// Puts the process's settings back at the end of a test.
class ChangedSettings {
public:
    ChangedSettings() : before_(Settings::current()) {}
    ~ChangedSettings() { Settings::current() = before_; }
    ChangedSettings(const ChangedSettings&) = delete;
    ChangedSettings& operator=(const ChangedSettings&) = delete;
    Settings* operator->() { return &Settings::current(); }

private:
    Settings before_;
};

/// Values in device memory.
template <class T>
class DeviceValues {
public:
    explicit DeviceValues(const std::vector<T>& values)
        : size_(values.size()), data_(static_cast<T*>(DeviceMemory::instance().allocate(size_ * sizeof(T)))) {
        std::memcpy(data_, values.data(), size_ * sizeof(T));
        DeviceMemory::instance().mark_written(data_, size_ * sizeof(T));
    }
    ~DeviceValues() { DeviceMemory::instance().free(data_); }
    DeviceValues(const DeviceValues&) = delete;
    DeviceValues& operator=(const DeviceValues&) = delete;
    T* data() const { return data_; }
    std::vector<T> values() const { return {data_, data_ + size_}; }

private:
    std::size_t size_;
    T* data_;
};

/// A module with one kernel `k(.param .u64 in, .param .u64 out)`. Before `body`, %rd1 and %rd2 are in and out, %r1 is
/// %tid.x, %r2 the number of the thread in the grid. Declared: %p, %rs, %r, %rd up to 99.
inline std::string kernel_text(const std::string& body, const std::string& outside = "") {
    return ".version 8.0\n.target sm_75\n.address_size 64\n" + outside +
           "\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
           ".reg .pred %p<100>; .reg .b16 %rs<100>; .reg .b32 %r<100>; .reg .b64 %rd<100>;\n"
           "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];\n"
           "mov.u32 %r1, %tid.x; mov.u32 %r90, %ctaid.x; mov.u32 %r91, %ntid.x; mad.lo.u32 %r2, %r90, %r91, %r1;\n" +
           body + "\nret;\n}\n";
}

struct Outcome {
    std::optional<Fault> fault;
    std::vector<std::uint32_t> out;
    KernelCounts counts;
};

/// Runs `body` (see kernel_text) with `in` and with room for `out` values of 32 bits, which begin as 0.
inline Outcome run_kernel(const std::string& body, Size3 grid, Size3 block, std::size_t out_size,
                          const std::vector<std::uint32_t>& in = {0}, std::size_t dynamic_shared = 0,
                          const std::string& outside = "") {
    const Module module(kernel_text(body, outside));
    const DeviceValues<std::uint32_t> input(in), output(std::vector<std::uint32_t>(out_size, 0));
    const std::array<const void*, 2> parameters{input.data(), output.data()};
    Kernel& kernel = *module.find_kernel("k");
    Outcome outcome;
    outcome.fault = launch(kernel, grid, block, parameters.data(), dynamic_shared);
    outcome.out = output.values();
    outcome.counts = kernel.counts();
    return outcome;
}

/// The code that stores register %r<value> at out[%r2].
inline std::string store_result(const std::string& value) {
    return "mul.wide.u32 %rd90, %r2, 4; add.s64 %rd91, %rd2, %rd90; st.global.u32 [%rd91], " + value + ";\n";
}

inline std::vector<std::uint32_t> successful(const Outcome& outcome) {
    EXPECT_FALSE(outcome.fault) << outcome.fault->text;
    return outcome.out;
}

/// A fault with this code whose text holds all of `parts`.
inline void expect_fault(const Outcome& outcome, Fault::Code code, const std::vector<std::string>& parts) {
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->code, code) << outcome.fault->text;
    for (const std::string& part : parts) {
        EXPECT_NE(outcome.fault->text.find(part), std::string::npos) << part << " in: " << outcome.fault->text;
    }
}

using Sources = std::array<std::uint64_t, 4>;

/// Executes `instruction`, whose operands are %d and the sources %a %b %c %e (bytes: 1 in `widths` for a predicate, or
/// 2, 4, 8), once per case: in full warps, in a warp of five lanes, and under a guard. Checks that they agree.
std::vector<std::uint64_t> evaluate(const std::string& instruction, unsigned result_bytes,
                                    const std::vector<unsigned>& widths, const std::vector<Sources>& cases);

/// evaluate against `expected`; sources and results are cut to their widths.
void expect_instruction(
    const std::string& instruction, unsigned result_bytes, const std::vector<unsigned>& widths,
    const std::vector<Sources>& cases,
    const std::function<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t)>& expected);

/// Corner cases of a width, and pairs, triples and quadruples of values, with some random ones.
std::vector<std::uint64_t> corners(unsigned bytes);
std::vector<Sources> tuples(const std::vector<std::vector<std::uint64_t>>& choices);

inline std::uint64_t cut(std::uint64_t value, unsigned bytes) {
    return bytes == 8 ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1);
}
/// The value of a two's complement number of this width.
inline std::int64_t as_signed(std::uint64_t value, unsigned bytes) {
    const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
    const std::uint64_t low = cut(value, bytes);
    return static_cast<std::int64_t>((low ^ sign) - sign);
}

}  // namespace evodoku::emulator
