// The emulated runtime by itself: what it refuses, when streams do their work, and that it notices what it should.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "emulator/control.hpp"
#include "emulator/emulator.hpp"
#include "packed_kernels.hpp"

namespace evodoku::emulator {
namespace {

__global__ void set_to(int* values, int count, int value) {
    const int index = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (index < count) values[index] = value;
}

__global__ void use_shared(int* out) {
    extern __shared__ int values[];
    values[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) *out = values[blockDim.x - 1];
}

/// Has a stack of 4 KB per thread.
__global__ void use_stack(int* out) {
    int values[1024];
    for (int k = 0; k < 1024; ++k) values[k] = out[k];
    for (int k = 0; k < 1024; ++k) out[k] = values[values[k] & 1023];
}

int load(auto* kernel) {
    cudaFuncAttributes attributes{};
    EXPECT_EQ(cudaFuncGetAttributes(&attributes, kernel), cudaSuccess);
    return static_cast<int>(attributes.localSizeBytes);
}

/// Gives back what a test has taken, and the settings that it has changed.
class EmulatedRuntime : public testing::Test {
protected:
    EmulatedRuntime() { cudaGetLastError(); }
    ~EmulatedRuntime() override {
        device_settings() = before_;
        EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
        for (void* each : taken_) EXPECT_EQ(cudaFree(each), cudaSuccess);
        cudaGetLastError();
        EXPECT_EQ(leaks(), "");
    }
    int* ints(std::size_t count) {
        int* memory = nullptr;
        EXPECT_EQ(cudaMalloc(&memory, count * sizeof(int)), cudaSuccess);
        taken_.push_back(memory);
        return memory;
    }
    static cudaStream_t new_stream() {
        cudaStream_t stream = nullptr;
        EXPECT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        return stream;
    }
    static std::vector<int> read(const int* from, std::size_t count) {
        std::vector<int> host(count);
        EXPECT_EQ(cudaMemcpy(host.data(), from, count * sizeof(int), cudaMemcpyDeviceToHost), cudaSuccess);
        return host;
    }

private:
    DeviceSettings before_ = device_settings();
    std::vector<void*> taken_;
};

TEST_F(EmulatedRuntime, AKernelDoesItsWork) {
    int* const values = ints(100);
    set_to<<<4, 32>>>(values, 100, 7);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(read(values, 100), std::vector<int>(100, 7));
}

TEST_F(EmulatedRuntime, PtxIsUnpackedHoweverItIsPacked) {
    int* const values = ints(2);
    launch_packed_for_speed(values);
    launch_not_packed(values + 1);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(read(values, 2), (std::vector<int>{11, 12}));
}

TEST_F(EmulatedRuntime, NewMemoryHoldsGarbage) {
    EXPECT_NE(read(ints(1), 1)[0], 0);
    int* pinned = nullptr;
    ASSERT_EQ(cudaHostAlloc(reinterpret_cast<void**>(&pinned), sizeof(int), cudaHostAllocDefault), cudaSuccess);
    EXPECT_NE(*pinned, 0);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(EmulatedRuntime, LaunchesBeyondTheDevicesLimitsAreRefused) {
    int* const out = ints(1);
    set_to<<<1, 1025>>>(out, 1, 1);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
    set_to<<<dim3(1, 65536), 1>>>(out, 1, 1);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);
    set_to<<<0, 1>>>(out, 1, 1);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidConfiguration);

