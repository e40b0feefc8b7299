// Backends and evolutions on this processor.
#pragma once

#include <memory>
#include <utility>

#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"

namespace evodoku::cpu {

inline std::unique_ptr<Backend> make_backend(std::unique_ptr<Workers> workers, const Config& config,
                                             std::uint32_t puzzle_slots) {
    return make_evolution_backend(std::make_unique<Executor>(std::move(workers)), config, puzzle_slots);
}

inline std::unique_ptr<PuzzleEvolution> make_puzzle_evolution(std::unique_ptr<Workers> workers, const Config& config,
                                                              const SavedPuzzle& puzzle) {
    return make_stepped_evolution(std::make_unique<Executor>(std::move(workers)), config, puzzle);
}

}  // namespace evodoku::cpu

namespace evodoku::test {

inline std::unique_ptr<cpu::Executor> serial_executor() {
    return std::make_unique<cpu::Executor>(cpu::make_serial_workers(cpu::Order::forwards));
}

inline std::unique_ptr<Backend> evolution_backend(const Config& config, std::uint32_t puzzle_slots) {
    return make_evolution_backend(serial_executor(), config, puzzle_slots);
}

}  // namespace evodoku::test
