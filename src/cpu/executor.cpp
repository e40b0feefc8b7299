// Distributes steps over the workers: by chunk, or a whole island at a time.
#include "cpu/executor.hpp"

#include <cstring>

#include "core/host_work.hpp"

namespace evodoku::cpu {
namespace {

constexpr std::uint32_t chunk_size = Executor::chunk_size;

std::uint32_t chunks_of(std::uint32_t island_size) { return (island_size + chunk_size - 1) / chunk_size; }

void run_chunk(const Executor::Step& step, std::uint32_t island_index, std::uint32_t chunk, std::uint32_t island_size,
               bool alone) {
    const std::uint32_t begin = chunk * chunk_size, end = std::min(island_size, begin + chunk_size);
    for (const Executor::Link& phase : step.chain) phase.run(island_index, begin, end, alone);
}

}  // namespace

void Executor::run_step(Pipeline& pipeline, Step& step, bool may_abandon) {
    if (!step.chain.empty()) {
        const std::uint32_t chunks = chunks_of(pipeline.island_size);
        workers_->for_each(pipeline.islands * chunks, [&](std::uint32_t task) {
            if (may_abandon && stopping()) return;
            run_chunk(step, task / chunks, task % chunks, pipeline.island_size, workers_->threads() == 1);
        });
    } else if (step.ranker) {
        step.ranker->rank_all(*workers_);
    } else {
        workers_->for_each(pipeline.islands, step.island_phase);
    }
}

void Executor::run_step_on(const Pipeline& pipeline, const Step& step, std::uint32_t island_index, bool may_abandon) {
    if (!step.chain.empty()) {
        for (std::uint32_t chunk = 0; chunk < chunks_of(pipeline.island_size); ++chunk) {
            if (may_abandon && stopping()) return;
            run_chunk(step, island_index, chunk, pipeline.island_size, true);
        }
    } else if (step.ranker) {
        step.ranker->rank_one(island_index);
    } else {
        step.island_phase(island_index);
    }
}

/// Runs all steps of a generation; false if it was abandoned because the run is to end. Until the ranking the steps
/// write only children and their plans, so the population of the last generation is still complete.
bool Executor::make_generation(Pipeline& pipeline, const auto& run_step) {
    if (stopping()) return false;
    bool may_abandon = !pipeline.has_table;
    for (Step& step : pipeline.steps) {
        if (step.ranker) may_abandon = false;
        run_step(step, may_abandon);
        if (may_abandon && stopping_) return false;
    }
    return true;
}

// Islands that do not read each other run whole, one per task: no waiting between phases, and a small island stays in
// the cache. Otherwise, or with fewer islands than threads, each step is distributed in chunks.
void Executor::run(Pipeline& pipeline, std::uint32_t generations, bool islands_apart) {
    queue([this, &pipeline, generations, islands_apart] {
        asks_ = this_thread();
        if (islands_apart && runs_whole_islands(pipeline.islands)) {
            workers_->for_each(pipeline.islands, [&](std::uint32_t island_index) {
                for (std::uint32_t generation = 0; generation < generations && running_(island_index); ++generation) {
                    const bool is_whole = make_generation(pipeline, [&](const Step& step, bool may_abandon) {
                        run_step_on(pipeline, step, island_index, may_abandon);
                    });
                    if (!is_whole) return;
                }
            });
            return;
        }
        for (std::uint32_t generation = 0; generation < generations; ++generation) {
            const bool made =
                make_generation(pipeline, [&](Step& step, bool may_abandon) { run_step(pipeline, step, may_abandon); });
            if (!made) return;
        }
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
