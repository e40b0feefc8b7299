// The memory that control groups leave to a process, from folders like those of the system; and that of its workers.
#include "cpu/machine.hpp"

#include "support/refusal.hpp"
#include "support/temporary_files.hpp"

namespace evodoku::cpu {
namespace {

TEST(ControlGroup, AllowsTheLeastOfAllLimitsWhereTheCacheOfFilesIsFree) {
    const test::TemporaryFiles files;
    const auto add = [&](const std::string& name, const std::string& text) {
        std::filesystem::create_directories(std::filesystem::path(files.at(name)).parent_path());
        files.write(name, text);
    };
    add("proc/self/cgroup", "0::/a/b\n");  // version 2: the group above has the limit
    add("sys/fs/cgroup/a/b/memory.max", "max\n");
    add("sys/fs/cgroup/a/memory.max", "1000\n");
    add("sys/fs/cgroup/a/memory.current", "990\n");
    add("sys/fs/cgroup/a/memory.stat", "anon 190\ninactive_file 800\n");
    EXPECT_EQ(control_group_bytes(files.folder()), 810u);
    add("proc/self/cgroup", "3:cpu:/\n4:hugetlb,memory:/docker/1\n");  // version 1: in a container, the host's path
    EXPECT_EQ(control_group_bytes(files.folder()), ~std::uint64_t{0}) << "without a limit";
    add("sys/fs/cgroup/memory/memory.limit_in_bytes", "500\n");
    add("sys/fs/cgroup/memory/memory.usage_in_bytes", "600\n");
    add("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 200\n");
    EXPECT_EQ(control_group_bytes(files.folder()), 100u);
}

TEST(TbbWorkers, LeaveNoMemoryBehind) {
    const auto pages = [] {
        std::uint64_t all = 0, resident = 0;
        std::ifstream("/proc/self/statm") >> all >> resident;
        return resident;
    };
    const auto work = [](int times) {
        for (int k = 0; k < times; ++k) {
            const auto one = make_tbb_workers(2), other = make_tbb_workers(2);  // neither has the other's threads
            one->for_each(2, [&](std::uint32_t) { other->for_each(2, [](std::uint32_t) {}); });
        }
    };
    work(50);
    const std::uint64_t before = pages();
    work(1'000);
    EXPECT_LT(pages() - std::min(before, pages()), 500u) << "oneTBB keeps 7 KB or more of each arena";
}

TEST(TbbWorkers, AreNotMoreThanTheProgramAllows) {
    EXPECT_EQ(test::refusal([] { make_tbb_workers(100'000); }), "threads is 100000; allowed: 0..1024");
}

}  // namespace
}  // namespace evodoku::cpu
