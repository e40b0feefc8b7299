// Accesses to memory that must not happen.
#include <cstdint>

#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

TEST(MemoryFault, OutOfBounds) {
    const std::string at = "mul.wide.u32 %rd10, %r1, 4; add.s64 %rd11, %rd1, %rd10; ";
    expect_fault(run_kernel(at + "ld.global.u32 %r10, [%rd11];", {1, 1, 1}, {32, 1, 1}, 1, std::vector<u32>(20)),
                 Fault::illegal_address,
                 {"read of 4 bytes", "0 bytes behind the end of an allocation of 80 bytes",
                  "thread 20 of block (0,0,0)", "PTX line", "kernel k"});
    expect_fault(run_kernel(at + "st.global.u32 [%rd11+-4], %r1;", {1, 1, 1}, {32, 1, 1}, 1, std::vector<u32>(32)),
                 Fault::illegal_address, {"write of 4 bytes", "thread 0"});
    expect_fault(run_kernel("ld.u64 %rd10, [%rd1+4];", {1, 1, 1}, {1, 1, 1}, 1, {0, 0}), Fault::misaligned_address,
                 {"misaligned read of 8 bytes"});
    expect_fault(run_kernel("ld.global.v2.u32 {%r10, %r11}, [%rd1+4];", {1, 1, 1}, {1, 1, 1}, 1, {0, 0, 0, 0}),
                 Fault::misaligned_address, {"misaligned"});
    expect_fault(run_kernel("mov.u64 %rd10, 0; atom.global.add.u32 %r10, [%rd10], 1;", {1, 1, 1}, {1, 1, 1}, 1),
                 Fault::illegal_address, {"atomic", "null pointer"});
    expect_fault(run_kernel("mov.u64 %rd10, 0xffff000000000000; ld.u8 %rs1, [%rd10];", {1, 1, 1}, {1, 1, 1}, 1),
                 Fault::illegal_address, {"not device memory"});
    expect_fault(run_kernel(".shared .align 4 .b8 box[64]; mov.u32 %r10, box; st.shared.u32 [%r10+-4], %r1;", {1, 1, 1},
                            {1, 1, 1}, 1),
                 Fault::illegal_address, {"of 64 bytes of shared memory"});
    expect_fault(run_kernel(".shared .align 4 .b8 box[64]; mov.u32 %r10, box; ld.shared.u16 %rs1, [%r10+63];",
                            {1, 1, 1}, {1, 1, 1}, 1),
                 Fault::misaligned_address, {"misaligned"});
    expect_fault(run_kernel(".local .align 4 .b8 box[16]; mov.u64 %rd10, box; st.local.u32 [%rd10+16], %r1;", {1, 1, 1},
                            {1, 1, 1}, 1),
                 Fault::illegal_address, {"at 16 of 16 bytes of local memory"});
    // Lane 5 reaches into lane 6's local memory with a generic address.
    expect_fault(
        run_kernel(
            ".local .align 4 .b8 box[16]; mov.u64 %rd10, box; cvta.local.u64 %rd11, %rd10; setp.eq.s32 %p1, %r1, 5;"
            "@%p1 add.s64 %rd11, %rd11, 16; st.u32 [%rd11], %r1;",
            {1, 1, 1}, {32, 1, 1}, 1),
        Fault::illegal_address, {"thread 5"});
}

TEST(MemoryFault, FreedMemory) {
    u32* freed = nullptr;
    {
        const DeviceValues<u32> values(std::vector<u32>(10));
        freed = values.data();
    }
    const std::string address = std::to_string(reinterpret_cast<u64>(freed));
    expect_fault(run_kernel("mov.u64 %rd10, " + address + "; ld.global.u32 %r10, [%rd10+8];", {1, 1, 1}, {1, 1, 1}, 1),
                 Fault::illegal_address,
                 {"freed memory", "8 bytes behind the start of a former allocation of 40 bytes"});
}

TEST(MemoryFault, OnlyLanesThatExecuteCount) {
    const std::string body =
        "setp.lt.u32 %p1, %r1, 4; mul.wide.u32 %rd10, %r1, 1024; add.s64 %rd11, %rd1, %rd10; mov.u32 %r10, 0; @%p1 "
        "ld.global.u32 %r10, [%rd11];";
    EXPECT_FALSE(run_kernel(body, {1, 1, 1}, {32, 1, 1}, 1, std::vector<u32>(1024)).fault);
}

TEST(MemoryFault, TheCheckCanBeSwitchedOff) {
    ChangedSettings settings;
    settings->check_memory = false;
    EXPECT_FALSE(run_kernel("ld.global.u32 %r10, [%rd1+4];", {1, 1, 1}, {1, 1, 1}, 1, {0}).fault);
}

TEST(MemoryFault, MemoryThatNothingWrote) {
    ChangedSettings settings;
    settings->check_uninitialised = true;
    DeviceMemory::instance().watch_writes();
    auto* room = DeviceMemory::instance().allocate(64);
    const std::string place = "mov.u64 %rd10, " + std::to_string(reinterpret_cast<u64>(room)) + "; ";
    const std::string write = "st.global.u32 [%rd10+8], %r1; ", read = "ld.global.u32 %r10, [%rd10+8]; ";
    expect_fault(run_kernel(place + read, {1, 1, 1}, {1, 1, 1}, 1), Fault::launch_failure,
                 {"that nothing wrote", "8 bytes behind the start"});
    EXPECT_FALSE(run_kernel(place + write + read, {1, 1, 1}, {1, 1, 1}, 1).fault);
    expect_fault(run_kernel(place + "ld.global.u64 %rd11, [%rd10+8];", {1, 1, 1}, {1, 1, 1}, 1), Fault::launch_failure,
                 {"that nothing wrote"});
    DeviceMemory::instance().mark_written(room, 64);
    EXPECT_FALSE(run_kernel(place + "ld.global.u64 %rd11, [%rd10+8];", {1, 1, 1}, {1, 1, 1}, 1).fault);
    EXPECT_TRUE(DeviceMemory::instance().free(room));
}

}  // namespace
}  // namespace evodoku::emulator
