// One island on one puzzle, phase by phase.
#include "backend/workbench.hpp"

#include <utility>

#include "backend/evolution_on.hpp"

namespace evodoku {
namespace {

template <class Board>
class EvolutionWorkbench final : public Workbench {
public:
    /// Requires a configuration of one island that validate() accepts. Throws MemoryError if it does not fit.
    EvolutionWorkbench(std::unique_ptr<Executor> executor, const Config& config, const PuzzleJob& job)
        : evolution_(checked(std::move(executor), config), config, 1),
          job_(job),
          scoring_(evolution_.executor().make_steps(evolution_.pool(), config, StepsOf::scoring)),
          ranking_(evolution_.executor().make_steps(evolution_.pool(), config, StepsOf::ranking)) {
        begin();
    }

    std::string name() const override { return evolution_.name(); }

    void begin() override {
        Island island;
        island.seed = job_.seed;
        island.limit = ~0u;
        island.state = IslandState::running;
        evolution_.write_job(0, job_);
        evolution_.write_islands({island});
        evolution_.prepare();
    }
    void make_generations(std::uint32_t count) override {
        evolution_.run(count, true);
        evolution_.executor().wait();
    }
    std::vector<PhaseTime> time_phases(std::uint32_t count) override { return evolution_.time_phases(count); }

    void poison() override {
        const Pool<Board>& pool = evolution_.pool();
        const std::vector<std::uint32_t> nonsense(pool.island_size, ~0u);
        evolution_.executor().upload(pool.costs[evolution_.read_islands()[0].front], nonsense.data(), nonsense.size());
        evolution_.executor().upload(pool.order, nonsense.data(), nonsense.size());
    }
    void score(std::uint32_t times) override { run_on_population(*scoring_, times); }
    void rank(std::uint32_t times) override { run_on_population(*ranking_, times); }

    Sample sample(std::uint32_t stride) const override {
        Sample sample{stride, {}, evolution_.read_costs(0), evolution_.read_order(0)};
        const auto boards = evolution_.read_boards(0);
        for (std::size_t k = 0; k < boards.size(); k += stride) {
            sample.boards.push_back(Board::to_grid(boards[k]));
        }
        return sample;
    }
    std::uint64_t fingerprint() const override {
        const std::uint32_t first[] = {0};
        return evolution_.read({.fingerprint = true}, first)[0].fingerprint;
    }

private:
    static std::unique_ptr<Executor> checked(std::unique_ptr<Executor> executor, const Config& config) {
        Footprint<Board>(*executor, config, 1, false, 2).check();  // ranking alone takes its own memory
        return executor;
    }

    /// Phases work on the back buffer: meanwhile that is the one with the population, all of it new.
    void run_on_population(Steps<Board>& steps, std::uint32_t times) {
        const Island island = evolution_.read_islands()[0];
        Island turned = island;
        turned.front = island.back();
        turned.fresh = true;
        evolution_.write_islands({turned});
        steps.run(times, true);
        evolution_.executor().wait();
        evolution_.write_islands({island});
    }

    mutable EvolutionOn<Board> evolution_;
    PuzzleJob job_;
    std::unique_ptr<Steps<Board>> scoring_, ranking_;
};

}  // namespace

std::unique_ptr<Workbench> make_evolution_workbench(std::unique_ptr<Executor> executor, const Config& config,
                                                    const PuzzleJob& job) {
    validate(config);
    if (is_large(config.representation))
        throw SettingError(std::string("representation is ") + to_text(config.representation) +
                           "; 9 x 9 is wanted here");
    if (config.representation == cell_board) {
        return std::make_unique<EvolutionWorkbench<CellBoard>>(std::move(executor), config, job);
    }
    return std::make_unique<EvolutionWorkbench<BoxBoard>>(std::move(executor), config, job);
}

}  // namespace evodoku
