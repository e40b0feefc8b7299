// A Workbench over an Evolution. Host code.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/engine/evolution.hpp"
#include "evodoku/engine/footprint.hpp"
#include "evodoku/engine/workbench.hpp"

namespace evodoku {

template <class Executor, class Representation>
class EvolutionWorkbench final : public Workbench {
public:
    /// Requires a configuration of one island that validate() accepts. Throws MemoryError where it does not fit.
    EvolutionWorkbench(std::unique_ptr<Executor> executor, const Config& config, const PuzzleJob& job)
        : executor_(std::move(executor)), evolution_(checked(*executor_, config), config, 1), seed_(job.seed) {
        evolution_.write_job(0, job);
        const Pool<Representation>& pool = evolution_.pool();
        with<Representation>(config.cost, [&]<class Op>(const Op& op) {
            executor_->add_slots(scoring_, ScorePhase<Op, Representation>{pool, op}, 1, pool.deme_size);
        });
        executor_->add_rank(ranking_, evolution_.rank_request(config));
        begin();
    }

    std::string name() const override { return executor_->name(); }

    void begin() override {
        Deme deme;
        deme.seed = seed_;
        deme.limit = ~0u;
        deme.state = DemeState::running;
        evolution_.write_demes({deme});
        evolution_.prepare();
    }
    void make_generations(std::uint32_t count) override {
        evolution_.run(count, true);
        executor_->wait();
    }
    std::vector<PhaseTime> time_phases(std::uint32_t count) override { return evolution_.time_phases(count); }
    std::uint32_t children() const override {
        Deme deme;
        deme.size = deme.next_size = evolution_.pool().first_size, deme.fresh = false;
        const Layout layout = evolution_.pool().layout_of(deme);
        return layout.end - layout.kept;
    }

    void spoil() override {
        const Pool<Representation>& pool = evolution_.pool();
        const std::vector<std::uint32_t> nonsense(pool.deme_size, ~0u);
        executor_->upload(pool.costs[evolution_.read_demes()[0].front], nonsense.data(), nonsense.size());
        executor_->upload(pool.order, nonsense.data(), nonsense.size());
    }
    void score(std::uint32_t times) override { run_on_population(scoring_, times); }
    void rank(std::uint32_t times) override { run_on_population(ranking_, times); }

    Specimens look(std::uint32_t stride) const override {
        Specimens specimens{{}, evolution_.read_costs(0), evolution_.read_order(0)};
        const auto boards = evolution_.read_boards(0);
        for (std::size_t k = 0; k < boards.size(); k += stride) {
            specimens.boards.push_back(Representation::to_grid(boards[k]));
        }
        return specimens;
    }
    std::uint64_t fingerprint() const override { return evolution_.fingerprints(0, 1)[0]; }

private:
    /// Ranking by itself takes its memory beside that of the evolution's ranking.
    struct RankingTwice {
        const Executor& executor;
        std::string name() const { return executor.name(); }
        std::uint64_t available_bytes() const { return executor.available_bytes(); }
        std::uint64_t rank_bytes_per_individual(const RankRequest& request) const {
            return 2 * executor.rank_bytes_per_individual(request);
        }
    };
    static Executor& checked(Executor& executor, const Config& config) {
        Footprint<Representation>(RankingTwice{executor}, config, 1).check();
        return executor;
    }

    /// Phases work on the buffer at the back: for a while that is the one that holds the population, all of it new.
    void run_on_population(typename Executor::Schedule& schedule, std::uint32_t times) {
        const Deme deme = evolution_.read_demes()[0];
        Deme turned = deme;
        turned.front = deme.back();
        turned.fresh = true;
        evolution_.write_demes({turned});
        executor_->run(schedule, times, true);
        executor_->wait();
        evolution_.write_demes({deme});
    }

    std::unique_ptr<Executor> executor_;
    Evolution<Executor, Representation> evolution_;
    std::uint64_t seed_;
    typename Executor::Schedule scoring_, ranking_;
};

}  // namespace evodoku
