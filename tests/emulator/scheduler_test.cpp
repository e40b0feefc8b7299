// Where lanes that have parted run together again, by counts that are known by hand.
#include "emulator/postdominators.hpp"
#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using Places = std::vector<u32>;

Outcome run_by(Reconverge reconverge, const std::string& body, const std::vector<u32>& in = {0}) {
    ChangedSettings settings;
    settings->reconverge = reconverge;
    return run_kernel(body, {1, 1, 1}, {32, 1, 1}, 32, in);
}

/// How often a warp issued an instruction, by both rules.
struct Issued {
    std::uint64_t lowest, postdominators;
    bool operator==(const Issued&) const = default;
};
void PrintTo(const Issued& issued, std::ostream* out) { *out << issued.lowest << ", " << issued.postdominators; }

/// Runs `body` by both rules: results must agree. Returns the counts of each opcode.
class BothWays {
public:
    explicit BothWays(const std::string& body)
        : early_(run_by(Reconverge::lowest, body)), late_(run_by(Reconverge::postdominators, body)) {
        EXPECT_EQ(successful(early_), successful(late_));
        EXPECT_EQ(early_.counts.lane_instructions, late_.counts.lane_instructions);
    }
    Issued of(const std::string& opcode) const { return {count(early_, opcode), count(late_, opcode)}; }
    Issued alone() const { return {early_.counts.lone_lane_instructions, late_.counts.lone_lane_instructions}; }
    const std::vector<u32>& out() const { return late_.out; }

private:
    static std::uint64_t count(const Outcome& outcome, const std::string& opcode) {
        std::uint64_t sum = 0;
        for (const InstructionCounts& one : outcome.counts.instructions) sum += one.opcode == opcode ? one.warps : 0;
        return sum;
    }
    Outcome early_, late_;
};

TEST(Reconvergence, TheTwoSidesOfABranchMeetAtItsEnd) {
    const BothWays both(
        "setp.lt.u32 %p1, %r1, 8; @%p1 bra low; not.b32 %r20, %r1; bra end;\nlow: neg.s32 %r20, %r1;\n"
        "end: xor.b32 %r20, %r20, 3;" +
        store_result("%r20"));
    EXPECT_EQ(both.of("not.b32"), (Issued{1, 1}));
    EXPECT_EQ(both.of("neg.s32"), (Issued{1, 1}));
    EXPECT_EQ(both.of("xor.b32"), (Issued{1, 1}));
    EXPECT_EQ(both.alone(), (Issued{0, 0}));
}

TEST(Reconvergence, ALoopThatLanesLeaveOneAfterTheOther) {
    // Lane k makes k % 8 + 1 rounds.
    const BothWays both(
        "and.b32 %r11, %r1, 7; mov.u32 %r10, 0;\n"
        "loop: not.b32 %r12, %r10; add.u32 %r10, %r10, 1; setp.le.u32 %p1, %r10, %r11; @%p1 bra loop;\n"
        "neg.s32 %r20, %r10;" +
        store_result("%r20"));
    EXPECT_EQ(both.of("not.b32"), (Issued{8, 8}));
    EXPECT_EQ(both.of("neg.s32"), (Issued{1, 1}));
}

TEST(Reconvergence, ALoopWithTwoExits) {
    // Lanes leave to `found` in round lane % 8; the exit behind eight rounds is taken by none. All ways meet at `end`
    // only, so that every round sends its lanes through `found` alone.
    const BothWays both(
        "and.b32 %r11, %r1, 7; mov.u32 %r10, 0;\n"
        "loop: setp.eq.s32 %p1, %r10, %r11; @%p1 bra found; add.u32 %r10, %r10, 1; setp.lt.u32 %p2, %r10, 9;\n"
        "@%p2 bra loop; bra end;\n"
        "found: not.b32 %r12, %r10; neg.s32 %r13, %r12;\n"
        "end: xor.b32 %r20, %r13, %r10;" +
        store_result("%r20"));
    EXPECT_EQ(both.of("setp.eq.s32"), (Issued{8, 8}));
    EXPECT_EQ(both.of("not.b32"), (Issued{1, 8}));
    EXPECT_EQ(both.of("neg.s32"), (Issued{1, 8}));
    EXPECT_EQ(both.of("xor.b32"), (Issued{1, 1}));
}

