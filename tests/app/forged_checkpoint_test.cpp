// Checkpoints that were changed on purpose, with the right checksum: what they say is checked against the input.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "checkpoint/checkpoint_file.hpp"
#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

/// The bytes of a grid in a checkpoint.
std::string bytes_of(const Grid& grid) { return {grid.cells().begin(), grid.cells().end()}; }

/// The same puzzle with other names for two digits.
Grid renamed(Grid grid) {
    for (std::uint8_t& digit : grid.cells()) {
        if (digit == 1 || digit == 2) digit = static_cast<std::uint8_t>(3 - digit);
    }
    return grid;
}

std::string state_of(const std::string& file) {
    CheckpointReader reader(file);
    std::string state;
    try {
        for (char byte = 0;; state += byte) reader.read(&byte, 1);
    } catch (const CheckpointError&) {
    }
    return state;
}

std::size_t replace(std::string& text, const std::string& from, const std::string& to) {
    std::size_t count = 0;
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()), ++count) {
        text.replace(at, from.size(), to);
    }
    return count;
}

TEST(ForgedCheckpoint, AnAnswerToAnotherPuzzleIsNotPrinted) {
    const TemporaryFiles files;
    const std::string file = files.folder() + "/run.ckpt";
    const std::string puzzles = files.write("p.txt", impossible + "\n" + easy + "\n");
    // The second puzzle is solved early and waits for the first, which nothing solves.
    std::string state;
    for (int generations = 1000, milliseconds = 50; state.find(bytes_of(easy_solution)) == state.npos;) {
        ASSERT_LT(generations, 100'000'000);
        std::filesystem::remove(file);
        const Finished first = run({"solve", "-d", "cpu", "-s", "1", "--presolve", "singles", "-p", "40", "--format",
                                    "line", puzzles, "-g", std::to_string(generations), "--checkpoint", file,
                                    "--timeout", std::to_string(milliseconds) + "ms"});
        if (first.out.empty()) {  // the time ended before the first puzzle did, perhaps before the second
            state = state_of(file);
            milliseconds *= 2;
        } else {
            generations *= 4;
        }
    }
    const auto resume = [&](const std::string& changed) {
        write_checkpoint_file(file, [&](const ByteSink& to) { to(changed.data(), changed.size()); });
        return run({"solve", "--resume", file, "--timeout", "5m"});
    };
    const Finished good = resume(state);
    EXPECT_EQ(good.out, "-\n" + easy_answer + "\n") << good.err;
    EXPECT_EQ(replace(state, bytes_of(easy_puzzle), bytes_of(renamed(easy_puzzle))), 1u);
    EXPECT_EQ(replace(state, bytes_of(easy_solution), bytes_of(renamed(easy_solution))), 1u);
    const Finished forged = resume(state);
    EXPECT_EQ(forged.code, 2) << forged.err;
    EXPECT_EQ(forged.out, "");
    EXPECT_TRUE(contains(forged.err, "the checkpoint contradicts itself")) << forged.err;
}

TEST(ForgedCheckpoint, ThatIsRefusedLeavesTheFileOfResultsAsItWas) {
    const TemporaryFiles files;
    const std::string file = files.folder() + "/run.ckpt", output = files.folder() + "/out.txt";
    const std::string puzzles = files.write("p.txt", hard + "\n");
    for (int generations = 1000;; generations *= 4) {  // until the time ends before the puzzle does
        std::filesystem::remove(file);
        const Finished first =
            run({"solve",        "-d", "cpu",        "-s",   "1",         "--presolve", "none",
                 "-p",           "40", "--mutation", "none", puzzles,     "-g",         std::to_string(generations),
                 "--checkpoint", file, "-o",         output, "--timeout", "50ms"});
        if (contains(first.err, "stopped: 0 of 1")) break;
        ASSERT_LT(generations, 100'000'000) << first.err;
    }
    std::string state = state_of(file);
    state[state.size() - 1000] = static_cast<char>(state[state.size() - 1000] ^ 1);  // of the population
    write_checkpoint_file(file, [&](const ByteSink& to) { to(state.data(), state.size()); });
    const std::string written = "an answer that was written later\n";
    files.write("out.txt", written);
    const Finished refused = run({"solve", "--resume", file, "--timeout", "5m"});
    EXPECT_EQ(refused.code, 2) << refused.err;
    EXPECT_TRUE(contains(refused.err, "the checkpoint does not fit ")) << refused.err;
    std::ifstream in(output);
    EXPECT_EQ((std::string{std::istreambuf_iterator<char>(in), {}}), written);
}

}  // namespace
}  // namespace evodoku::test
