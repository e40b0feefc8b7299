// The program on several ranks, as mpirun starts it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <regex>
#include <string>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {

inline std::string text_of(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string without_times(const std::string& text) {
    return std::regex_replace(text, std::regex(R"re("([a-z]+_)?seconds":[0-9.e+-]+)re"), "\"seconds\":?");
}

#if EVODOKU_HAVE_MPI

/// What mpirun needs as root, and with more ranks than processors.
inline const Words for_mpirun = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                 "OMPI_MCA_rmaps_base_oversubscribe=1"};

inline Call on_ranks(int ranks, const Words& arguments) {
    return {
        .arguments = arguments, .environment = for_mpirun, .launcher = {EVODOKU_MPIRUN, "-n", std::to_string(ranks)}};
}

/// The same, where no rank can write a file of more than so many bytes, as on a disk that is full. MPI would: it may
/// not use shared memory.
inline Call on_full_disks(int ranks, int bytes, const Words& arguments) {
    Call call = on_ranks(ranks, arguments);
    const Words limited = {"sh", "-c", "trap '' XFSZ; exec \"$0\" \"$@\"", "prlimit",
                           "--fsize=" + std::to_string(bytes)};
    call.launcher.insert(call.launcher.end(), limited.begin(), limited.end());
    call.environment.emplace_back("OMPI_MCA_btl=tcp,self");
    return call;
}

/// Two ranks, each with a command of its own. `program`: of the second.
inline Call on_two(const Words& first, const Words& second, const std::string& program = EVODOKU_PROGRAM) {
    Words words = first;
    words.insert(words.end(), {":", "-n", "1", program});
    words.insert(words.end(), second.begin(), second.end());
    return {.arguments = words, .environment = for_mpirun, .launcher = {EVODOKU_MPIRUN, "-n", "1"}};
}

class OnRanks : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(std::filesystem::exists(EVODOKU_MPIRUN)) << "no mpirun; apt-get install openmpi-bin";
    }
    /// Fifteen puzzles of several kinds, some of which take all their generations.
    std::string write_puzzles() const {
        std::string text;
        for (int times = 0; times < 5; ++times) text += hard + "\n" + impossible + "\n" + easy + "\n";
        return files.write("p.txt", text);
    }
    Words batch(const Words& more = {}) const {
        return with(solve({"--presolve", "singles", "-g", "60", "-p", "40", "--islands", "2", "--format", "jsonl"}),
                    more);
    }
    /// Puzzles that are under way for minutes if nothing ends them.
    Words long_batch(const Words& more = {}) const {
        return with(small_solve({"--format", "line", "--presolve", "none", "-g", "60000"}), more);
    }

    /// Sixteen runs.
    std::string write_plan(int generations) const {
        files.write("p.txt", easy + "\n" + hard + "\n");
        return files.write("plan.toml",
                           "seeds = { first = 1, count = 4 }\npuzzles = [\"p.txt\"]\n[defaults]\n"
                           "presolve = \"none\"\ngenerations = " +
                               std::to_string(generations) +
                               "\n[[configurations]]\nname = \"hot\"\npopulation = 200\n[[configurations]]\n"
                               "preset = \"plain\"\npopulation = 300\n");
    }
    Words experiment(const std::string& plan, const std::string& results) const {
        return {"experiment", plan, "-o", results, "-d", "cpu"};
    }
    /// Lines of a file of results, whatever their order.
    static Words results_in(const std::string& name) {
        Words lines = lines_of(without_times(text_of(name)));
        std::ranges::sort(lines);
        return lines;
    }

    /// Runs it with the standard error in a file, and does `meanwhile` when all ranks have their devices, and
    /// `begins` is printed.
    Finished watch(Call call, const std::function<void(const std::string& err)>& meanwhile,
                   const std::string& begins = "evodoku: seed ") const {
        call.error_file = files.write("err.txt", "");
        std::future<Finished> running = std::async(std::launch::async, [&] { return run(call); });
        while (running.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready) {
            const std::string err = text_of(call.error_file);
            if (!contains(err, begins)) continue;
            meanwhile(err);
            break;
        }
        Finished finished = running.get();
        finished.err = text_of(call.error_file);
        return finished;
    }
    /// To the process of a rank, as the standard error `err` names it.
    static void send(int signal, int rank, const std::string& err) {
        std::smatch found;
        const std::regex line("rank " + std::to_string(rank) + ": process ([0-9]+)");
        ASSERT_TRUE(std::regex_search(err, found, line)) << err;
        EXPECT_EQ(kill(std::stoi(found[1]), signal), 0) << err;
    }

    TemporaryFiles files;
};

#endif

}  // namespace evodoku::test