TEST(Reconvergence, OneBodyBehindTwoConditions) {
    // if (lane < 8 || lane == 8) body; the body's lanes come from two branches.
    const BothWays both(
        "mov.u32 %r20, 0; setp.lt.u32 %p1, %r1, 8; @%p1 bra body; setp.ne.s32 %p2, %r1, 8; @%p2 bra end;\n"
        "body: not.b32 %r20, %r1;\nend:" +
        store_result("%r20"));
    EXPECT_EQ(both.of("not.b32"), (Issued{1, 2}));
    EXPECT_EQ(both.alone(), (Issued{0, 1}));
    EXPECT_EQ(both.of("st.global.u32"), (Issued{1, 1}));
}

TEST(Reconvergence, MeetingsWithinMeetings) {
    // Four quarters of eight lanes: the inner branches meet at `left` and `right`, the outer ones at `end`.
    const BothWays both(
        "and.b32 %r11, %r1, 1; and.b32 %r12, %r1, 2; setp.eq.s32 %p1, %r11, 0; setp.eq.s32 %p2, %r12, 0;\n"
        "@%p1 bra other; @%p2 bra left; add.u32 %r13, %r1, 1;\nleft: not.b32 %r20, %r1; bra end;\n"
        "other: @%p2 bra right; sub.u32 %r13, %r1, 1;\nright: neg.s32 %r20, %r1;\n"
        "end: xor.b32 %r20, %r20, 1;" +
        store_result("%r20"));
    for (const std::string opcode : {"not.b32", "neg.s32", "xor.b32"}) EXPECT_EQ(both.of(opcode), (Issued{1, 1}));
}

TEST(Reconvergence, LanesThatEndAreNotWaitedFor) {
    // Within the branch some lanes end: the end of the kernel is all that their ways have in common.
    const BothWays both(
        "setp.ge.u32 %p1, %r1, 16; @%p1 bra end; setp.lt.u32 %p2, %r1, 8; @%p2 ret; neg.s32 %r11, %r1;\n"
        "end: not.b32 %r20, %r1;" +
        store_result("%r20"));
    EXPECT_EQ(both.of("not.b32"), (Issued{1, 2}));
    for (u32 lane = 0; lane < 32; ++lane) EXPECT_EQ(both.out()[lane], lane < 8 ? 0 : ~lane);
    // Lanes that end are missing at a meeting that the others have come to.
    const BothWays inner(
        "setp.ge.u32 %p1, %r1, 16; mov.u32 %r10, 0; @%p1 bra loop; bra end;\n"
        "loop: add.u32 %r10, %r10, 1; setp.eq.s32 %p2, %r1, 20; setp.gt.u32 %p3, %r10, 3; and.pred %p2, %p2, %p3;\n"
        "@%p2 ret; setp.lt.u32 %p4, %r10, 6; @%p4 bra loop;\nend: not.b32 %r20, %r10;" +
        store_result("%r20"));
    for (u32 lane = 0; lane < 32; ++lane) EXPECT_EQ(inner.out()[lane], lane < 16 ? ~0u : lane == 20 ? 0 : ~6u);
}

TEST(Reconvergence, AtExchangesAndBarriersOfAWarp) {
    // Both sides vote at one place that they reach by different ways, then add on their own until the end.
    const BothWays both(
        "setp.lt.u32 %p1, %r1, 8; @%p1 bra body; setp.gt.u32 %p2, %r1, 40; @%p2 bra end;\n"
        "body: vote.sync.ballot.b32 %r20, %p1, -1; not.b32 %r20, %r20; bar.warp.sync -1;\nend:" +
        store_result("%r20"));
    EXPECT_EQ(both.out(), std::vector<u32>(32, ~0xffu));
    // The mask names lanes of one side only: a branch in disguise, whose lanes are together again behind it.
    const BothWays guarded(
        "setp.lt.u32 %p1, %r1, 8; mov.u32 %r20, 5; @%p1 vote.sync.ballot.b32 %r20, %p1, 0xff; "
        "not.b32 %r21, %r20;" +
        store_result("%r21"));
    EXPECT_EQ(guarded.of("not.b32"), (Issued{1, 1}));
    for (u32 lane = 0; lane < 32; ++lane) EXPECT_EQ(guarded.out()[lane], lane < 8 ? ~0xffu : ~5u);
    const BothWays halves(
        "setp.lt.u32 %p1, %r1, 16; selp.b32 %r10, 0xffff, 0xffff0000, %p1; vote.sync.ballot.b32 %r20, %p1, %r10;"
        "not.b32 %r21, %r20;" +
        store_result("%r21"));
    EXPECT_EQ(halves.of("not.b32"), (Issued{1, 1}));
}

