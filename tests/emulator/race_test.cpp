// What the race check notices, and what it must not report.
#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

Outcome checked(const std::string& body, Size3 grid, Size3 block,
                const std::vector<std::uint32_t>& in = std::vector<std::uint32_t>(4096),
                const std::string& outside = "") {
    ChangedSettings settings;
    settings->check_races = true;
    settings->host_threads = 2;  // has no effect while races are looked for
    return run_kernel(body, grid, block, 4096, in, 0, outside);
}
void expect_race(const Outcome& outcome, const std::vector<std::string>& parts) {
    expect_fault(outcome, Fault::launch_failure, parts);
}
void expect_none(const Outcome& outcome) { EXPECT_FALSE(outcome.fault) << outcome.fault->text; }

const std::string own_place =
    ".shared .align 4 .b8 box[4096]; mov.u32 %r10, box; shl.b32 %r11, %r1, 2; add.u32 %r12, %r10, %r11; xor.b32 %r13, "
    "%r12, 128;";

TEST(RaceCheck, ReadsOfWhatAnotherThreadWrites) {
    const std::string write = "st.shared.u32 [%r12], %r1;", read = "ld.shared.u32 %r14, [%r13];";
    expect_race(checked(own_place + write + read, {1, 1, 1}, {64, 1, 1}),
                {"a read after a write", "of shared memory", "ld.shared", "st.shared", "kernel k"});
    expect_none(checked(own_place + write + "bar.sync 0;" + read, {1, 1, 1}, {64, 1, 1}));
    expect_race(checked(own_place + write + "bar.sync 0;" + read + write, {1, 1, 1}, {64, 1, 1}),
                {"a write after a read"});
    expect_none(checked(own_place + write + "bar.sync 0;" + read + "bar.sync 0;" + write, {1, 1, 1}, {64, 1, 1}));
}

TEST(RaceCheck, TwoWrites) {
    const std::string body = ".shared .align 4 .b8 box[64]; mov.u32 %r10, box; ";
    expect_race(checked(body + "st.shared.u32 [%r10], %r1;", {1, 1, 1}, {2, 1, 1}),
                {"two writes", "thread 1 of block 0 and thread 0 of block 0"});
    expect_race(checked("st.global.u8 [%rd2], %r1;", {2, 1, 1}, {1, 1, 1}),
                {"two writes", "block 1", "allocation of 16384 bytes"});
    expect_none(checked("st.global.u8 [%rd2], %r1;", {1, 1, 1}, {1, 1, 1}));
}

TEST(RaceCheck, BytesBesideEachOtherDoNotRace) {
    expect_none(checked("cvt.u64.u32 %rd10, %r2; add.s64 %rd11, %rd2, %rd10; st.global.u8 [%rd11], %r1;", {3, 1, 1},
                        {64, 1, 1}));
    expect_race(
        checked(
            "cvt.u64.u32 %rd10, %r2; and.b64 %rd10, %rd10, -2; add.s64 %rd11, %rd2, %rd10; st.global.u16 [%rd11], %r1;",
            {3, 1, 1}, {64, 1, 1}),
        {"two writes"});
}

TEST(RaceCheck, ABarrierOrdersOneBlockOnly) {
    const std::string flip =
        "xor.b32 %r20, %r2, 64; mul.wide.u32 %rd10, %r2, 4; add.s64 %rd11, %rd2, %rd10; mul.wide.u32 %rd12, %r20, 4; "
        "add.s64 %rd13, %rd2, %rd12;"
        "st.global.u32 [%rd11], %r1; bar.sync 0; ld.global.u32 %r21, [%rd13];";
    expect_none(checked(flip, {1, 1, 1}, {128, 1, 1}));
    expect_race(checked(flip, {2, 1, 1}, {64, 1, 1}), {"a read after a write", "block 1"});
}

