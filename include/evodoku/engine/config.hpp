// The configuration of an evolution: plain data, checked once by validate().
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "evodoku/core/count_or_share.hpp"
#include "evodoku/engine/operator_spec.hpp"
#include "evodoku/representation/kinds_of_board.hpp"

namespace evodoku {

/// The default values are those that solve puzzles fastest; docs/notes/heat-bath.md explains how they were found.
/// They are defined only here.
struct Config {
    std::uint32_t population = 64;       ///< individuals per puzzle, over all its islands; a multiple of `islands`
    std::uint32_t islands = 1;           ///< islands per puzzle
    std::uint32_t migrate_every = 20;    ///< generations between migrations around the ring; a multiple of `sync_every`
    std::uint32_t migrants = 5;          ///< best individuals that each island sends to the next
    std::uint32_t generations = 50'000;  ///< the budget per puzzle
    std::uint64_t max_evaluations = 0;   ///< boards scored per puzzle, after which its islands end; 0 = any number
    std::uint64_t max_work = 0;          ///< evaluations + trials + redraws per puzzle, at a synchronisation; 0 = any
    std::uint32_t sync_every = 10;       ///< generations between host synchronisations
    std::uint32_t restart_after = 0;     ///< generations without improvement before an island restarts; 0 = never
    CountOrShare elite = {0, true};      ///< best individuals kept unchanged
    CountOrShare immigrants = {0, true};  ///< fresh individuals per generation
    Boards representation = box_board;    ///< one of them: the kind of chromosome
    Initialisation initialisation = "random-boxes";
    Cost cost = "row-column";
    Selection selection = "deterministic-truncation:replaced=0";
    Mix<Crossover> crossover = "band-stack:rate=0.1,shift=3";
    Mix<Mutation> mutation = "heat-bath";
    Replacement replacement = "generational";
    Stagnation stagnation = "restart";  ///< action after `restart_after` generations
    std::uint32_t max_population = 0;   ///< individuals per puzzle that `grow` may reach; 0 = `population`
    bool paired_children = false;       ///< two children per pair; the second swaps the parents' roles
    bool either = false;                ///< a child is crossed or mutated, never both
    bool different = false;        ///< parents are different boards: the second is redrawn, up to `max_mates` draws
    std::uint32_t brood_size = 1;  ///< boards made for each child, from the same parents; the best is kept
    bool distinct = false;         ///< duplicates within the population are replaced by fresh boards
    bool drops = false;            ///< duplicates are dropped instead: the population is smaller
    std::uint32_t duplicate_memory = 0;  ///< also duplicates of about the last N boards of an island; 0 = none
    /// Annealing: the bits of probability that a unit of cost loses in generations 1, 2, ..., in units of 1/65536; it
    /// never falls. Islands then end with their last generation, not with a solution. Empty: no annealing.
    std::vector<std::uint32_t> schedule = {};

    std::uint32_t island_size() const { return population / islands; }  ///< individuals per island
    /// Evaluations after which an island ends, together at least `max_evaluations`; 0: without limit.
    std::uint64_t island_evaluations() const { return max_evaluations / islands + (max_evaluations % islands != 0); }
    /// Individuals per puzzle for which memory is allocated.
    std::uint32_t reserved() const { return max_population > population ? max_population : population; }
};

/// A whole number of a configuration, by the name of its setting, and the range that validate() allows.
struct ConfigNumber {
    std::string_view name;
    std::uint32_t Config::*field;
    std::uint32_t lowest, highest;
};

inline constexpr ConfigNumber config_numbers[] = {
    {"population", &Config::population, 1, max_individuals},
    {"islands", &Config::islands, 1, max_individuals},
    {"migrate-every", &Config::migrate_every, 1, 1'000'000'000},
    {"migrants", &Config::migrants, 0, max_individuals},
    {"sync-every", &Config::sync_every, 1, 1'000'000},
    {"restart-after", &Config::restart_after, 0, 1'000'000'000},
    {"largest", &Config::max_population, 0, max_individuals},
    {"tries", &Config::brood_size, 1, max_tries},
    {"seen", &Config::duplicate_memory, 0, 1'000'000'000},
    {"generations", &Config::generations, 0, 1'000'000'000},
};

/// The plain genetic algorithm, without local search: swaps, crossover of boxes, tournaments, elites. Throws nothing.
inline Config plain_config() {
    Config config;
    config.population = 100'000;
    config.generations = 3'000;
    config.restart_after = 25;
    config.elite = {percent(5), true};
    config.selection = "tournament:size=3";
    config.crossover = "uniform:rate=0.8";
    config.mutation = "swap:rate=0.3,max-swaps=5";
    return config;
}

/// The highest coldness of a schedule: only boards of the lowest cost have descendants.
inline constexpr std::uint32_t max_coldness = 64u << 16;
inline constexpr std::size_t max_schedule = 10'000;

/// The default for larger boards: few of them, and each makes many redraws per generation. docs/notes/large-boards.md
/// explains how the values were found. Throws nothing.
inline Config large_config(int order) {
    Config config;
    config.representation = box_board_of(order);
    config.population = 4;
    config.migrants = 0;
    config.generations = 100'000'000;
    config.crossover = {};
    config.mutation = "assignment:redraws=50";
    return config;
}

/// The defaults of a board: those of 9 x 9, or of larger boards. Throws nothing.
inline Config default_config(Boards representation) {
    return is_large(representation) ? large_config(order_of(representation)) : Config{};
}

/// Throws std::invalid_argument, with setting, value and allowed values, unless the configuration is valid.
void validate(const Config& config);

}  // namespace evodoku
