// A generation: the phases of the configuration, in order, as a schedule of an executor. Host code.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "evodoku/engine/config.hpp"
#include "evodoku/engine/phases.hpp"
#include "evodoku/engine/rank_request.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// Calls make(operator) for the operator chosen of a kind. validate() has seen that it suits the representation.
template <class Representation, class Kind, class Make>
void with(const Kind& chosen, const Make& make) {
    std::visit(
        [&]<class Operator>(const Operator& op) {
            if constexpr (does_suit<Operator>(Representation::flag)) make(op);
        },
        chosen);
}

/// What choosing from a mix needs of it.
template <class Operator>
MixTable mix_table(const Mix<Operator>& mix) {
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

/// The operator of a mix, where it has that one alone; else null.
template <class Operator, class Kind>
const Operator* only(const Mix<Kind>& mix) {
    return mix.size() == 1 ? std::get_if<Operator>(&mix[0].op) : nullptr;
}

template <class Executor>
constexpr bool has_chains() {
    return requires(Executor & executor, typename Executor::Schedule & schedule, const CopyPhase<BoxBoard>& phase) {
        executor.add_chain(schedule, 1, 1, phase);
    };
}

template <class Executor, class Representation>
class Generation {
public:
    using Schedule = typename Executor::Schedule;

    Generation(Executor& executor, Schedule& schedule, const Pool<Representation>& pool, const RankRequest& rank,
               const Config& config)
        : executor_(executor), schedule_(schedule), pool_(pool), rank_(rank), config_(config) {}

    /// Adds all steps of a generation.
    void build() {
        if (!make_in_one_step()) make_step_by_step();
        for (std::uint32_t number = 1; number < config_.children; ++number) {
            make_children(number);
            with<Representation>(config_.cost, [&]<class Op>(const Op& op) {
                slots(KeepBetterPhase<Op, Representation>{pool_, op});
            });
        }
        if (config_.distinct) {
            reject_duplicates();
            score<true>();
        }
        executor_.add_rank(schedule_, rank_);
        if (pool_.replacement.merges) {
            slots(MergePhase<Representation>{pool_});
            executor_.add_barrier(schedule_);
            slots(SettlePhase<Representation>{pool_});
        }
        executor_.add_demes(schedule_, CensusPhase<Representation>{pool_}, pool_.deme_count);
    }

private:
    template <class Phase>
    void slots(const Phase& phase) {
        executor_.add_slots(schedule_, phase, pool_.deme_count, pool_.deme_size);
    }

    /// From the plan to the cost of every child.
    void make_step_by_step() {
        with<Representation>(config_.selection, [&]<class Op>(const Op& op) {
            if constexpr (needs_wheel<Op>()) {
                slots(WeighPhase<Op, Representation>{pool_, op});
                executor_.add_scan(schedule_, pool_.wheel, pool_.deme_count, pool_.deme_size);
            }
            slots(PlanPhase<Op, Representation>{pool_, op, mix_table(config_.crossover), mix_table(config_.mutation)});
        });
        initialise(Plan::fresh);
        make_children(0);
        score<false>();
    }

    /// The same for the operators of the plain configuration, with any knobs, on an executor that has chains.
    bool make_in_one_step() {
        if constexpr (Representation::flag == suits_box_board && has_chains<Executor>()) {
            const auto* select = std::get_if<Tournament>(&config_.selection);
            const auto* fresh = std::get_if<RandomBoxes>(&config_.initialisation);
            const auto* cross = only<UniformBox>(config_.crossover);
            const auto* mutate = only<Swap>(config_.mutation);
            const auto* cost = std::get_if<RowColumn>(&config_.cost);
            if (!select || !fresh || !cross || !mutate || !cost) return false;
            executor_.add_chain(schedule_, pool_.deme_count, pool_.deme_size,
                                PlanPhase<Tournament, Representation>{pool_, *select, mix_table(config_.crossover),
                                                                      mix_table(config_.mutation)},
                                InitialisePhase<RandomBoxes, Representation>{pool_, *fresh, Plan::fresh},
                                CopyPhase<Representation>{pool_, 0},
                                CrossPhase<UniformBox, Representation>{pool_, *cross, 1, 0},
                                MutatePhase<Swap, Representation>{pool_, *mutate, 1, 0},
                                ScorePhase<RowColumn, Representation>{pool_, *cost});
            return true;
        } else {
            return false;
        }
    }

    void initialise(std::uint32_t wanted) {
        with<Representation>(config_.initialisation, [&]<class Op>(const Op& op) {
            slots(InitialisePhase<Op, Representation>{pool_, op, wanted});
        });
    }
    template <bool only_rejected>
    void score() {
        with<Representation>(config_.cost, [&]<class Op>(const Op& op) {
            slots(ScorePhase<Op, Representation, only_rejected>{pool_, op});
        });
    }

    void make_children(std::uint32_t number) {
        slots(CopyPhase<Representation>{pool_, number});
        for (std::uint32_t entry = 1; entry <= config_.crossover.size(); ++entry) {
            with<Representation>(config_.crossover[entry - 1].op, [&]<class Op>(const Op& op) {
                slots(CrossPhase<Op, Representation>{pool_, op, entry, number});
            });
        }
        for (std::uint32_t entry = 1; entry <= config_.mutation.size(); ++entry) {
            with<Representation>(config_.mutation[entry - 1].op, [&]<class Op>(const Op& op) {
                slots(MutatePhase<Op, Representation>{pool_, op, entry, number});
            });
        }
    }

    void reject_duplicates() {
        slots(KeyPhase<Representation>{pool_});
        slots(ClaimPhase<Representation>{pool_});
        executor_.add_barrier(schedule_);
        if (config_.seen != 0) slots(RecallPhase<Representation>{pool_});
        slots(RejectPhase<Representation>{pool_});
        executor_.add_barrier(schedule_);
        initialise(Plan::rejected);
        if (config_.seen != 0) {
            slots(RekeyPhase<Representation>{pool_});
            slots(RememberPhase<Representation>{pool_});
        }
        slots(UnclaimPhase<Representation>{pool_});
    }

    Executor& executor_;
    Schedule& schedule_;
    const Pool<Representation>& pool_;
    const RankRequest& rank_;
    const Config& config_;
};

}  // namespace evodoku
