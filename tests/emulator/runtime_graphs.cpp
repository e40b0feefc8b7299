// Graphs: the work of a stream, recorded and repeated. Threads record side by side, as in CUDA's mode thread-local: a
// recording bars the calls of the thread that began it; of other threads only a wait for all streams.
#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "emulator/runtime.hpp"

namespace evodoku::emulator {

bool Runtime::bars(const char* name) {
    static constexpr std::string_view barred[] = {"cudaMalloc",     "cudaHostAlloc",         "cudaMemcpy",
                                                  "cudaMemset",     "cudaStreamSynchronize", "cudaDeviceSynchronize",
                                                  "cudaEventRecord"};
    if (std::ranges::find(barred, name) == std::end(barred)) return false;
    const bool of_all_streams = name == std::string_view("cudaDeviceSynchronize");
    bool records = false;
    for (CUstream_st* each : streams) {
        if (!each->recording) continue;
        if (each->recording->thread != std::this_thread::get_id() && !of_all_streams) continue;
        each->recording->is_void = records = true;
    }
    return records;
}

}  // namespace evodoku::emulator

using namespace evodoku::emulator;

extern "C" {

cudaError_t CUDARTAPI cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return call("cudaStreamBeginCapture", [&] {
        if (mode != cudaStreamCaptureModeThreadLocal) unsupported("cudaStreamBeginCapture in another mode");
        if (!Runtime::the().streams.contains(stream)) return cudaErrorStreamCaptureUnsupported;  // the default stream
        if (stream->recording) return cudaErrorIllegalState;
        stream->recording = Recording{std::this_thread::get_id()};
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    return call("cudaStreamEndCapture", [&] {
        Runtime& runtime = Runtime::the();
        *graph = nullptr;
        if (!runtime.streams.contains(stream) || !stream->recording) return cudaErrorIllegalState;
        if (stream->recording->thread != std::this_thread::get_id()) return cudaErrorStreamCaptureWrongThread;
        Recording recording = *std::exchange(stream->recording, std::nullopt);
        if (recording.is_void) return cudaErrorStreamCaptureInvalidated;
        *graph = new CUgraph_st{std::make_shared<const Works>(std::move(recording.works))};
        runtime.graphs.insert(*graph);
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
    return call("cudaGraphInstantiate", [&] {
        if (!Runtime::the().graphs.contains(graph)) return cudaErrorInvalidValue;
        *executable = new CUgraphExec_st{graph->works};
        Runtime::the().executable_graphs.insert(*executable);
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    return call("cudaGraphLaunch", [&] {
        Runtime& runtime = Runtime::the();
        if (!runtime.executable_graphs.contains(executable)) return cudaErrorInvalidValue;
        runtime.enqueue(stream, [works = executable->works] {
            for (const auto& work : *works) work();
        });
        return runtime.sticky;
    });
}

cudaError_t CUDARTAPI cudaGraphDestroy(cudaGraph_t graph) {
    return release("cudaGraphDestroy", [&] {
        if (Runtime::the().graphs.erase(graph) == 0) return cudaErrorInvalidValue;
        delete graph;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaGraphExecDestroy(cudaGraphExec_t executable) {
    return release("cudaGraphExecDestroy", [&] {
        if (Runtime::the().executable_graphs.erase(executable) == 0) return cudaErrorInvalidValue;
        delete executable;
        return cudaSuccess;
    });
}

}  // extern "C"
