// The determinism contract on the CPU: one fingerprint, with any workers and in any order.
#include <fmt/format.h>

#include <fstream>
#include <map>

#include "evodoku/logic/verifier.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

std::uint64_t digest_on(std::unique_ptr<cpu::Workers> workers, const test::NamedConfiguration& named) {
    return test::digest_on(std::make_unique<cpu::Executor>(std::move(workers)), named);
}

class CpuParity : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(CpuParity, EveryOrderAndNumberOfThreadsGivesTheSameBytes) {
    const test::NamedConfiguration& named = GetParam();
    const auto backend = test::evolution_backend(named.config, named.puzzle_slots);
    const std::vector<Outcome> answers = test::evolve(*backend, named);
    for (const Outcome& answer : answers) {
        const Grid puzzle = test::job_of(named, answer.puzzle_index).givens;
        EXPECT_TRUE(answer.status != Status::solved || logic::verify(puzzle, answer.board).valid);
    }
    const std::uint64_t forwards = test::digest(answers);
    EXPECT_EQ(digest_on(cpu::make_serial_workers(cpu::Order::backwards), named), forwards) << "backwards";
    EXPECT_EQ(digest_on(cpu::make_serial_workers(cpu::Order::shuffled), named), forwards) << "shuffled";
    for (const unsigned threads : {1u, 2u, 3u, 7u})
        EXPECT_EQ(digest_on(cpu::make_tbb_workers(threads), named), forwards) << threads << " threads";
}

TEST_P(CpuParity, TheFingerprintIsTheOnePinned) {
    const test::NamedConfiguration& named = GetParam();
    std::ifstream file(EVODOKU_SOURCE_DIR "/tests/golden/fingerprints.txt");
    ASSERT_TRUE(file) << "no golden fingerprints";
    std::map<std::string, std::string> pinned;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::size_t space = line.find(' ');
        pinned[line.substr(space + 1)] = line.substr(0, space);
    }
    const auto backend = test::evolution_backend(named.config, named.puzzle_slots);
    std::vector<Outcome> answers = test::evolve_to_ends(*backend, named);  // the pinned order of larger boards
    if (!is_large(named.config.representation)) std::ranges::sort(answers, {}, &Outcome::puzzle_index);
    const std::string made = fmt::format("{:016x}", test::digest(answers));
    EXPECT_EQ(pinned[named.name], made)
        << "where a change of the evolution is meant, put this line into tests/golden/fingerprints.txt and say why:\n"
        << made << ' ' << named.name;
}

INSTANTIATE_TEST_SUITE_P(Configurations, CpuParity, testing::ValuesIn(test::configurations()), test::TestName{});

TEST(Determinism, APuzzleDoesNotDependOnThoseBeforeIt) {
    const std::vector<Grid> others = test::batch_puzzles();
    const Config standard = test::with_settings({}, "generations=30");
    for (const Config& config : {standard, test::small_config()}) {
        std::vector<std::uint64_t> made;
        for (std::size_t before = 0; before < 4; ++before) {
            const auto backend = test::evolution_backend(config, 1);
            for (std::size_t k = 0; k < before; ++k)
                backend->submit({others[(before + k) % others.size()], PresolveLevel::givens, 0, before});
            backend->submit({test::hard_puzzle, PresolveLevel::givens, 5, 42});
            std::vector<Outcome> answers;
            while (backend->busy())
                for (const Outcome& answer : backend->advance_epoch()) answers.push_back(answer);
            made.push_back(test::digest({answers.back()}));
        }
        EXPECT_EQ(made, std::vector(4, made.front()));
    }
}

TEST(Determinism, AGrowingIslandDoesNotDependOnWhatItsMemoryHeldBefore) {
    for (const std::string replacement : {"generational", "plus"}) {
        test::NamedConfiguration named{
            "grows",
            test::small_config("population=40 largest=800 restart-after=2 stagnation=grow:max-growth=100 "
                               "selection=uniform replacement=" +
                               replacement),
            1, 7};
        std::vector<std::uint64_t> made;
        for (const std::uint32_t slots : {1u, 2u, 3u}) {
            named.puzzle_slots = slots;
            for (const unsigned threads : {1u, 2u, 3u})
                made.push_back(digest_on(cpu::make_tbb_workers(threads), named));
        }
        EXPECT_EQ(made, std::vector(9, made.front()));
    }
}

TEST(Determinism, SeedPlaceAndConfigurationEachChangeTheEvolution) {
    test::NamedConfiguration named = test::configurations().front();
    const auto backend = [&] { return cpu::make_backend(cpu::make_tbb_workers(1), named.config, 1); };
    const std::uint64_t base = test::digest(test::evolve(*backend(), named, 42));
    EXPECT_EQ(test::digest(test::evolve(*backend(), named, 42)), base);
    EXPECT_NE(test::digest(test::evolve(*backend(), named, 43)), base);
    const auto at_index = [&](std::uint32_t puzzle_index) {
        const auto evolving = backend();
        evolving->submit({test::hard_puzzle, PresolveLevel::none, puzzle_index, 42});
        std::vector<Outcome> answers;
        while (evolving->busy())
            for (const Outcome& answer : evolving->advance_epoch()) answers.push_back(answer);
        return test::digest(answers);
    };
    EXPECT_EQ(at_index(0), base);
    EXPECT_NE(at_index(1), base);
    named.config.population += 1;
    EXPECT_NE(test::digest(test::evolve(*backend(), named, 42)), base);
}

}  // namespace
}  // namespace evodoku
