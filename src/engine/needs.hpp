// What an evolution needs of a configuration: its rules, its sizes, its memory, and the number of puzzles that fit.
// Host code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/executor.hpp"
#include "engine/phases/distinct.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {

/// The rules of its selection, replacement and stagnation.
Rules rules_of(const Config& config);

/// True if islands grow: the operator is `grow`, and an island can stagnate.
bool grows(const Config& config);
/// Individuals per puzzle that all stalls of a run together may need: at most ten times the population, and not less
/// than `largest`. Shared evenly by the islands. Requires that islands grow.
std::uint32_t largest_for_all_stalls(const Config& config);

/// True if the temperature of a mutation falls.
bool cools(const Config& config);

/// Memory of a configuration besides the population.
struct Needs {
    bool spare, wheel, alleles, efforts;
    std::size_t entries;       ///< keys per individual: none, its own, or also a parent's
    std::uint64_t seen_words;  ///< of one half, per island
    bool functions;            ///< operators that are functions: boards as bytes, and their places
    std::size_t schedule;      ///< generations of annealing

    explicit Needs(const Config& config);
};

/// The population of a configuration without its arrays.
PopulationArrays population_of(const Config& config, std::uint32_t puzzle_slots);

/// All arrays of an evolution, each listed once: what counts their memory and what allocates it visit the same lists.
/// A pointer is to memory of the device, a shared one to a staging buffer, and a vector is memory of the host. What has
/// no name outside a list is returned by a function, or lasts as long as a call.
template <class Board>
struct Arrays {
    using Stored = typename Board::Stored;

    Pool<Board> pool{};
    JobInSlot<Board>* new_puzzles = nullptr;
    std::uint32_t* listed = nullptr;
    Reading<Board>* readings = nullptr;
    std::shared_ptr<Island> host_islands;
    std::shared_ptr<JobInSlot<Board>> host_new_puzzles;
    std::shared_ptr<std::uint32_t> host_listed;
    std::shared_ptr<Reading<Board>> host_readings;
    Diversity<Board>* diversity = nullptr;  ///< with the next two: of some islands at a time
    std::uint64_t* buckets = nullptr;
    std::shared_ptr<Diversity<Board>> host_diversity;

    explicit Arrays(const PopulationArrays& population) { static_cast<PopulationArrays&>(pool) = population; }

    std::size_t individuals() const { return std::size_t{pool.island_count} * pool.island_size; }

    void list(const Needs& needs, std::uint32_t puzzle_slots, auto&& visit) {
        const std::size_t islands = pool.island_count, all = individuals();
        const auto visit_both = [&]<class T>(Buffers<T>& buffers) {
            T* first = nullptr;
            visit(first, 2 * all);
            buffers.set(first, first == nullptr ? 0 : static_cast<std::uint32_t>(all));  // null: only counted
        };
        visit_both(pool.boards), visit_both(pool.costs);
        visit(pool.order, all), visit(pool.plans, all);
        visit(pool.islands, islands), visit(pool.champions, islands);
        visit(pool.presolved, puzzle_slots), visit(pool.puzzles, puzzle_slots);
        if (needs.efforts) visit(pool.efforts, all);
        if (needs.alleles) visit(pool.alleles, puzzle_slots);
        if (needs.spare) visit(pool.spare, all), visit(pool.spare_costs, all);
        if (needs.wheel) visit(pool.wheel, all);
        if (needs.schedule != 0) {
            std::vector<std::uint32_t> families, members;  // of an island, and how many there are of each
            visit(pool.schedule, needs.schedule + 1), visit_both(pool.families);
            visit(families, pool.island_size), visit(members, pool.island_size);
        }
        if (needs.entries != 0) {
            visit(pool.distinct.keys, all * needs.entries), visit(pool.distinct.rejected, islands);
            visit(pool.distinct.buckets, islands * pool.distinct.buckets_per_island);
            if (needs.seen_words != 0) visit(pool.distinct.seen, islands * 2 * needs.seen_words);
        }
        visit(new_puzzles, puzzle_slots), visit(host_new_puzzles, puzzle_slots);
        visit(listed, islands), visit(host_listed, islands);
        visit(readings, islands), visit(host_readings, islands), visit(host_islands, islands);
        pool.new_puzzles = new_puzzles;
        std::vector<Island> read;
        visit(read, islands);
    }

