// The inside of the emulated CUDA runtime: what its files share. The entry points themselves are declared by the
// toolkit.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "emulator/control.hpp"
#include "emulator/emulator.hpp"

using Works = std::vector<std::function<void()>>;

/// A graph that a stream records.
struct Recording {
    std::thread::id thread;  ///< that began it, and may end it
    Works works = {};        ///< so far
    bool is_void = false;
};

/// A stream holds work until it is done. Eager streams do work as it comes, lazy ones when something waits for them.
struct CUstream_st {
    std::deque<std::function<void()>> queue;
    bool waits_for_default = true;  ///< false: created non-blocking
    std::optional<Recording> recording = {};
};

/// A graph is the work of a stream in its order.
struct CUgraph_st {
    std::shared_ptr<const Works> works;
};
struct CUgraphExec_st {
    std::shared_ptr<const Works> works;
};

struct CUevent_st {
    double seconds = 0;
    bool recorded = false, passed = false;
};

namespace evodoku::emulator {

struct Runtime {
    static Runtime& the();

    std::recursive_mutex mutex;
    cudaError_t sticky = cudaSuccess;  ///< a kernel failed: every later call says so until the device is reset
    CUstream_st default_stream;
    std::set<CUstream_st*> streams;
    std::set<CUevent_st*> events;
    std::set<CUgraph_st*> graphs;
    std::set<CUgraphExec_st*> executable_graphs;
    std::map<const char*, std::size_t>
        pinned;  ///< begin and size of the host's memory that a device may copy at any time
    std::map<std::string, std::uint64_t> calls;  ///< of each entry point so far
    std::vector<std::string> faults;             ///< of kernels

    /// Remembers the error of a call for cudaGetLastError.
    cudaError_t result(cudaError_t code);
    /// A failure of something that was queued.
    void fail(cudaError_t code);
    void fault(const Fault& fault);

    void enqueue(cudaStream_t stream, std::function<void()> work);
    CUstream_st& stream(cudaStream_t handle);
    static void drain(CUstream_st& stream);
    void drain_all();
    /// Work of the default stream waits for that of all blocking streams.
    void drain_default();

    bool is_pinned(const void* address) const;
    /// Until a lazy copy to the host is done, a program that reads or writes in its destination's pages crashes: what
    /// was there before could pass for what is to come. An upload that is queued and reads there is done first.
    void close(void* pinned_memory, std::size_t bytes, cudaStream_t handle);
    std::multimap<const void*, std::size_t> pending_uploads;

    /// Counts the call; the failure that a test has asked for, or cudaSuccess.
    cudaError_t injected(const char* name);
    /// Whether it must not be called now: it allocates or waits, and a stream records a graph for this thread. What the
    /// thread records is then void.
    bool bars(const char* name);
    /// Whether a test has asked for this call, which was counted, to do nothing.
    bool skipped(const char* name) const;
};

/// A kernel of the PTX that was chosen for this device.
struct LoadedKernel {
    Kernel* kernel;
    unsigned architecture;  ///< of the PTX
    std::size_t dynamic_shared_allowed = 48 << 10;
    bool has_code = false;  ///< on the device: since its first launch, or a question for its attributes
};

/// Work of an entry point, between the bookkeeping that all have: count, injected failure, failed device.
template <class Work>
cudaError_t call(const char* name, const Work& work) {
    Runtime& runtime = Runtime::the();
    const std::lock_guard lock(runtime.mutex);
    if (const cudaError_t code = runtime.injected(name); code != cudaSuccess) return runtime.result(code);
    if (runtime.sticky != cudaSuccess) return runtime.result(runtime.sticky);
    if (runtime.bars(name)) return runtime.result(cudaErrorStreamCaptureUnsupported);
    return runtime.skipped(name) ? cudaSuccess : runtime.result(work());
}

/// The same for what gives something back: that happens even where the call reports a failure.
template <class Work>
cudaError_t release(const char* name, const Work& work) {
    Runtime& runtime = Runtime::the();
    const std::lock_guard lock(runtime.mutex);
    const cudaError_t injected = runtime.injected(name);
    const cudaError_t code = work();
    if (injected != cudaSuccess) return runtime.result(injected);
    return runtime.result(runtime.sticky != cudaSuccess ? runtime.sticky : code);
}

/// For streams and launches; the least is 0.
inline constexpr int greatest_priority = -5;

/// The kernel that a host function stands for; null where the fat binary has none that this device can run.
LoadedKernel* kernel_of(const void* host_function);

/// Threads that a multiprocessor can hold.
int resident_threads();

/// One line per kernel that was launched, and one per instruction of it that was executed; the first lines name the
/// columns.
void write_counts(const std::string& file);

/// Ends the process: the program has called a function that the emulator does not support.
[[noreturn]] void unsupported(const std::string& what);

}  // namespace evodoku::emulator
