// How steps are shared out: by chunk, or a whole deme at a time.
#include "cpu/executor.hpp"

#include <chrono>

namespace evodoku::cpu {
namespace {

constexpr std::uint32_t chunk_size = Executor::chunk_size;

std::uint32_t chunks_of(std::uint32_t deme_size) { return (deme_size + chunk_size - 1) / chunk_size; }

void run_chunk(const Executor::SlotPhase& phase, std::uint32_t deme, std::uint32_t chunk, std::uint32_t deme_size,
               bool alone) {
    const std::uint32_t begin = chunk * chunk_size;
    phase.run(deme, begin, std::min(deme_size, begin + chunk_size), alone);
}

void run_chunk(const Executor::Step& step, std::uint32_t deme, std::uint32_t chunk, std::uint32_t deme_size,
               bool alone) {
    for (const Executor::SlotPhase& phase : step.chain) run_chunk(phase, deme, chunk, deme_size, alone);
}

}  // namespace

void Executor::run_chunks(const Schedule& schedule,
                          const std::function<void(std::uint32_t deme, std::uint32_t chunk)>& run) {
    const std::uint32_t chunks = chunks_of(schedule.deme_size);
    workers_->for_each(schedule.demes * chunks, [&](std::uint32_t task) { run(task / chunks, task % chunks); });
}

void Executor::run_step(Schedule& schedule, Step& step) {
    if (!step.chain.empty()) {
        run_chunks(schedule, [&](std::uint32_t deme, std::uint32_t chunk) {
            run_chunk(step, deme, chunk, schedule.deme_size, workers_->threads() == 1);
        });
    } else if (step.ranker) {
        step.ranker->rank_all(*workers_);
    } else {
        workers_->for_each(schedule.demes, step.deme_phase);
    }
}

void Executor::run_step_on(const Schedule& schedule, const Step& step, std::uint32_t deme) {
    if (!step.chain.empty()) {
        for (std::uint32_t chunk = 0; chunk < chunks_of(schedule.deme_size); ++chunk) {
            run_chunk(step, deme, chunk, schedule.deme_size, true);
        }
    } else if (step.ranker) {
        step.ranker->rank_one(deme);
    } else {
        step.deme_phase(deme);
    }
}

// Demes that do not read each other are run whole, one a task: no waiting between phases, all of a small deme in cache.
// Otherwise, or where there are fewer demes than threads, each step is shared out in chunks.
void Executor::run(Schedule& schedule, std::uint32_t generations, bool demes_apart) {
    if (demes_apart && schedule.demes >= 2 * workers_->threads()) {
        workers_->for_each(schedule.demes, [&](std::uint32_t deme) {
            for (std::uint32_t generation = 0; generation < generations && running_(deme); ++generation) {
                for (const Step& step : schedule.steps) run_step_on(schedule, step, deme);
            }
        });
        return;
    }
    for (std::uint32_t generation = 0; generation < generations; ++generation) {
        for (Step& step : schedule.steps) run_step(schedule, step);
    }
}

std::vector<PhaseTime> Executor::time_phases(Schedule& schedule, std::uint32_t generations) {
    std::vector<PhaseTime> times;
    const auto timed = [&](const char* name, const auto& work) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        add_time(times, name, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    };
    for (std::uint32_t generation = 0; generation < generations; ++generation) {
        for (Step& step : schedule.steps) {
            if (step.chain.empty()) timed(step.name, [&] { run_step(schedule, step); });
            for (const SlotPhase& phase : step.chain) {
                timed(phase.name, [&] {
                    run_chunks(schedule, [&](std::uint32_t deme, std::uint32_t chunk) {
                        run_chunk(phase, deme, chunk, schedule.deme_size, workers_->threads() == 1);
                    });
                });
            }
        }
    }
    return times;
}

}  // namespace evodoku::cpu
