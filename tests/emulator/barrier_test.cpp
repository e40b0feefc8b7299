// Barriers of a block, the order of blocks and warps, atomic operations, and launches that never end.
#include <numeric>

#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Every thread writes its number to shared memory and reads the one of the mirrored thread.
std::string mirror(const std::string& barrier) {
    return ".shared .align 4 .b8 box[4096]; mov.u32 %r10, box; shl.b32 %r11, %r1, 2; add.u32 %r12, %r10, %r11; "
           "st.shared.u32 [%r12], %r1;\n" +
           barrier +
           "sub.u32 %r13, %r91, 1; sub.u32 %r13, %r13, %r1; shl.b32 %r14, %r13, 2; add.u32 %r15, %r10, %r14; "
           "ld.shared.u32 %r16, [%r15];" +
           store_result("%r16");
}

TEST(Barrier, OrdersTheWarpsOfABlock) {
    for (const unsigned order : {0u, 1u, 7u}) {
        ChangedSettings settings;
        settings->order = order;
        for (const unsigned threads : {1u, 33u, 255u, 256u, 1024u}) {
            const auto out = successful(run_kernel(mirror("bar.sync 0;"), {2, 1, 1}, {threads, 1, 1}, 2 * threads));
            for (unsigned n = 0; n < out.size(); ++n) ASSERT_EQ(out[n], threads - 1 - n % threads) << threads;
        }
    }
}

TEST(Barrier, LeftOutByTheMutationIsMissed) {
    ChangedSettings settings;
    settings->drop_barrier = 0, settings->drop_barrier_kernel = "k";
    const auto without = successful(run_kernel(mirror("bar.sync 0;"), {1, 1, 1}, {64, 1, 1}, 64));
    EXPECT_NE(without[0], 63u);
    settings->drop_barrier = 1;  // there is no second one
    EXPECT_EQ(successful(run_kernel(mirror("bar.sync 0;"), {1, 1, 1}, {64, 1, 1}, 64))[0], 63u);
}

TEST(Barrier, AlsoOfSomeWarps) {
    // Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2; the number comes from a register.
    const std::string barrier = "shr.u32 %r20, %r1, 6; add.u32 %r20, %r20, 1; bar.sync %r20, 64;";
    const auto out = successful(
        run_kernel(".shared .align 4 .b8 box[512]; mov.u32 %r10, box; shl.b32 %r11, %r1, 2; add.u32 %r12, %r10, %r11; "
                   "st.shared.u32 [%r12], %r1;" +
                       barrier + "xor.b32 %r13, %r11, 128; add.u32 %r14, %r10, %r13; ld.shared.u32 %r15, [%r14];" +
                       store_result("%r15"),
                   {1, 1, 1}, {128, 1, 1}, 128));
    for (unsigned n = 0; n < 128; ++n) EXPECT_EQ(out[n], n ^ 32);
}

TEST(Barrier, ReducesPredicates) {
    const auto reduce = [](const std::string& reduction, unsigned threshold) {
        return successful(
            run_kernel("setp.lt.u32 %p1, %r1, " + std::to_string(threshold) + "; " + reduction + store_result("%r20"),
                       {1, 1, 1}, {70, 1, 1}, 70));
    };
    const std::string all = "bar.red.and.pred %p2, 0, %p1; selp.u32 %r20, 1, 0, %p2;";
    const std::string any = "bar.red.or.pred %p2, 0, %p1; selp.u32 %r20, 1, 0, %p2;";
    const std::string none = "bar.red.and.pred %p2, 0, !%p1; selp.u32 %r20, 1, 0, %p2;";
    const std::string count = "bar.red.popc.u32 %r20, 0, %p1;";
    EXPECT_EQ(reduce(all, 69), std::vector<u32>(70, 0));
    EXPECT_EQ(reduce(all, 70), std::vector<u32>(70, 1));
    EXPECT_EQ(reduce(any, 0), std::vector<u32>(70, 0));
    EXPECT_EQ(reduce(any, 1), std::vector<u32>(70, 1));
    EXPECT_EQ(reduce(none, 0), std::vector<u32>(70, 1));
    EXPECT_EQ(reduce(none, 1), std::vector<u32>(70, 0));
    EXPECT_EQ(reduce(count, 41), std::vector<u32>(70, 41));
    // Twice: nothing of the first one is left in the second.
    EXPECT_EQ(reduce(count + "setp.lt.u32 %p1, %r1, 5; bar.red.popc.u32 %r20, 0, %p1;", 41), std::vector<u32>(70, 5));
}

