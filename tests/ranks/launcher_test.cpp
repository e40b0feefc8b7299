// How the program was started, by the variables of launchers.
#include <gtest/gtest.h>

#include <map>

#include "ranks/ranks.hpp"

namespace evodoku {
namespace {

Launcher started_with(const std::map<std::string, std::string>& variables) {
    return read_launcher([&](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

TEST(Launcher, AnOrdinaryCallHasNone) {
    const Launcher none = started_with({{"HOME", "/root"}});
    EXPECT_TRUE(none.name.empty());
    EXPECT_EQ(none.size, 1u);
    EXPECT_TRUE(none.without_mpi.empty());
}

TEST(Launcher, MpirunSaysRankAndSize) {
    const Launcher started = started_with({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}});
    EXPECT_EQ(started.rank, 2u);
    EXPECT_EQ(started.size, 3u);
}

TEST(Launcher, SrunWithPmixIsOne) {
    const Launcher started = started_with(
        {{"PMIX_RANK", "1"}, {"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}});
    EXPECT_EQ(started.rank, 1u);
    EXPECT_EQ(started.size, 4u);
    EXPECT_EQ(started.name, "srun");
}

TEST(Launcher, SrunWithoutMpiIsNoneAndSaysSo) {
    const Launcher started =
        started_with({{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "4"}});
    EXPECT_EQ(started.size, 1u);
    EXPECT_NE(started.without_mpi.find("--mpi=pmix"), std::string::npos);
}

TEST(Launcher, ABatchScriptOfSlurmIsAnOrdinaryCall) {
    const Launcher started = started_with({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"SLURM_JOB_ID", "7"}});
    EXPECT_EQ(started.size, 1u);
    EXPECT_TRUE(started.without_mpi.empty());
}

TEST(Launcher, NumbersThatAreNoneCountAsUnset) {
    EXPECT_TRUE(started_with({{"PMI_RANK", "x"}, {"PMI_SIZE", "4"}}).name.empty());
    EXPECT_TRUE(started_with({{"PMI_RANK", ""}, {"PMI_SIZE", "4"}}).name.empty());
}

}  // namespace
}  // namespace evodoku
