// Larger boards on the CPU: one fingerprint with any workers, pinned; a saved state goes on; solutions are solutions.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <iomanip>
#include <map>
#include <sstream>

#include "backend/state_fields.hpp"
#include "checkpoint/fields.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/logic/verifier.hpp"
#include "logic/generator.hpp"
#include "support/large_configurations.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

using test::evolve;
using test::job_of;
using test::large_configurations;
using test::LargeConfiguration;

std::uint64_t digest_on(std::unique_ptr<cpu::Workers> workers, const LargeConfiguration& named) {
    return test::large_digest(evolve(*cpu::make_backend(std::move(workers), named.config, 2), named));
}

class LargeBoardsOnCpu : public testing::TestWithParam<LargeConfiguration> {};

TEST_P(LargeBoardsOnCpu, EveryOrderAndNumberOfThreadsGivesTheSameBytes) {
    const LargeConfiguration& named = GetParam();
    const std::uint64_t forwards = digest_on(cpu::make_serial_workers(cpu::Order::forwards), named);
    EXPECT_EQ(digest_on(cpu::make_serial_workers(cpu::Order::backwards), named), forwards) << "backwards";
    EXPECT_EQ(digest_on(cpu::make_serial_workers(cpu::Order::shuffled), named), forwards) << "shuffled";
    for (const unsigned threads : {1u, 2u, 3u}) {
        EXPECT_EQ(digest_on(cpu::make_tbb_workers(threads), named), forwards) << threads << " threads";
    }
}

TEST_P(LargeBoardsOnCpu, TheFingerprintIsTheOnePinned) {
    std::ifstream file(EVODOKU_SOURCE_DIR "/tests/golden/fingerprints.txt");
    ASSERT_TRUE(file) << "no golden fingerprints";
    std::map<std::string, std::string> pinned;
    for (std::string line; std::getline(file, line);) {
        const std::size_t space = line.find(' ');
        if (space != std::string::npos) pinned[line.substr(space + 1)] = line.substr(0, space);
    }
    std::ostringstream made;
    made << std::hex << std::setw(16) << std::setfill('0')
         << digest_on(cpu::make_serial_workers(cpu::Order::forwards), GetParam());
    EXPECT_EQ(pinned[GetParam().name], made.str())
        << "where a change of the evolution is meant, put this line into tests/golden/fingerprints.txt and say why:\n"
        << made.str() << ' ' << GetParam().name;
}

TEST_P(LargeBoardsOnCpu, SolutionsAreVerifiedAndSavedStatesGoOn) {
    const LargeConfiguration& named = GetParam();
    const auto make = [&] { return cpu::make_backend(cpu::make_tbb_workers(2), named.config, 3); };
    const auto whole = make();
    const std::vector<Outcome> expected = evolve(*whole, named);
    for (const Outcome& answer : expected) {
        const auto puzzle = job_of(named, answer.puzzle_index).givens;
        EXPECT_TRUE(answer.status != Status::solved || logic::verify(puzzle, answer.board).valid);
        for (int cell = 0; cell < puzzle.cell_count() && test::evolved(answer); ++cell) {
            EXPECT_TRUE(puzzle[cell] == 0 || puzzle[cell] == answer.board[cell]) << "a given has changed";
        }
    }
    const auto first = make();
    std::vector<Outcome> answers;
    for (std::uint32_t index = 0; index < 3; ++index) first->submit(job_of(named, index));
    answers = first->advance_epoch();
    std::string bytes;
    first->save([&](const void* from, std::size_t count) { bytes.append(static_cast<const char*>(from), count); });
    const auto second = make();
    const ByteSource source = source_of(bytes);
    FieldReader fields(source);
    for (std::size_t left = 3 - answers.size(); left != 0; --left) {
        ASSERT_TRUE(fields.next<bool>());
        SavedPuzzle saved{job_of(named, fields.next<std::uint32_t>()), ""};
        fields.text(saved.state, first->longest_state());
        second->resume(std::move(saved));
    }
    while (second->busy()) {
        for (Outcome& answer : second->advance_epoch()) answers.push_back(std::move(answer));
    }
    const auto in_order = [](std::vector<Outcome> all) {
        std::ranges::sort(all, {}, &Outcome::puzzle_index);
        return test::large_digest(all);
    };
    EXPECT_EQ(in_order(answers), in_order(expected));
}

