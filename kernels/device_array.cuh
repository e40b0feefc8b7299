// Owning types: device memory, pinned host memory, the stream of one executor, events in it, and graphs of launches.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <type_traits>

#include "cuda_error.hpp"

namespace evodoku::cuda {

/// For a std::unique_ptr: releases what it holds by a function of the runtime.
template <auto release>
struct Release {
    void operator()(auto* held) const { forget(release(held)); }
};

/// A fixed number of zeroed T in device memory.
template <class T>
class DeviceArray {
public:
    DeviceArray() = default;
    explicit DeviceArray(std::size_t count) : count_(count) {
        if (count == 0) return;
        T* data = nullptr;
        check(cudaMalloc(&data, count * sizeof(T)), "allocating device memory");
        data_.reset(data);
        check(cudaMemset(data, 0, count * sizeof(T)), "clearing device memory");
        check(cudaStreamSynchronize(nullptr),
              "clearing device memory");  // our streams do not wait for the default stream
    }
    T* data() const { return data_.get(); }
    std::size_t size() const { return count_; }

private:
    static_assert(std::is_trivially_copyable_v<T>);
    std::unique_ptr<T, Release<cudaFree>> data_;
    std::size_t count_ = 0;
};

/// Pinned host memory, all bytes 0: copies to and from a device are direct, and the host need not wait for them.
inline std::shared_ptr<void> make_pinned(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    void* memory = nullptr;
    check_host_memory(cudaHostAlloc(&memory, bytes, cudaHostAllocDefault), "allocating pinned host memory");
    std::memset(memory, 0, bytes);
    return {memory, Release<cudaFreeHost>()};
}

/// The stream of a device. Its constructor chooses the device for the calling thread.
class Stream {
public:
    explicit Stream(int device) {
        choose_device(device);
        cudaStream_t stream = nullptr;
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
        stream_.reset(stream);
    }
    operator cudaStream_t() const { return stream_.get(); }

private:
    std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Release<cudaStreamDestroy>> stream_;
};

/// A point in a stream, with the device's time.
class Event {
public:
    Event() {
        cudaEvent_t event = nullptr;
        check(cudaEventCreate(&event), "creating an event");
        event_.reset(event);
    }
    void record(cudaStream_t stream) const { check(cudaEventRecord(event_.get(), stream), "recording an event"); }
    /// Requires that the device has passed both.
    double seconds_until(const Event& later) const {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, event_.get(), later.event_.get()), "reading the device's clock");
        return static_cast<double>(milliseconds) / 1000;
    }

private:
    std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Release<cudaEventDestroy>> event_;
};

/// When launches are recorded once and repeated as one graph.
/// Guessed, not measured: a launch costs the host about 2 us. A generation of the plain configuration is 10 launches
/// with the sort, so below 100,000 individuals launches take longer than the kernels.
struct GraphTuning {
    /// Populations with fewer individuals, all islands together, use graphs.
    static constexpr std::uint32_t max_individuals = 100'000;
    /// A graph then has some hundred launches.
    static constexpr std::uint32_t max_generations = 32;
};

/// Held by a thread that records, and by one that waits for the whole device: CUDA forbids that while any thread
/// records.
inline std::mutex while_recording;

/// Launches recorded once and repeated as one: a CUDA graph.
class Graph {
public:
    /// Records what `queue()` launches on the stream. Nothing is executed. `queue` may neither allocate nor wait.
    Graph(cudaStream_t stream, const auto& queue) {
        // Other threads may work on the device meanwhile.
        const std::lock_guard lock(while_recording);
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
        cudaGraphExec_t executable = nullptr;
        const cudaError_t error = cudaGraphInstantiate(&executable, graph, 0);
        forget(cudaGraphDestroy(graph));
        check(error, "preparing a graph of launches");
        executable_.reset(executable);
    }
    void launch(cudaStream_t stream) const { check(cudaGraphLaunch(executable_.get(), stream), "launching a graph"); }

private:
    std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, Release<cudaGraphExecDestroy>> executable_;
};

}  // namespace evodoku::cuda