TEST(Barrier, ThreadsThatHaveEndedAreNotWaitedFor) {
    const auto out =
        successful(run_kernel("setp.ge.u32 %p1, %r1, 40; @%p1 ret; bar.sync 0; mov.u32 %r20, 6;" + store_result("%r20"),
                              {1, 1, 1}, {128, 1, 1}, 128));
    EXPECT_EQ(std::accumulate(out.begin(), out.end(), 0u), 240u);
}

TEST(Barrier, LanesThatPartedMeetAtIt) {
    // Odd lanes run a loop first; then all lanes of the warp reach one barrier.
    const auto out = successful(
        run_kernel(mirror("and.b32 %r20, %r1, 1; setp.eq.s32 %p1, %r20, 0; mov.u32 %r21, 0; @%p1 bra meet;\n"
                          "loop: add.u32 %r21, %r21, 1; setp.lt.u32 %p2, %r21, %r1; @%p2 bra loop;\nmeet: bar.sync 0;"),
                   {1, 1, 1}, {64, 1, 1}, 64));
    for (unsigned n = 0; n < 64; ++n) EXPECT_EQ(out[n], 63 - n);
}

TEST(Barrier, IsNotPassedByPartOfAWarp) {
    // Lane 0 of warp 0 waits while warp 1 brings the barrier's number of threads alone. The other lanes of warp 0 spin
    // until warp 1 is past the barrier; then warp 0 passes it as a whole. Flags: in[1] lane 0 is there, in[0] go on.
    const auto out = successful(run_kernel(
        "mov.u32 %r12, 1; setp.eq.s32 %p1, %r1, 0; @%p1 bra lead; setp.ge.u32 %p1, %r1, 32; @%p1 bra second;\n"
        "spin: ld.volatile.global.u32 %r11, [%rd1]; setp.eq.s32 %p2, %r11, 0; @%p2 bra spin; bra meet;\n"
        "second: ld.volatile.global.u32 %r11, [%rd1+4]; setp.eq.s32 %p2, %r11, 0; @%p2 bra second; bra meet;\n"
        "lead: st.volatile.global.u32 [%rd1+4], %r12;\n"
        "meet: bar.sync 1, 32; activemask.b32 %r20; setp.eq.s32 %p3, %r1, 32; @%p3 st.volatile.global.u32 [%rd1], "
        "%r12;" +
            store_result("%r20"),
        {1, 1, 1}, {64, 1, 1}, 64, {0, 0}));
    EXPECT_EQ(out, std::vector<u32>(64, ~u32{0}));
}

TEST(Barrier, IsReachedWhenTheOtherLanesOfTheWarpHaveLeft) {
    const auto out = successful(run_kernel(
        "setp.ge.u32 %p1, %r1, 48; mov.u32 %r10, 0; @%p1 bra late; bar.sync 0; mov.u32 %r20, 4;" +
            store_result("%r20") + "ret;\nlate: add.u32 %r10, %r10, 1; setp.lt.u32 %p2, %r10, 9; @%p2 bra late;",
        {1, 1, 1}, {64, 1, 1}, 64));
    for (unsigned n = 0; n < 64; ++n) EXPECT_EQ(out[n], n < 48 ? 4u : 0u);
}

TEST(BarrierFault, InDivergedCode) {
    expect_fault(run_kernel("setp.lt.u32 %p1, %r1, 5; @%p1 bar.sync 0;", {1, 1, 1}, {32, 1, 1}, 1),
                 Fault::launch_failure, {"only some lanes", "bar.sync"});
    expect_fault(run_kernel("setp.lt.u32 %p1, %r1, 5; @%p1 bra low; bar.sync 0; bra end;\nlow: bar.sync 0;\nend:",
                            {1, 1, 1}, {32, 1, 1}, 1),
                 Fault::launch_failure, {"different barriers"});
}

TEST(BarrierFault, ThatNotAllWarpsReach) {
    expect_fault(
        run_kernel("setp.lt.u32 %p1, %r1, 32; @%p1 bra low; bar.sync 1;\nlow: bar.sync 0;", {1, 1, 1}, {64, 1, 1}, 1),
        Fault::launch_failure, {"deadlock", "bar.sync"});
    expect_fault(run_kernel("bar.sync 16;", {1, 1, 1}, {32, 1, 1}, 1), Fault::illegal_instruction, {"barrier 16"});
}

