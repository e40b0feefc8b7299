// Speed of the engine on the CPU: scoring, whole generations, ranking, each operator. Everything is verified before it
// is timed; a wrong result ends the program.
//
//   build/bench_engine --benchmark_filter=...       ratios count within one run only
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "bench.hpp"
#include "cpu/executor.hpp"
#include "evodoku/engine/evolution.hpp"
#include "evodoku/representation/box_board.hpp"

namespace {

using namespace evodoku;
using namespace evodoku::bench;

std::uint32_t digits_missing(const Grid& grid, int unit) {
    std::set<int> digits;
    for (int k = 0; k < 9; ++k) digits.insert(grid[cell_of_unit(unit, k)]);
    return static_cast<std::uint32_t>(9 - digits.size());
}

/// The costs, counted the obvious way.
std::uint32_t naive_cost(const RowColumn&, const Grid& grid) {
    std::uint32_t missing = 0;
    for (int unit = 0; unit < 18; ++unit) missing += digits_missing(grid, unit);
    return missing;
}
std::uint32_t naive_cost(const Units&, const Grid& grid) {
    std::uint32_t incomplete = 0;
    for (int unit = 0; unit < 27; ++unit) incomplete += digits_missing(grid, unit) != 0;
    return incomplete;
}

template <class CostOp>
void score(benchmark::State& state) {
    const std::vector<BoxBoard::Stored> boards = random_boards<BoxBoard>(static_cast<std::size_t>(state.range(0)));
    const Puzzle puzzle = bench_puzzle();
    std::vector<std::uint32_t> costs(boards.size());
    const CostOp cost;
    const auto score_all = [&] {
        for (std::size_t k = 0; k < boards.size(); ++k) costs[k] = cost(BoxBoard::view(boards[k]), Context{puzzle});
    };
    score_all();
    for (std::size_t k = 0; k < boards.size(); k += 97) {
        require(costs[k] == naive_cost(cost, BoxBoard::to_grid(boards[k])), "a cost against a naive count");
    }
    for (auto _ : state) {
        score_all();
        benchmark::ClobberMemory();
    }
    individuals_per_second(state, static_cast<std::int64_t>(boards.size()));
}
BENCHMARK(score<RowColumn>)->Name("score/row-column")->Arg(256)->Arg(8192)->Arg(1 << 20);
BENCHMARK(score<Units>)->Name("score/units")->Arg(8192);

Deme running_deme() {
    Deme deme;
    deme.seed = 1;
    deme.limit = ~0u;
    deme.state = DemeState::running;
    return deme;
}

Config bench_config(std::uint32_t population) {
    Config config;
    config.population = population;
    config.stall = 0;
    return config;
}

using BoxEvolution = Evolution<cpu::Executor, BoxBoard>;

std::uint64_t fingerprint_after(std::uint32_t population, unsigned threads, std::uint32_t generations) {
    cpu::Executor executor(cpu::make_tbb_workers(threads));
    BoxEvolution evolution(executor, bench_config(population), 1);
    evolution.write_puzzle(0, bench_puzzle());
    evolution.forget_champions(0, 1);
    evolution.write_demes({running_deme()});
    evolution.run(generations, true);
    return evolution.fingerprints()[0];
}

/// Whole generations of the plain configuration: select, cross, mutate, score, rank, elites.
void generations(benchmark::State& state) {
    const auto population = static_cast<std::uint32_t>(state.range(0));
    const auto threads = static_cast<unsigned>(state.range(1));
    require(fingerprint_after(population, threads, 5) == fingerprint_after(population, threads == 1 ? 2 : 1, 5),
            "the same population on one thread and on several");
    cpu::Executor executor(cpu::make_tbb_workers(threads));
    BoxEvolution evolution(executor, bench_config(population), 1);
    evolution.write_puzzle(0, bench_puzzle());
    evolution.forget_champions(0, 1);
    const auto begin = [&] {
        evolution.write_demes({running_deme()});
        evolution.run(2, true);  // both buffers have been written to before the clock runs
    };
    begin();
    std::int64_t made = 0;
    for (auto _ : state) {
        evolution.run(10, true);
        made += 10;
        if (evolution.read_demes()[0].state != DemeState::running) {  // solved: go on with a fresh population
            state.PauseTiming();
            begin();
            state.ResumeTiming();
        }
    }
    state.SetItemsProcessed(made * (population - evolution.pool().elite.of(population)));
}
BENCHMARK(generations)
    ->Name("generations/plain")
    ->ArgNames({"population", "threads"})
    ->Args({100'000, 1})
    ->Args({100'000, 2})
    ->Args({10'000, 1})
    ->Args({1'000'000, 1})
    ->Args({1'000'000, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void rank(benchmark::State& state) {
    const auto size = static_cast<std::uint32_t>(state.range(0));
    const std::vector<BoxBoard::Stored> boards = random_boards<BoxBoard>(size);
    std::vector<std::uint32_t> costs(size), order(size);
    for (std::uint32_t k = 0; k < size; ++k) costs[k] = RowColumn{}(BoxBoard::view(boards[k]), Context{bench_puzzle()});
    const Deme deme = running_deme();
    cpu::Ranker ranker({{costs.data(), costs.data()}, order.data(), &deme, 1, size, RowColumn::highest});
    ranker.rank_one(0);
    for (std::uint32_t k = 1; k < size; ++k) {
        require(std::pair(costs[order[k - 1]], order[k - 1]) < std::pair(costs[order[k]], order[k]), "ranking");
    }
    for (auto _ : state) {
        ranker.rank_one(0);
        benchmark::ClobberMemory();
    }
    individuals_per_second(state, size);
}
BENCHMARK(rank)->Arg(1'000)->Arg(100'000);

}  // namespace

int main(int argc, char** argv) {
    register_operators();
    register_variants();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
