// THE algorithm: memory, and the order of the phases of a generation, for any executor and representation.
//
// An Executor is a class with
//   template <class T> Array<T>            memory it owns, fixed in size; data() is a pointer its phases may use
//   Array<T> make<T>(n)                    takes memory
//   upload(T* to, const T* from, n), download(T* to, const T* from, n)
//   Schedule                               a list of steps, each done for all demes before the next begins
//   add_slots(schedule, phase)             for every slot; next to each other, such steps may be chained slot by slot
//   add_rank(schedule, RankRequest)        sorts every running deme by (cost, index)
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
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "evodoku/engine/config.hpp"
#include "evodoku/engine/deme.hpp"
#include "evodoku/engine/deme_on_chip.hpp"
#include "evodoku/engine/memory_error.hpp"
#include "evodoku/engine/phase_time.hpp"
#include "evodoku/engine/phases.hpp"
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

    /// Takes all memory for `puzzle_slots` puzzles at once. Throws MemoryError where there is not enough, and
    /// std::invalid_argument where puzzle_slots x population exceeds most_individuals.
    Evolution(Executor& executor, const Config& config, std::uint32_t puzzle_slots)
        : executor_(executor),
          puzzle_slots_(puzzle_slots),
          demes_(puzzle_slots * config.islands),
          individuals_(std::size_t{puzzle_slots} * config.population) {
        check_size(config, puzzle_slots);
        check_memory(executor, config, puzzle_slots);
        boards_[0] = executor.template make<Stored>(individuals_);
        boards_[1] = executor.template make<Stored>(individuals_);
        costs_[0] = executor.template make<std::uint32_t>(individuals_);
        costs_[1] = executor.template make<std::uint32_t>(individuals_);
        order_ = executor.template make<std::uint32_t>(individuals_);
        plans_ = executor.template make<Plan>(individuals_);
        deme_states_ = executor.template make<Deme>(demes_);
        if (counts(config)) efforts_ = executor.template make<Effort>(individuals_);
        jobs_ = executor.template make<PuzzleJob>(puzzle_slots);
        presolved_ = executor.template make<Presolved>(puzzle_slots);
        puzzles_ = executor.template make<Puzzle>(puzzle_slots);
        if (uses_alleles(config)) alleles_ = executor.template make<Alleles>(puzzle_slots);
        champions_ = executor.template make<Champion<Representation>>(demes_);
        write_demes(std::vector<Deme>(demes_));
        build_schedule(config);
    }

    Evolution(const Evolution&) = delete;  // the schedule points into the arrays
    Evolution& operator=(const Evolution&) = delete;

    /// Presolves and prepares every puzzle that has not begun: to be called after its demes were written.
    void prepare() {
        const std::uint32_t islands = demes_ / puzzle_slots_;
        executor_.for_each(PresolvePhase<Representation>{pool_, islands}, puzzle_slots_);
        if (pool_.alleles == nullptr) return;
        executor_.for_each(PreparePhase<Representation>{pool_, islands}, puzzle_slots_ * 9);
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

    /// The default's operators.
    using OnChip = ChipPhases<RandomBoxes, Survivors, BandStack, HeatBath, RowColumn, Representation>;

    /// The phases of a configuration that has them all, with any knobs, and demes small enough.
    std::optional<OnChip> phases_on_chip(const Config& config) const {
        const auto* initialise = std::get_if<RandomBoxes>(&config.initialisation);
        const auto* select = std::get_if<Survivors>(&config.selection);
        const auto* cost = std::get_if<RowColumn>(&config.cost);
        const auto* mutate = config.mutation.size() == 1 ? std::get_if<HeatBath>(&config.mutation[0].op) : nullptr;
        const auto* cross = config.crossover.size() == 1 ? std::get_if<BandStack>(&config.crossover[0].op) : nullptr;
        const bool crosses = cross != nullptr || config.crossover.empty();
        if (!initialise || !select || !cost || !mutate || !crosses || pool_.deme_size > most_on_chip) return {};
        return OnChip{pool_,
                      *initialise,
                      *select,
                      table(config.crossover),
                      table(config.mutation),
                      cross != nullptr ? *cross : BandStack{},
                      *mutate,
                      *cost};
    }

private:
    static void check_size(const Config& config, std::uint32_t puzzle_slots) {
        if (std::uint64_t{puzzle_slots} * config.population <= most_individuals) return;
        throw std::invalid_argument(
            "puzzle slots (" + std::to_string(puzzle_slots) + ") x population (" + std::to_string(config.population) +
            ") are too many individuals; allowed: " + std::to_string(most_individuals) + " together");
    }

    void check_memory(const Executor& executor, const Config& config, std::uint32_t puzzle_slots) {
        const std::uint64_t each = bytes_per_individual + executor.rank_bytes_per_individual(rank_request(config)) +
                                   (counts(config) ? sizeof(Effort) : 0);
        // A deme's state is kept on the device and, by whoever steers the evolution, twice on the host.
        const std::uint64_t deme = 3 * sizeof(Deme) + 2 * sizeof(Champion<Representation>) + 3 * sizeof(std::uint64_t);
        const std::uint64_t puzzle =
            sizeof(PuzzleJob) + sizeof(Presolved) + sizeof(Puzzle) + (uses_alleles(config) ? sizeof(Alleles) : 0);
        const std::uint64_t fixed = demes_ * deme + puzzle_slots * puzzle;
        const std::uint64_t needed = fixed + std::uint64_t{puzzle_slots} * config.population * each;
        const std::uint64_t available = executor.available_bytes();
        if (needed <= available) return;
        const std::uint64_t largest = (available - std::min(available, fixed)) / each / puzzle_slots;
        throw MemoryError(needed, available, largest / config.islands * config.islands);
    }

    RankRequest rank_request(const Config& config) {
        const std::uint32_t highest = std::visit([](const auto& op) { return op.highest; }, config.cost);
        return {{costs_[0].data(), costs_[1].data()},
                order_.data(),
                deme_states_.data(),
                demes_,
                config.deme_size(),
                highest};
    }

    static bool uses_alleles(const Config& config) {
        for (const Weighted<Mutation>& entry : config.mutation) {
            if (std::visit([](const auto& op) { return needs_alleles<std::decay_t<decltype(op)>>(); }, entry.op))
                return true;
        }
        return false;
    }

    static bool counts(const Config& config) {
        for (const Weighted<Mutation>& entry : config.mutation) {
            if (std::visit([](const auto& op) { return counts_effort<std::decay_t<decltype(op)>>(); }, entry.op))
                return true;
        }
        return false;
    }

    void build_schedule(const Config& config) {
        const std::uint32_t size = config.deme_size();
        const RankRequest request = rank_request(config);
        pool_ = {{boards_[0].data(), boards_[1].data()},
                 {costs_[0].data(), costs_[1].data()},
                 order_.data(),
                 plans_.data(),
                 deme_states_.data(),
                 counts(config) ? efforts_.data() : nullptr,
                 jobs_.data(),
                 presolved_.data(),
                 puzzles_.data(),
                 uses_alleles(config) ? alleles_.data() : nullptr,
                 nullptr,
                 nullptr,
                 champions_.data(),
                 executor_.order_mask(request),
                 demes_,
                 size,
                 config.elite.of(size),
                 config.islands > 1 ? config.migrants : 0,
                 config.immigrants.of(size),
                 config.stall};

        const auto slots = [&](const auto& phase) { executor_.add_slots(schedule_, phase, demes_, size); };
        std::visit(
            [&](const auto& op) {
                slots(PlanPhase<std::decay_t<decltype(op)>, Representation>{pool_, op, table(config.crossover),
                                                                            table(config.mutation)});
            },
            config.selection);
        std::visit(
            [&](const auto& op) {
                slots(InitialisePhase<std::decay_t<decltype(op)>, Representation>{pool_, op});
            },
            config.initialisation);
        slots(CopyPhase<Representation>{pool_});
        for (std::uint32_t entry = 1; entry <= config.crossover.size(); ++entry) {
            std::visit(
                [&](const auto& op) {
                    slots(CrossPhase<std::decay_t<decltype(op)>, Representation>{pool_, op, entry});
                },
                config.crossover[entry - 1].op);
        }
        for (std::uint32_t entry = 1; entry <= config.mutation.size(); ++entry) {
            std::visit(
                [&](const auto& op) {
                    slots(MutatePhase<std::decay_t<decltype(op)>, Representation>{pool_, op, entry});
                },
                config.mutation[entry - 1].op);
        }
        std::visit(
            [&](const auto& op) {
                slots(ScorePhase<std::decay_t<decltype(op)>, Representation>{pool_, op});
            },
            config.cost);
        executor_.add_rank(schedule_, request);
        executor_.add_demes(schedule_, CensusPhase<Representation>{pool_}, demes_);
        if constexpr ((suits_box_board & Representation::flag) != 0) {
            if constexpr (requires(const OnChip& phases) { executor_.add_on_chip(schedule_, phases, demes_); }) {
                if (const auto phases = phases_on_chip(config)) executor_.add_on_chip(schedule_, *phases, demes_);
            }
        }
    }

    template <class Operator>
    static MixTable table(const Mix<Operator>& mix) {
        std::uint64_t sum = 0, so_far = 0;
        for (const auto& entry : mix) sum += entry.weight;
        MixTable table;
        for (const auto& entry : mix) {
            so_far += entry.weight;
            table.below[table.count] = static_cast<std::uint32_t>(so_far * whole / sum);
            table.rate[table.count] = std::visit([](const auto& op) { return op.rate; }, entry.op);
            ++table.count;
        }
        return table;
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
    Pool<Representation> pool_{};
    typename Executor::Schedule schedule_;
};

}  // namespace evodoku
