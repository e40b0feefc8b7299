// The program with a GPU, emulated: the device it chooses, what it says of it, and the same results as on the CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "device_command.hpp"

namespace evodoku::test {
namespace {

Finished run_with(const Words& arguments, const Words& environment = {}) {
    return run(Call{.arguments = arguments, .environment = environment});
}

Words small_search(const std::string& device, const Words& puzzles = {"--puzzle", hard}) {
    return with({"solve", "-d", device, "--seed", "2", "--presolve", "none", "--population", "64", "-g", "12",
                 "--format", "line"},
                puzzles);
}

TEST(EmulatedProgram, InfoListsTheDevice) {
    const Finished finished = run_with({"info"}, {"EVODOKU_EMULATOR_DEVICES=2"});
    EXPECT_EQ(finished.code, 0);
    EXPECT_TRUE(contains(finished.out, "cuda:0: emulated device, compute capability 7.5")) << finished.out;
    EXPECT_TRUE(contains(finished.out, "cuda:1: emulated device")) << finished.out;
}

TEST(EmulatedProgram, TheSameFingerprintAsOnTheCpu) {
    const Finished on_gpu = run_with(small_search("cuda")), on_cpu = run_with(small_search("cpu"));
    EXPECT_EQ(on_gpu.code, on_cpu.code);
    EXPECT_EQ(on_gpu.out, on_cpu.out);
    EXPECT_NE(fingerprint_in(on_cpu.err), "");
    EXPECT_EQ(fingerprint_in(on_gpu.err), fingerprint_in(on_cpu.err)) << on_gpu.err;
}

TEST(EmulatedProgram, AnyMixOfDevicesGivesTheSameFingerprint) {
    const TemporaryFiles files;
    const std::string puzzles = files.write("p.txt", hard + "\n" + hard + "\n" + hard + "\n");
    const std::vector<Words> searches = {
        {"--islands", "4", "--migrate-every", "4", "--sync-every", "4", "--puzzle", hard}, {puzzles}};
    for (const Words& more : searches) {
        const auto on = [&](const std::string& devices) {
            return run_with(with(small_search(devices, {}), more), {"EVODOKU_EMULATOR_DEVICES=2"});
        };
        const Finished one = on("cpu");
        ASSERT_NE(fingerprint_in(one.err), "") << one.err;
        for (const char* devices : {"cuda:all", "cuda:0,cuda:1", "cuda:0,cuda:0", "cpu,cuda:1"}) {
            const Finished several = on(devices);
            EXPECT_EQ(several.code, one.code) << several.err;
            EXPECT_EQ(several.out, one.out) << devices;
            EXPECT_EQ(fingerprint_in(several.err), fingerprint_in(one.err)) << devices << several.err;
            EXPECT_EQ(contains(several.err, "rank 1: cuda:1"), contains(devices, "1") || contains(devices, "all"));
            EXPECT_TRUE(contains(several.err, " on 2 ranks")) << several.err;
        }
    }
}

TEST(EmulatedProgram, ADeviceOfSeveralThatFailsIsNamed) {
    const auto failing = [](const std::string& call, const Words& more) {
        return run_with(
            with(small_search("cpu,cuda:1"), more),
            {"EVODOKU_EMULATOR_DEVICES=2", "EVODOKU_EMULATOR_FAIL=" + call + ":719"});  // cudaErrorLaunchFailure
    };
    for (const Finished& failed : {failing("cudaLaunchKernel:3", {"--islands", "4", "--migrate-every", "4"}),
                                   failing("cudaStreamSynchronize:2", {"--puzzle", easy})}) {
        EXPECT_EQ(failed.code, 4) << failed.err;
        EXPECT_TRUE(contains(failed.err, "evodoku: rank 1 (thread 1): cuda:1: ")) << failed.err;
    }
}

/// The lines of a history but the header, without their times.
Words history_of(const Words& search) {
    const TemporaryFiles files;
    const std::string name = files.folder() + "/h.jsonl";
    run_with(with(search, {"--history", name}));
    std::ifstream file(name);
    Words lines;
    for (std::string line; std::getline(file, line);) {
        if (contains(line, "\"kind\":\"header\"")) continue;
        lines.push_back(std::regex_replace(line, std::regex(",\"(work_)?seconds\":[0-9.]+"), ""));
    }
    return lines;
}

TEST(EmulatedProgram, TheSameHistoryAsOnTheCpu) {
    for (const Words& more :
         {Words{}, Words{"--islands", "4", "--migrate-every", "5", "--sync-every", "5"},
          Words{"--preset", "plain", "--population", "700", "--restart-after", "2"},
          Words{"--preset", "row-candidates", "--population", "50", "--presolve", "none", "-g", "6"}}) {
        const Words on_cpu = history_of(with(small_search("cpu"), more));
        EXPECT_GE(on_cpu.size(), 7u);
        EXPECT_EQ(history_of(with(small_search("cuda"), more)), on_cpu);
    }
}

TEST(EmulatedProgram, AHistoryOfLargerBoardsIsThatOfTheCpu) {
    const TemporaryFiles files;
    const std::string puzzles = files.write("p.txt", run_with(split("generate --order 5 -s 1 --filled 45%")).out);
    const auto search_on = [&](const std::string& device) {
        return with({"solve", "-d", device, "-s", "2", "-p", "4", "--islands", "2", "-g", "4"},
                    {"--migrate-every", "2", "--mutation", "assignment:redraws=10", "--presolve", "givens", puzzles});
    };
    const Words on_cpu = history_of(search_on("cpu"));
    EXPECT_GE(on_cpu.size(), 12u);
    EXPECT_TRUE(contains(on_cpu[2], "cell_entropy")) << on_cpu[2];
    EXPECT_EQ(history_of(search_on("cuda")), on_cpu);
}

TEST(EmulatedProgram, AutoTakesTheGpu) {
    const Finished finished = run_with(small_search("auto"));
    EXPECT_TRUE(contains(finished.err, "seed 2 on cuda:0 (emulated device)")) << finished.err;
    EXPECT_TRUE(contains(finished.err, "--device cuda:0")) << finished.err;
    EXPECT_TRUE(contains(finished.err,
                         "cuda:0: no machine code for compute capability 7.5 in this build; the driver "
                         "compiles it at the first start"))
        << finished.err;
}

TEST(EmulatedProgram, LargerBoardsTakeTheGpuOnlyByItsName) {
    const TemporaryFiles files;
    const std::string puzzle = files.write("p.txt", run_with(split("generate --order 4 -s 1 --filled 40%")).out);
    const auto on = [&](const std::string& device) {
        return run_with({"solve", puzzle, "--order", "4", "-d", device, "--seed", "2", "-g", "2", "--presolve", "none",
                         "--format", "line"});
    };
    const Finished by_name = on("cuda"), by_itself = on("auto");
    EXPECT_TRUE(contains(by_name.err, "seed 2 on cuda:0 (emulated device)")) << by_name.err;
    EXPECT_TRUE(contains(by_itself.err, "seed 2 on cpu")) << by_itself.err;
    EXPECT_EQ(by_name.out, by_itself.out);
    EXPECT_NE(fingerprint_in(by_name.err), "");
    EXPECT_EQ(fingerprint_in(by_name.err), fingerprint_in(by_itself.err));
}

/// What the emulator counts of each instruction: sums by source file, and of all.
struct Accesses {
    std::uint64_t instructions = 0, generic = 0, local = 0, shared = 0;
};
std::map<std::string, Accesses> accesses_of(const std::string& kernel_part, const std::string& file) {
    std::map<std::string, Accesses> by_file;
    std::map<std::string, std::size_t> column;
    std::ifstream in(file);
    bool in_kernel = false;
    for (std::string line; std::getline(in, line);) {
        Words fields;
        std::istringstream split(line);
        for (std::string field; std::getline(split, field, '\t');) fields.push_back(field);
        if (fields[0] == "#instruction") {
            for (std::size_t k = 0; k < fields.size(); ++k) column[fields[k]] = k;
        }
        if (fields[0] == "kernel") in_kernel = contains(fields[1], kernel_part);
        if (!in_kernel || fields[0] != "instruction") continue;
        const auto number = [&](const char* name) { return std::stoull(fields[column.at(name)]); };
        const std::string source = fields[column.at("source_file")];
        for (const std::string& name : {source.substr(source.find_last_of('/') + 1), std::string("all")}) {
            Accesses& sum = by_file[name];
            sum.instructions += number("warps"), sum.generic += number("generic_accesses");
            sum.local += number("local_accesses"), sum.shared += number("shared_accesses");
        }
    }
    return by_file;
}

/// Its pointers are known to lead to shared or to device memory, and its random stream is in registers.
TEST(EmulatedProgram, TheSharedMemoryKernelAsItIsCompiled) {
    const TemporaryFiles files;
    const std::string counts = files.folder() + "/counts";
    run_with(small_search("cuda"), {"EVODOKU_EMULATOR_COUNT=1", "EVODOKU_EMULATOR_COUNTS=" + counts});
    const std::map<std::string, Accesses> all = accesses_of("in_shared_memory", counts);
    ASSERT_TRUE(all.contains("all"));
    EXPECT_GT(all.at("all").shared, 0u);
    EXPECT_EQ(all.at("all").generic, 0u);
    // Where EVODOKU_LINEINFO is off, no instruction has a source file.
    const bool has_lines = std::ranges::any_of(all, [](const auto& each) { return each.first.ends_with(".hpp"); });
    if (!has_lines) return;
    ASSERT_TRUE(all.contains("draws.hpp"));
    EXPECT_GT(all.at("draws.hpp").instructions, 0u);
    EXPECT_EQ(all.at("draws.hpp").local, 0u);
}

TEST(EmulatedProgram, ADeviceByItsNumber) {
    const Finished second = run_with(small_search("cuda:1"), {"EVODOKU_EMULATOR_DEVICES=2"});
    EXPECT_TRUE(contains(second.err, "on cuda:1 (emulated device)")) << second.err;
    const Finished none = run_with(small_search("cuda:3"));
    EXPECT_EQ(none.code, 4);
    EXPECT_TRUE(contains(none.err, "--device cuda:3: there is no device 3; this machine has 1")) << none.err;
}

TEST(EmulatedProgram, ADriverWithoutADevice) {
    const Words none = {"EVODOKU_EMULATOR_DEVICES=0"};
    const Finished refused = run_with(small_search("cuda"), none);
    EXPECT_EQ(refused.code, 4);
    EXPECT_TRUE(contains(refused.err, "--device cuda: no NVIDIA device")) << refused.err;
    const Finished on_cpu = run_with(small_search("auto"), none);
    EXPECT_TRUE(contains(on_cpu.err, "no GPU: no NVIDIA device; using the CPU")) << on_cpu.err;
}

TEST(EmulatedProgram, ADeviceThatIsOlderThanAllCode) {
    const Finished finished = run_with(small_search("cuda"), {"EVODOKU_EMULATOR_CAPABILITY=70"});
    EXPECT_EQ(finished.code, 4);
    EXPECT_TRUE(contains(finished.err, "emulated device: this build has no code for compute capability 7.0"))
        << finished.err;
}

/// The clocks are printed, and nothing depends on them. A device that has none is usable; one whose runtime fails is
/// not.
TEST(EmulatedProgram, ADeviceThatDoesNotSayItsClocks) {
    for (const int at : {1, 2}) {
        const std::string call = "EVODOKU_EMULATOR_FAIL=cudaDeviceGetAttribute:" + std::to_string(at) + ":";
        const Finished unknown = run_with(small_search("cuda"), {call + "801"});  // cudaErrorNotSupported
        EXPECT_EQ(unknown.code, run_with(small_search("cpu")).code) << unknown.err;
        const Finished failed = run_with(small_search("cuda"), {call + "46"});  // cudaErrorDevicesUnavailable
        EXPECT_EQ(failed.code, 4);
        EXPECT_TRUE(contains(failed.err, "--device cuda: emulated device: asking for its clocks failed: "))
            << failed.err;
    }
}

TEST(EmulatedProgram, APopulationThatDoesNotFitIsRefused) {
    const Finished finished = run_with({"solve", "-d", "cuda", "-p", "1M", "--puzzle", hard, "--presolve", "none"},
                                       {"EVODOKU_EMULATOR_MEMORY_MB=32"});
    EXPECT_EQ(finished.code, 4);
    EXPECT_TRUE(contains(finished.err, "cuda:0")) << finished.err;
    EXPECT_TRUE(std::regex_search(finished.err, std::regex("largest.*population|population.*largest|fits")))
        << finished.err;
}

/// As an H100, on which the heat bath for boxes that are not listed takes 1.4 GB of stacks.
const Words as_large = {"EVODOKU_EMULATOR_MULTIPROCESSORS=132", "EVODOKU_EMULATOR_CAPABILITY=90",
                        "EVODOKU_EMULATOR_MEMORY_MB=1024"};

TEST(EmulatedProgram, StacksCountAsMemory) {
    const Words words = {"solve", "-d", "cuda", "-p", "64", "-g", "1", "--puzzle", hard};
    const Finished refused = run_with(words, as_large);
    EXPECT_EQ(refused.code, 4);
    EXPECT_TRUE(std::regex_search(refused.err,
                                  std::regex("needs 1[.][0-9]+ GiB of memory, 1[.][0-9]+ GiB of it for the "
                                             "stacks of kernels, and 0[.]9[0-9]? GiB are free; .*; use --device cpu "
                                             "or another GPU")))
        << refused.err;
    EXPECT_EQ(run_with(with(words, {"--preset", "plain"}), as_large).code, 1) << "smaller stacks: not solved";
}

TEST(EmulatedProgram, AutoUsesTheCpuWhereTheMemoryOfTheGpuIsTooSmall) {
    const Words words = {"solve", "-p", "auto", "-g", "1", "--puzzle", hard, "-s", "3"};
    const Finished cpu = run_with(with(words, {"-d", "cpu"})), chosen = run_with(with(words, {"-d", "auto"}), as_large);
    EXPECT_EQ(chosen.code, cpu.code);
    EXPECT_TRUE(std::regex_search(chosen.err, std::regex("evodoku: no GPU: .*cuda:0.* needs 1[.][0-9]+ GiB of memory, "
                                                         ".* are free; using the CPU\n")))
        << chosen.err;
    EXPECT_NE(fingerprint_in(cpu.err), "");
    EXPECT_EQ(fingerprint_in(chosen.err), fingerprint_in(cpu.err)) << "also with the population of a CPU";
}

TEST(EmulatedProgram, TheKernelForBoxesThatAreNotListedIsLaunchedOnlyForThem) {
    const TemporaryFiles files;
    const auto launches = [&](const char* presolve) {
        const std::string counts = files.at(presolve);
        run_with({"solve", "-d", "cuda", "-g", "1", "--puzzle", hard, "--presolve", presolve},
                 {"EVODOKU_EMULATOR_COUNTS=" + counts});
        std::ifstream file(counts);
        int found = 0;
        for (std::string line; std::getline(file, line);)
            found += line.starts_with("kernel") && contains(line, "islands_in_shared_memory") &&
                     contains(line, "8HeatBathE");
        return found;
    };
    EXPECT_EQ(launches("full"), 0);
    EXPECT_EQ(launches("none"), 1);
}

TEST(EmulatedProgram, TheBenchmarkVerifiesTheDevice) {
    const Finished finished =
        run_with({"bench", "-d", "cpu,cuda:0", "-a", "64", "--limit", "0", "--spread", "100%", "--only", "score"},
                 {"EVODOKU_EMULATOR_MEMORY_MB=64"});  // of which it copies a quarter
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_TRUE(contains(finished.out, "the same bytes on every device")) << finished.out;
}

TEST(EmulatedProgram, ABenchmarkNotesClocksAndNoVerdictOfAThrottledRunIsClear) {
    const TemporaryFiles files;
    const std::string quiet = files.folder() + "/quiet.json", slow = files.folder() + "/slow.json";
    const auto bench = [&](const std::string& file, const Words& environment) {
        const Finished finished = run_with({"bench", "-d", "cuda:0", "-a", "64", "--limit", "0", "--spread", "100%",
                                            "--only", "score", "--json", file},
                                           with(environment, {"EVODOKU_EMULATOR_MEMORY_MB=64"}));
        EXPECT_EQ(finished.code, 0) << finished.err;
        return finished.out;
    };
    const std::string stub = "LD_LIBRARY_PATH=" EVODOKU_NVML_FOLDER;
    const std::string table = bench(quiet, {stub, "EVODOKU_NVML_STUB=1980 2619 41 1"});
    EXPECT_FALSE(contains(table, "throttled")) << table;
    for (const char* value : {"\"sm_mhz\": 1980,", "\"memory_mhz\": 2619,", "\"celsius\": 41,"})
        EXPECT_TRUE(contains(text_of_file(quiet), value)) << value;
    EXPECT_TRUE(contains(bench(slow, {stub, "EVODOKU_NVML_STUB=1200 2619 88 36"}),
                         "\ncuda:0 score, population 64: throttled by power cap, heat\n"));
    const Finished throttled = run_with({"compare", quiet, slow}), same = run_with({"compare", quiet, quiet});
    EXPECT_TRUE(contains(throttled.out, "UNCLEAR: throttled by power cap, heat in B")) << throttled.out;
    EXPECT_FALSE(contains(same.out, "throttled")) << same.out;
    EXPECT_TRUE(contains(bench(quiet, {stub}), "not known, libnvidia-ml.so.1 has no such device"));
    EXPECT_TRUE(contains(bench(quiet, {}), "Clocks and power of cuda:0: not known, "));
}

}  // namespace
}  // namespace evodoku::test
