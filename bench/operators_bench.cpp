// Speed of single crossovers and mutations, on every representation that they suit.
#include <memory>
#include <string>

#include "bench.hpp"

namespace evodoku::bench {
namespace {

/// A board of the bench's puzzle: a digit in every cell, fixed cells kept, on a box-board each box a permutation.
template <class Representation>
bool is_board_of(const Puzzle& puzzle, const typename Representation::Stored& board) {
    const Grid grid = Representation::to_grid(board);
    unsigned boxes[9] = {};
    for (int cell = 0; cell < cell_count; ++cell) {
        if (grid[cell] == 0 || (puzzle.fixed[cell] != 0 && grid[cell] != puzzle.fixed[cell])) return false;
        boxes[box_of(cell)] |= 1u << grid[cell];
    }
    for (const unsigned digits : boxes) {
        if (Representation::flag == suits_box_board && digits != 0x3FE) return false;
    }
    return true;
}

template <class Operator, class Representation>
void apply_crossover(benchmark::State& state) {
    const auto parents = random_boards<Representation>(1024);
    auto children = parents;
    const Puzzle puzzle = bench_puzzle();
    const Operator op;
    const auto make_all = [&](std::uint32_t generation) {
        for (std::uint32_t k = 0; k < 1024; ++k) {
            Draws draws({1, 0, k, generation}, Purpose::cross);
            op(Representation::view(parents[k]), Representation::view(parents[1023 - k]),
               Representation::view(children[k]), Context{puzzle, nullptr, k % 2 != 0}, draws);
        }
    };
    make_all(0);
    for (const auto& child : children) require(is_board_of<Representation>(puzzle, child), "a child of two boards");
    std::uint32_t generation = 0;
    for (auto _ : state) {
        make_all(++generation);
        benchmark::ClobberMemory();
    }
    individuals_per_second(state, 1024);
}

template <class Operator, class Representation>
void apply_mutation(benchmark::State& state) {
    auto boards = random_boards<Representation>(1024);
    const Puzzle puzzle = bench_puzzle();
    const auto alleles = std::make_unique<Alleles>();
    for (int box = 0; box < 9; ++box) alleles->list(puzzle, box);
    const Context context{puzzle, alleles.get()};
    const Operator op;
    const auto mutate_all = [&](std::uint32_t generation) {
        for (std::uint32_t k = 0; k < 1024; ++k) {
            Draws draws({1, 0, k, generation}, Purpose::mutate);
            op(Representation::view(boards[k]), context, draws);
        }
    };
    mutate_all(0);
    for (const auto& board : boards) require(is_board_of<Representation>(puzzle, board), "a mutated board");
    std::uint32_t generation = 0;
    for (auto _ : state) {
        mutate_all(++generation);
        benchmark::ClobberMemory();
    }
    individuals_per_second(state, 1024);
}

/// Calls visit<Operator, Representation>(name) for every operator of a kind on every representation that it suits.
template <class Kind, class Visit>
void for_each_pairing(const std::string& kind, const Visit& visit) {
    for_each_operator<Kind>([&]<class Operator>(const Operator&) {
        const std::string name = kind + "/" + Operator::name;
        if constexpr (does_suit<Operator>(suits_box_board)) visit.template operator()<Operator, BoxBoard>(name);
        if constexpr (does_suit<Operator>(suits_cell_board)) visit.template operator()<Operator, CellBoard>(name);
    });
}

}  // namespace

void register_operators() {
    for_each_pairing<Crossover>("crossover", []<class Operator, class Representation>(const std::string& name) {
        benchmark::RegisterBenchmark(name.c_str(), apply_crossover<Operator, Representation>);
    });
    for_each_pairing<Mutation>("mutation", []<class Operator, class Representation>(const std::string& name) {
        benchmark::RegisterBenchmark(name.c_str(), apply_mutation<Operator, Representation>);
    });
}

}  // namespace evodoku::bench
