// Backends on this processor, in one thread.
#pragma once

#include <memory>

#include "backend/async_backend.hpp"
#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "support/configurations.hpp"

namespace evodoku::test {

inline std::unique_ptr<cpu::Executor> serial_executor() {
    return std::make_unique<cpu::Executor>(cpu::make_serial_workers(cpu::Order::forwards));
}

inline std::unique_ptr<AsyncBackend> evolution_backend(const Config& config, std::uint32_t puzzle_slots) {
    validate(config);
    return make_evolution_backend(serial_executor(), config, puzzle_slots);
}

}  // namespace evodoku::test
