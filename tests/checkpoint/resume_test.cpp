// Evolutions that are saved and go on elsewhere, again and again: the answers are those without an interruption.
#include <gtest/gtest.h>

#include <cstring>

#include "support/configurations.hpp"
#include "support/refusal.hpp"
#include "support/resuming.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

/// A different machine every time: threads, and puzzles side by side.
std::unique_ptr<Backend> machine(int number, const test::NamedConfiguration& named) {
    const auto backend = [&](std::unique_ptr<cpu::Workers> workers, std::uint32_t slots) {
        return cpu::make_backend(std::move(workers), named.config, slots);
    };
    switch (number % 4) {
        case 0:
            return backend(cpu::make_serial_workers(cpu::Order::backwards), named.puzzle_slots);
        case 1:
            return backend(cpu::make_std_workers(2), 1);
        case 2:
            return backend(cpu::make_serial_workers(cpu::Order::shuffled), 3);
        default:
            return backend(cpu::make_serial_workers(cpu::Order::forwards), named.puzzle_slots + 2);
    }
}

TEST(Resume, EveryConfigurationGoesOnToTheSameAnswers) {
    for (const test::NamedConfiguration& named : test::configurations()) {
        SCOPED_TRACE(named.name);
        const std::uint64_t expected =
            test::digest(test::evolve(*test::evolution_backend(named.config, named.puzzle_slots), named));
        EXPECT_EQ(test::digest(test::evolve_in_parts(named, 1, 0, machine)), expected) << "saved after every epoch";
        EXPECT_EQ(test::digest(test::evolve_in_parts(named, 0, 4, machine)), expected)
            << "saved in the middle of epochs";
    }
}

TEST(Resume, IslandsThatEndInTheMiddleOfAnEpochLeaveTheOthersTheirGenerations) {
    Config config;
    config.islands = 4, config.sync_every = 20, config.migrate_every = 20, config.generations = 100;
    const test::NamedConfiguration named{"islands", config, 2, 5, PresolveLevel::givens};
    const std::vector<Outcome> whole = test::evolve(*test::evolution_backend(named.config, named.puzzle_slots), named);
    EXPECT_GT(std::ranges::count(whole, Status::solved, &Outcome::status), 0) << "some are solved between two ends";
    for (const std::uint32_t generations : {1u, 7u, 19u}) {
        EXPECT_EQ(test::digest(test::evolve_in_parts(named, 0, generations, machine)), test::digest(whole))
            << generations;
    }
}

/// The state of one puzzle after an epoch.
const PuzzleJob hard{test::hard_puzzle, PresolveLevel::none, 0, 1};

std::string state_of(const test::NamedConfiguration& named, const PuzzleJob& job = hard) {
    const auto backend = machine(0, named);
    backend->submit(job);
    backend->advance_epoch();
    return test::saved_by(*backend).at(0);
}

std::string error_of(const test::NamedConfiguration& named, const std::string& state, const PuzzleJob& job = hard) {
    const auto backend = machine(0, named);
    backend->resume({job, state});
    return test::refusal<CheckpointError>([&] { backend->advance_epoch(); });
}

constexpr const char* no_error = "(no error)";

TEST(Resume, AStateThatDoesNotFitIsRefused) {
    test::NamedConfiguration named{"small", test::small_config()};
    const std::string state = state_of(named);
    EXPECT_EQ(error_of(named, state), no_error);
    EXPECT_EQ(error_of(named, state.substr(0, state.size() / 2)),
              "the checkpoint does not fit these settings: too short");
    std::string changed = state;
    changed[changed.size() / 2] ^= 1;  // of a board
    EXPECT_EQ(error_of(named, changed), "the checkpoint does not fit these settings: a board");
    changed = state;
    changed[state.size() - 72 * named.config.reserved() + 6] ^= 0x40;  // a note: boards, costs and ranks are the last
    EXPECT_EQ(error_of(named, changed),
              "the checkpoint does not fit this program: a population has another fingerprint");
    changed = state;
    changed.back() = '\x7f';  // of a rank
    EXPECT_EQ(error_of(named, changed), "the checkpoint does not fit these settings: a rank");
    changed = state;
    changed[state.size() - 4 * named.config.reserved() - 1] = '\x7f';
    EXPECT_EQ(error_of(named, changed), "the checkpoint does not fit these settings: a cost");
    named.config.population = 500;
    EXPECT_EQ(error_of(named, state), "the checkpoint does not fit these settings: the size of a population");
}

