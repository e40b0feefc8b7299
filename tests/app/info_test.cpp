// What `evodoku info` says of the build, the machine and its devices.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <thread>
#include <utility>

#include "program.hpp"

namespace evodoku::test {
namespace {

TEST(Info, ShowsTheBuildAndTheDevices) {
    const Finished finished = run({"info"});
    EXPECT_EQ(finished.code, 0);
    for (const std::string part : {"\nbuilt: ", "\nCUDA: ", "\ncpu: "})
        EXPECT_TRUE(contains(finished.out, part)) << part;
    EXPECT_NE(contains(finished.out, "\nCUDA: no\n"), contains(finished.out, "never yet on a GPU")) << finished.out;
}

TEST(Info, AsJson) {
    const Finished finished = run({"info", "--json"});
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.err, "");
    const nlohmann::json info = nlohmann::json::parse(finished.out);
    for (const std::string name : {"version", "commit", "compiler", "build_type", "instruction_set", "sanitizers"}) {
        EXPECT_TRUE(info[name].is_string()) << name;
    }
    for (const auto& [part, text] : {std::pair("cuda", "cuda_build"), std::pair("mpi", "mpi_version")}) {
        ASSERT_TRUE(info[part].is_boolean()) << part;
        ASSERT_TRUE(info.contains(text)) << text;
        EXPECT_TRUE(info[part] == true ? info[text].is_string() : info[text].is_null()) << text;
    }
    EXPECT_EQ("evodoku " + info["version"].get<std::string>() + "\n", run({"--version"}).out);
    EXPECT_EQ(info["devices"][0]["device"], "cpu");
    const nlohmann::json& cpu = info["devices"][0];
    EXPECT_TRUE(cpu["name"].is_string());
    EXPECT_EQ(cpu["threads"], std::max(1u, std::thread::hardware_concurrency()));
    EXPECT_TRUE(cpu["memory_free_bytes"].is_number_unsigned() && cpu["memory_free_bytes"] > 1'000'000) << cpu;
    for (const std::string name : {"clock_mhz", "cache_bytes", "load"}) {  // where the system says them
        EXPECT_TRUE(cpu.contains(name) && (cpu[name].is_null() || (cpu[name].is_number() && cpu[name] >= 0))) << name;
    }
    EXPECT_TRUE(info["ranks"].is_array() && info["ranks"].empty()) << "one process";
}

}  // namespace
}  // namespace evodoku::test
