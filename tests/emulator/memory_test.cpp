// Loads and stores of every width and address space, and the memory of the device.
#include <cstdint>
#include <cstring>

#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

TEST(Memory, LoadsOfEveryWidthFillTheRegister) {
    const std::vector<u32> in = {0x80c1f2e3u, 0x91d2a3b4u};
    u64 whole = 0;
    std::memcpy(&whole, in.data(), 8);
    for (const char kind : {'u', 's', 'b'}) {
        for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
            for (const unsigned width : {2u, 4u, 8u}) {
                if (width < bytes || (kind == 'b' && width != std::max(bytes, 2u))) continue;
                const std::string r = width == 2 ? "%rs10" : width == 4 ? "%r10" : "%rd10";
                const std::string body = std::string("ld.global.") + kind + std::to_string(8 * bytes) + " " + r +
                                         ", [%rd1]; st.global.u" + std::to_string(8 * width) + " [%rd2], " + r + ";";
                const auto out = successful(run_kernel(body, {1, 1, 1}, {1, 1, 1}, 2, in));
                u64 stored = 0;
                std::memcpy(&stored, out.data(), 8);
                const u64 value = kind == 's' ? static_cast<u64>(as_signed(whole, bytes)) : cut(whole, bytes);
                EXPECT_EQ(stored, cut(value, width)) << body;
            }
        }
    }
}

TEST(Memory, FencesKeepWhatWasStored) {
    for (const std::string fence : {"membar.gl", "membar.cta", "fence.acq_rel.gpu", "fence.sc.cta"}) {
        for (const std::string load : {"ld.global.u32", "ldu.global.u32"}) {
            const std::string body = "mov.u32 %r10, 305419896; st.global.u32 [%rd2], %r10; " + fence + "; " + load +
                                     " %r11, [%rd2]; add.u32 %r11, %r11, 1; st.global.u32 [%rd2+4], %r11;";
            const auto out = successful(run_kernel(body, {1, 1, 1}, {1, 1, 1}, 2));
            EXPECT_EQ(out[0], 305419896u) << body;
            EXPECT_EQ(out[1], 305419897u) << body;
        }
    }
}

TEST(Memory, StoresTouchNoByteMore) {
    for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
        const std::string body =
            "mov.u64 %rd10, 0x1122334455667788; st.global.u" + std::to_string(8 * bytes) + " [%rd2+8], %rd10;";
        const auto out = successful(run_kernel(body, {1, 1, 1}, {1, 1, 1}, 6));
        u64 stored = 0;
        std::memcpy(&stored, out.data() + 2, 8);
        EXPECT_EQ(stored, cut(0x1122334455667788u, bytes));
        EXPECT_EQ(out[0] + out[1] + out[4] + out[5], 0u);
    }
}

/// Writes a vector of numbered values to a place in a space, reads it back and stores it.
std::string vector_round_trip(const std::string& space, const std::string& place, unsigned count, unsigned bytes) {
    const std::string r = bytes <= 2 ? "%rs" : bytes == 4 ? "%r" : "%rd", type = ".u" + std::to_string(8 * bytes);
    const std::string move = bytes <= 2 ? "cvt.u16.u32 " : bytes == 4 ? "mov.u32 " : "cvt.u64.u32 ";
    std::string body, written, read, stored;
    for (unsigned k = 0; k < count; ++k) {
        const std::string n = std::to_string(k), comma = k + 1 < count ? ", " : "";
        body += "mad.lo.u32 %r60, %r1, 4, " + std::to_string(k + 1) + "; " + move + r + "1" + n + ", %r60;\n";
        written += r + "1" + n + comma, read += r + "2" + n + comma;
        const std::string back = bytes <= 2 ? "cvt.u32.u16 " : bytes == 4 ? "mov.u32 " : "cvt.u32.u64 ";
        stored += back + "%r61, " + r + "2" + n + "; mad.lo.u32 %r62, %r1, " + std::to_string(count) + ", " + n +
                  "; mul.wide.u32 %rd62, %r62, 4; add.s64 %rd62, %rd2, %rd62; st.global.u32 [%rd62], %r61;\n";
    }
    const std::string vector = count == 1 ? "" : ".v" + std::to_string(count);
    const std::string open = count == 1 ? "" : "{", close = count == 1 ? "" : "}";
    return body + "st" + space + vector + type + " [" + place + "], " + open + written + close + ";\nld" + space +
           vector + type + " " + open + read + close + ", [" + place + "];\n" + stored;
}