TEST(RaceCheck, AWarpBarrierOrdersOneWarpOnly) {
    const std::string swap =
        "xor.b32 %r13, %r12, 4; st.shared.u32 [%r12], %r1; bar.warp.sync -1; ld.shared.u32 %r14, [%r13];";
    expect_none(checked(own_place + swap, {1, 1, 1}, {64, 1, 1}));
    expect_race(checked(own_place + "st.shared.u32 [%r12], %r1; bar.warp.sync -1; ld.shared.u32 %r14, [%r13];",
                        {1, 1, 1}, {64, 1, 1}),
                {"a read after a write"});
    expect_race(checked(own_place + "xor.b32 %r13, %r12, 4; st.shared.u32 [%r12], %r1; ld.shared.u32 %r14, [%r13];",
                        {1, 1, 1}, {64, 1, 1}),
                {"a read after a write"});
}

TEST(RaceCheck, AtomicOperationsDoNotRaceWithEachOther) {
    expect_none(checked("red.global.add.u32 [%rd2], 1;", {3, 1, 1}, {64, 1, 1}));
    expect_race(checked("red.global.add.u32 [%rd2], 1; ld.global.u32 %r10, [%rd2];", {2, 1, 1}, {1, 1, 1}),
                {"a write after a read"});
    expect_race(checked("setp.eq.s32 %p1, %r2, 0; @%p1 st.global.u32 [%rd2], %r1; @!%p1 red.global.add.u32 [%rd2], 1;",
                        {2, 1, 1}, {1, 1, 1}),
                {"two writes"});
}

TEST(RaceCheck, ReadsDoNotRaceAndLaunchesAreOrdered) {
    expect_none(checked("ld.global.u32 %r10, [%rd1];", {3, 1, 1}, {64, 1, 1}));
    ChangedSettings settings;
    settings->check_races = true;
    const Module module(kernel_text("st.global.u32 [%rd2], %r1;"));
    const DeviceValues<std::uint32_t> out({0});
    const std::array<const void*, 2> parameters{out.data(), out.data()};
    for (int n = 0; n < 2; ++n) EXPECT_FALSE(launch(*module.find_kernel("k"), {}, {}, parameters.data(), 0));
}

TEST(RaceCheck, AWriteAfterReadsOfSeveralThreads) {
    // The writer is the last one to read: the reads of the others are not forgotten.
    const std::string body =
        ".shared .align 4 .b8 box[64]; mov.u32 %r10, box; setp.eq.s32 %p1, %r1, 0; @%p1 bra writer;\n"
        "ld.shared.u32 %r11, [%r10]; bra end;\n"
        "writer: ld.shared.u32 %r11, [%r10]; st.shared.u32 [%r10], %r1;\nend:";
    expect_race(checked(body, {1, 1, 1}, {2, 1, 1}), {"a write after a read", "shared memory"});
    expect_none(checked(body, {1, 1, 1}, {1, 1, 1}));
    const std::string blocks = "ld.global.u32 %r10, [%rd2]; setp.eq.s32 %p1, %r90, 1; @%p1 st.global.u32 [%rd2], %r1;";
    expect_race(checked(blocks, {2, 1, 1}, {1, 1, 1}), {"a write after a read", "block 1"});
}

TEST(RaceCheck, NamesSourceLines) {
    const std::string body =
        ".loc 1 40 0\nst.global.u32 [%rd2], %r1;\n.loc 1 41 5, function_name $name, inlined_at 1 42 5\nld.global.u32 "
        "%r10, [%rd2];";
    expect_race(checked(body, {2, 1, 1}, {1, 1, 1}, {0}, ".file 1 \"/some/where/phases.hpp\"\n"),
                {"(phases.hpp:40)", "PTX line"});
}

TEST(RaceCheck, LeavesKernelsOfCubOut) {
    ChangedSettings settings;
    settings->check_races = true;
    std::string text = kernel_text("st.global.u32 [%rd2], %r1;");
    text.replace(text.find("entry k("), 8, "entry _ZN3cub1kE(");
    const Module module(text);
    const DeviceValues<std::uint32_t> out({0});
    const std::array<const void*, 2> parameters{out.data(), out.data()};
    EXPECT_FALSE(launch(*module.find_kernel("_ZN3cub1kE"), {2, 1, 1}, {}, parameters.data(), 0));
}

}  // namespace
}  // namespace evodoku::emulator
