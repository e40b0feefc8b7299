// Votes, shuffles and matches; lanes that part and meet again; masks that are wrong.
#include <bit>

#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using u32 = std::uint32_t;

std::vector<u32> one_warp(const std::string& body, unsigned threads = 32) {
    return successful(run_kernel(body, {1, 1, 1}, {threads, 1, 1}, threads));
}

TEST(Vote, BallotAnyAllAndUniform) {
    const std::string odd = "and.b32 %r10, %r1, 1; setp.ne.s32 %p1, %r10, 0; setp.ge.s32 %p2, %r1, 0;";
    const auto ballot = one_warp(odd + "vote.sync.ballot.b32 %r20, %p1, -1;" + store_result("%r20"));
    EXPECT_EQ(ballot, std::vector<u32>(32, 0xaaaaaaaau));
    const auto negated = one_warp(odd + "vote.sync.ballot.b32 %r20, !%p1, 0xffffffff;" + store_result("%r20"));
    EXPECT_EQ(negated, std::vector<u32>(32, 0x55555555u));
    const auto decide = [&](const std::string& vote) {
        return one_warp(odd + "vote.sync." + vote + ", -1; selp.u32 %r20, 1, 0, %p3;" + store_result("%r20"));
    };
    EXPECT_EQ(decide("any.pred %p3, %p1"), std::vector<u32>(32, 1));
    EXPECT_EQ(decide("all.pred %p3, %p1"), std::vector<u32>(32, 0));
    EXPECT_EQ(decide("all.pred %p3, %p2"), std::vector<u32>(32, 1));
    EXPECT_EQ(decide("uni.pred %p3, %p1"), std::vector<u32>(32, 0));
    EXPECT_EQ(decide("uni.pred %p3, !%p2"), std::vector<u32>(32, 1));
    EXPECT_EQ(decide("any.pred %p3, !%p2"), std::vector<u32>(32, 0));
}

TEST(Vote, LanesWithDifferentMasksVoteApart) {
    // The lower half names itself, the upper half itself: one instruction, two votes.
    const auto halves = one_warp(
        "setp.lt.u32 %p1, %r1, 16; selp.b32 %r10, 0xffff, 0xffff0000, %p1; and.b32 %r11, %r1, 2;"
        "setp.ne.s32 %p2, %r11, 0; vote.sync.ballot.b32 %r20, %p2, %r10;" +
        store_result("%r20"));
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(halves[lane], lane < 16 ? 0x0000ccccu : 0xcccc0000u);
}

TEST(Vote, InPartOfAWarp) {
    const auto few =
        one_warp("setp.ne.s32 %p1, %r1, 3; vote.sync.ballot.b32 %r20, %p1, 0x7f;" + store_result("%r20"), 7);
    EXPECT_EQ(few, std::vector<u32>(7, 0x77));
    // Lanes that were never launched may be named.
    const auto all = one_warp("setp.ne.s32 %p1, %r1, 3; vote.sync.ballot.b32 %r20, %p1, -1;" + store_result("%r20"), 7);
    EXPECT_EQ(all, std::vector<u32>(7, 0x77));
}

TEST(Shuffle, EveryModeWidthAndDistance) {
    for (const std::string mode : {"idx", "up", "down", "bfly"}) {
        for (const unsigned width : {32u, 16u, 8u, 1u}) {
            for (const unsigned b : {0u, 1u, 5u, 8u, 17u, 31u}) {
                const unsigned c = (32 - width) << 8 | (mode == "up" ? 0 : 31);  // as __shfl_sync does it
                const auto values =
                    one_warp("mad.lo.u32 %r10, %r1, 3, 100; shfl.sync." + mode + ".b32 %r20|%p1, %r10, " +
                             std::to_string(b) + ", " + std::to_string(c) +
                             ", -1; selp.u32 %r21, 1000, 0, %p1; add.u32 %r20, %r20, %r21;" + store_result("%r20"));
                for (unsigned lane = 0; lane < 32; ++lane) {
                    const int first = static_cast<int>(lane / width * width), end = first + static_cast<int>(width);
                    const int in_segment = static_cast<int>(lane) - first, distance = static_cast<int>(b);
                    int source = mode == "idx"    ? first + static_cast<int>(b % width)
                                 : mode == "up"   ? static_cast<int>(lane) - distance
                                 : mode == "down" ? static_cast<int>(lane) + distance
                                                  : static_cast<int>(lane ^ b);
                    const bool inside = mode == "up" ? in_segment >= distance : source < end;
                    if (!inside) source = static_cast<int>(lane);
                    ASSERT_EQ(values[lane], 100 + 3 * static_cast<u32>(source) + (inside ? 1000u : 0u))
                        << mode << " " << b << " width " << width << " lane " << lane;
                }
            }
        }
    }
}

