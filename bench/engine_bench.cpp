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

#include "cpu/executor.hpp"
#include "evodoku/engine/evolution.hpp"
#include "evodoku/engine/operator_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/representation/box_board.hpp"

namespace {

using namespace evodoku;

// "Sample 3, hard" of the restart-roulette system: 23 givens, beyond the reach of the plain configuration in a bench.
constexpr const char* hard_puzzle = "..3.5..2...7....8...937...4..5.6.9..2...3..4.............8.7...5....6..81...4..6.";

Grid bench_grid() { return io::parse_puzzle(hard_puzzle, "bench"); }
Puzzle bench_puzzle() { return make_puzzle(bench_grid()); }

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "bench: verification failed: %s\n", what);
    std::exit(1);
}

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
    for (int unit = 0; unit < 18; ++unit) incomplete += digits_missing(grid, unit) != 0;
    return incomplete;
}

/// A board of the bench's puzzle: fixed cells kept, each box a permutation.
bool is_board_of(const Puzzle& puzzle, const Grid& grid) {
    for (int cell = 0; cell < cell_count; ++cell) {
        if (puzzle.fixed[cell] != 0 && grid[cell] != puzzle.fixed[cell]) return false;
    }
    for (int unit = 18; unit < unit_count; ++unit) {
        if (digits_missing(grid, unit) != 0) return false;
    }
    return true;
}

std::vector<BoxBoard::Stored> random_boards(std::size_t count) {
    const Puzzle puzzle = bench_puzzle();
    std::vector<BoxBoard::Stored> boards(count);
    for (std::size_t k = 0; k < count; ++k) {
        Draws draws({1, 0, static_cast<std::uint32_t>(k), 0}, Purpose::initialise);
        RandomBoxes{}(BoxBoard::view(boards[k]), Context{puzzle}, draws);
    }
    return boards;
}

void individuals_per_second(benchmark::State& state, std::int64_t each_iteration) {
    state.SetItemsProcessed(state.iterations() * each_iteration);
}

template <class CostOp>
void score(benchmark::State& state) {
    const std::vector<BoxBoard::Stored> boards = random_boards(static_cast<std::size_t>(state.range(0)));
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
    Config config = plain_config();
    config.population = population;
    config.stall = 0;
    return config;
}

using BoxEvolution = Evolution<cpu::Executor, BoxBoard>;

void begin(BoxEvolution& evolution) {
    evolution.write_job(0, {bench_grid(), PresolveLevel::none, 0, 1});
    evolution.forget_champions(0, 1);
    evolution.write_demes({running_deme()});
    evolution.prepare();
}

std::uint64_t fingerprint_after(std::uint32_t population, unsigned threads, std::uint32_t generations) {
    cpu::Executor executor(cpu::make_tbb_workers(threads));
    BoxEvolution evolution(executor, bench_config(population), 1);
    begin(evolution);
    evolution.run(generations, true);
    return evolution.fingerprints(0, 1)[0];
}

/// Whole generations of the plain configuration: select, cross, mutate, score, rank, elites.
void generations(benchmark::State& state) {
    const auto population = static_cast<std::uint32_t>(state.range(0));
    const auto threads = static_cast<unsigned>(state.range(1));
    require(fingerprint_after(population, threads, 5) == fingerprint_after(population, threads == 1 ? 2 : 1, 5),
            "the same population on one thread and on several");
    cpu::Executor executor(cpu::make_tbb_workers(threads));
    BoxEvolution evolution(executor, bench_config(population), 1);
    const auto start = [&] {
        begin(evolution);
        evolution.run(2, true);  // both buffers have been written to before the clock runs
    };
    start();
    std::int64_t made = 0;
    for (auto _ : state) {
        evolution.run(10, true);
        made += 10;
        if (evolution.read_demes()[0].state != DemeState::running) {  // solved: go on with a fresh population
            state.PauseTiming();
            start();
            state.ResumeTiming();
        }
    }
    state.SetItemsProcessed(made * (population - evolution.pool().elites));
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
    const std::vector<BoxBoard::Stored> boards = random_boards(size);
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

/// One operator of a crossover or mutation kind, applied to boards in cache.
template <class Operator>
void apply_crossover(benchmark::State& state, Operator op) {
    std::vector<BoxBoard::Stored> parents = random_boards(1024), children = parents;
    const Puzzle puzzle = bench_puzzle();
    const Context context{puzzle};
    const auto make_all = [&](std::uint32_t generation) {
        for (std::uint32_t k = 0; k < 1024; ++k) {
            Draws draws({1, 0, k, generation}, Purpose::cross);
            op(BoxBoard::view(std::as_const(parents[k])), BoxBoard::view(std::as_const(parents[1023 - k])),
               BoxBoard::view(children[k]), context, draws);
        }
    };
    make_all(0);
    for (const auto& child : children) require(is_board_of(puzzle, BoxBoard::to_grid(child)), "a child of two boards");
    std::uint32_t generation = 0;
    for (auto _ : state) {
        make_all(++generation);
        benchmark::ClobberMemory();
    }
    individuals_per_second(state, 1024);
}
template <class Operator>
void apply_mutation(benchmark::State& state, Operator op) {
    std::vector<BoxBoard::Stored> boards = random_boards(1024);
    const Puzzle puzzle = bench_puzzle();
    const auto alleles = std::make_unique<Alleles>();
    for (int box = 0; box < 9; ++box) alleles->prepare(puzzle, box);
    const Context context{puzzle, alleles.get()};
    const auto mutate_all = [&](std::uint32_t generation) {
        for (std::uint32_t k = 0; k < 1024; ++k) {
            Draws draws({1, 0, k, generation}, Purpose::mutate);
            op(BoxBoard::view(boards[k]), context, draws);
        }
    };
    mutate_all(0);
    for (const auto& board : boards) require(is_board_of(puzzle, BoxBoard::to_grid(board)), "a mutated board");
    std::uint32_t generation = 0;
    for (auto _ : state) {
        mutate_all(++generation);
        benchmark::ClobberMemory();
    }
    individuals_per_second(state, 1024);
}

void register_operators() {
    for_each_operator<Crossover>([](auto op) {
        const std::string name = std::string("crossover/") + op.name;
        benchmark::RegisterBenchmark(name.c_str(), [op](benchmark::State& state) { apply_crossover(state, op); });
    });
    for_each_operator<Mutation>([](auto op) {
        const std::string name = std::string("mutation/") + op.name;
        benchmark::RegisterBenchmark(name.c_str(), [op](benchmark::State& state) { apply_mutation(state, op); });
    });
}

}  // namespace

int main(int argc, char** argv) {
    register_operators();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