    /// With the first history, or live view.
    void list_diversity(auto&& visit) {
        visit(diversity, islands_at_once()), visit(host_diversity, islands_at_once());
        visit(buckets, islands_at_once() * buckets_per_island());
        std::vector<std::byte> rows;  // entropies, boards and a line of a history
        visit(rows, pool.island_count * (std::size_t{20} * Geometry<Board::order>::cells + 2048));
    }
    std::size_t islands_at_once() const {
        constexpr std::uint32_t individuals_at_once = 1u << 16, results_at_once = (1u << 24) / sizeof(Diversity<Board>);
        return std::clamp(std::min(individuals_at_once / pool.island_size, results_at_once), 1u, pool.island_count);
    }
    std::uint32_t buckets_per_island() const { return 2 * pool.island_size; }
};

/// Arrays for functions, and for boards that the host asks for and writes. See Arrays.
template <class Board>
struct FunctionArrays {
    std::uint32_t *at = nullptr, *read_at = nullptr;   ///< places
    std::uint8_t *boards = nullptr, *mates = nullptr;  ///< as bytes
    std::uint64_t* fault = nullptr;

    void list(const PopulationArrays& all_islands, bool has_functions, bool asks, auto&& visit) {
        const std::size_t all = std::size_t{all_islands.island_count} * all_islands.island_size,
                          cells = Geometry<Board::order>::cells;
        std::vector<Island> islands;
        std::vector<Plan> plans;
        std::vector<std::uint32_t> to, from, mates_from;  // places
        if (has_functions) visit(read_at, all), visit(mates, all * cells), visit(from, all), visit(mates_from, all);
        visit(at, all), visit(boards, all * cells), visit(fault, 1);  // the last: with it all are taken
        visit(islands, all_islands.island_count), visit(plans, all), visit(to, all);
        if (!asks) return;
        std::vector<std::uint8_t> asked;
        std::vector<typename Board::Stored> old_boards;
        std::vector<std::uint32_t> old_costs;
        std::vector<Island> changed, before;
        visit(asked, all * cells), visit(old_boards, all_islands.island_size),
            visit(old_costs, all_islands.island_size);
        visit(changed, all_islands.island_count), visit(before, all_islands.island_count);
    }
};

/// The memory of an evolution. `asks`: for ask(), tell() and write(), too; it ranks populations in `rankings` ways.
template <class Board>
class Footprint {
public:
    Footprint(const Executor& executor, const Config& config, std::uint32_t puzzle_slots, bool asks = false,
              std::uint32_t rankings = 1)
        : executor_(executor), config_(config), puzzle_slots_(puzzle_slots), asks_(asks), rankings_(rankings) {}

    std::uint64_t bytes() const { return bytes_of(config_, puzzle_slots_); }

    /// Throws MemoryError if that exceeds the available memory.
    void check() const {
        if (bytes() <= available_) return;
        Config less = config_;
        const auto take = [&](std::uint32_t size) {  // individuals per island
            less.population = size * config_.islands, less.max_population = 0;
            if (grows(config_)) less.max_population = std::min(config_.max_population, largest_for_all_stalls(less));
        };
        const std::uint32_t size = largest_that_fits(0, config_.island_size(), [&](std::uint32_t island_size) {
            take(island_size);
            return bytes_of(less, puzzle_slots_) <= available_;
        });
        take(size);
        throw MemoryError(executor_.name(), {bytes(), stacks_, available_}, less.population,
                          less.reserved() > less.population ? less.max_population : 0, puzzle_slots_);
    }

    /// The number of puzzles that fit; at least one. If not all fit, an eighth of the memory stays free.
    std::uint32_t puzzle_slots_that_fit() const {
        if (bytes() <= available_) return puzzle_slots_;
        const std::uint64_t left = available_ - std::min(available_, stacks_);
        return std::max(1u, largest_that_fits(0, puzzle_slots_, [&](std::uint32_t slots) {
                            return bytes_of(config_, slots) - stacks_ <= left - left / 8;
                        }));
    }

private:
    std::uint64_t bytes_of(const Config& config, std::uint32_t puzzle_slots) const {
        const Needs needs(config);
        std::uint64_t bytes = stacks_;
        const auto count = [&]<class T>(const T&, std::size_t size) {
            bytes += size * sizeof(typename std::pointer_traits<T>::element_type);
        };
        Arrays<Board> arrays(population_of(config, puzzle_slots));
        arrays.list(needs, puzzle_slots, count), arrays.list_diversity(count);
        if (needs.functions || asks_) FunctionArrays<Board>().list(arrays.pool, needs.functions, asks_, count);
        const std::size_t rankings = rankings_ + 2 * asks_;  // ask() and write() have steps of their own
        return bytes + rankings * arrays.individuals() * executor_.rank_bytes_per_individual(rank_request(arrays.pool));
    }

    const Executor& executor_;
    const Config& config_;
    std::uint32_t puzzle_slots_;
    bool asks_;
    std::uint32_t rankings_;
    std::uint64_t stacks_ = executor_.stack_bytes(config_), available_ = executor_.available_bytes();
};

}  // namespace evodoku
