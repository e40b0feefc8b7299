// When two evolutions take turns, and what memory they take.
#include "backend/evolution_backend.hpp"

#include <gtest/gtest.h>

#include <string>

#include "cpu/cpu_backend.hpp"
#include "evodoku/engine/errors.hpp"
#include "support/answers.hpp"
#include "support/deferring.hpp"
#include "support/halves.hpp"

namespace evodoku {
namespace {

/// A device on which what one executor takes is missing to the next.
class SharedMemory : public cpu::Executor {
public:
    explicit SharedMemory(std::uint64_t& free)
        : cpu::Executor(cpu::make_serial_workers(cpu::Order::forwards)), free_(free) {}
    std::uint64_t available_bytes() const override { return free_; }

protected:
    std::shared_ptr<void> take(std::size_t bytes) override {
        EXPECT_LE(bytes, free_);
        free_ -= bytes;
        return cpu::Executor::take(bytes);
    }
    std::shared_ptr<void> take_staging(std::size_t bytes) override { return cpu::Executor::take(bytes); }

private:
    std::uint64_t& free_;
};

struct Made {
    std::unique_ptr<Backend> backend;
    std::uint64_t taken;
    std::uint32_t puzzle_slots() const { return backend->puzzle_slots(); }
    bool alternates() const { return dynamic_cast<AlternatingBackend*>(backend.get()) != nullptr; }
};

Made make(std::uint64_t bytes, const Config& config, std::uint32_t max_slots, const AlternatingTuning& tuning) {
    std::uint64_t free = bytes;  // of no interest once all is taken
    auto backend = make_batch_backend([&] { return std::make_unique<SharedMemory>(free); }, config, max_slots, tuning);
    return {std::move(backend), bytes - free};
}

const AlternatingTuning always{1, 1}, never{~0u, ~0u};

TEST(BatchBackend, HalvesHaveRoomWhereOneHadAndTakeNoMore) {
    std::vector<Config> configs(3);
    configs[1].islands = 4;
    configs[2] = plain_config();
    configs[2].population = 3'000, configs[2].distinct = true, configs[2].seen = 3'000;
    for (const Config& config : configs) {
        validate(config);
        for (const std::uint64_t bytes : {5'000'000u, 90'000'000u}) {
            // One fewer than fit if all is taken, as many, more than fit, and far more.
            for (const std::uint32_t max_slots : {3u, 24u, 25u, 26u, 27u, 28u, 29u, 30u, 1'000u}) {
                const Made one = make(bytes, config, max_slots, never), two = make(bytes, config, max_slots, always);
                EXPECT_FALSE(one.alternates());
                EXPECT_EQ(two.alternates(), one.puzzle_slots() > 1);
                EXPECT_EQ(two.puzzle_slots(), one.puzzle_slots()) << bytes << " bytes, " << max_slots << " puzzles";
                EXPECT_LE(two.taken, one.taken);
            }
        }
    }
}

TEST(BatchBackend, WhatDoesNotFitIsRefusedAsBefore) {
    const auto error_of = [](const AlternatingTuning& tuning) -> std::string {
        try {
            make(100'000, Config{}, 100, tuning);
        } catch (const MemoryError& error) {
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(error_of(never), error_of({2, 1}));
    EXPECT_TRUE(error_of(never).starts_with("cpu (serial): the population needs ")) << error_of(never);
}

TEST(BatchBackend, TurnsAreForManyPuzzlesThatFillADeviceTwice) {
    const AlternatingTuning tuning;
    Config config;
    ASSERT_EQ(config.reserved(), 64u);
    EXPECT_TRUE(tuning.applies(config, 15'625));
    EXPECT_TRUE(tuning.applies(config, 8'192));
    EXPECT_FALSE(tuning.applies(config, 8'191)) << "too few individuals";
    config.population = 512;
    EXPECT_TRUE(tuning.applies(config, 1'024));
    config.population = 1'000'000;
    EXPECT_FALSE(tuning.applies(config, 1'023)) << "too few puzzles";
}

TEST(BatchBackend, TheAnswersAreThoseOfOneInThreads) {
    Config config = test::small_config();
    config.population = 40;
    const test::NamedConfiguration named{"in turn", config, 9, 40, PresolveLevel::none};
    const auto executor = [] { return std::make_unique<cpu::Executor>(cpu::make_tbb_workers(2)); };
    const auto backend = make_batch_backend(executor, config, 9, {9, 360});
    ASSERT_NE(dynamic_cast<AlternatingBackend*>(backend.get()), nullptr);
    test::expect_same(test::evolve(*backend, named), test::evolve(*test::evolution_backend(config, 9), named));
}

TEST(BatchBackend, AProcessorDoesNotTakeTurnsWithItself) {
    Config config = test::small_config();
    config.population = 300;
    ASSERT_TRUE(AlternatingTuning{}.applies(config, 2'000));
    const auto backend = cpu::make_backend(cpu::make_serial_workers(cpu::Order::forwards), config, 2'000);
    EXPECT_EQ(dynamic_cast<AlternatingBackend*>(backend.get()), nullptr);
}

TEST(BatchBackend, ADeviceMayBeAsLateAsItLikes) {
    Config config = test::small_config();
    config.population = 60, config.islands = 3, config.migrate_every = 10;
    const test::NamedConfiguration named{"late", config, 5, 40, PresolveLevel::singles};
    const std::vector<Answer> one = test::evolve(*test::evolution_backend(config, 5), named);
    std::size_t queued[2] = {}, made = 0, at_work = 0;
    const auto executor = [&] { return std::make_unique<test::Deferring>(queued[made++]); };
    const auto backend = make_batch_backend(executor, config, 5, always);
    ASSERT_EQ(made, 2u);
    test::expect_same(test::evolve(*backend, named), one);
    // Fed as it goes, and looked at while it works.
    std::vector<Answer> answers(named.puzzles);
    std::uint32_t next = 0, on_their_way = 0;
    for (std::uint32_t epoch = 0; next < named.puzzles || backend->busy(); ++epoch) {
        for (; on_their_way < 5 && next < named.puzzles; ++next, ++on_their_way) {
            backend->submit({test::batch_puzzles()[next % 7], named.presolve, next, 42});
        }
        for (const Answer& answer : backend->advance_epoch()) answers[answer.puzzle_index] = answer, --on_their_way;
        EXPECT_TRUE(queued[0] == 0 || queued[1] == 0 || 2 * on_their_way <= 5);
        at_work += queued[0] + queued[1] != 0;
        if (epoch % 3 != 0) continue;
        EXPECT_LE(backend->progress().size(), on_their_way);
    }
    test::expect_same(answers, one);
    EXPECT_GT(at_work, 10u);
    // Left in the middle.
    const auto start = [&] {
        for (std::uint32_t puzzle_index = 0; puzzle_index < 5; ++puzzle_index) {
            backend->submit({test::impossible_puzzle, PresolveLevel::none, puzzle_index, 42});
        }
        backend->advance_epoch();
        EXPECT_GT(queued[0] + queued[1], 0u);
    };
    start();
    const std::vector<Answer> abandoned = backend->abandon();
    EXPECT_EQ(abandoned.size(), 5u);
    for (const Answer& answer : abandoned) EXPECT_EQ(answer.generations, 9u);
    start();
}

TEST(BatchBackend, WhatIsUnderwayIsWaitedForBeforeItsMemoryGoes) {
    std::size_t queued = 0;
    auto backend = make_evolution_backend(std::make_unique<test::Deferring>(queued), test::small_config(), 1);
    backend->submit({test::impossible_puzzle, PresolveLevel::none, 0, 1});
    backend->begin_epoch();
    EXPECT_GT(queued, 0u);
    backend.reset();
    EXPECT_EQ(queued, 0u);
}

}  // namespace
}  // namespace evodoku