TEST(LaunchFault, AKernelThatNeverEnds) {
    ChangedSettings settings;
    settings->max_block_instructions = 3'000'000;
    expect_fault(run_kernel("spin: ld.volatile.global.u32 %r10, [%rd1]; setp.eq.s32 %p1, %r10, 0; @%p1 bra spin;",
                            {1, 1, 1}, {32, 1, 1}, 1),
                 Fault::launch_timeout, {"wait for another block"});
    expect_fault(
        run_kernel(
            "spin: nanosleep.u32 100; ld.volatile.global.u32 %r10, [%rd1]; setp.eq.s32 %p1, %r10, 0; @%p1 bra spin;",
            {1, 1, 1}, {32, 1, 1}, 1),
        Fault::launch_timeout, {"Kernel k"});
}

TEST(LaunchFault, Trap) {
    expect_fault(run_kernel("setp.eq.s32 %p1, %r1, 9; @%p1 trap;", {1, 1, 1}, {32, 1, 1}, 1), Fault::launch_failure,
                 {"trap", "thread 9"});
}

struct AtomicCase {
    const char* name;
    u64 (*update)(u64 old, u64 value, unsigned bytes);
};
const AtomicCase atomics[] = {
    {"add", [](u64 old, u64 value, unsigned) { return old + value; }},
    {"and", [](u64 old, u64 value, unsigned) { return old & value; }},
    {"or", [](u64 old, u64 value, unsigned) { return old | value; }},
    {"xor", [](u64 old, u64 value, unsigned) { return old ^ value; }},
    {"exch", [](u64, u64 value, unsigned) { return value; }},
    {"min.u", [](u64 old, u64 value, unsigned) { return old < value ? old : value; }},
    {"max.u", [](u64 old, u64 value, unsigned) { return old > value ? old : value; }},
    {"min.s", [](u64 old, u64 value, unsigned n) { return as_signed(old, n) < as_signed(value, n) ? old : value; }},
    {"max.s", [](u64 old, u64 value, unsigned n) { return as_signed(old, n) > as_signed(value, n) ? old : value; }},
    {"inc", [](u64 old, u64 value, unsigned) { return old >= value ? 0 : old + 1; }},
    {"dec", [](u64 old, u64 value, unsigned) { return old == 0 || old > value ? value : old - 1; }},
    {"cas", [](u64 old, u64 value, unsigned) { return old == value ? 99 : old; }},
};

TEST(Atomic, EveryOperationInEverySpace) {
    for (const AtomicCase& atomic : atomics) {
        for (const unsigned bytes : {4u, 8u}) {
            std::string name = atomic.name;
            if (bytes == 8 && (name == "inc" || name == "dec")) continue;
            const bool typed = name.find('.') != std::string::npos;
            const char kind = typed ? name.back() : name == "add" || name == "inc" || name == "dec" ? 'u' : 'b';
            if (typed) name = name.substr(0, 3);
            const std::string type = "." + std::string(1, kind) + std::to_string(8 * bytes),
                              r = bytes == 4 ? "%r" : "%rd";
            const std::string last = name == "cas" ? ", " + r + "23" : "";
            for (const std::string space : {"global", "shared", "generic"}) {
                const std::string place = space == "global" ? "%rd1" : space == "shared" ? "%r30" : "%rd31";
                const std::string dot = space == "generic" ? "." : "." + space + ".";
                // One thread: memory holds the first value of `in`; old value and new one are stored.
                const std::string wide = bytes == 4 ? "u32" : "u64", move = "mov." + wide + " ";
                const std::string body =
                    ".shared .align 8 .b8 box[8]; mov.u32 %r30, box; mov.u64 %rd30, box; cvta.shared.u64 %rd31, %rd30; "
                    "ld.global.u64 %rd32, [%rd1]; st.shared.u64 [%r30], %rd32;"
                    "ld.global." +
                    wide + " " + r + "20, [%rd1+8]; " + move + r + "23, 99; " + "atom" + dot + name + type + " " + r +
                    "21, [" + place + "], " + r + "20" + last + ";" + "ld." + (space == "generic" ? "" : space + ".") +
                    wide + " " + r + "22, [" + place + "];" + "st.global." + wide + " [%rd2], " + r + "21; st.global." +
                    wide + " [%rd2+8], " + r + "22;";
                for (const u64 old : {u64{5}, ~u64{0} - 3, u64{0}, u64{0x8000000080000000u}}) {
                    for (const u64 value : {u64{5}, u64{0x7fffffff7fffffffu}, u64{1}}) {
                        const std::vector<u32> in = {static_cast<u32>(old), static_cast<u32>(old >> 32),
                                                     static_cast<u32>(value), static_cast<u32>(value >> 32)};
                        const auto out = successful(run_kernel(body, {1, 1, 1}, {1, 1, 1}, 4, in));
                        const u64 before = out[0] | u64{out[1]} << 32, after = out[2] | u64{out[3]} << 32;
                        ASSERT_EQ(cut(before, bytes), cut(old, bytes)) << name << type << " " << space;
                        ASSERT_EQ(cut(after, bytes),
                                  cut(atomic.update(cut(old, bytes), cut(value, bytes), bytes), bytes))
                            << name << type << " " << space;
                    }
                }
            }
        }
    }
}

