// THE algorithm for any executor and representation: its memory, its generations (generation.hpp has the order of their
// phases), and what can be read of it.
//
// An Executor is a class with
//   template <class T> Array<T>            memory it owns, fixed in size; data() is a pointer its phases may use
//   Array<T> make<T>(n)                    takes memory
//   Mirror<T> make_mirror(n)               the host's side of such an array, zeroed
//   queue_upload(T* to, const T* from, n)  in turn with all that is queued; the host's side is a mirror, left alone
//   queue_download(T* to, const T* from, n)    until wait()
//   upload(...), download(...)             the same with any memory of the host, and waited for
//   wait()                                 until all that is queued is done
//   Schedule                               a list of steps, each done for all demes before the next begins
//   add_slots(schedule, phase)             for every slot; next to each other, such steps may be chained slot by slot
//   add_chain(schedule, demes, deme_size, phases...)    if it has that: add_slots of one after the other, in one step
//   add_rank(schedule, RankRequest)        sorts every running deme by (cost, index)
//   add_barrier(schedule)                  what follows is not chained to what was before
//   add_scan(schedule, sums, demes, deme_size)    sums[slot] <- the sum from its deme's first slot, or before, up to it
//   for_each(phase, n)                     phase(0) .. phase(n - 1), at once
//   add_demes(schedule, phase)             for every deme
//   run(schedule, generations, demes_apart)    demes_apart: no deme reads another's slots
//   add_on_chip(schedule, ChipPhases, demes)   if it has that: the same generations by run_deme_on_chip
//   time_phases(schedule, generations)     the same, phase by phase with a clock
//   queue_sums(phase, n, deme_size)        adds phase(k)(index), for all indices, to *phase.sum(k), k < n; wrapping
//   children_a_look                        how many it makes before it should be asked whether to go on
//   available_bytes(), rank_bytes_per_individual(RankRequest)
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "evodoku/engine/config.hpp"
#include "evodoku/engine/deme.hpp"
#include "evodoku/engine/footprint.hpp"
#include "evodoku/engine/generation.hpp"
#include "evodoku/engine/host_side.hpp"
#include "evodoku/engine/needs.hpp"
#include "evodoku/engine/phase_time.hpp"
#include "evodoku/engine/phases.hpp"
#include "evodoku/engine/phases_on_chip.hpp"
#include "evodoku/engine/rank_request.hpp"

namespace evodoku {

template <class Executor, class Representation>
class Evolution {
public:
    using Stored = typename Representation::Stored;
    template <class T>
    using Array = typename Executor::template Array<T>;

    static constexpr std::size_t bytes_per_individual = Footprint<Representation>::bytes_per_individual;
    static std::size_t bytes_per_individual_of(const Config& config) {
        return Footprint<Representation>::bytes_per_individual_of(config);
    }

    /// Takes all memory for `puzzle_slots` puzzles at once. Throws MemoryError where there is not enough, and
    /// std::invalid_argument where puzzle_slots x population exceeds most_individuals.
    Evolution(Executor& executor, const Config& config, std::uint32_t puzzle_slots)
        : executor_(executor),
          puzzle_slots_(puzzle_slots),
          demes_(puzzle_slots * config.islands),
          individuals_(std::size_t{puzzle_slots} * config.reserved()),
          host_(checked(executor, config, puzzle_slots), demes_, puzzle_slots) {
        boards_[0] = executor.template make<Stored>(individuals_);
        boards_[1] = executor.template make<Stored>(individuals_);
        costs_[0] = executor.template make<std::uint32_t>(individuals_);
        costs_[1] = executor.template make<std::uint32_t>(individuals_);
        order_ = executor.template make<std::uint32_t>(individuals_);
        plans_ = executor.template make<Plan>(individuals_);
        presolved_ = executor.template make<Presolved>(puzzle_slots);
        puzzles_ = executor.template make<Puzzle>(puzzle_slots);
        champions_ = executor.template make<Champion<Representation>>(demes_);
        const Needs needs(config);
        if (needs.efforts) efforts_ = executor.template make<Effort>(individuals_);
        if (needs.alleles) alleles_ = executor.template make<Alleles>(puzzle_slots);
        if (needs.spare) {
            spare_ = executor.template make<Stored>(individuals_);
            spare_costs_ = executor.template make<std::uint32_t>(individuals_);
        }
        if (needs.wheel) wheel_ = executor.template make<std::uint64_t>(individuals_);
        if (needs.entries != 0) {
            keys_ = executor.template make<std::uint64_t>(individuals_ * needs.entries);
            claims_ = executor.template make<std::uint64_t>(individuals_ * needs.entries * Claims::places_an_entry);
            rejected_ = executor.template make<std::uint32_t>(demes_);
        }
        if (needs.seen_words != 0) seen_ = executor.template make<std::uint64_t>(demes_ * 2 * needs.seen_words);
        make_pool(config);
        with<Representation>(config.initialisation, [&](const auto& op) { genes_ = op.genes; });
        const RankRequest rank = rank_request(config);
        Generation<Executor, Representation>(executor_, schedule_, pool_, rank, config).build();
        if constexpr (Representation::flag == suits_box_board) {
            if constexpr (requires(const DefaultOnChip<Representation>& phases) {
                              executor_.add_on_chip(schedule_, phases, demes_);
                          }) {
                if (const auto phases = phases_on_chip(config, pool_))
                    executor_.add_on_chip(schedule_, *phases, demes_);
            }
        }
    }

