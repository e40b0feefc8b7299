// THE algorithm for any executor and representation: its memory, its generations (generation.hpp has the order of their
// phases), and what can be read of it.
//
// An Executor is a class with
//   template <class T> Array<T>            memory it owns, fixed in size; data() is a pointer its phases may use
//   Array<T> make<T>(n)                    takes memory
//   upload(T* to, const T* from, n), download(T* to, const T* from, n)
//   Schedule                               a list of steps, each done for all demes before the next begins
//   add_slots(schedule, phase)             for every slot; next to each other, such steps may be chained slot by slot
//   add_rank(schedule, RankRequest)        sorts every running deme by (cost, index)
//   add_barrier(schedule)                  what follows is not chained to what was before
//   add_scan(schedule, sums, demes, deme_size)    sums[slot] <- the sum from its deme's first slot, or before, up to it
//   for_each(phase, n)                     phase(0) .. phase(n - 1), at once
//   add_demes(schedule, phase)             for every deme
//   run(schedule, generations, demes_apart)    demes_apart: no deme reads another's slots
//   add_on_chip(schedule, ChipPhases, demes)   if it has that: the same generations by run_deme_on_chip
//   time_phases(schedule, generations)     the same, phase by phase with a clock; wait() until all is done
//   sum_by_deme(phase, first, demes, deme_size)    a 64-bit sum a deme, wrapping
//   available_bytes(), rank_bytes_per_individual(RankRequest), order_mask(RankRequest)
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "evodoku/engine/config.hpp"
#include "evodoku/engine/deme.hpp"
#include "evodoku/engine/generation.hpp"
#include "evodoku/engine/memory_error.hpp"
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

    /// What an individual costs in memory, the executor's ranking left out: two boards, two costs, a rank, a plan.
    static constexpr std::size_t bytes_per_individual =
        2 * (sizeof(Stored) + sizeof(std::uint32_t)) + sizeof(std::uint32_t) + sizeof(Plan);

    /// The same with all that a configuration asks for besides.
    static std::size_t bytes_per_individual_of(const Config& config) {
        const Needs needs(config);
        return bytes_per_individual + (needs.spare ? sizeof(Stored) + sizeof(std::uint32_t) : 0) +
               (needs.wheel ? sizeof(std::uint64_t) : 0) + (needs.efforts ? sizeof(Effort) : 0) +
               needs.entries *
                   (sizeof(std::uint64_t) + sizeof(std::uint16_t) + (even_claims + odd_claims) * sizeof(std::uint32_t));
    }

    /// Takes all memory for `puzzle_slots` puzzles at once. Throws MemoryError where there is not enough, and
    /// std::invalid_argument where puzzle_slots x population exceeds most_individuals.
    Evolution(Executor& executor, const Config& config, std::uint32_t puzzle_slots)
        : executor_(executor),
          puzzle_slots_(puzzle_slots),
          demes_(puzzle_slots * config.islands),
          individuals_(std::size_t{puzzle_slots} * config.reserved()) {
        check_size(config, puzzle_slots);
        check_memory(executor, config, puzzle_slots);
        boards_[0] = executor.template make<Stored>(individuals_);
        boards_[1] = executor.template make<Stored>(individuals_);
        costs_[0] = executor.template make<std::uint32_t>(individuals_);
        costs_[1] = executor.template make<std::uint32_t>(individuals_);
        order_ = executor.template make<std::uint32_t>(individuals_);
        plans_ = executor.template make<Plan>(individuals_);
        deme_states_ = executor.template make<Deme>(demes_);
        jobs_ = executor.template make<PuzzleJob>(puzzle_slots);
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
            verdicts_ = executor.template make<std::uint16_t>(individuals_ * needs.entries);
            claims_ = executor.template make<std::uint32_t>(individuals_ * needs.entries * (even_claims + odd_claims));
            rejected_ = executor.template make<std::uint32_t>(demes_);
        }
        if (needs.seen_words != 0) seen_ = executor.template make<std::uint64_t>(demes_ * 2 * needs.seen_words);
        write_demes(std::vector<Deme>(demes_));
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

    std::vector<Deme> read_demes() const {
        std::vector<Deme> demes(demes_);
        executor_.download(demes.data(), deme_states_.data(), demes.size());
        return demes;
    }
    void write_demes(const std::vector<Deme>& demes) {
        executor_.upload(deme_states_.data(), demes.data(), demes.size());
    }

    /// Gives a puzzle slot its puzzle. The caller writes its demes and forgets their champions.
    void write_job(std::uint32_t puzzle_slot, const PuzzleJob& job) {
        executor_.upload(jobs_.data() + puzzle_slot, &job, 1);
    }
    std::vector<Presolved> read_presolved(std::uint32_t first, std::uint32_t count) const {
        std::vector<Presolved> presolved(count);
        executor_.download(presolved.data(), presolved_.data() + first, count);
        return presolved;
    }
    void forget_champions(std::uint32_t first_deme, std::uint32_t count) {
        const std::vector<Champion<Representation>> none(count);
        executor_.upload(champions_.data() + first_deme, none.data(), count);
    }
    std::vector<Champion<Representation>> read_champions(std::uint32_t first_deme, std::uint32_t count) const {
        std::vector<Champion<Representation>> champions(count);
        executor_.download(champions.data(), champions_.data() + first_deme, count);
        return champions;
    }

    /// Of demes first .. first + count - 1, a number each that depends on every board of its population and its place.
    std::vector<std::uint64_t> fingerprints(std::uint32_t first, std::uint32_t count) const {
        return executor_.sum_by_deme(FingerprintPhase<Representation>{pool_}, first, count, pool_.deme_size);
    }
    /// The sum of the costs of each deme's population.
    std::vector<std::uint64_t> cost_sums(std::uint32_t first, std::uint32_t count) const {
        return executor_.sum_by_deme(CostPhase<Representation>{pool_}, first, count, pool_.deme_size);
    }
    /// What each deme's mutations have done since its puzzle began.
    std::vector<Effort> efforts(std::uint32_t first, std::uint32_t count) const {
        std::vector<Effort> efforts(count);
        if (pool_.efforts == nullptr) return efforts;
        for (std::uint64_t Effort::*const of : {&Effort::trials, &Effort::redraws}) {
            const auto sums =
                executor_.sum_by_deme(EffortPhase<Representation>{pool_, of}, first, count, pool_.deme_size);
            for (std::uint32_t k = 0; k < count; ++k) efforts[k].*of = sums[k];
        }
        return efforts;
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
        for (std::uint32_t& entry : order) entry &= pool_.order_mask;
        return order;
    }

    const Pool<Representation>& pool() const { return pool_; }

    /// What ranking a population of the configuration asks of an executor.
    RankRequest rank_request(const Config& config) {
        // A slot that is not in use costs one more than any board.
        const bool some_unused = config.reserved() != config.population || replacement_rule(config).merges;
        const std::uint32_t highest = highest_cost(config) + (some_unused ? 1 : 0);
        return {{costs_[0].data(), costs_[1].data()}, order_.data(), deme_states_.data(), demes_,
                config.reserved() / config.islands,   highest};
    }