TEST(Atomic, LanesOfAWarpComeOneAfterTheOther) {
    const auto out = successful(
        run_kernel("atom.global.add.u32 %r10, [%rd1], 2;" + store_result("%r10"), {1, 1, 1}, {32, 1, 1}, 32, {100}));
    u64 sum = 0;
    for (const u32 value : out) sum += value;
    EXPECT_EQ(sum, 32u * 100 + 2 * 31 * 32 / 2);
}

TEST(HostThreads, ShareTheBlocksAndTheAtomicOperations) {
    ChangedSettings settings;
    for (const unsigned threads : {1u, 2u, 5u}) {
        settings->host_threads = threads;
        for (const unsigned order : {0u, 1u, 3u}) {
            settings->order = order;
            // 400 blocks of 64 threads add to one counter 100 times each.
            const auto outcome = run_kernel(
                "mov.u32 %r10, 0;\nloop: red.global.add.u32 [%rd2], 1; add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, "
                "100; @%p1 bra loop;\n"
                "mul.wide.u32 %rd10, %r2, 4; add.s64 %rd11, %rd2, %rd10; st.global.u32 [%rd11+4], %r2;",
                {400, 1, 1}, {64, 1, 1}, 25601);
            const auto out = successful(outcome);
            EXPECT_EQ(out[0], 2'560'000u);
            for (unsigned n = 0; n < 25600; ++n) ASSERT_EQ(out[n + 1], n);
            EXPECT_EQ(outcome.counts.blocks, 400u);
            EXPECT_EQ(outcome.counts.warp_instructions, 400u * 2 * (6 + 1 + 4 * 100 + 3 + 1));
        }
    }
}

TEST(HostThreads, AFaultOfOneEndsTheLaunch) {
    ChangedSettings settings;
    settings->host_threads = 3;
    for (int round = 0; round < 20; ++round) {
        expect_fault(run_kernel("setp.eq.s32 %p1, %r2, 5000; @%p1 trap;", {400, 1, 1}, {64, 1, 1}, 1),
                     Fault::launch_failure, {"trap", "block (78,0,0)"});
    }
}

TEST(Order, ShufflesBlocksAndWarps) {
    // Each thread takes a ticket; the tickets tell the order of blocks.
    const std::string body = "atom.global.add.u32 %r10, [%rd1], 1;" + store_result("%r10");
    const auto tickets = [&](unsigned order) {
        ChangedSettings settings;
        settings->order = order;
        return successful(run_kernel(body, {8, 1, 1}, {1, 1, 1}, 8));
    };
    EXPECT_EQ(tickets(0), (std::vector<u32>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(tickets(1), (std::vector<u32>{7, 6, 5, 4, 3, 2, 1, 0}));
    EXPECT_NE(tickets(2), tickets(0));
    EXPECT_NE(tickets(2), tickets(3));
    EXPECT_EQ(tickets(2), tickets(2));
    const auto warps = [&](unsigned order) {
        ChangedSettings settings;
        settings->order = order;
        const std::string first_lanes =
            "and.b32 %r11, %r1, 31; setp.ne.s32 %p1, %r11, 0; @%p1 ret; shr.u32 %r2, %r1, 5;";
        return successful(run_kernel(first_lanes + body, {1, 1, 1}, {256, 1, 1}, 8));
    };
    EXPECT_EQ(warps(0), (std::vector<u32>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(warps(1), (std::vector<u32>{7, 6, 5, 4, 3, 2, 1, 0}));
    EXPECT_NE(warps(2), warps(0));
}

}  // namespace
}  // namespace evodoku::emulator
