// The choice of a device, and populations that its memory can't hold.
#include <gtest/gtest.h>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

TEST(Device, OneThatCannotBeUsedIsAnErrorOfItsOwn) {
    const Finished finished = run({"solve", "--puzzle", easy, "--device", "cuda:999"});
    EXPECT_EQ(finished.code, 4);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(contains(finished.err, "--device cuda:999: ")) << finished.err;
    EXPECT_TRUE(contains(finished.err, "--device auto or cpu runs without a GPU")) << finished.err;
}

TEST(Device, GpuIsUnderstoodAsCuda) {
    const Finished gpu = run({"solve", "--puzzle", easy, "--device", "gpu:999"});
    EXPECT_EQ(gpu.code, 4);
    EXPECT_TRUE(gpu.err.starts_with("evodoku: --device gpu:999: ")) << "as it was typed: " << gpu.err;
    EXPECT_EQ(run({"solve", "--puzzle", easy, "--device", "gpu:x"}).err,
              "evodoku: --device: 'x' is not the number of a device; the first is cuda:0\n");
    EXPECT_EQ(run({"solve", "--puzzle", easy, "--device", "gpu"}).code,
              run({"solve", "--puzzle", easy, "--device", "cuda"}).code);
}

TEST(Device, AnErrorNamesWhereItCameFrom) {
    Call call{{"solve", "--puzzle", easy}};
    call.environment = {"EVODOKU_DEVICE=cud"};
    EXPECT_EQ(run(call).err,
              "evodoku: EVODOKU_DEVICE is 'cud'; allowed: auto, cpu, cuda or gpu, cuda:N (did you mean 'cuda'?)\n");
    call.environment = {"EVODOKU_QUIET=1"};
    call.arguments.push_back("-v");
    EXPECT_EQ(run(call).err, "evodoku: EVODOKU_QUIET and --verbose exclude each other; leave one of them out\n");
}

TEST(Device, AutoAndCudaAgreeOnTheReason) {
    const Finished cuda = run({"solve", "--puzzle", easy, "--device", "cuda", "-p", "600"});
    const Finished automatic = run({"solve", "--puzzle", easy, "-p", "600"});
    EXPECT_EQ(automatic.code, 0);
    if (cuda.code == 0) {
        EXPECT_TRUE(contains(automatic.err, " on cuda:")) << automatic.err;
        return;
    }
    EXPECT_EQ(cuda.code, 4);
    const std::string head = "evodoku: --device cuda: ";
    ASSERT_TRUE(cuda.err.starts_with(head)) << cuda.err;
    const std::string reason = cuda.err.substr(head.size(), cuda.err.rfind(';') - head.size());
    EXPECT_TRUE(contains(automatic.err, reason)) << automatic.err;
    EXPECT_TRUE(contains(automatic.err, " on cpu ")) << automatic.err;
}

TEST(Memory, TooLargeAPopulationIsRefusedAtOnce) {
    if (*EVODOKU_SANITIZE != '\0') GTEST_SKIP() << "sanitizers take address space for themselves";
    Call call{solve({"-p", "16M", "--presolve", "none", "--puzzle", hard})};
    call.memory = 1u << 30;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(contains(finished.err, "memory") && contains(finished.err, "(from --population)")) << finished.err;
}

TEST(Memory, TheMessageNamesWhatSetThePopulation) {
    if (*EVODOKU_SANITIZE != '\0') GTEST_SKIP() << "sanitizers take address space for themselves";
    Call call{solve({"--presolve", "none", "--puzzle", hard})};
    call.memory = 1u << 30;
    call.environment = {"EVODOKU_POPULATION=16M"};
    Finished finished = run(call);
    EXPECT_EQ(finished.code, 2);
    EXPECT_TRUE(contains(finished.err, "memory") && contains(finished.err, "(from EVODOKU_POPULATION)"))
        << finished.err;
    TemporaryFiles files;
    const std::string file = files.write("large.toml", "population = \"16M\"\n");
    call.environment.clear();
    call.arguments.insert(call.arguments.end(), {"--config", file});
    finished = run(call);
    EXPECT_EQ(finished.code, 2);
    EXPECT_TRUE(contains(finished.err, "(from " + file + ":1:")) << finished.err;
}

}  // namespace
}  // namespace evodoku::test
