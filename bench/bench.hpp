// What the benchmarks share: their puzzle, boards of it, and the end of a bench that measured something wrong.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/operators/registry.hpp"
#include "evodoku/representation/box_board.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku::bench {

// "Sample 3, hard" of the restart-roulette system: 23 givens, beyond the reach of the plain configuration in a bench.
inline constexpr const char* hard_puzzle =
    "..3.5..2...7....8...937...4..5.6.9..2...3..4.............8.7...5....6..81...4..6.";

inline Puzzle bench_puzzle() { return make_puzzle(io::parse_puzzle(hard_puzzle, "bench")); }

inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "bench: verification failed: %s\n", what);
    std::exit(1);
}

/// Boards of the bench's puzzle.
template <class Representation>
std::vector<typename Representation::Stored> random_boards(std::size_t count) {
    const Puzzle puzzle = bench_puzzle();
    std::vector<typename Representation::Stored> boards(count);
    for (std::size_t k = 0; k < count; ++k) {
        Draws draws({1, 0, static_cast<std::uint32_t>(k), 0}, Purpose::initialise);
        if constexpr (Representation::flag == suits_box_board) {
            RandomBoxes{}(BoxBoard::view(boards[k]), Context{puzzle}, draws);
        } else {
            FreeCells{}(CellBoard::view(boards[k]), Context{puzzle}, draws);
        }
    }
    return boards;
}

inline void individuals_per_second(benchmark::State& state, std::int64_t each_iteration) {
    state.SetItemsProcessed(state.iterations() * each_iteration);
}

/// Every crossover and mutation by itself, on boards in cache.
void register_operators();
/// Whole generations, the plain configuration changed in one thing at a time.
void register_variants();

}  // namespace evodoku::bench