TEST(Memory, VectorsInEverySpace) {
    struct Space {
        std::string name, prepare, place;
    };
    // 16 bytes per thread; every address also reached as a generic one.
    const std::string shared = ".shared .align 16 .b8 box[600]; mov.u32 %r50, box; mad.lo.u32 %r51, %r1, 16, %r50;";
    const std::string shared_wide =
        ".shared .align 16 .b8 box[600]; mov.u64 %rd50, box; mul.wide.u32 %rd51, %r1, 16; add.s64 %rd51, %rd50, %rd51;";
    const std::string local = ".local .align 16 .b8 depot[64]; mov.u64 %rd51, depot;";
    const std::string global = "mul.wide.u32 %rd50, %r1, 16; add.s64 %rd51, %rd1, %rd50;";
    const Space spaces[] = {
        {".global", global, "%rd51"},
        {"", global, "%rd51"},
        {".shared", shared, "%r51+16"},
        {".shared", shared_wide, "%rd51+32"},
        {"", shared_wide + "cvta.shared.u64 %rd52, %rd51;", "%rd52+16"},
        {".local", local, "%rd51+32"},
        {"", local + "cvta.local.u64 %rd52, %rd51;", "%rd52+16"},
        {".shared", shared_wide + "cvta.shared.u64 %rd52, %rd51; cvta.to.shared.u64 %rd53, %rd52;", "%rd53"},
        {".local", local + "cvta.local.u64 %rd52, %rd51; cvta.to.local.u64 %rd53, %rd52;", "%rd53+16"},
        {".global", global + "cvta.to.global.u64 %rd53, %rd51;", "%rd53"},
        {".volatile.shared", shared, "%r51"},
        {".relaxed.gpu.global", global, "%rd51"}};
    for (const Space& space : spaces) {
        for (const unsigned count : {1u, 2u, 4u}) {
            for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
                if (count * bytes > 16 || (space.name.starts_with(".relaxed") && bytes == 1 && count == 1)) continue;
                for (const unsigned threads : {32u, 3u}) {
                    const auto out =
                        successful(run_kernel(space.prepare + vector_round_trip(space.name, space.place, count, bytes),
                                              {1, 1, 1}, {threads, 1, 1}, threads * count, std::vector<u32>(128)));
                    for (unsigned n = 0; n < out.size(); ++n) {
                        ASSERT_EQ(out[n], n / count * 4 + n % count + 1)
                            << space.name << " v" << count << " of " << bytes << " bytes";
                    }
                }
            }
        }
    }
}

TEST(Memory, LocalMemoryBelongsToOneLane) {
    const auto out = successful(
        run_kernel(".local .align 4 .b8 depot[8]; mov.u64 %rd10, depot; st.local.u32 [%rd10+4], %r1; mov.u32 %r10, 77;"
                   "setp.eq.s32 %p1, %r1, 3; @%p1 st.local.u32 [%rd10+4], %r10; ld.local.u32 %r11, [%rd10+4];" +
                       store_result("%r11"),
                   {2, 1, 1}, {40, 1, 1}, 80));
    for (unsigned n = 0; n < 80; ++n) EXPECT_EQ(out[n], n % 40 == 3 ? 77 : n % 40);
}

TEST(Memory, SharedMemoryIsPoisonedForEveryBlock) {
    const auto out = successful(run_kernel(
        ".shared .align 4 .b8 box[4]; mov.u32 %r10, box; ld.shared.u32 %r11, [%r10]; st.shared.u32 [%r10], %r1;" +
            store_result("%r11"),
        {3, 1, 1}, {1, 1, 1}, 3));
    EXPECT_EQ(out, std::vector<u32>(3, 0xcdcdcdcdu));
}

TEST(Memory, DynamicSharedMemoryBeginsBehindTheStatic) {
    const std::string outside = ".extern .shared .align 64 .b8 pool[];";
    const std::string body =
        ".shared .align 4 .b8 box[12]; mov.u32 %r10, pool; shl.b32 %r11, %r1, 2; add.u32 %r12, %r10, %r11; "
        "st.shared.u32 [%r12], %r1;"
        "bar.sync 0; xor.b32 %r11, %r11, 4; add.u32 %r12, %r10, %r11; ld.shared.u32 %r13, [%r12]; mad.lo.u32 %r13, "
        "%r10, 1000, %r13;";
    const auto out = successful(run_kernel(body + store_result("%r13"), {1, 1, 1}, {64, 1, 1}, 64, {0}, 256, outside));
    for (unsigned n = 0; n < 64; ++n) EXPECT_EQ(out[n], 64000 + (n ^ 1));
    expect_fault(run_kernel(body, {1, 1, 1}, {64, 1, 1}, 64, {0}, 252, outside), Fault::illegal_address,
                 {"write of 4 bytes at 316 of 316 bytes of shared memory", "thread 63"});
}

