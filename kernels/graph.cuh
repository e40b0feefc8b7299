// Launches recorded once and repeated as one: a CUDA graph.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <utility>

#include "cuda_error.hpp"

namespace evodoku::cuda {

/// Guessed, not measured: a launch costs the host about 2 us. A generation of the plain configuration is 10 launches
/// with the sort, so below 100,000 individuals launches take longer than the kernels.
struct GraphTuning {
    /// Populations with fewer individuals, all islands together, use graphs.
    static constexpr std::uint32_t max_individuals = 100'000;
    /// A graph then has some hundred launches.
    static constexpr std::uint32_t max_generations = 32;
};

class Graph {
public:
    /// Records what `queue()` launches on the stream. Nothing is executed. `queue` may neither allocate nor wait.
    template <class Queue>
    Graph(cudaStream_t stream, const Queue& queue) {
        // Other threads may work on the device meanwhile.
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "recording launches");
        cudaGraph_t graph = nullptr;
        try {
            queue();
        } catch (...) {
            forget(cudaStreamEndCapture(stream, &graph));
            if (graph != nullptr) forget(cudaGraphDestroy(graph));
            throw;
        }
        check(cudaStreamEndCapture(stream, &graph), "recording launches");
        const cudaError_t error = cudaGraphInstantiate(&executable_, graph, 0);
        forget(cudaGraphDestroy(graph));
        check(error, "preparing a graph of launches");
    }
    ~Graph() {
        if (executable_ != nullptr) forget(cudaGraphExecDestroy(executable_));
    }
    Graph(Graph&& other) noexcept : executable_(std::exchange(other.executable_, nullptr)) {}
    Graph& operator=(Graph&& other) noexcept {
        std::swap(executable_, other.executable_);
        return *this;
    }

    void launch(cudaStream_t stream) const { check(cudaGraphLaunch(executable_, stream), "launching a graph"); }

private:
    cudaGraphExec_t executable_ = nullptr;
};

}  // namespace evodoku::cuda
