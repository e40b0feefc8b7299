// Memory on the device, and of the host for it, that belongs to one object; the stream that everything of one
// executor runs on, and marks in it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
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
    explicit DeviceArray(std::size_t count) : count_(count) {
        if (count == 0) return;
        check(cudaMalloc(&data_, count * sizeof(T)), "taking device memory");
        check(cudaMemset(data_, 0, count * sizeof(T)), "clearing device memory");
        check(cudaStreamSynchronize(nullptr), "clearing device memory");  // our streams do not wait for that one
    }
    ~DeviceArray() { cudaFree(data_); }
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

/// A fixed number of T, all bytes 0, in memory of the host that stays where it is: what is copied from there to a
/// device, or back, passes through nothing else, and the host need not wait for it.
template <class T>
class PinnedArray {
public:
    PinnedArray() = default;
    explicit PinnedArray(std::size_t count) {
        if (count == 0) return;
        check(cudaHostAlloc(reinterpret_cast<void**>(&data_), count * sizeof(T), cudaHostAllocDefault),
              "taking pinned memory of the host");
        std::memset(static_cast<void*>(data_), 0, count * sizeof(T));
    }
    ~PinnedArray() { cudaFreeHost(data_); }
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
        if (stream_ != nullptr) cudaStreamDestroy(stream_);
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
        if (event_ != nullptr) cudaEventDestroy(event_);
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

}  // namespace evodoku::cuda
