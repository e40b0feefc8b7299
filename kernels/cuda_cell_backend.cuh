// The one algorithm on the CUDA executor with boards of single cells: compiled apart, since kernels compile slowly.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "cuda_executor.cuh"
#include "evodoku/engine/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/workbench.hpp"

namespace evodoku::cuda {

std::unique_ptr<Backend> make_cell_backend(const std::function<std::unique_ptr<Executor>()>& make_executor,
                                           const Config& config, std::uint32_t puzzle_slots);
std::unique_ptr<Workbench> make_cell_workbench(std::unique_ptr<Executor> executor, const Config& config,
                                               const PuzzleJob& job);

}  // namespace evodoku::cuda