TEST(Shuffle, ReadsTheOldValueOfItsOwnDestination) {
    const auto values = one_warp("shfl.sync.bfly.b32 %r1, %r1, 31, 31, -1;" + store_result("%r1"));
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], 31 - lane);
}

TEST(Match, GroupsOfEqualValues) {
    const auto any = one_warp("and.b32 %r10, %r1, 3; match.any.sync.b32 %r20, %r10, -1;" + store_result("%r20"));
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(any[lane], 0x11111111u << lane % 4);
    const auto wide = one_warp(
        "shr.u32 %r10, %r1, 4; cvt.u64.u32 %rd10, %r10; shl.b64 %rd10, %rd10, 40;"
        "match.any.sync.b64 %r20, %rd10, -1;" +
        store_result("%r20"));
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(wide[lane], lane < 16 ? 0xffffu : 0xffff0000u);
    const auto same = one_warp("match.all.sync.b32 %r20|%p1, 7, -1; @!%p1 mov.u32 %r20, 1;" + store_result("%r20"));
    EXPECT_EQ(same, std::vector<u32>(32, ~u32{0}));
    const auto different =
        one_warp("match.all.sync.b32 %r20|%p1, %r1, -1; @%p1 mov.u32 %r20, 1;" + store_result("%r20"));
    EXPECT_EQ(different, std::vector<u32>(32, 0));
}

TEST(Divergence, LanesPartAndMeetAgain) {
    // Each lane counts its own number of rounds; behind the loop all are there at once.
    const auto values = one_warp(
        "mov.u32 %r10, 0; mov.u32 %r11, 0;\n"
        "loop: setp.ge.u32 %p1, %r10, %r1; @%p1 bra done; add.u32 %r11, %r11, %r10; add.u32 %r10, %r10, 1; bra loop;\n"
        "done: activemask.b32 %r12; popc.b32 %r13, %r12; mad.lo.u32 %r20, %r13, 1000, %r11;" +
        store_result("%r20"));
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], 32000 + lane * (lane - 1) / 2);
}

TEST(Divergence, BothSidesOfABranchKeepTheirRegisters) {
    const auto values = one_warp(
        "mov.u32 %r10, 5; and.b32 %r11, %r1, 1; setp.eq.s32 %p1, %r11, 0; @%p1 bra even;\n"
        "add.u32 %r12, %r10, %r1; mul.lo.u32 %r13, %r12, 2; add.u32 %r20, %r13, 1; bra end;\n"
        "even: shl.b32 %r14, %r1, 4; add.u32 %r20, %r14, %r10;\n"
        "end: add.u32 %r20, %r20, %r10;" +
        store_result("%r20"));
    for (unsigned lane = 0; lane < 32; ++lane)
        EXPECT_EQ(values[lane], lane % 2 == 0 ? 16 * lane + 10 : 2 * (5 + lane) + 6);
}

TEST(Divergence, SomeLanesLeaveTheKernelEarly) {
    const auto values = one_warp("setp.lt.u32 %p1, %r1, 10; @%p1 ret; activemask.b32 %r20;" + store_result("%r20"));
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane < 10 ? 0 : 0xfffffc00u);
}