TEST(Reconvergence, AtBarriersOfABlock) {
    for (const Reconverge reconverge : {Reconverge::lowest, Reconverge::postdominators}) {
        ChangedSettings settings;
        settings->reconverge = reconverge;
        // Odd lanes reach the barrier through a loop that only they enter.
        const Outcome outcome = run_kernel(
            "and.b32 %r11, %r1, 1; setp.eq.s32 %p1, %r11, 0; mov.u32 %r10, 0; @%p1 bra meet;\n"
            "loop: add.u32 %r10, %r10, 1; setp.lt.u32 %p2, %r10, %r1; @%p2 bra loop;\n"
            "meet: bar.sync 0; not.b32 %r20, %r10;" +
                store_result("%r20"),
            {1, 1, 1}, {64, 1, 1}, 64);
        successful(outcome);
        for (u32 n = 0; n < 64; ++n) EXPECT_EQ(outcome.out[n], ~(n % 2 == 0 ? 0 : n));
    }
}

// Two lanes. The one that has the lock gives it back behind the place where the other, which spins, joins it.
const std::string lock =
    "setp.ge.u32 %p2, %r1, 2; @%p2 ret; mov.u32 %r10, 1;\nspin: atom.global.cas.b32 %r11, [%rd1], 0, %r10; setp.ne.s32 "
    "%p1, %r11, 0; @%p1 bra spin;\n"
    "mov.u32 %r12, 0; atom.global.exch.b32 %r13, [%rd1], %r12; mov.u32 %r20, 4;";

TEST(Reconvergence, ALockWithinAWarpIsReported) {
    ChangedSettings settings;
    settings->max_block_instructions = 3'000'000;
    expect_fault(run_by(Reconverge::postdominators, lock + store_result("%r20")), Fault::launch_timeout,
                 {"a lane for one of its own warp that waits where their ways meet", "Kernel k"});
    const auto out = successful(run_by(Reconverge::lowest, lock + store_result("%r20")));
    for (u32 lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane < 2 ? 4u : 0u);
}

TEST(Reconvergence, ALaneMaySpinUntilALaneOnTheOtherSideActs) {
    const auto out = successful(
        run_by(Reconverge::postdominators,
               "setp.eq.s32 %p1, %r1, 31; mov.u32 %r10, 1; @%p1 bra act;\n"
               "spin: ld.volatile.global.u32 %r11, [%rd1]; setp.eq.s32 %p2, %r11, 0; @%p2 bra spin; bra end;\n"
               "act: st.volatile.global.u32 [%rd1], %r10; mov.u32 %r11, 9;\nend: " +
                   store_result("%r11")));
    for (u32 lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], lane == 31 ? 9u : 1u);
}

Instruction branch_to(u32 target, bool guarded) {
    Instruction in;
    in.flow = Flow::branch, in.target = target, in.guard = guarded ? 64 : 0;
    return in;
}
Instruction leaves(bool guarded) {
    Instruction in;
    in.flow = Flow::leave, in.guard = guarded ? 64 : 0;
    return in;
}

TEST(Postdominators, OfSmallPrograms) {
    const Instruction plain;
    // 0: if 3   1: straight   2: goto 4   3: straight   4: end
    EXPECT_EQ(immediate_postdominators({branch_to(3, true), plain, branch_to(4, false), plain, leaves(false)}),
              (Places{4, 2, 4, 4, 5}));
    // 0: straight   1: if 0   2: end
    EXPECT_EQ(immediate_postdominators({plain, branch_to(0, true), leaves(false)}), (Places{1, 2, 3}));
    // 0: if 3   1: if ret   2: straight   3: end
    EXPECT_EQ(immediate_postdominators({branch_to(3, true), leaves(true), plain, leaves(false)}), (Places{4, 4, 3, 4}));
    // 0: if 2   1: goto 1, for ever   2: end. One way never ends: the place is that of the other.
    EXPECT_EQ(immediate_postdominators({branch_to(2, true), branch_to(1, false), leaves(false)}), (Places{2, 3, 3}));
}

}  // namespace
}  // namespace evodoku::emulator
