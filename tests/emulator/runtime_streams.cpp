// Streams, events, and waiting for them.
#include <chrono>
#include <utility>

#include "emulator/runtime.hpp"

namespace evodoku::emulator {

CUstream_st& Runtime::stream(cudaStream_t handle) {
    const bool is_default = handle == nullptr || handle == cudaStreamLegacy || handle == cudaStreamPerThread;
    return is_default ? default_stream : *handle;
}

void Runtime::enqueue(cudaStream_t handle, std::function<void()> work) {
    CUstream_st& to = stream(handle);
    if (to.recording) return to.recording->works.push_back(std::move(work));
    to.queue.push_back(std::move(work));
    if (!device_settings().lazy_streams) drain(to);
}

void Runtime::drain(CUstream_st& stream) {
    while (!stream.queue.empty()) {
        const std::function<void()> work = std::move(stream.queue.front());
        stream.queue.pop_front();
        work();
    }
}

void Runtime::drain_default() {
    for (CUstream_st* each : streams) {
        if (each->waits_for_default) drain(*each);
    }
    drain(default_stream);
}

void Runtime::drain_all() {
    for (CUstream_st* each : streams) drain(*each);
    drain(default_stream);
}

}  // namespace evodoku::emulator

using namespace evodoku::emulator;

extern "C" {

cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return call("cudaStreamCreateWithFlags", [&] {
        *stream = new CUstream_st{{}, (flags & cudaStreamNonBlocking) == 0};
        Runtime::the().streams.insert(*stream);
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return call("cudaDeviceGetStreamPriorityRange", [&] {
        *least = 0, *greatest = greatest_priority;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream) {
    return release("cudaStreamDestroy", [&] {
        Runtime& runtime = Runtime::the();
        if (!runtime.streams.contains(stream)) return cudaErrorInvalidResourceHandle;
        Runtime::drain(*stream);
        runtime.streams.erase(stream);
        delete stream;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream) {
    return call("cudaStreamSynchronize", [&] {
        Runtime& runtime = Runtime::the();
        if (&runtime.stream(stream) == &runtime.default_stream) {
            runtime.drain_default();
        } else {
            Runtime::drain(*stream);
        }
        return runtime.sticky;
    });
}

cudaError_t CUDARTAPI cudaDeviceSynchronize() {
    return call("cudaDeviceSynchronize", [&] {
        Runtime::the().drain_all();
        return Runtime::the().sticky;
    });
}

cudaError_t CUDARTAPI cudaEventCreate(cudaEvent_t* event) {
    return call("cudaEventCreate", [&] {
        *event = new CUevent_st;
        Runtime::the().events.insert(*event);
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event) {
    return release("cudaEventDestroy", [&] {
        Runtime& runtime = Runtime::the();
        runtime.drain_all();  // it may be queued
        if (runtime.events.erase(event) == 0) return cudaErrorInvalidResourceHandle;
        delete event;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return call("cudaEventRecord", [&] {
        event->recorded = true, event->passed = false;
        Runtime::the().enqueue(stream, [event] {
            const auto now = std::chrono::steady_clock::now().time_since_epoch();
            event->seconds = std::chrono::duration<double>(now).count();
            event->passed = true;
        });
        return Runtime::the().sticky;
    });
}

cudaError_t CUDARTAPI cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
    return call("cudaEventElapsedTime", [&] {
        if (!begin->recorded || !end->recorded) return cudaErrorInvalidResourceHandle;
        if (!begin->passed || !end->passed) return cudaErrorNotReady;
        *milliseconds = static_cast<float>((end->seconds - begin->seconds) * 1000);
        return cudaSuccess;
    });
}

}  // extern "C"