TEST(Memory, ParametersByNameAndByAddress) {
    const std::string text =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u8 a, .param .align 8 .b8 s[24], .param .u32 b, .param .u64 out)\n{\n"
        ".reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
        "ld.param.u64 %rd1, [out]; ld.param.u8 %rs1, [a]; cvt.u32.u16 %r1, %rs1; ld.param.u32 %r2, [b];\n"
        "mov.b64 %rd2, s; ld.param.v2.u32 {%r3, %r4}, [%rd2+8]; ld.param.u32 %r5, [s+16];\n"
        "st.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r4}; st.global.u32 [%rd1+16], %r5; ret; }\n";
    const Module module(text);
    Kernel& kernel = *module.find_kernel("k");
    EXPECT_EQ(module.target(), 90u);
    ASSERT_EQ(kernel.parameters().size(), 4u);
    EXPECT_EQ(kernel.parameters()[1].offset, 8u);
    EXPECT_EQ(kernel.parameters()[1].bytes, 24u);
    EXPECT_EQ(kernel.parameters()[2].offset, 32u);
    EXPECT_EQ(kernel.parameters()[3].offset, 40u);
    EXPECT_EQ(kernel.parameter_bytes(), 48u);
    const DeviceValues<u32> out(std::vector<u32>(5, 0));
    alignas(8) unsigned char buffer[48] = {200};
    const u32 s[6] = {1, 2, 3, 4, 5, 6}, b = 7;
    u32* data = out.data();
    std::memcpy(buffer + 8, s, 24), std::memcpy(buffer + 32, &b, 4), std::memcpy(buffer + 40, &data, 8);
    ASSERT_FALSE(launch(kernel, {}, {}, buffer, 0));
    EXPECT_EQ(out.values(), (std::vector<u32>{200, 7, 3, 4, 5}));
}

TEST(Memory, VariablesOfAModule) {
    const std::string outside =
        ".global .align 4 .u32 counter = 40;\n.const .align 2 .b8 table[4] = {1, 2, 253, 4};\n.global .align 8 .b8 "
        "room[24];";
    const Module module(kernel_text(
        "mov.u64 %rd10, counter; ld.global.u32 %r10, [%rd10]; ld.const.u8 %rs1, [table+2]; cvt.u32.u16 %r11, %rs1;"
        "add.u32 %r12, %r10, %r11; ld.global.u32 %r13, [room+20]; add.u32 %r12, %r12, %r13; st.global.u32 [counter], "
        "%r12;",
        outside));
    const auto counter = module.find_variable("counter");
    ASSERT_TRUE(counter);
    EXPECT_EQ(counter->bytes, 4u);
    EXPECT_EQ(module.find_variable("room")->bytes, 24u);
    EXPECT_FALSE(module.find_variable("nothing"));
    EXPECT_TRUE(DeviceMemory::instance().contains(counter->address, 4));
    const u64 parameters[2] = {0, 0};
    ASSERT_FALSE(launch(*module.find_kernel("k"), {}, {}, parameters, 0));
    EXPECT_EQ(*static_cast<u32*>(counter->address), 293u);
}

TEST(DeviceMemoryTest, KnowsItsAllocations) {
    DeviceMemory& memory = DeviceMemory::instance();
    const std::size_t used = memory.used(), allocations = memory.allocations();
    auto* first = static_cast<char*>(memory.allocate(1000));
    auto* second = static_cast<char*>(memory.allocate(1));
    EXPECT_EQ(reinterpret_cast<u64>(first) % 256, 0u);
    EXPECT_EQ(memory.used(), used + 1001);
    EXPECT_EQ(memory.allocations(), allocations + 2);
    EXPECT_TRUE(memory.contains(first + 999, 1));
    EXPECT_FALSE(memory.contains(first + 999, 2));
    EXPECT_FALSE(memory.contains(first - 1, 1));
    EXPECT_TRUE(memory.owns(first + 1000));
    EXPECT_FALSE(memory.owns(&memory));
    EXPECT_EQ(static_cast<unsigned char>(first[500]), 0xa7);  // not zero by chance
    EXPECT_FALSE(memory.free(first + 8));
    EXPECT_TRUE(memory.free(first));
    EXPECT_FALSE(memory.free(first));
    void* next = memory.allocate(1000);
    EXPECT_FALSE(memory.contains(first, 1));  // not reused soon
    EXPECT_TRUE(memory.free(next));
    EXPECT_TRUE(memory.free(second));
    const std::size_t capacity = memory.capacity();
    memory.set_capacity(memory.used() + 100);
    EXPECT_EQ(memory.allocate(101), nullptr);
    auto* last = memory.allocate(100);
    EXPECT_NE(last, nullptr);
    EXPECT_TRUE(memory.free(last));
    memory.set_capacity(capacity);
}

}  // namespace
}  // namespace evodoku::emulator