    Evolution(const Evolution&) = delete;  // the schedule points into the arrays
    Evolution& operator=(const Evolution&) = delete;

    /// Presolves and prepares every puzzle that has not begun: to be called after its demes were written.
    void prepare() {
        const std::uint32_t islands = demes_ / puzzle_slots_;
        executor_.for_each(PresolvePhase<Representation>{pool_, islands, genes_}, puzzle_slots_);
        if constexpr (Representation::flag == suits_box_board) {  // alleles are of boxes
            if (pool_.alleles == nullptr) return;
            executor_.for_each(PreparePhase<Representation>{pool_, islands}, puzzle_slots_ * 9);
        }
    }

    /// Makes `generations` generations of every running deme. `demes_apart`: none takes in migrants.
    void run(std::uint32_t generations, bool demes_apart) { executor_.run(schedule_, generations, demes_apart); }

    /// The same generations a phase at a time, which takes longer: how long each phase took.
    std::vector<PhaseTime> time_phases(std::uint32_t generations) {
        return executor_.time_phases(schedule_, generations);
    }

    /// How a host that runs many puzzles writes and reads.
    HostSide<Executor, Representation>& host() { return host_; }
    /// Of each deme listed, what an answer takes.
    std::span<const Reading<Representation>> read(std::span<const std::uint32_t> listed) const {
        return host_.read(pool_, listed);
    }

    std::vector<Deme> read_demes() const {
        std::vector<Deme> demes(demes_);
        executor_.download(demes.data(), pool_.demes, demes.size());
        return demes;
    }
    void write_demes(const std::vector<Deme>& demes) {
        std::ranges::copy(demes, host_.demes().begin());
        host_.send();
        executor_.wait();
    }
    /// Gives a puzzle slot its puzzle: to be called before its demes are written.
    void write_job(std::uint32_t puzzle_slot, const PuzzleJob& job) { host_.write_job(puzzle_slot, job); }

    std::vector<Champion<Representation>> read_champions(std::uint32_t first, std::uint32_t count) const {
        std::vector<Champion<Representation>> champions;
        for (const auto& reading : read(numbers(first, count))) champions.push_back(reading.champion);
        return champions;
    }
    /// Of demes first .. first + count - 1, a number each that depends on every board of its population and its place.
    std::vector<std::uint64_t> fingerprints(std::uint32_t first, std::uint32_t count) const {
        std::vector<std::uint64_t> fingerprints;
        for (const auto& reading : read(numbers(first, count))) fingerprints.push_back(reading.fingerprint);
        return fingerprints;
    }
    /// What each deme's mutations have done since its puzzle began.
    std::vector<Effort> efforts(std::uint32_t first, std::uint32_t count) const {
        std::vector<Effort> efforts;
        for (const auto& reading : read(numbers(first, count))) efforts.push_back(reading.effort);
        return efforts;
    }
    /// The sum of the costs of each deme's population.
    std::vector<std::uint64_t> cost_sums(std::uint32_t first, std::uint32_t count) const {
        std::vector<std::uint64_t> sums;
        for (const auto& reading : host_.read_costs(pool_, numbers(first, count))) sums.push_back(reading.cost_sum);
        return sums;
    }

