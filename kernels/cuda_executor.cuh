// The CUDA executor: a kernel a phase, all on one stream; nothing waits for the host inside a generation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "device_array.cuh"
#include "evodoku/engine/rank_request.hpp"
#include "launch.cuh"
#include "rank.cuh"

namespace evodoku::cuda {

class Executor {
public:
    template <class T>
    using Array = DeviceArray<T>;
    using Schedule = std::vector<std::function<void(cudaStream_t)>>;

    Executor(int device, std::string name) : device_(device), name_(std::move(name)), stream_(chosen(device)) {}

    const std::string& name() const { return name_; }
    std::uint64_t available_bytes() const {
        choose(device_);
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total), "asking for free device memory");
        return free - free / 32;  // what the runtime and fragments of the heap need
    }
    std::uint64_t rank_bytes_per_individual(const RankRequest& request) const {
        return DeviceRanker::bytes_per_individual(request);
    }
    std::uint32_t order_mask(const RankRequest& request) const { return DeviceRanker::order_mask(request); }

    template <class T>
    Array<T> make(std::size_t count) {
        choose(device_);
        return Array<T>(count);
    }
    template <class T>
    void upload(T* to, const T* from, std::size_t count) const {
        copy(to, from, count * sizeof(T), cudaMemcpyHostToDevice);
    }
    template <class T>
    void download(T* to, const T* from, std::size_t count) const {
        copy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost);
    }

    template <class Phase>
    void add_slots(Schedule& schedule, const Phase& phase, std::uint32_t demes, std::uint32_t deme_size) {
        schedule.push_back([=](cudaStream_t stream) {
            launch(Phase::name, stream, deme_size, demes, for_each_slot<Phase>, phase, demes, deme_size);
        });
    }
    void add_rank(Schedule& schedule, const RankRequest& request) {
        choose(device_);
        schedule.push_back(
            [ranker = std::make_shared<DeviceRanker>(request)](cudaStream_t stream) { ranker->rank(stream); });
    }
    void add_barrier(Schedule&) {}  // every launch is one
    void add_scan(Schedule& schedule, std::uint64_t* sums, std::uint32_t demes, std::uint32_t deme_size) {
        choose(device_);
        schedule.push_back([scanner = std::make_shared<DeviceScanner>(sums, std::size_t{demes} * deme_size)](
                               cudaStream_t stream) { scanner->scan(stream); });
    }
    template <class Phase>
    void add_demes(Schedule& schedule, const Phase& phase, std::uint32_t demes) {
        schedule.push_back(
            [=](cudaStream_t stream) { launch(Phase::name, stream, demes, 1, for_each_deme<Phase>, phase, demes); });
    }

    void run(const Schedule& schedule, std::uint32_t generations, bool /*demes_apart*/) {
        choose(device_);
        for (std::uint32_t generation = 0; generation < generations; ++generation) {
            for (const auto& step : schedule) step(stream_);
        }
    }

    template <class Phase>
    void for_each(const Phase& phase, std::uint32_t count) const {
        choose(device_);
        launch(Phase::name, stream_, count, 1, for_each_deme<Phase>, phase, count);
    }

    template <class Phase>
    std::vector<std::uint64_t> sum_by_deme(const Phase& phase, std::uint32_t demes, std::uint32_t deme_size) const {
        choose(device_);
        const DeviceArray<unsigned long long> sums(demes);
        launch(Phase::name, stream_, deme_size, demes, sum_slots<Phase>, phase, demes, deme_size, sums.data());
        std::vector<unsigned long long> read(demes);
        download(read.data(), sums.data(), demes);
        return {read.begin(), read.end()};
    }

private:
    void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) const {
        choose(device_);
        check(cudaMemcpyAsync(to, from, bytes, kind, stream_), "copying to or from the device");
        check(cudaStreamSynchronize(stream_), "waiting for the device");
    }

    /// The device is a property of the calling thread, and callers may change threads.
    static void choose(int device) { check(cudaSetDevice(device), "choosing the device"); }
    static Stream chosen(int device) {
        choose(device);
        return Stream();
    }

    int device_;
    std::string name_;
    Stream stream_;
};

}  // namespace evodoku::cuda
