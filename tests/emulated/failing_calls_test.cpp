// Each call of the CUDA runtime that the program makes fails once, at its first time and at a later one: the program
// ends with exit code 4 and one line that says device, call, cause and remedy; it gives back all that it took on the
// device (the emulator would end it with another code), and what it had found out until then is not lost.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "device_command.hpp"
#include "emulator/control.hpp"

namespace evodoku::test {
namespace {

/// Calls that free something, and the versions that `info` prints.
const std::set<std::string> harmless = {
    "cudaFree",         "cudaFreeHost",         "cudaStreamDestroy",    "cudaEventDestroy",
    "cudaGraphDestroy", "cudaGraphExecDestroy", "cudaDriverGetVersion", "cudaRuntimeGetVersion"};

/// First an error that leaves the device as it was; later one after which every call fails.
cudaError_t error_for(const std::string& call, bool first) {
    if (call == "cudaMalloc" || call == "cudaHostAlloc") return cudaErrorMemoryAllocation;
    if (call == "cudaLaunchKernel" && first) return cudaErrorLaunchOutOfResources;
    return first ? cudaErrorDevicesUnavailable : cudaErrorLaunchFailure;
}

/// The lines that do not report progress.
Words errors_in(const std::string& text) {
    static const std::regex report(
        "evodoku: (seed |replay: |warning: |bench: |stopped|cuda:0: no machine code|[0-9]+ of [0-9]+ |[0-9]+ "
        "runs).*|puzzle .*");
    Words lines = lines_of(text);
    std::erase_if(lines, [](const std::string& line) { return std::regex_match(line, report); });
    return lines;
}

/// device, call, cause, the runtime's name for it, remedy.
const std::regex one_failure(
    "evodoku: (--device cuda(:0)?: )?(cuda:0: )?(emulated device: )?[a-zA-Z' ]+ failed: [^()]+ \\(cudaError[A-Za-z]+: "
    "[^()]+\\)"
    "( \\[[a-z_]+\\.[a-z]+:[0-9]+\\])?; .+");

class FailingCalls : public testing::TestWithParam<const char*> {};

/// The command with call number `at` failing.
Finished run_failing(const DeviceCommand& command, const std::string& call, std::uint64_t at, bool first) {
    return command.run(
        {"EVODOKU_EMULATOR_FAIL=" + call + ":" + std::to_string(at) + ":" + std::to_string(error_for(call, first))});
}

/// The command with call number `at` failing, or an earlier one where it ends before: a benchmark repeats what it
/// times less often on a busy machine.
Finished run_failing_later(const DeviceCommand& command, const std::string& call, std::uint64_t& at) {
    const std::string file = command.folder() + "/failing_calls";
    while (true) {
        const Finished finished = command.run(
            {"EVODOKU_EMULATOR_FAIL=" + call + ":" + std::to_string(at) + ":" + std::to_string(error_for(call, false)),
             "EVODOKU_EMULATOR_CALLS=" + file});
        const std::uint64_t made = DeviceCommand::read_calls(file)[call];
        if (made >= at || at <= 2) return finished;
        at = std::max<std::uint64_t>(2, made * 2 / 3);
    }
}

void expect_reported(const DeviceCommand& command, const std::string& call, const Finished& finished,
                     const Finished& good, const Words& good_results) {
    if (finished.code == good.code && harmless.contains(call)) {
        return;
    }
    EXPECT_EQ(finished.code, 4) << finished.err;
    if (command.name() == "info") {  // a list of devices, one line with the reason why this can't be used
        const Words listed = lines_of(finished.out);
        EXPECT_EQ(std::ranges::count_if(listed, [](const std::string& line) { return contains(line, "failed: "); }), 1)
            << finished.out;
        return;
    }
    const Words errors = errors_in(finished.err);
    ASSERT_EQ(errors.size(), 1u) << finished.err;
    EXPECT_TRUE(std::regex_match(errors[0], one_failure)) << errors[0];
    EXPECT_TRUE(contains(errors[0], "cuda:0: ") || contains(errors[0], "--device cuda")) << errors[0];
    if (call == "cudaHostAlloc") {
        EXPECT_TRUE(contains(errors[0], "the host is out of memory")) << errors[0];
    }

    // What it had found out, and nothing else.
    const Words lines = lines_of(finished.out), good_lines = lines_of(good.out);
    if (command.name().starts_with("bench")) {
        EXPECT_TRUE(lines.empty() || contains(finished.out, "STOPPED: failed after ")) << finished.out;
    } else {
        ASSERT_LE(lines.size(), good_lines.size()) << finished.out;
        for (std::size_t k = 0; k < lines.size(); ++k) {
            EXPECT_TRUE(lines[k] == good_lines[k] || lines[k] == "-") << lines[k];  // -: not solved
        }
    }
    const Words results = command.results();
    ASSERT_LE(results.size(), good_results.size());
    for (const std::string& line : results) EXPECT_TRUE(line.ends_with('}')) << line;
}

TEST_P(FailingCalls, EndWithTheReason) {
    const DeviceCommand command(GetParam());
    const std::map<std::string, std::uint64_t> calls = command.calls();
    ASSERT_GE(calls.size(), 4u);
    const Finished good = command.run();
    const Words good_results = command.results();
    ASSERT_LE(good.code, 1) << good.err;  // nothing was left on the device
    for (const auto& [call, count] : calls) {
        for (const bool first : {true, false}) {
            if (!first && count == 1) continue;
            std::uint64_t at = first ? 1 : count * 2 / 3 + 1;
            const Finished finished =
                first ? run_failing(command, call, at, true) : run_failing_later(command, call, at);
            SCOPED_TRACE(command.name() + ": " + call + ", call " + std::to_string(at) + " of " +
                         std::to_string(count));
            expect_reported(command, call, finished, good, good_results);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Commands, FailingCalls,
                         testing::Values("info", "solve", "solve_phases", "experiment", "bench"),
                         [](const auto& parameter) { return std::string(parameter.param); });

// 300 puzzles take minutes here. A failure among the first of them ends that as early.
TEST(FailingCall, WhileABenchmarkSolvesPuzzles) {
    const DeviceCommand command("bench_puzzles");
    const std::map<std::string, std::uint64_t> calls = {{"cudaMalloc", 12},
                                                        {"cudaHostAlloc", 3},
                                                        {"cudaMemcpyAsync", 20},
                                                        {"cudaLaunchKernel", 80},
                                                        {"cudaStreamSynchronize", 40}};
    for (const auto& [call, at] : calls) {
        SCOPED_TRACE(call + ", call " + std::to_string(at));
        const Finished finished = run_failing(command, call, at, false);
        expect_reported(command, call, finished, {}, {});
        EXPECT_TRUE(contains(finished.out, ": failed after 1 of") || contains(finished.out, ": failed after 2 of"))
            << finished.out;  // 1: the peaks; 2: and the first puzzles
    }
}

// The hard puzzle takes longer than the easy ones beside it: where the device fails then, their answers are there.
TEST(FailingCall, WhatWasSolvedBeforeIsPrinted) {
    const DeviceCommand command("solve");
    bool printed = false;
    for (std::uint64_t at = command.calls()["cudaStreamSynchronize"]; at > 0 && !printed; --at) {
        const Finished finished = command.run({"EVODOKU_EMULATOR_FAIL=cudaStreamSynchronize:" + std::to_string(at) +
                                               ":" + std::to_string(static_cast<int>(cudaErrorLaunchFailure))});
        if (finished.code == 4) printed = finished.out.starts_with(easy_answer);
    }
    EXPECT_TRUE(printed);
}

}  // namespace
}  // namespace evodoku::test
