// For benchmarks: the parts of an evolution one by one, of one island on one puzzle. Host code. Programs that evolve
// use Backend.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backend/evolution_on.hpp"

namespace evodoku {

/// The population of an island, for the verification of a benchmark.
struct Sample {
    std::uint32_t stride;
    std::vector<Grid> boards;          ///< every `stride`th
    std::vector<std::uint32_t> costs;  ///< all
    std::vector<std::uint32_t> order;  ///< rank -> index, all
};

/// Every call returns when the device has finished.
template <class Board>
class Workbench {
public:
    /// Requires one island. Throws SettingError for an invalid configuration, MemoryError if it does not fit.
    Workbench(std::unique_ptr<Executor> executor, const Config& config, const PuzzleJob& job)
        : evolution_(checked(std::move(executor), config), config, 1), job_(job) {
        begin();
    }

    std::string name() const { return evolution_.name(); }  ///< "cpu (2 threads)", "cuda:0 (NVIDIA H200)"

    /// Discards the population: the next generation is the initial one.
    void begin() {
        evolution_.write_islands(
            {Island{.seed = job_.seed, .limit = ~0u, .growth = {}, .state = IslandState::running}});
        evolution_.prepare({{0, {job_, {}}}});
    }
    void make_generations(std::uint32_t count) {
        evolution_.run(count, false);
        evolution_.executor().wait();
    }
    /// Makes generations one phase at a time, each phase over the whole population before the next.
    std::vector<PhaseTime> time_phases(std::uint32_t count) { return evolution_.steps().time_phases(count); }

    /// Overwrites costs and ranking with nonsense, so that a missing write of redo() shows.
    void poison() {
        const Pool<Board>& pool = evolution_.pool();
        const std::vector<std::uint32_t> nonsense(pool.island_size, ~0u);
        evolution_.executor().upload(pool.costs[evolution_.read_islands()[0].front], nonsense.data(), nonsense.size());
        evolution_.executor().upload(pool.order, nonsense.data(), nonsense.size());
    }
    /// Scores the whole population, or ranks it by its costs, `times` times.
    void redo(Redo what, std::uint32_t times) { evolution_.steps().redo(0, what, times); }

    Sample sample(std::uint32_t stride) {
        Sample sample{stride, {}, evolution_.read_costs(0), evolution_.read_order(0)};
        const auto boards = evolution_.read_boards(0);
        for (std::size_t k = 0; k < boards.size(); k += stride) sample.boards.push_back(Board::to_grid(boards[k]));
        return sample;
    }
    std::uint64_t fingerprint() {
        const std::uint32_t first[] = {0};
        return evolution_.read({.fingerprint = true}, first)[0].fingerprint;
    }

private:
    static std::unique_ptr<Executor> checked(std::unique_ptr<Executor> executor, const Config& config) {
        validate(config);
        Footprint<Board>(*executor, config, 1, false, 2).check();  // ranking alone takes its own memory
        return executor;
    }

    EvolutionOn<Board> evolution_;
    PuzzleJob job_;
};

}  // namespace evodoku
