// The algorithm on the CPU executor: as a backend, and phase by phase for benchmarks.
#include "cpu/cpu_backend.hpp"

#include <algorithm>
#include <utility>

#include "backend/evolution_backend.hpp"
#include "backend/stepped_evolution.hpp"
#include "cpu/cpu_workbench.hpp"
#include "cpu/executor.hpp"
#include "cpu/peaks.hpp"
#include "workbench/evolution_workbench.hpp"

namespace evodoku::cpu {

std::unique_ptr<Backend> make_backend(std::unique_ptr<Workers> workers, const Config& config,
                                      std::uint32_t puzzle_slots) {
    validate(config);
    return make_evolution_backend(std::make_unique<Executor>(std::move(workers)), config, puzzle_slots);
}

std::unique_ptr<PuzzleEvolution> make_puzzle_evolution(std::unique_ptr<Workers> workers, const Config& config,
                                                       const SavedPuzzle& puzzle) {
    validate(config);
    return make_stepped_evolution(std::make_unique<Executor>(std::move(workers)), config, puzzle);
}

std::unique_ptr<Workbench> make_workbench(std::unique_ptr<Workers> workers, const Config& config,
                                          const PuzzleJob& job) {
    validate(config);
    return make_evolution_workbench(std::make_unique<Executor>(std::move(workers)), config, job);
}

std::unique_ptr<Peaks> make_peaks(std::unique_ptr<Workers> workers) {
    const std::uint64_t bytes = std::min<std::uint64_t>(std::uint64_t{256} << 20, available_memory_bytes() / 8);
    return std::make_unique<CpuPeaks>(std::move(workers), bytes);
}

}  // namespace evodoku::cpu
