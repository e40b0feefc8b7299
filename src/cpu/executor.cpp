// Distributes steps over the workers: by chunk, or a whole island at a time.
#include "cpu/executor.hpp"

#include <cstring>

#include "core/host_work.hpp"

namespace evodoku::cpu {

/// In chunks by all workers; or of island `only` alone, on this thread.
void Executor::run_step(const Pipeline& pipeline, const Step& step, bool may_abandon,
                        std::optional<std::uint32_t> only) {
    const std::uint32_t first = only.value_or(0), islands = only ? 1 : pipeline.islands;
    const auto for_each = [&](std::uint32_t count, const auto& task) {
        if (!only) return workers_->for_each(count, task);
        for (std::uint32_t k = 0; k < count; ++k) task(k);
    };
    if (!step.chain.empty()) {
        const std::uint32_t size = pipeline.island_size, chunks = (size + chunk_size - 1) / chunk_size;
        const bool alone = only || workers_->threads() == 1;
        for_each(islands * chunks, [&](std::uint32_t task) {
            if (may_abandon && stopping()) return;
            const std::uint32_t begin = task % chunks * chunk_size, end = std::min(size, begin + chunk_size);
            for (const Link& phase : step.chain) phase.run(first + task / chunks, begin, end, alone);
        });
    } else if (step.ranker) {
        only ? step.ranker->rank_one(first) : step.ranker->rank_all(*workers_);
    } else {
        for_each(islands, [&](std::uint32_t k) { step.island_phase(first + k); });
    }
}

/// Runs all steps of a generation; false if it was abandoned because the run is to end. Until the ranking the steps
/// write only children and their plans, so the population of the last generation is still complete.
bool Executor::make_generation(const Pipeline& pipeline, std::optional<std::uint32_t> only) {
    if (stopping()) return false;
    bool may_abandon = !pipeline.has_table;
    for (const Step& step : pipeline.steps) {
        if (step.ranker) may_abandon = false;
        run_step(pipeline, step, may_abandon, only);
        if (may_abandon && stopping_) return false;
    }
    return true;
}

// Islands that do not read each other run whole, one per task: no waiting between phases, and a small island stays in
// the cache. Otherwise, or with fewer islands than threads, each step is distributed in chunks.
void Executor::run(Pipeline& pipeline, std::uint32_t generations, bool islands_apart) {
    queue([this, &pipeline, generations, islands_apart] {
        asks_ = &here_;
        const auto make_generations = [&](std::optional<std::uint32_t> only) {
            for (std::uint32_t generation = 0; generation < generations; ++generation) {
                if (only && !running_(*only)) return;
                if (!make_generation(pipeline, only)) return;
            }
        };
        const bool are_whole = islands_apart && runs_whole_islands(pipeline.islands);
        are_whole ? workers_->for_each(pipeline.islands, make_generations) : make_generations({});
    });
}

void Executor::queue_copy(void* to, const void* from, std::size_t bytes, Way) {
    queue([=] {
        if (bytes != 0) std::memcpy(to, from, bytes);
    });
}

void Executor::time_phases(Pipeline& pipeline, std::vector<PhaseTime>& times) {
    const auto timed = [&](const char* name, const auto& work) {
        const auto begin = Clock::now();
        work();
        add_time(times, name, seconds_since(begin));
    };
    for (Step& step : pipeline.steps) {
        if (step.chain.empty()) timed(step.name, [&] { run_step(pipeline, step); });
        for (const Link& phase : step.chain) {
            Step alone;
            alone.chain.push_back(phase);
            timed(phase.name, [&] { run_step(pipeline, alone); });
        }
    }
}

}  // namespace evodoku::cpu
