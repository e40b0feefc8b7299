// What is refused and with which words; counts; settings from the environment.
#include <algorithm>
#include <cstdlib>

#include "emulator/ptx_runner.hpp"

namespace evodoku::emulator {
namespace {

using u64 = std::uint64_t;

void expect_refusal(const std::string& body, const std::string& part) {
    const Outcome outcome = run_kernel(body, {1, 1, 1}, {1, 1, 1}, 1);
    expect_fault(outcome, Fault::invalid_ptx, {"PTX line", part, "kernel k"});
}

TEST(UnknownPtx, IsRefusedByName) {
    expect_refusal("foo.bar.u32 %r10, %r1;", "unknown instruction: foo.bar.u32 %r10, %r1");
    expect_refusal("add.rn.f32 %r10, %r1, %r2;", "add.rn.f32");
    expect_refusal("add.sat.s32 %r10, %r1, %r2;", "unknown modifier .sat");
    expect_refusal("ld.global.mystery.u32 %r10, [%rd1];", "unknown modifier .mystery");
    expect_refusal("ld.global.v2.b128 {%rd10, %rd11}, [%rd1];", "ld.global.v2.b128");
    expect_refusal("mov.u32 %r10, %clock;", "unknown operand %clock");
    expect_refusal("mov.u32 %unknown, 1;", "unknown register %unknown");
    expect_refusal("add.s32 %r10, %rd1, 1;", "register %rd1 has another width");
    expect_refusal("shfl.sync.turn.b32 %r10, %r1, 0, 31, -1;", "unknown variant");
    expect_refusal("shfl.idx.b32 %r10, %r1, 0, 31;", "shfl.idx.b32");
    expect_refusal("call.uni printf;", "unknown instruction: call.uni");
    expect_refusal("bra nowhere;", "unknown label: bra nowhere");
    expect_refusal("mov.f32 %r10, 0f3F800000;", "mov.f32");
    expect_refusal("mov.u32 %r10, 0f3F800000;", "not an integer: 0f3F800000");
    expect_refusal("add.s32 %r10, %r1;", "wrong number of operands");
    expect_refusal("barrier.sync 0;", "not aligned");
    expect_refusal(".reg .f32 %f<4>;", "unknown type of a register");
    expect_refusal(".branchtargets x;", "unknown directive .branchtargets");
    expect_refusal("add.s32 %r10, %r1, %r2", "PTX line");  // no semicolon
}

TEST(UnknownPtx, AtTheOuterLevel) {
    const auto refused = [](const std::string& text) -> std::string {
        try {
            const Module module(text);
        } catch (const PtxError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(refused(".version 8.0\n.target sm_75\n.mystery x;"), "PTX line 3: unknown at the outer level: .mystery");
    EXPECT_EQ(refused("\n.entry k() .mystery {ret;}"), "PTX line 2: unknown directive of a kernel: .mystery");
    EXPECT_EQ(refused(".extern .global .u32 x;"), "PTX line 1: a variable of another module: .u32");
    EXPECT_EQ(refused(".entry k() { ret;"), "PTX line 1: a brace is not closed");
    EXPECT_EQ(refused(".global .b8 x[2] = {1, 2, 3};"), "PTX line 1: more values than the variable holds: x");
}

TEST(ModuleTest, FindsItsKernels) {
    const std::string text =
        "// a comment { with a brace\n.version 8.0 /* and\nanother */ .target sm_90a\n.address_size 64\n"
        ".func helper() { ret; }\n.visible .entry first(.param .u32 x)\n.maxntid 128, 2, 1\n.minnctapersm 1\n{ { .reg "
        ".b32 %a; mov.u32 %a, 1; } ret; }\n"
        ".weak .entry second() { .shared .align 16 .b8 a[10]; .shared .align 8 .b8 b[8]; .local .align 4 .b8 c[20]; "
        "ret; }\n";
    const Module module(text);
    EXPECT_EQ(module.target(), 90u);
    ASSERT_EQ(module.kernels().size(), 2u);
    EXPECT_EQ(module.find_kernel("third"), nullptr);
    Kernel& first = *module.find_kernel("first");
    EXPECT_EQ(first.name(), "first");
    EXPECT_EQ(first.max_threads(), 256u);
    EXPECT_EQ(first.static_shared_bytes(), 0u);
    EXPECT_EQ(first.parameter_bytes(), 4u);
    Kernel& second = *module.find_kernel("second");
    EXPECT_EQ(second.max_threads(), 1024u);
    EXPECT_EQ(second.static_shared_bytes(), 24u);
    EXPECT_EQ(second.local_bytes(), 32u);
    EXPECT_FALSE(launch(second, {2, 1, 1}, {3, 1, 1}, nullptr, 0));
}

TEST(ModuleTest, NamesOfAnInnerScopeHideThoseOutside) {
    const auto out = successful(run_kernel(
        "mov.u32 %r10, 5; { .reg .b32 %r10; mov.u32 %r10, 7; add.u32 %r11, %r10, 0; } add.u32 %r12, %r11, %r10;" +
            store_result("%r12"),
        {1, 1, 1}, {1, 1, 1}, 1));
    EXPECT_EQ(out[0], 12u);
}

TEST(Registers, KeepTheirValuesAroundLoopsAndBehindGuards) {
    // %r10 lives through the loop although nothing in it uses it; %r12 is written under a guard and keeps its old
    // value.
    const auto out =
        successful(run_kernel("add.u32 %r10, %r1, 100; mov.u32 %r12, 9; mov.u32 %r11, 0;\n"
                              "loop: add.u32 %r13, %r11, 3; mul.lo.u32 %r14, %r13, %r13; add.u32 %r15, %r14, 1; "
                              "setp.gt.u32 %p1, %r15, 200; @%p1 mov.u32 %r12, %r15;\n"
                              "add.u32 %r11, %r11, 1; setp.le.u32 %p2, %r11, %r1; @%p2 bra loop;\n"
                              "mad.lo.u32 %r20, %r12, 1000, %r10;" +
                                  store_result("%r20"),
                              {1, 1, 1}, {32, 1, 1}, 32));
    for (unsigned lane = 0; lane < 32; ++lane) {
        unsigned kept = 9;
        for (unsigned k = 0; k <= lane; ++k) kept = (k + 3) * (k + 3) + 1 > 200 ? (k + 3) * (k + 3) + 1 : kept;
        EXPECT_EQ(out[lane], kept * 1000 + lane + 100);
    }
}

TEST(Registers, SurviveTheRestOfALoopBehindTheirLastUse) {
    // %r10 and, under its guard, %r12 are used at the loop's top only. Many registers are written behind that.
    std::string others;
    for (int k = 30; k < 60; ++k) {
        others += "add.u32 %r" + std::to_string(k) + ", %r11, " + std::to_string(k) + "; xor.b32 %r21, %r21, %r" +
                  std::to_string(k) + ";\n";
    }
    const auto out = successful(
        run_kernel("add.u32 %r10, %r1, 100; mov.u32 %r12, 9; mov.u32 %r11, 0; mov.u32 %r20, 0; mov.u32 %r21, 0;\n"
                   "loop: setp.eq.s32 %p1, %r11, %r1; @%p1 mov.u32 %r12, 1000; add.u32 %r20, %r20, %r10; add.u32 %r20, "
                   "%r20, %r12;\n" +
                       others +
                       "add.u32 %r11, %r11, 1; setp.lt.u32 %p2, %r11, 8; @%p2 bra loop;\nand.b32 %r21, %r21, 0; "
                       "add.u32 %r20, %r20, %r21;" +
                       store_result("%r20"),
                   {1, 1, 1}, {32, 1, 1}, 32));
    for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned rounds_before = std::min(lane, 8u);
        EXPECT_EQ(out[lane], 8 * (lane + 100) + rounds_before * 9 + (8 - rounds_before) * 1000);
    }
}

const InstructionCounts& instruction(const KernelCounts& counts, const std::string& opcode) {
    for (const InstructionCounts& one : counts.instructions) {
        if (one.opcode == opcode) return one;
    }
    ADD_FAILURE() << "no " << opcode;
    return counts.instructions.front();
}

TEST(Counts, OfInstructionsAndLanes) {
    const Outcome outcome = run_kernel(
        "setp.lt.u32 %p1, %r1, 8; @%p1 sub.u32 %r10, %r1, 1; @%p1 bra low; not.b32 %r11, %r1; bra end;\nlow: xor.b32 "
        "%r12, %r1, 3;\nend: bar.sync 0; bar.warp.sync -1;",
        {3, 1, 1}, {64, 1, 1}, 1);
    successful(outcome);
    const KernelCounts& counts = outcome.counts;
    EXPECT_EQ(counts.launches, 1u);
    EXPECT_EQ(counts.blocks, 3u);
    EXPECT_EQ(counts.threads, 192u);
    EXPECT_EQ(counts.barriers, 3u);
    EXPECT_EQ(counts.warp_operations, 6u);
    EXPECT_EQ(counts.divergent_branches, 3u);
    EXPECT_EQ(instruction(counts, "setp.lt.u32").warps, 6u);
    EXPECT_EQ(instruction(counts, "setp.lt.u32").lanes, 192u);
    EXPECT_EQ(instruction(counts, "sub.u32").warps, 6u);  // issued for warp 1, too
    EXPECT_EQ(instruction(counts, "sub.u32").lanes, 24u);
    EXPECT_TRUE(instruction(counts, "sub.u32").guarded);
    EXPECT_EQ(instruction(counts, "not.b32").warps, 6u);
    EXPECT_EQ(instruction(counts, "not.b32").lanes, 168u);
    EXPECT_EQ(instruction(counts, "xor.b32").warps, 3u);
    EXPECT_EQ(instruction(counts, "xor.b32").lanes, 24u);
    EXPECT_EQ(instruction(counts, "xor.b32").text, "xor.b32 %r12, %r1, 3");
    EXPECT_EQ(instruction(counts, "bra").divergent, 3u);
    u64 warps = 0;
    for (const InstructionCounts& one : counts.instructions) warps += one.warps;
    EXPECT_EQ(counts.warp_instructions, warps);
}

TEST(Counts, OfMemory) {
    ChangedSettings settings;
    settings->count = true;
    const Outcome outcome = run_kernel(
        ".shared .align 16 .b8 box[4096]; .local .align 4 .b8 depot[4]; mov.u32 %r10, box; shl.b32 %r11, %r1, 2; "
        "add.u32 %r12, %r10, %r11; st.shared.u32 [%r12], %r1;"
        "shl.b32 %r13, %r1, 7; add.u32 %r14, %r10, %r13; ld.shared.u8 %rs10, [%r14]; ld.shared.u16 %rs11, [%r10]; "
        "ld.shared.v2.u32 {%r20, %r21}, [%r10];"
        "mul.wide.u32 %rd10, %r1, 4; add.s64 %rd11, %rd1, %rd10; ld.global.u32 %r15, [%rd11]; mul.wide.u32 %rd12, %r1, "
        "64; add.s64 %rd13, %rd2, %rd12; st.global.u8 [%rd13], %r1;"
        "ld.u64 %rd14, [%rd1]; mov.u64 %rd15, depot; st.local.u32 [%rd15], %r1; red.global.add.u32 [%rd2], 1;",
        {1, 1, 1}, {32, 1, 1}, 1024, std::vector<std::uint32_t>(32));
    successful(outcome);
    const KernelCounts& counts = outcome.counts;
    EXPECT_EQ(instruction(counts, "st.shared.u32").wavefronts, 1u);
    EXPECT_EQ(instruction(counts, "ld.shared.u8").wavefronts, 32u);  // all in one bank
    EXPECT_EQ(instruction(counts, "ld.shared.u16").wavefronts, 1u);  // one word for all
    EXPECT_EQ(instruction(counts, "ld.global.u32").sectors, 4u);
    EXPECT_EQ(instruction(counts, "st.global.u8").sectors, 32u);
    EXPECT_EQ(instruction(counts, "ld.u64").sectors, 1u);
    EXPECT_EQ(instruction(counts, "ld.u64").generic_accesses, 1u);
    EXPECT_EQ(counts.shared_accesses, 4u);
    EXPECT_EQ(counts.shared_wavefronts, 35u);
    EXPECT_EQ(counts.global_accesses, 4u);
    EXPECT_EQ(counts.local_accesses, 1u);
    EXPECT_EQ(counts.generic_accesses, 1u);
    EXPECT_EQ(counts.sectors_written, 32u);
    EXPECT_EQ(counts.sectors_read, 6u);
    EXPECT_EQ(instruction(counts, "ld.global.u32").passes, 1u);
    EXPECT_EQ(instruction(counts, "st.global.u8").passes, 16u);  // two lanes per line
    EXPECT_EQ(instruction(counts, "ld.u64").passes, 2u);         // 16 lanes take 128 bytes
    EXPECT_EQ(counts.cache_passes, 20u);                         // and one of the atomic addition
    EXPECT_EQ(counts.atomics, 1u);
}

TEST(Counts, BelongToSourceLinesAndCanBeReset) {
    const Module module(
        kernel_text(".loc 2 17 9\nnot.b32 %r10, %r1;\n.loc 2 18 1\nneg.s32 %r11, %r10;", ".file 2 \"a/b.cu\"\n"));
    const u64 parameters[2] = {0, 0};
    Kernel& kernel = *module.find_kernel("k");
    for (int n = 0; n < 3; ++n) ASSERT_FALSE(launch(kernel, {}, {32, 1, 1}, parameters, 0));
    const KernelCounts counts = kernel.counts();
    EXPECT_EQ(counts.launches, 3u);
    EXPECT_EQ(instruction(counts, "not.b32").warps, 3u);
    EXPECT_EQ(instruction(counts, "not.b32").source_file, "a/b.cu");
    EXPECT_EQ(instruction(counts, "not.b32").source_line, 17u);
    EXPECT_EQ(instruction(counts, "neg.s32").source_line, 18u);
    EXPECT_EQ(instruction(counts, "neg.s32").ptx_line, instruction(counts, "not.b32").ptx_line + 2);
    kernel.reset_counts();
    EXPECT_EQ(kernel.counts().warp_instructions, 0u);
    ASSERT_FALSE(launch(kernel, {}, {32, 1, 1}, parameters, 0));
    EXPECT_EQ(instruction(kernel.counts(), "neg.s32").lanes, 32u);
    const auto all = all_counts();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [](const KernelCounts& one) { return one.kernel == "k" && one.launches == 1; }));
}

class Environment : public testing::Test {
protected:
    ~Environment() override {
        for (const std::string& name : names_) unsetenv(name.c_str());
    }
    void set(const std::string& name, const std::string& value) {
        names_.push_back("EVODOKU_EMULATOR_" + name);
        setenv(names_.back().c_str(), value.c_str(), 1);
    }
    std::vector<std::string> names_;
};

TEST_F(Environment, SetsTheSettings) {
    set("MEMORY_CHECK", "0"), set("RACE_CHECK", "1"), set("UNINITIALISED_CHECK", "1"), set("COUNT", "1");
    set("ORDER", "17"), set("THREADS", "2"), set("DROP_BARRIER", "3:chip"), set("WRONG_MASK", "islands");
    set("RECONVERGE", "postdominators");
    const Settings settings = Settings::from_environment();
    EXPECT_FALSE(settings.check_memory);
    EXPECT_TRUE(settings.check_races);
    EXPECT_TRUE(settings.check_uninitialised);
    EXPECT_TRUE(settings.count);
    EXPECT_EQ(settings.order, 17u);
    EXPECT_EQ(settings.host_threads, 2u);
    EXPECT_EQ(settings.reconverge, Reconverge::postdominators);
    EXPECT_EQ(settings.drop_barrier, 3);
    EXPECT_EQ(settings.drop_barrier_kernel, "chip");
    EXPECT_EQ(settings.wrong_mask_kernel, "islands");
}

TEST_F(Environment, WrongValuesAreRefused) {
    const auto refused = [&](const std::string& name, const std::string& value) -> std::string {
        set(name, value);
        try {
            (void)Settings::from_environment();
        } catch (const std::invalid_argument& error) {
            unsetenv(("EVODOKU_EMULATOR_" + name).c_str());
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(refused("RACE_CHECK", "yes"), "EVODOKU_EMULATOR_RACE_CHECK is 'yes'; allowed: 0 or 1");
    EXPECT_EQ(refused("ORDER", "-1"), "EVODOKU_EMULATOR_ORDER is '-1'; allowed: numbers from 0");
    EXPECT_EQ(refused("THREADS", "0"), "EVODOKU_EMULATOR_THREADS is '0'; allowed: numbers from 1");
    EXPECT_EQ(refused("RECONVERGE", "late"), "EVODOKU_EMULATOR_RECONVERGE is 'late'; allowed: lowest, postdominators");
    EXPECT_EQ(refused("DROP_BARRIER", "x:chip"), "EVODOKU_EMULATOR_DROP_BARRIER is 'x:chip'; allowed: numbers from 0");
}

}  // namespace
}  // namespace evodoku::emulator