    use_shared<<<1, 32, 50'000>>>(out);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue) << "more than 48 KB, and the kernel was not told";
    EXPECT_EQ(cudaFuncSetAttribute(use_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 50'000), cudaSuccess);
    use_shared<<<1, 32, 50'000>>>(out);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(read(out, 1)[0], 31);
    EXPECT_EQ(cudaFuncSetAttribute(use_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 70'000),
              cudaErrorInvalidValue)
        << "compute capability 7.5 has 64 KB";
    cudaGetLastError();
}

TEST_F(EmulatedRuntime, MemoryEnds) {
    std::size_t free = 0, total = 0;
    ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    void* memory = nullptr;
    EXPECT_EQ(cudaMalloc(&memory, free + 1), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "it is forgotten";
}

TEST_F(EmulatedRuntime, CopiesKeepToTheirKindAndTheirAllocation) {
    int* const values = ints(4);
    int host[8] = {};
    EXPECT_EQ(cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice), cudaErrorInvalidValue) << "too many";
    EXPECT_EQ(cudaMemcpy(values, host, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue) << "wrong direction";
    EXPECT_EQ(cudaMemset(values, 0, 17), cudaErrorInvalidValue);
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    EXPECT_EQ(cudaFree(host), cudaErrorInvalidValue);
    cudaGetLastError();
}

TEST_F(EmulatedRuntime, AFaultOfAKernelStaysUntilTheDeviceIsReset) {
    int* const values = ints(4);
    set_to<<<1, 32>>>(values, 5, 1);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    int host = 0;
    EXPECT_EQ(cudaMemcpy(&host, values, sizeof host, cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
    ASSERT_FALSE(faults().empty());
    EXPECT_NE(faults().back().find("set_to"), std::string::npos) << faults().back();
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(EmulatedRuntime, LazyStreamsWorkWhenSomethingWaits) {
    device_settings().lazy_streams = true;
    int* const values = ints(1);
    int *pinned = nullptr, pageable = 5;
    ASSERT_EQ(cudaHostAlloc(reinterpret_cast<void**>(&pinned), sizeof(int), cudaHostAllocDefault), cudaSuccess);
    const cudaStream_t stream = new_stream();
    cudaEvent_t begin = nullptr, end = nullptr;
    ASSERT_EQ(cudaEventCreate(&begin), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(begin, stream), cudaSuccess);
    EXPECT_EQ(cudaMemcpyAsync(values, &pageable, sizeof(int), cudaMemcpyHostToDevice, stream), cudaSuccess);
    pageable = 6;  // the copy took it before
    EXPECT_EQ(cudaMemcpyAsync(pinned, values, sizeof(int), cudaMemcpyDeviceToHost, stream), cudaSuccess);
    set_to<<<1, 1, 0, stream>>>(values, 1, 9);
    EXPECT_EQ(cudaEventRecord(end, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(nullptr),
              cudaSuccess);  // a stream of its own: the default one does not wait for it
    EXPECT_EXIT(std::exit(*pinned), testing::KilledBySignal(SIGSEGV), "") << "the copy is on its way";
    float milliseconds = -1;
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, begin, end), cudaErrorNotReady);
    cudaGetLastError();
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(*pinned, 5);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, begin, end), cudaSuccess);
    EXPECT_GE(milliseconds, 0);
    EXPECT_EQ(read(values, 1)[0], 9);

    EXPECT_EQ(cudaMemcpyAsync(&pageable, values, sizeof(int), cudaMemcpyDeviceToHost, stream), cudaSuccess);
    EXPECT_EQ(pageable, 9) << "a copy to pageable memory waits";
    EXPECT_EQ(cudaEventDestroy(begin), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST_F(EmulatedRuntime, AGraphRepeatsWhatAStreamRecorded) {
    for (const bool lazy : {false, true}) {
        device_settings().lazy_streams = lazy;
        int* const values = ints(2);
        const cudaStream_t stream = new_stream();
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t executable = nullptr;
        load(set_to);
        EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        set_to<<<1, 2, 0, stream>>>(values, 2, 9);
        set_to<<<1, 1, 0, stream>>>(values, 1, 4);
        EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
        EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
        EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
        EXPECT_NE(read(values, 2)[0], 4) << "recorded, not done";
        for (int times = 0; times < 2; ++times) {
            EXPECT_EQ(cudaMemsetAsync(values, 0, 2 * sizeof(int), stream), cudaSuccess);
            EXPECT_EQ(cudaGraphLaunch(executable, stream), cudaSuccess);
            EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
            EXPECT_EQ(read(values, 2), (std::vector<int>{4, 9}));
        }
        EXPECT_NE(leaks().find("1 graphs"), std::string::npos) << leaks();
        EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
        EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    }
}

TEST_F(EmulatedRuntime, AGraphRecordsNeitherWaitsNorAllocations) {
    const cudaStream_t stream = new_stream();
    void* memory = nullptr;
    const std::function<cudaError_t()> barred[] = {[&] { return cudaStreamSynchronize(stream); },
                                                   [&] { return cudaMalloc(&memory, 4); }};
    for (const auto& call : barred) {
        cudaGraph_t graph = nullptr;
        EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        EXPECT_EQ(call(), cudaErrorStreamCaptureUnsupported);
        EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
        EXPECT_EQ(graph, nullptr);
        cudaGetLastError();
    }
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

/// No other test launches it, so that its code is not loaded before.
__global__ void set_to_one(int* value) { *value = 1; }

/// As CUDA does in the mode that the program uses: what one thread records leaves the others alone.
TEST_F(EmulatedRuntime, NoCodeIsLoadedInARecording) {
    int* const values = ints(1);
    const cudaStream_t stream = new_stream();
    cudaGraph_t graph = nullptr;
    for (const bool loaded : {false, true}) {
        if (loaded) load(set_to_one);
        EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        set_to_one<<<1, 1, 0, stream>>>(values);
        EXPECT_EQ(cudaGetLastError(), loaded ? cudaSuccess : cudaErrorStreamCaptureUnsupported);
        EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
        EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    }
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(EmulatedRuntime, StacksOfAllThreadsTakeMemoryAtTheFirstLaunch) {
    device_settings().multiprocessors = 8;
    int* const values = ints(1024);
    EXPECT_EQ(cudaMemset(values, 0, 1024 * sizeof(int)), cudaSuccess);
    const std::size_t stacks = std::size_t{8} * 1024 * static_cast<std::size_t>(load(use_stack));
    EXPECT_GE(stacks, std::size_t{32} << 20);
    DeviceMemory& memory = DeviceMemory::instance();
    const std::size_t capacity = memory.capacity();
    memory.set_capacity(memory.used() + stacks + 4096);
    std::size_t before = 0, after = 0, total = 0;
    EXPECT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
    void* rest = nullptr;
    EXPECT_EQ(cudaMalloc(&rest, 8192), cudaSuccess);
    use_stack<<<1, 1>>>(values);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaFree(rest), cudaSuccess);
    use_stack<<<1, 1>>>(values);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
    EXPECT_EQ(before - after, stacks);
    memory.set_capacity(capacity);
}

TEST_F(EmulatedRuntime, ThreadsRecordSideBySide) {
    int* const values = ints(3);
    const cudaStream_t first = new_stream(), second = new_stream(), third = new_stream();
    cudaGraph_t graph = nullptr, none = nullptr;
    load(set_to);
    EXPECT_EQ(cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_EQ(cudaStreamBeginCapture(first, cudaStreamCaptureModeThreadLocal), cudaErrorIllegalState) << "again";
    set_to<<<1, 1, 0, first>>>(values, 1, 4);
    std::thread([&] {
        void* memory = nullptr;
        EXPECT_EQ(cudaMalloc(&memory, 4), cudaSuccess) << "this thread does not record";
        EXPECT_EQ(cudaFree(memory), cudaSuccess);
        set_to<<<1, 1, 0, third>>>(values + 2, 1, 6);
        EXPECT_EQ(cudaStreamSynchronize(third), cudaSuccess);
        EXPECT_EQ(cudaStreamEndCapture(first, &none), cudaErrorStreamCaptureWrongThread);
        EXPECT_EQ(cudaStreamBeginCapture(second, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        set_to<<<1, 1, 0, second>>>(values + 1, 1, 5);
        EXPECT_EQ(cudaMalloc(&memory, 4), cudaErrorStreamCaptureUnsupported);
        EXPECT_EQ(cudaStreamEndCapture(second, &none), cudaErrorStreamCaptureInvalidated);
    }).join();
    EXPECT_EQ(cudaStreamEndCapture(first, &graph), cudaSuccess) << "the other thread's mistake is not its own";
    EXPECT_EQ(cudaStreamEndCapture(first, &none), cudaErrorIllegalState) << "it has ended";
    cudaGraphExec_t executable = nullptr;
    ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
    EXPECT_EQ(cudaMemset(values, 0, 2 * sizeof(int)), cudaSuccess);
    EXPECT_EQ(cudaGraphLaunch(executable, first), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(first), cudaSuccess);
    EXPECT_EQ(read(values, 3), (std::vector<int>{4, 0, 6}));
    EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    for (cudaStream_t each : {first, second, third}) EXPECT_EQ(cudaStreamDestroy(each), cudaSuccess);
    cudaGetLastError();
}

TEST_F(EmulatedRuntime, ACallFailsWhereATestWantsItTo) {
    const std::uint64_t so_far = runtime_calls()["cudaDeviceSynchronize"];
    device_settings().fail_call = "cudaDeviceSynchronize";
    device_settings().fail_at = so_far + 2, device_settings().fail_code = cudaErrorUnknown;
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorUnknown);
    EXPECT_EQ(cudaGetLastError(), cudaErrorUnknown);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(EmulatedRuntime, ADeviceTakesTheNewestPtxThatItCanRun) {
    cudaFuncAttributes attributes{};
    ASSERT_EQ(cudaFuncGetAttributes(&attributes, set_to), cudaSuccess);
    EXPECT_EQ(attributes.ptxVersion, 75);
    reload_modules();
    device_settings().compute_capability = 70;
    EXPECT_EQ(cudaFuncGetAttributes(&attributes, set_to), cudaErrorInvalidDeviceFunction) << "older than all of it";
    cudaGetLastError();
    reload_modules();
}

TEST_F(EmulatedRuntime, WhatItDoesNotKnowEndsTheTest) {
    int value = 0;
    EXPECT_DEATH(cudaDeviceGetAttribute(&value, cudaDevAttrTotalConstantMemory, 0),
                 "not supported: cudaDeviceGetAttribute");
    EXPECT_DEATH(cudaFuncSetAttribute(set_to, cudaFuncAttributePreferredSharedMemoryCarveout, 50),
                 "not supported: cudaFuncSetAttribute");
}

TEST_F(EmulatedRuntime, WhatIsNotGivenBackShowsInTheExitCode) {
    const auto leave_behind = [] {
        void* memory = nullptr;
        cudaMalloc(&memory, 1);
        cudaStream_t stream = nullptr;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        std::exit(0);
    };
    EXPECT_EXIT(leave_behind(), testing::ExitedWithCode(leak_exit_code), "1 allocations of device memory, 1 streams");
}

}  // namespace
}  // namespace evodoku::emulator
