// The CUDA backend against the CPU's: byte equality. Reads no file, so that it runs from a bundle. Skipped, visibly,
// where there is no device.
#include <cuda_runtime_api.h>

#include "backend/evolution_on.hpp"
#include "cuda_device.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/engine/errors.hpp"
#include "support/functions.hpp"
#include "support/refusal.hpp"
#include "support/resuming.hpp"
#include "support/serial_backend.hpp"

namespace evodoku {
namespace {

std::string no_device() { return cuda::probe(0).why_not; }

#define EVODOKU_NEEDS_GPU() \
    if (const std::string why = no_device(); !why.empty()) GTEST_SKIP() << "no usable GPU: " << why

std::vector<Outcome> on_gpu(const test::NamedConfiguration& named, const cuda::Thresholds& thresholds = {}) {
    return test::evolve(*make_evolution_backend(cuda::make_executor(0, thresholds), named.config, named.puzzle_slots),
                        named);
}
std::vector<Outcome> on_cpu(const test::NamedConfiguration& named) {
    return test::evolve(*cpu::make_backend(cpu::make_tbb_workers(0), named.config, named.puzzle_slots), named);
}

class GpuParity : public testing::TestWithParam<test::NamedConfiguration> {};

TEST_P(GpuParity, SameBytesAsTheCpu) {
    EVODOKU_NEEDS_GPU();
    test::expect_same(on_gpu(GetParam()), on_cpu(GetParam()));
}

/// The configurations of the CPU's test, and what they leave out.
std::vector<test::NamedConfiguration> gpu_configurations() {
    std::vector<test::NamedConfiguration> all = test::configurations();
    test::NamedConfiguration others = test::configuration("box-board-16 with everything");
    others.name = "box-board-16 with other options";
    others.config.selection = "roulette", others.config.replacement = "plus";
    others.config.brood_size = 2, others.config.different = true, others.config.immigrants = {0, false};
    others.presolve = PresolveLevel::none;
    all.push_back(others);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Configurations, GpuParity, testing::ValuesIn(gpu_configurations()), test::TestName{});

TEST(GpuFunctions, GiveTheBytesOfTheCpu) {
    EVODOKU_NEEDS_GPU();
    test::add_functions();
    const auto to_host = [](void* to, const void* from, std::size_t bytes) {
        ASSERT_EQ(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    };
    const auto other = cuda::make_executor(0);
    const auto give_on_gpu = [&](const void* values, std::size_t bytes) {
        const auto kept = other->make<std::uint8_t>(bytes);
        other->upload(kept.get(), static_cast<const std::uint8_t*>(values), bytes);
        return FunctionResult{kept, true};
    };
    for (const test::NamedConfiguration& named : test::configurations_of_functions()) {
        SCOPED_TRACE(named.name);
        test::add_functions();
        const std::vector<Outcome> expected = on_cpu(named);
        for (const test::Give& give : {test::Give(test::give_on_host), test::Give(give_on_gpu)}) {
            test::add_functions(4095, to_host, give);
            test::expect_same(on_gpu(named), expected);
        }
    }
}

/// The populations of a puzzle's islands after every generation of the first epoch.
std::vector<PopulationProgress> populations_of(Backend& backend, const test::NamedConfiguration& named) {
    backend.submit(test::job_of(named, 0));
    std::vector<PopulationProgress> all;
    backend.advance_epoch([&] {
        std::vector<std::uint32_t> listed;
        for (const IslandProgress& island : backend.islands()) listed.push_back(island.island_index);
        std::ranges::copy(backend.populations(listed, Detail::diversity), std::back_inserter(all));
        return true;
    });
    return all;
}

TEST(GpuDiversity, OfLargerBoardsIsThatOfTheCpu) {
    EVODOKU_NEEDS_GPU();
    for (const char* name : {"box-board-4 with everything", "box-board-16 with everything", "box-board-49"}) {
        test::NamedConfiguration named = test::configuration(name);
        named.presolve = PresolveLevel::none, named.config.sync_every = 2, named.config.restart_after = 0;
        SCOPED_TRACE(named.name);
        const auto here = populations_of(*cpu::make_backend(cpu::make_tbb_workers(1), named.config, 1), named);
        const auto there = populations_of(*make_evolution_backend(cuda::make_executor(0), named.config, 1), named);
        ASSERT_EQ(here.size(), 2 * named.config.islands);
        ASSERT_EQ(there.size(), here.size());
        for (std::size_t k = 0; k < here.size(); ++k) {
            EXPECT_EQ(there[k].distinct, here[k].distinct);
            EXPECT_EQ(there[k].entropy, here[k].entropy);
            EXPECT_EQ(there[k].best_board, here[k].best_board);
            EXPECT_EQ(there[k].median, here[k].median);
        }
    }
}

/// Checkpoints that change between the CPU and the GPU.
class GpuResume : public testing::TestWithParam<std::string> {};

TEST_P(GpuResume, GoesOnAcrossDevices) {
    EVODOKU_NEEDS_GPU();
    const test::NamedConfiguration named = test::configuration(GetParam());
    const auto cpu_or_gpu = [](int number, const test::NamedConfiguration& of) {
        return number % 2 == 0 ? cpu::make_backend(cpu::make_tbb_workers(0), of.config, of.puzzle_slots)
                               : make_evolution_backend(cuda::make_executor(0), of.config, of.puzzle_slots);
    };
    const std::uint64_t expected = test::digest(on_cpu(named));
    EXPECT_EQ(test::digest(test::evolve_in_parts(named, 1, 0, cpu_or_gpu)), expected) << "after every epoch";
    EXPECT_EQ(test::digest(test::evolve_in_parts(named, 0, 4, cpu_or_gpu)), expected) << "in the middle of epochs";
}

INSTANTIATE_TEST_SUITE_P(Configurations, GpuResume,
                         testing::Values("default", "default on islands", "wheels on islands",
                                         "distinct islands in a batch", "growth in a batch",
                                         "restarts limited, on islands", "cell-board batch of every kind of puzzle"));

/// On a device of any size: all but a part of its memory is taken before.
TEST(GpuMemory, APopulationThatDoesNotFitIsRefused) {
    EVODOKU_NEEDS_GPU();
    constexpr std::uint64_t left = std::uint64_t{1} << 30;
    const auto other = cuda::make_executor(0);
    std::vector<std::shared_ptr<std::uint8_t>> taken;
    while (other->available_bytes() > left)
        taken.push_back(other->make<std::uint8_t>(other->available_bytes() - left / 2));
    Config config = plain_config();
    config.population = 16'000'000;  // of 150 bytes
    EXPECT_THROW(make_evolution_backend(cuda::make_executor(0), config, 1), MemoryError);
}

std::unique_ptr<PuzzleEvolution> begin(std::unique_ptr<Executor> executor, const Config& config) {
    return make_stepped_evolution(std::move(executor), config, {test::job_of({"", config}, 0), ""});
}
std::unique_ptr<Executor> cpu_executor() { return std::make_unique<cpu::Executor>(cpu::make_tbb_workers(1)); }

TEST(GpuAskAndTell, MakeTheGenerationsOfStep) {
    EVODOKU_NEEDS_GPU();
    for (const char* name :
         {"plain", "islands", "wheels on islands", "seen before", "growth", "box-board-16 with everything"}) {
        Config config = test::configuration(name).config;
        config.brood_size = 1, config.generations = std::min(config.generations, 12u);
        for (const std::uint32_t asks_from : {0u, 3u}) {
            SCOPED_TRACE(name + (" from " + std::to_string(asks_from)));
            const auto expected = begin(cpu_executor(), config), told = begin(cuda::make_executor(0), config);
            while (!expected->ended()) {
                const bool steps = told->generation() < asks_from || told->generation() % 4 == 3;
                std::vector<std::uint8_t> boards = steps ? std::vector<std::uint8_t>() : told->ask();
                if (steps) told->step(1);
                if (told->generation() % 4 != 1 || steps) {
                    expected->step(1);
                } else {  // others than those that were asked for
                    ASSERT_EQ(expected->ask(), boards);
                    const int order = order_of(config.representation);
                    std::rotate(boards.begin(), boards.begin() + order * order * order * order, boards.end());
                    expected->tell(boards);
                }
                if (!steps) told->tell(boards);
                ASSERT_EQ(told->outcome().fingerprint, expected->outcome().fingerprint) << told->generation();
            }
        }
    }
}

/// Boards that are put in, and some that are refused because the cost fails, before the ranking.
TEST(GpuWrittenBoards, AreThoseOfTheCpu) {
    EVODOKU_NEEDS_GPU();
    bool fails = false, on_gpu = false;
    const auto copy = [&](void* to, const void* from, std::size_t bytes) {
        ASSERT_EQ(cudaMemcpy(to, from, bytes, on_gpu ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost), cudaSuccess);
    };
    add_function_operator({OperatorKind::cost, "test-failing", "", 0, every_board, 4095, [&](const FunctionCall& call) {
                               if (fails) throw std::runtime_error("failed");
                               return test::FunctionBoardsOfTest(call, copy).costs();
                           }});
    for (const char* name : {"plain", "islands", "growth", "elitist, parents first", "box-board-16 with everything"}) {
        SCOPED_TRACE(name);
        const Config config = test::with_settings(test::configuration(name).config, "cost=test-failing");
        std::vector<std::uint64_t> fingerprints[2];
        for (const bool there : {false, true}) {
            on_gpu = there, fails = false;
            const auto evolution = begin(there ? cuda::make_executor(0) : cpu_executor(), config);
            evolution->step(3);
            std::vector<std::uint8_t> cells;
            for (const Grid& grid : evolution->grids(0, 0, 5))
                cells.insert(cells.begin(), grid.cells().begin(), grid.cells().end());
            const auto note = [&] { fingerprints[there].push_back(evolution->outcome().fingerprint); };
            fails = true;
            EXPECT_THROW(evolution->write(0, 2, cells), std::runtime_error);
            fails = false;
            evolution->step(1), note();
            evolution->write(0, 2, cells), note();
            evolution->step(2), note();
        }
        EXPECT_EQ(fingerprints[1], fingerprints[0]);
    }
}

TEST(GpuLarge, AMillionIndividualsAreTheSameOnBoth) {
    EVODOKU_NEEDS_GPU();
    test::NamedConfiguration named = test::configurations().front();
    named.config.population = 1'000'003;
    named.config.generations = 5;
    test::expect_same(on_gpu(named), on_cpu(named));
}

/// Islands of seven.
test::NamedConfiguration with_many_islands(const std::string& islands, const std::string& population) {
    const Config config = test::small_config("migrate-every=10 migrants=1 generations=12 islands=" + islands +
                                             " population=" + population);
    return {"many islands", config};
}

TEST(GpuLarge, MoreIslandsThanAGridHasRows) {
    EVODOKU_NEEDS_GPU();
    const test::NamedConfiguration named = with_many_islands("70000", "490000");
    test::expect_same(on_gpu(named), on_cpu(named));
}

/// More puzzles than slots: those that end make room.
void expect_same_in_turn(const Config& config, std::uint32_t slots, std::size_t puzzles) {
    const test::NamedConfiguration named{"in turn", config, 64, puzzles, PresolveLevel::singles};
    test::expect_same(test::evolve(*make_evolution_backend(cuda::make_executor(0), config, slots), named),
                      on_cpu(named));
}

TEST(GpuLarge, ManyPuzzlesInTurnInSharedMemory) {
    EVODOKU_NEEDS_GPU();
    Config config = test::with_settings({}, "generations=20");
    expect_same_in_turn(config, 8'193, 9'000);
}

TEST(GpuLarge, ManyPuzzlesInTurnPhaseByPhase) {
    EVODOKU_NEEDS_GPU();
    for (Config config : {test::small_config(), test::small_cell_config()}) {
        config.population = 512, config.islands = 2, config.migrate_every = 10, config.generations = 20;
        expect_same_in_turn(config, 1'025, 1'500);
    }
}

// The paths of large populations, from sizes on that take seconds on any device.
const cuda::Thresholds low{.max_grid_rows = 16};

TEST(GpuThresholds, MoreIslandsThanAGridHasRows) {
    EVODOKU_NEEDS_GPU();
    test::NamedConfiguration named = with_many_islands("70", "490");
    test::expect_same(on_gpu(named, low), on_cpu(named));
    named = test::configuration("box-board-16 with everything");
    named.config.population = 40, named.config.islands = 5;
    test::expect_same(on_gpu(named, {.max_grid_rows = 2}), on_cpu(named));
}

TEST(GpuBatches, MorePuzzlesThanSlotsInSharedMemory) {
    EVODOKU_NEEDS_GPU();
    Config config = test::with_settings({}, "generations=20");
    expect_same_in_turn(config, 9, 21);
}

TEST(GpuBatches, MorePuzzlesThanSlotsPhaseByPhase) {
    EVODOKU_NEEDS_GPU();
    for (Config config : {test::small_config(), test::small_cell_config()}) {
        config.population = 60, config.islands = 2, config.migrate_every = 10, config.generations = 20;
        expect_same_in_turn(config, 9, 21);
    }
}

/// Islands that live in the shared memory of a block: one lane, one lane of a second warp, and the largest.
class GpuSharedMemory : public testing::TestWithParam<std::uint32_t> {};

TEST_P(GpuSharedMemory, IslandOfThisManyIndividuals) {
    EVODOKU_NEEDS_GPU();
    Config config;
    config.population = GetParam();
    config.generations = 30;
    // The fifth puzzle has no solution: it takes all generations.
    const test::NamedConfiguration named{"shared memory", config, 2, 5, PresolveLevel::none};
    const std::vector<Outcome> answers = on_gpu(named);
    EXPECT_EQ(answers.back().evaluations, 31u * GetParam());
    test::expect_same(answers, on_cpu(named));
}

INSTANTIATE_TEST_SUITE_P(Sizes, GpuSharedMemory, testing::Values(1u, 2u, 31u, 33u, 64u, 255u, 256u),
                         testing::PrintToStringParamName());

TEST(GpuSolve, FindsTheSolutionOfAnEasyPuzzle) {
    EVODOKU_NEEDS_GPU();
    Config config = test::with_settings(plain_config(), "population=100000");
    const auto backend = make_evolution_backend(cuda::make_executor(0), config, 1);
    const SolveOptions options{.presolve = PresolveLevel::none};
    const Outcome outcome = solve(*backend, options, test::easy_puzzle);
    EXPECT_EQ(outcome.status, Status::solved);
    EXPECT_EQ(outcome.board, test::easy_solution);
}

TEST(GpuWorkbench, GivesTheSameBytesAsTheCpu) {
    EVODOKU_NEEDS_GPU();
    Config config = test::with_settings(plain_config(), "population=5000 restart-after=0");
    const PuzzleJob job{test::hard_puzzle, PresolveLevel::none, 0, 3};
    Workbench<BoxBoard> on_cpu(std::make_unique<cpu::Executor>(cpu::make_tbb_workers(0)), config, job);
    Workbench<BoxBoard> on_gpu(cuda::make_executor(0), config, job);
    const auto same = [&] {
        const Sample cpu = on_cpu.sample(1), gpu = on_gpu.sample(1);
        EXPECT_EQ(gpu.boards, cpu.boards);
        EXPECT_EQ(gpu.costs, cpu.costs);
        EXPECT_EQ(gpu.order, cpu.order);
        EXPECT_EQ(on_gpu.fingerprint(), on_cpu.fingerprint());
    };
    for (auto* workbench : {&on_cpu, &on_gpu}) workbench->make_generations(4);
    same();
    EXPECT_EQ(on_gpu.time_phases(2).size(), on_cpu.time_phases(2).size());
    same();
    for (auto* workbench : {&on_cpu, &on_gpu}) {
        workbench->poison();
        workbench->redo(Redo::score, 3);
        workbench->redo(Redo::rank, 3);
    }
    same();
}

/// Boards of random digits, one of them with a blank at its end if `fault` names it.
std::vector<std::uint8_t> boards_of(int order, std::uint32_t count, std::uint32_t fault = ~0u) {
    const auto size = static_cast<std::uint32_t>(order * order), cells = size * size;
    Draws draws({3, 0, size, 0}, Purpose::initialise);
    std::vector<std::uint8_t> boards(count * cells);
    for (std::uint8_t& cell : boards) cell = static_cast<std::uint8_t>(draws.below(size) + 1);
    if (fault < count) boards[(fault + 1) * cells - 1] = 0;
    return boards;
}

TEST(GpuEvaluator, GivesTheNumbersOfTheCpu) {
    EVODOKU_NEEDS_GPU();
    constexpr std::uint32_t count = 150;
    for (const auto& [order, cost] : {std::pair(3, "row-column"),
                                      {3, "duplicates"},
                                      {3, "entry"},
                                      {2, "row-column"},
                                      {4, "row-column"},
                                      {7, "row-column"}}) {
        SCOPED_TRACE(std::to_string(order) + " " + cost);
        Evaluation wanted{.cost = cost, .order = order, .puzzle = Grid(order), .boards_at_once = 64};
        (*wanted.puzzle)[0] = 1;
        const auto here = make_evaluator_on(std::make_unique<cpu::Executor>(cpu::make_tbb_workers(1)), wanted);
        const auto there = make_evaluator_on(cuda::make_executor(0), wanted);
        const std::vector<std::uint8_t> boards = boards_of(order, count);
        std::vector<std::uint32_t> expected(count), costs(count);
        std::vector<std::uint8_t> expected_conflicts(boards.size()), conflicts(boards.size());
        here->costs({boards.data(), count}, expected.data());
        here->conflicts({boards.data(), count}, expected_conflicts.data());
        there->costs({boards.data(), count}, costs.data());
        there->conflicts({boards.data(), count}, conflicts.data());
        EXPECT_EQ(costs, expected);
        EXPECT_EQ(conflicts, expected_conflicts);

        // Boards that another library has in the GPU's memory; the results stay there.
        const auto other = cuda::make_executor(0);
        const auto cells = other->make<std::uint8_t>(boards.size());
        other->upload(cells.get(), boards.data(), boards.size());
        const auto results = there->take(boards.size() + count * sizeof(std::uint32_t));
        auto* results_32 = static_cast<std::uint32_t*>(results.get());
        there->costs({cells.get(), count, true}, results_32);
        other->download(costs.data(), results_32, count);
        EXPECT_EQ(costs, expected);
        there->conflicts({cells.get(), count, true}, static_cast<std::uint8_t*>(results.get()));
        other->download(conflicts.data(), static_cast<std::uint8_t*>(results.get()), conflicts.size());
        EXPECT_EQ(conflicts, expected_conflicts);
    }
}

TEST(GpuEvaluator, NamesTheCellWithoutADigit) {
    EVODOKU_NEEDS_GPU();
    constexpr std::uint32_t count = 150;
    Evaluation wanted{.boards_at_once = 64};
    const auto there = make_evaluator_on(cuda::make_executor(0), wanted);
    const std::vector<std::uint8_t> boards = boards_of(3, count, 130);
    const auto other = cuda::make_executor(0);
    const auto cells = other->make<std::uint8_t>(boards.size());
    other->upload(cells.get(), boards.data(), boards.size());
    const auto results = there->take(boards.size());
    std::vector<std::uint32_t> costs(count);
    constexpr const char* message = "boards[130]: r9c9 is 0, a blank; allowed in every cell: 1..9";
    EXPECT_EQ(test::refusal([&] { there->costs({boards.data(), count}, costs.data()); }), message);
    EXPECT_EQ(test::refusal([&] {
                  there->costs({cells.get(), count, true}, static_cast<std::uint32_t*>(results.get()));
              }),
              message);
    EXPECT_EQ(test::refusal([&] {
                  there->conflicts({cells.get(), count, true}, static_cast<std::uint8_t*>(results.get()));
              }),
              message);
}

TEST(GpuPeaks, CopyAndCompute) {
    EVODOKU_NEEDS_GPU();
    const auto peaks = cuda::make_peaks(0);
    EXPECT_FALSE(peaks->copied());
    EXPECT_GT(peaks->copy(1), 0u);
    EXPECT_TRUE(peaks->copied());
    EXPECT_GT(peaks->compute(1), 0u);
}

TEST(CudaProbe, LooksAtNoMoreDevicesThanItMust) {
    EVODOKU_NEEDS_GPU();
    ASSERT_EQ(cuda::probe(0).devices.size(), 1u);
    EXPECT_EQ(cuda::probe(0).devices[0].number, 0);
    EXPECT_EQ(cuda::probe(cuda::until_usable).devices.size(), 1u);
    const cuda::Probe none = cuda::probe(1'000);
    EXPECT_TRUE(none.devices.empty());
    EXPECT_EQ(none.why_not, "there is no device 1000; this machine has " + std::to_string(none.count));
}

TEST(CudaProbe, AnswersOnAnyMachine) {
    const cuda::Probe found = cuda::probe();
    EXPECT_FALSE(found.runtime.empty());
    EXPECT_EQ(found.devices.empty(), !found.why_not.empty() && found.devices.empty());
    EXPECT_TRUE(found.driver != "none" || found.why_not == "no NVIDIA driver") << found.why_not;
}

}  // namespace
}  // namespace evodoku
