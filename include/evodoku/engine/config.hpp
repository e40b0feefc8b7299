// The configuration of an evolution: plain data, checked once by validate().
#pragma once

#include <cstdint>
#include <string_view>

#include "evodoku/engine/amount.hpp"
#include "evodoku/operators/registry.hpp"

namespace evodoku {

/// Of all puzzles together: a plan names a slot in 24 bits.
inline constexpr std::uint32_t most_individuals = 1u << 24;
inline constexpr std::size_t most_in_mix = 8;

/// The default values are those that solve any puzzle soonest, docs/algorithm.md says how they were found: the one
/// place where they stand.
struct Config {
    std::uint32_t population = 64;       ///< individuals a puzzle, over all its islands; a multiple of `islands`
    std::uint32_t islands = 1;           ///< demes a puzzle
    std::uint32_t migrate_every = 20;    ///< generations between migrations round the ring; a multiple of `epoch`
    std::uint32_t migrants = 5;          ///< best individuals that each island sends to the next
    std::uint32_t generations = 50'000;  ///< the budget of a puzzle
    std::uint32_t epoch = 10;            ///< generations between two looks of the host
    std::uint32_t stall = 0;             ///< generations without improvement before a deme restarts; 0 = never
    Amount elite = {0, true};            ///< best individuals kept as they are
    Amount immigrants = {0, true};       ///< fresh individuals a generation
    Representations representation = suits_box_board;  ///< one of them: what a chromosome is
    Initialisation initialisation = RandomBoxes{};
    Cost cost = RowColumn{};
    Selection selection = Survivors{.replaced = percent(5)};
    Mix<Crossover> crossover = {{BandStack{.rate = percent(10), .shift = 3}}};
    Mix<Mutation> mutation = {{HeatBath{}}};
    Replacement replacement = Generational{};
    Stagnation stagnation = Restart{};  ///< what `stall` leads to
    std::uint32_t largest = 0;          ///< individuals a puzzle that `grow` may grow to; 0 = `population`
    bool pairs = false;                 ///< two children a pair of parents, each with the roles changed
    bool either = false;                ///< a child is crossed or mutated, never both
    bool different = false;      ///< parents are different boards: the second is drawn again, `most_mates` times in all
    std::uint32_t children = 1;  ///< tries a child: the best of as many, from the same parents, is it
    bool distinct = false;       ///< a child that the population already has gives way to a fresh board
    std::uint32_t seen = 0;      ///< so does one among about the last that many boards of a deme; 0 = no matter

    std::uint32_t deme_size() const { return population / islands; }
    /// Individuals a puzzle for which memory is taken.
    std::uint32_t reserved() const { return largest > population ? largest : population; }
};

/// The plain genetic algorithm, without any local search: swaps, crossover of whole boxes, tournaments, elites.
inline Config plain_config() {
    Config config;
    config.population = 100'000;
    config.generations = 3'000;
    config.stall = 25;
    config.elite = {percent(5), true};
    config.selection = Tournament{.size = 3};
    config.crossover = {{UniformBox{.rate = percent(80)}}};
    config.mutation = {{Swap{.rate = percent(30), .most = 5}}};
    return config;
}

/// In a message of validate(), between an operator that does not suit the representation and the list of those that do.
inline constexpr std::string_view those_that_do = "; those that do: ";

/// Throws std::invalid_argument, naming the setting, its value and what is allowed, unless the configuration can run.
void validate(const Config& config);

}  // namespace evodoku
