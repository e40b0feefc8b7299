// Owning types: device memory, pinned host memory, the stream of one executor, events in it, and graphs of launches.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "cuda_error.hpp"

namespace evodoku::cuda {

/// A fixed number of zeroed T in device memory.
template <class T>
class DeviceArray {
public:
    DeviceArray() = default;
    /// Delegates, so that the destructor releases the memory if clearing it fails.
    explicit DeviceArray(std::size_t count) : DeviceArray() {
        count_ = count;
        if (count == 0) return;
        check(cudaMalloc(&data_, count * sizeof(T)), "allocating device memory");
        check(cudaMemset(data_, 0, count * sizeof(T)), "clearing device memory");
        check(cudaStreamSynchronize(nullptr),
              "clearing device memory");  // our streams do not wait for the default stream
    }
    ~DeviceArray() {
        if (data_ != nullptr) forget(cudaFree(data_));
    }
    DeviceArray(DeviceArray&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    DeviceArray& operator=(DeviceArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        return *this;
    }
    T* data() const { return data_; }
    std::size_t size() const { return count_; }

private:
    static_assert(std::is_trivially_copyable_v<T>);
    T* data_ = nullptr;
    std::size_t count_ = 0;
};

/// A fixed number of T, all bytes 0, in pinned host memory: copies to and from a device are direct, and the host need
/// not wait for them.
template <class T>
class PinnedArray {
public:
    PinnedArray() = default;
    explicit PinnedArray(std::size_t count) {
        if (count == 0) return;
        check_host_memory(cudaHostAlloc(reinterpret_cast<void**>(&data_), count * sizeof(T), cudaHostAllocDefault),
                          "allocating pinned host memory");
        std::memset(static_cast<void*>(data_), 0, count * sizeof(T));
    }
    ~PinnedArray() {
        if (data_ != nullptr) forget(cudaFreeHost(data_));
    }
    PinnedArray(PinnedArray&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
    PinnedArray& operator=(PinnedArray&& other) noexcept {
        std::swap(data_, other.data_);
        return *this;
    }
    T* data() const { return data_; }

private:
    static_assert(std::is_trivially_copyable_v<T>);
    T* data_ = nullptr;
};

class Stream {
public:
    Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream"); }
    ~Stream() {
        if (stream_ != nullptr) forget(cudaStreamDestroy(stream_));
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

/// A point in a stream, with the device's time.
class Event {
public:
    Event() { check(cudaEventCreate(&event_), "creating an event"); }
    ~Event() {
        if (event_ != nullptr) forget(cudaEventDestroy(event_));
    }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    void record(cudaStream_t stream) const { check(cudaEventRecord(event_, stream), "recording an event"); }
    /// Requires that the device has passed both.
    double seconds_until(const Event& later) const {
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, event_, later.event_), "reading the device's clock");
        return static_cast<double>(milliseconds) / 1000;
    }

private:
    cudaEvent_t event_ = nullptr;
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

/// Launches recorded once and repeated as one: a CUDA graph.
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
