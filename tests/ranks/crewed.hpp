// Backends for tests of a spread run: in one process, or with a crew of threads.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ranks/devices.hpp"
#include "ranks/late_ranks.hpp"
#include "support/configurations.hpp"

namespace evodoku::test {

inline std::unique_ptr<Backend> one_process(const NamedConfiguration& named) {
    return cpu::make_backend(workers_of(0), named.config, named.puzzle_slots);
}

/// A backend with the crew that works for it.
class Crewed final : public Backend {
public:
    Crewed(std::uint32_t size, const Config& config, std::uint32_t puzzle_slots, bool on_islands,
           std::uint32_t max_looks = 0)
        : crew_(devices(size), make_late_ranks(size, max_looks)),
          backend_((on_islands ? make_islands_over : make_backend_over)(crew_.ranks(), crew_.device(), config,
                                                                        puzzle_slots)) {}

    std::string name() const override { return backend_->name(); }
    std::uint32_t ranks() const override { return backend_->ranks(); }
    std::uint32_t puzzle_slots() const override { return backend_->puzzle_slots(); }
    bool has_long_epochs() const override { return backend_->has_long_epochs(); }
    void submit(const PuzzleJob& job) override { backend_->submit(job); }
    void resume(SavedPuzzle puzzle) override { backend_->resume(std::move(puzzle)); }
    void save(const ByteSink& to) const override { backend_->save(to); }
    std::uint64_t longest_state() const override { return backend_->longest_state(); }
    bool busy() const override { return backend_->busy(); }
    std::vector<Outcome> advance_epoch(const std::function<bool()>& each) override {
        return backend_->advance_epoch(each);
    }
    std::vector<Progress> progress() const override { return backend_->progress(); }
    std::vector<IslandProgress> islands() const override { return backend_->islands(); }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> listed, Detail detail) const override {
        return backend_->populations(listed, detail);
    }
    std::vector<Outcome> abandon() override { return backend_->abandon(); }

private:
    Crew crew_;
    std::unique_ptr<Backend> backend_;
};

}  // namespace evodoku::test
