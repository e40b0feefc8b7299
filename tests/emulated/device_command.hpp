// The program on the emulated device, as a child process: small commands that use every part of the CUDA half.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "app/program.hpp"

namespace evodoku::test {

/// A command of the program, and the files that it reads and writes.
class DeviceCommand {
public:
    explicit DeviceCommand(const std::string& name) : name_(name) {
        const std::string puzzles = files_.write("p.txt", easy + "\n" + hard + "\n" + easy + "\n");
        results_ = files_.folder() + "/results.jsonl";
        const Words solve = {"solve", "--device", "cuda", "--seed", "2", "--presolve", "none", "--format", "line"};
        if (name == "info") arguments_ = {"info"};
        if (name == "solve") {  // whole islands in shared memory
            arguments_ = with(solve, {"-p", "16", "-g", "24", "--sync-every", "12", puzzles});
        }
        if (name == "solve_phases") {  // phase by phase, with the sort and the scan of Thrust
            arguments_ = with(solve, {"-p", "60", "-g", "10", "--islands", "2", "--migrate-every", "5", "--sync-every",
                                      "5", "--migrants", "1", "--selection", "roulette", "--crossover", "uniform",
                                      "--mutation", "swap", puzzles});
        }
        if (name == "experiment") {
            const std::string plan = files_.write("plan.toml",
                                                  "seeds = { first = 1, count = 2 }\n"
                                                  "puzzles = [\"p.txt\"]\n"
                                                  "[defaults]\n"
                                                  "presolve = \"none\"\n"
                                                  "generations = 4\n"
                                                  "[[configurations]]\n"
                                                  "name = \"hot\"\n"
                                                  "population = 16\n");
            arguments_ = {"experiment", plan, "--device", "cuda", "--output", results_};
        }
        const Words bench = {"bench", "-d", "cuda:0", "-a", "32", "--limit", "0", "--spread", "100%", "--only"};
        if (name == "bench") {  // everything by default except the puzzles, which take minutes here
            arguments_ = with(bench, {"score,generations,phases,metropolis-swap,heat-bath,rank"});
        }
        if (name == "bench_puzzles") arguments_ = with(bench, {"puzzles"});
    }

    Finished run(const Words& environment = {}) const {
        std::filesystem::remove(results_);
        // The benchmark copies a quarter of the memory, and keeps every multiprocessor busy for a while.
        return test::run(
            Call{.arguments = arguments_, .environment = with(environment, {"EVODOKU_EMULATOR_MEMORY_MB=64"})});
    }

    /// How often the command calls each entry point of the runtime, where all goes well.
    std::map<std::string, std::uint64_t> calls() const {
        const std::string file = files_.folder() + "/calls";
        const Finished finished = run({"EVODOKU_EMULATOR_CALLS=" + file});
        EXPECT_LE(finished.code, 1) << finished.err;
        return read_calls(file);
    }
    static std::map<std::string, std::uint64_t> read_calls(const std::string& file) {
        std::map<std::string, std::uint64_t> all;
        std::ifstream in(file);
        std::string name;
        for (std::uint64_t count; in >> name >> count;) all[name] = count;
        return all;
    }

    const std::string& name() const { return name_; }
    std::string folder() const { return files_.folder(); }
    /// What it has written of an experiment so far.
    Words results() const {
        Words lines;
        std::ifstream in(results_);
        for (std::string line; std::getline(in, line);) lines.push_back(line);
        return lines;
    }

private:
    TemporaryFiles files_;
    std::string name_, results_;
    Words arguments_;
};

}  // namespace evodoku::test
