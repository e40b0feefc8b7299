// An evolution that tests look into after every generation.
#pragma once

#include <set>

#include "backend/evolution_on.hpp"
#include "engine/chosen_operator.hpp"
#include "engine/phases/score.hpp"
#include "operators/cost/costs.hpp"
#include "support/boards.hpp"
#include "support/serial_backend.hpp"

namespace evodoku::test {

/// An evolution of one puzzle whose islands are looked at after every generation.
template <class Board>
struct Watched {
    explicit Watched(const Config& chosen, const Grid& grid = hard_puzzle)
        : config(chosen),
          puzzle(make_puzzle(presolve<Board::order>(grid, PresolveLevel::none))),
          executor(cpu::make_serial_workers(cpu::Order::forwards)),
          evolution(borrowed(executor), chosen, 1) {
        validate(chosen);
        choose_genes(puzzle, chosen.initialisation.info().genes);
        const PuzzleJob job{grid, PresolveLevel::none, 0, 7};
        begin_islands(evolution.islands(), job, 0, config.generations);
        evolution.send();
        evolution.prepare({{0, {job, {}}}});
    }

    void step() { evolution.run(1, true); }
    Island island(std::uint32_t island_index = 0) { return evolution.read_islands()[island_index]; }
    Reading<Board> reading(const WantedSums& wanted = {}, std::uint32_t island_index = 0) {
        return evolution.read(wanted, {&island_index, 1})[0];
    }

    /// Boards of an island by rank, as grids.
    std::vector<Grid> ranked(std::uint32_t island_index = 0) {
        const auto boards = evolution.read_boards(island_index);
        std::vector<Grid> grids;
        for (const std::uint32_t index : evolution.read_order(island_index))
            grids.push_back(Board::to_grid(boards[index]));
        return grids;
    }
    /// Costs by rank, of the boards in use.
    std::vector<std::uint32_t> ranked_costs(std::uint32_t island_index = 0) {
        const auto costs = evolution.read_costs(island_index), order = evolution.read_order(island_index);
        std::vector<std::uint32_t> ranked;
        for (std::uint32_t rank = 0; rank < island(island_index).size; ++rank) ranked.push_back(costs[order[rank]]);
        return ranked;
    }
    std::vector<Grid> grids(std::uint32_t island_index = 0) {
        std::vector<Grid> all;
        for (const auto& board : evolution.read_boards(island_index)) all.push_back(Board::to_grid(board));
        return all;
    }

    Config config;
    typename Board::Puzzle puzzle;
    cpu::Executor executor;
    EvolutionOn<Board> evolution;
};

inline std::string text_of(const Grid& grid) { return std::string(grid.cells().begin(), grid.cells().end()); }

inline std::multiset<std::string> texts_of(const std::vector<Grid>& grids) {
    std::multiset<std::string> texts;
    for (const Grid& grid : grids) texts.insert(text_of(grid));
    return texts;
}

template <class Board>
void expect_right_costs(Watched<Board>& watched, std::uint32_t island_index = 0) {
    const auto boards = watched.evolution.read_boards(island_index);
    const auto costs = watched.evolution.read_costs(island_index);
    for (std::uint32_t index = 0; index < watched.island(island_index).size; ++index) {
        const Grid grid = Board::to_grid(boards[index]);
        ASSERT_EQ(fault_in<Board>(grid, watched.puzzle), "");
        std::uint32_t cost = ~0u;
        with_operator<Costs, Board>(watched.config.cost,
                                    [&](const auto& op) { cost = cost_of<Board>(op, boards[index], watched.puzzle); });
        ASSERT_EQ(costs[index], cost) << "index " << index;
    }
}

}  // namespace evodoku::test