TEST(Divergence, LanesOnBothSidesMeetAtAWarpBarrier) {
    // Even lanes write at once, odd lanes after a loop; each reads its neighbour's value behind the barrier.
    const auto values = one_warp(
        ".shared .align 4 .b8 box[128]; mov.u32 %r30, box; shl.b32 %r31, %r1, 2; add.u32 %r31, %r30, %r31;\n"
        "and.b32 %r11, %r1, 1; setp.eq.s32 %p1, %r11, 0; mov.u32 %r10, 0; @%p1 bra write;\n"
        "loop: add.u32 %r10, %r10, 1; setp.lt.u32 %p2, %r10, 50; @%p2 bra loop;\n"
        "st.shared.u32 [%r31], %r10; bar.warp.sync -1; bra read;\n"
        "write: mov.u32 %r12, 7; st.shared.u32 [%r31], %r12; bar.warp.sync -1;\n"
        "read: xor.b32 %r13, %r1, 1; shl.b32 %r13, %r13, 2; add.u32 %r13, %r30, %r13; ld.shared.u32 %r20, [%r13];" +
        store_result("%r20"));
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane % 2 == 0 ? 50u : 7u);
}

TEST(Divergence, ALaneMaySpinUntilAnotherOneOfItsWarpActs) {
    const auto values = one_warp(
        "setp.eq.s32 %p1, %r1, 31; mov.u32 %r10, 1; @%p1 bra act;\n"
        "spin: ld.volatile.global.u32 %r11, [%rd1]; setp.eq.s32 %p2, %r11, 0; @%p2 bra spin; bra end;\n"
        "act: st.volatile.global.u32 [%rd1], %r10; mov.u32 %r11, 9;\n"
        "end: " +
        store_result("%r11"));
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane == 31 ? 9u : 1u);
}

void expect_warp_fault(const std::string& body, Fault::Code code, const std::vector<std::string>& parts) {
    expect_fault(run_kernel(body, {1, 1, 1}, {32, 1, 1}, 32), code, parts);
}

TEST(WarpFault, AMaskThatDoesNotNameTheLane) {
    expect_warp_fault("shfl.sync.idx.b32 %r10, %r1, 0, 31, 0xffff;", Fault::illegal_instruction,
                      {"does not name it", "shfl.sync"});
    expect_warp_fault("setp.eq.s32 %p1, %r1, 0; vote.sync.any.pred %p2, %p1, 0x7fffffff;", Fault::illegal_instruction,
                      {"does not name it", "thread 31"});
    expect_warp_fault("bar.warp.sync 1;", Fault::illegal_instruction, {"does not name it"});
}

TEST(WarpFault, AMaskThatNamesALaneThatNeverComes) {
    expect_warp_fault(
        "setp.lt.u32 %p1, %r1, 16; @%p1 bra low; bar.warp.sync 0xffff0000; bar.sync 0; bra end;\n"
        "low: vote.sync.ballot.b32 %r10, %p1, -1;\nend:",
        Fault::launch_failure, {"never come", "vote.sync.ballot"});
}

TEST(WarpFault, AMaskThatNamesALaneThatHasEnded) {
    expect_warp_fault("setp.lt.u32 %p1, %r1, 1; @%p1 ret; shfl.sync.idx.b32 %r10, %r1, 5, 31, -1;",
                      Fault::illegal_instruction, {"names lane 0, which has ended"});
}

TEST(WarpFault, AShuffleThatReadsALaneOutsideOfItsMask) {
    expect_warp_fault("setp.lt.u32 %p1, %r1, 16; @!%p1 bra end; shfl.sync.idx.b32 %r10, %r1, 20, 31, 0xffff;\nend:",
                      Fault::illegal_instruction, {"reads lane 20"});
}

TEST(WarpFault, TheMutationOfMasksIsNoticed) {
    ChangedSettings settings;
    settings->wrong_mask_kernel = "k";
    expect_warp_fault("shfl.sync.idx.b32 %r10, %r1, 0, 31, -1;", Fault::illegal_instruction, {"does not name it"});
    settings->wrong_mask_kernel = "other";
    EXPECT_FALSE(run_kernel("shfl.sync.idx.b32 %r10, %r1, 0, 31, -1;", {1, 1, 1}, {32, 1, 1}, 32).fault);
}

}  // namespace
}  // namespace evodoku::emulator