/// Generation by generation, and with a pause in which its state goes elsewhere.
TEST_P(LargeBoardsOnCpu, AnEvolutionStepByStepEndsAsTheBackendDoes) {
    const LargeConfiguration& named = GetParam();
    const auto workers = [] { return cpu::make_serial_workers(cpu::Order::forwards); };
    std::vector<Outcome> expected = evolve(*cpu::make_backend(workers(), named.config, 2), named);
    std::ranges::sort(expected, {}, &Outcome::puzzle_index);
    std::vector<Outcome> answers;
    for (std::uint32_t index = 0; index < 3; ++index) {
        const PuzzleJob job = job_of(named, index);
        auto evolution = cpu::make_puzzle_evolution(workers(), named.config, SavedPuzzle{job, ""});
        for (int step = 0; !evolution->ended(); ++step) {
            evolution->step(step % 2 + 1);
            if (step != 2) continue;
            const IslandBoards boards = evolution->boards(0);
            const std::vector<Grid> grids = evolution->grids(0, 0, boards.count);
            for (std::uint32_t k = 0; k < boards.count; ++k) {
                const auto* digits = static_cast<const std::uint64_t*>(boards.boards) + std::size_t{k} * boards.words;
                EXPECT_EQ(std::memcmp(digits, grids[k].cells().data(), grids[k].cells().size()), 0);
            }
            std::string state;
            evolution->save(
                [&](const void* from, std::size_t count) { state.append(static_cast<const char*>(from), count); });
            evolution = cpu::make_puzzle_evolution(workers(), named.config, SavedPuzzle{job, state});
        }
        answers.push_back(evolution->outcome());
    }
    EXPECT_EQ(test::large_digest(answers), test::large_digest(expected));
}

INSTANTIATE_TEST_SUITE_P(Configurations, LargeBoardsOnCpu, testing::ValuesIn(large_configurations()),
                         test::LargeTestName{});

TEST(LargeBoardsSolve, SmallSetsAreSolved) {
    for (const int order : {2, 4, 5}) {
        const Config config = large_config(order);
        const auto backend = cpu::make_backend(cpu::make_tbb_workers(2), config, 4);
        std::uint32_t taken = 0, reported = 0;
        SolveOptions options;
        options.seed = 7;
        Solver solver(
            *backend, options,
            [&]() -> std::optional<Grid> {
                if (taken == 6) return std::nullopt;
                return logic::generate_puzzle({order, percent(40), logic::Holes::balanced, 5, taken++}).puzzle;
            },
            [&](std::span<const Outcome> outcomes) {
                for (const Outcome& outcome : outcomes) {
                    EXPECT_EQ(outcome.puzzle_index, reported++) << "in input order";
                    EXPECT_EQ(outcome.status, Status::solved);
                    EXPECT_TRUE(logic::verify(outcome.puzzle, outcome.board).valid);
                }
            });
        while (solver.advance()) {
        }
        EXPECT_EQ(solver.finish().solved, 6u) << order;
    }
}

TEST(LargeBoardsSolve, ABoxWithoutAnArrangementIsAContradiction) {
    // Three cells of the first box are left to 1 and 2.
    PuzzleJob job{Grid(2), PresolveLevel::givens, 0, 1};
    job.givens[2] = 3, job.givens[3] = 4, job.givens[8] = 3, job.givens[12] = 4;
    const auto backend = cpu::make_backend(cpu::make_tbb_workers(1), large_config(2), 1);
    backend->submit(job);
    const std::vector<Outcome> answers = backend->advance_epoch();
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(answers[0].status, Status::unsatisfiable);
    EXPECT_NE(answers[0].reason.find("box 1"), std::string::npos) << answers[0].reason;
    EXPECT_EQ(answers[0].evaluations, 0u);
}

}  // namespace
}  // namespace evodoku