    /// The population itself, deme by deme, as the running buffers hold it: for tests and for looking inside.
    std::vector<Stored> read_boards(std::uint32_t deme) const {
        std::vector<Stored> boards(pool_.deme_size);
        const std::uint32_t front = read_demes()[deme].front;
        executor_.download(boards.data(), boards_[front].data() + pool_.first_slot(deme), boards.size());
        return boards;
    }
    std::vector<std::uint32_t> read_costs(std::uint32_t deme) const {
        std::vector<std::uint32_t> costs(pool_.deme_size);
        const std::uint32_t front = read_demes()[deme].front;
        executor_.download(costs.data(), costs_[front].data() + pool_.first_slot(deme), costs.size());
        return costs;
    }
    /// Rank -> index within the deme.
    std::vector<std::uint32_t> read_order(std::uint32_t deme) const {
        std::vector<std::uint32_t> order(pool_.deme_size);
        executor_.download(order.data(), order_.data() + pool_.first_slot(deme), order.size());
        return order;
    }

    const Pool<Representation>& pool() const { return pool_; }

    /// What ranking a population of the configuration asks of an executor.
    RankRequest rank_request(const Config& config) {
        RankRequest request = rank_sizes(config, puzzle_slots_);
        request.costs[0] = costs_[0].data(), request.costs[1] = costs_[1].data();
        request.order = order_.data();
        request.demes = host_.states();
        return request;
    }

private:
    /// Before any memory is taken.
    static Executor& checked(Executor& executor, const Config& config, std::uint32_t puzzle_slots) {
        if (std::uint64_t{puzzle_slots} * config.reserved() > most_individuals) {
            throw std::invalid_argument("puzzle slots (" + std::to_string(puzzle_slots) + ") x population (" +
                                        std::to_string(config.reserved()) + ") are too many individuals; allowed: " +
                                        std::to_string(most_individuals) + " together");
        }
        Footprint<Representation>(executor, config, puzzle_slots).check();
        return executor;
    }

    static std::vector<std::uint32_t> numbers(std::uint32_t first, std::uint32_t count) {
        std::vector<std::uint32_t> numbers(count);
        std::iota(numbers.begin(), numbers.end(), first);
        return numbers;
    }

    void make_pool(const Config& config) {
        const std::uint32_t size = config.reserved() / config.islands;
        const Needs needs(config);
        pool_.boards[0] = boards_[0].data(), pool_.boards[1] = boards_[1].data();
        pool_.costs[0] = costs_[0].data(), pool_.costs[1] = costs_[1].data();
        pool_.order = order_.data();
        pool_.plans = plans_.data();
        pool_.demes = host_.states();
        if (needs.efforts) pool_.efforts = efforts_.data();
        pool_.jobs = host_.jobs(), pool_.presolved = presolved_.data(), pool_.puzzles = puzzles_.data();
        if (needs.alleles) pool_.alleles = alleles_.data();
        pool_.champions = champions_.data();
        pool_.deme_count = demes_, pool_.deme_size = size, pool_.first_size = config.deme_size();
        pool_.highest_cost = highest_cost(config);
        pool_.elite = config.elite, pool_.immigrants = config.immigrants;
        pool_.migrants = config.islands > 1 ? config.migrants : 0;
        pool_.stall = config.stall;
        pool_.replacement = replacement_rule(config);
        pool_.stagnation = std::visit([](const auto& op) { return op.rule(); }, config.stagnation);
        pool_.pairs = config.pairs, pool_.either = config.either, pool_.children = config.children;
        pool_.mates = config.different ? most_mates : 1;
        if (needs.spare) pool_.spare = spare_.data(), pool_.spare_costs = spare_costs_.data();
        if (needs.wheel) pool_.wheel = wheel_.data();
        if (needs.entries == 0) return;
        const auto entries = static_cast<std::uint32_t>(size * needs.entries);
        pool_.distinct = {keys_.data(),
                          claims_.data(),
                          rejected_.data(),
                          needs.seen_words != 0 ? seen_.data() : nullptr,
                          entries,
                          entries * Claims::places_an_entry,
                          static_cast<std::uint32_t>(needs.seen_words),
                          config.seen};
    }

    Executor& executor_;
    std::uint32_t puzzle_slots_, demes_;
    std::size_t individuals_;
    mutable HostSide<Executor, Representation> host_;  // where those who read have their readings put
    Array<Stored> boards_[2];
    Array<std::uint32_t> costs_[2];
    Array<std::uint32_t> order_;
    Array<Plan> plans_;
    Array<Effort> efforts_;
    Array<Presolved> presolved_;
    Array<Puzzle> puzzles_;
    Array<Alleles> alleles_;
    Array<Champion<Representation>> champions_;
    Array<Stored> spare_;
    Array<std::uint32_t> spare_costs_;
    Array<std::uint64_t> wheel_, keys_, claims_, seen_;
    Array<std::uint32_t> rejected_;
    Genes genes_ = Genes::free_cells;
    Pool<Representation> pool_{};
    typename Executor::Schedule schedule_;
};

}  // namespace evodoku