TEST(Resume, ARankOfAnUnusedIndividualIsRefused) {
    test::NamedConfiguration named{"grows", test::small_config()};
    named.config.population = 30, named.config.max_population = 60, named.config.restart_after = 1'000;
    named.config.stagnation = "grow:max-growth=60";
    const std::string state = state_of(named);
    EXPECT_EQ(error_of(named, state), no_error);
    std::string changed = state;
    changed[state.size() - 4 * named.config.reserved()] = 31;  // the best: 30 are used, 60 are there
    EXPECT_EQ(error_of(named, changed), "the checkpoint does not fit these settings: a rank");
}

TEST(Resume, AnIslandThatIsEpochsBehindIsRefused) {
    test::NamedConfiguration named{"islands", test::small_config()};
    named.config.population = 60, named.config.islands = 2, named.config.generations = 5000;
    const std::string state = state_of(named);
    EXPECT_EQ(error_of(named, state), no_error);
    constexpr std::size_t at = 20 + 8;  // behind the shape and the boards scored: the next generation of the first
    std::uint32_t next = 0;
    std::memcpy(&next, state.data() + at, sizeof next);
    EXPECT_EQ(next, named.config.sync_every);
    const auto error_with = [&](std::uint32_t generation) {
        std::string changed = state;
        std::memcpy(changed.data() + at, &generation, sizeof generation);
        return error_of(named, changed);
    };
    EXPECT_EQ(error_with(4000), "the checkpoint does not fit these settings: the generations of islands");
    EXPECT_EQ(error_with(6000), "the checkpoint does not fit these settings: the generation of an island");
}

TEST(Resume, APopulationOfAPuzzleThatLogicSettlesIsRefused) {
    const test::NamedConfiguration named{"small", test::small_config()};
    EXPECT_EQ(error_of(named, state_of(named), {test::easy_puzzle, PresolveLevel::singles, 0, 1}),
              "the checkpoint does not fit these settings: a puzzle that logic settles has a population");
}

TEST(Resume, NoBytesOfAStateAreACrash) {
    const test::NamedConfiguration named{"small", [] {
                                             Config config = test::small_config();
                                             config.population = 30, config.distinct = true,
                                             config.duplicate_memory = 40;
                                             return config;
                                         }()};
    const std::string state = state_of(named);
    for (std::size_t at = 0; at < state.size(); at += at < 200 ? 1 : 37) {  // the fields, then of boards and numbers
        for (const char value : {'\x00', '\x01', '\xff'}) {
            std::string changed = state;
            changed[at] = value;
            error_of(named, changed);  // an error or another evolution
        }
    }
}

TEST(Resume, LargerBoardsWithOtherGivensAndPuzzlesOfAnotherOrderAreRefused) {
    test::NamedConfiguration named{"", large_config(4)};
    named.config.population = 20, named.config.generations = 50;
    PuzzleJob job = test::job_of(named, 0);
    const std::string state = state_of(named, job);
    EXPECT_EQ(error_of(named, state, job), no_error);
    for (std::uint8_t& digit : job.givens.cells()) {
        if (digit != 0) digit = static_cast<std::uint8_t>(digit % 16 + 1);
    }
    EXPECT_EQ(error_of(named, state, job), "the checkpoint does not fit these settings: a board");
    const auto backend = machine(0, named);
    backend->submit(test::job_of({"", large_config(7)}, 0));
    EXPECT_EQ(test::refusal([&] { backend->advance_epoch(); }), "the puzzle is of another order");
}

}  // namespace
}  // namespace evodoku