private:
    static void check_size(const Config& config, std::uint32_t puzzle_slots) {
        if (std::uint64_t{puzzle_slots} * config.reserved() <= most_individuals) return;
        throw std::invalid_argument(
            "puzzle slots (" + std::to_string(puzzle_slots) + ") x population (" + std::to_string(config.reserved()) +
            ") are too many individuals; allowed: " + std::to_string(most_individuals) + " together");
    }

    void check_memory(const Executor& executor, const Config& config, std::uint32_t puzzle_slots) {
        const std::uint64_t each =
            bytes_per_individual_of(config) + executor.rank_bytes_per_individual(rank_request(config));
        // A deme's state is kept on the device and, by whoever steers the evolution, twice on the host.
        const std::uint64_t deme = 3 * sizeof(Deme) + 2 * sizeof(Champion<Representation>) + 3 * sizeof(std::uint64_t);
        const std::uint64_t seen = 2 * sizeof(std::uint64_t) * Needs(config).seen_words;
        const std::uint64_t puzzle =
            sizeof(PuzzleJob) + sizeof(Presolved) + sizeof(Puzzle) + (uses_alleles(config) ? sizeof(Alleles) : 0);
        const std::uint64_t fixed = demes_ * (deme + seen) + puzzle_slots * puzzle;
        const std::uint64_t needed = fixed + std::uint64_t{puzzle_slots} * config.reserved() * each;
        const std::uint64_t available = executor.available_bytes();
        if (needed <= available) return;
        const std::uint64_t largest = (available - std::min(available, fixed)) / each / puzzle_slots;
        throw MemoryError(needed, available, largest / config.islands * config.islands);
    }

    void make_pool(const Config& config) {
        const std::uint32_t size = config.reserved() / config.islands;
        const Needs needs(config);
        pool_.boards[0] = boards_[0].data(), pool_.boards[1] = boards_[1].data();
        pool_.costs[0] = costs_[0].data(), pool_.costs[1] = costs_[1].data();
        pool_.order = order_.data();
        pool_.plans = plans_.data();
        pool_.demes = deme_states_.data();
        if (needs.efforts) pool_.efforts = efforts_.data();
        pool_.jobs = jobs_.data(), pool_.presolved = presolved_.data(), pool_.puzzles = puzzles_.data();
        if (needs.alleles) pool_.alleles = alleles_.data();
        pool_.champions = champions_.data();
        pool_.order_mask = executor_.order_mask(rank_request(config));
        pool_.deme_count = demes_, pool_.deme_size = size, pool_.first_size = config.deme_size();
        pool_.highest_cost = highest_cost(config);
        pool_.elite = config.elite, pool_.immigrants = config.immigrants;
        pool_.migrants = config.islands > 1 ? config.migrants : 0;
        pool_.stall = config.stall;
        pool_.replacement = replacement_rule(config);
        pool_.stagnation = std::visit([](const auto& op) { return op.rule(); }, config.stagnation);
        pool_.pairs = config.pairs, pool_.either = config.either, pool_.children = config.children;
        if (needs.spare) pool_.spare = spare_.data(), pool_.spare_costs = spare_costs_.data();
        if (needs.wheel) pool_.wheel = wheel_.data();
        if (needs.entries == 0) return;
        const auto entries = static_cast<std::uint32_t>(size * needs.entries);
        pool_.distinct = {keys_.data(),
                          verdicts_.data(),
                          claims_.data(),
                          rejected_.data(),
                          needs.seen_words != 0 ? seen_.data() : nullptr,
                          entries,
                          entries * (even_claims + odd_claims),
                          static_cast<std::uint32_t>(needs.seen_words),
                          config.seen};
    }

    Executor& executor_;
    std::uint32_t puzzle_slots_, demes_;
    std::size_t individuals_;
    Array<Stored> boards_[2];
    Array<std::uint32_t> costs_[2];
    Array<std::uint32_t> order_;
    Array<Plan> plans_;
    Array<Deme> deme_states_;
    Array<Effort> efforts_;
    Array<PuzzleJob> jobs_;
    Array<Presolved> presolved_;
    Array<Puzzle> puzzles_;
    Array<Alleles> alleles_;
    Array<Champion<Representation>> champions_;
    Array<Stored> spare_;
    Array<std::uint32_t> spare_costs_;
    Array<std::uint64_t> wheel_, keys_, seen_;
    Array<std::uint16_t> verdicts_;
    Array<std::uint32_t> claims_, rejected_;
    Genes genes_ = Genes::free_cells;
    Pool<Representation> pool_{};
    typename Executor::Schedule schedule_;
};

}  // namespace evodoku
