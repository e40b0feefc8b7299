// The CUDA executor: a kernel a phase, all on one stream; nothing waits for the host inside a generation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "device_array.cuh"
#include "evodoku/engine/phase_time.hpp"
#include "evodoku/engine/rank_request.hpp"
#include "launch.cuh"
#include "rank.cuh"

namespace evodoku::cuda {

class Executor {
public:
    /// Children between two looks of whoever may stop the run: less than a second of the default configuration's, as
    /// predicted. A look between generations ends what demes on chip are doing, and has them begin anew.
    static constexpr std::uint64_t children_a_look = 100'000'000;

    template <class T>
    using Array = DeviceArray<T>;
    template <class T>
    using Mirror = PinnedArray<T>;
    struct Step {
        const char* name;
        std::function<void(cudaStream_t)> queue;
        std::vector<Step> parts;  ///< the same one by one, where this is a chain
    };
    struct Schedule {
        std::vector<Step> steps;
        std::function<void(cudaStream_t, std::uint32_t generations)> on_chip;  ///< in place of all steps
    };

    Executor(int device, std::string name) : device_(device), name_(std::move(name)), stream_(chosen(device)) {}

    const std::string& name() const { return name_; }
    std::uint64_t available_bytes() const {
        choose_device(device_);
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total), "asking for free device memory");
        return free - free / 32;  // what the runtime and fragments of the heap need
    }
    std::uint64_t rank_bytes_per_individual(const RankRequest& request) const {
        return DeviceRanker::bytes_per_individual(request);
    }

    template <class T>
    Array<T> make(std::size_t count) {
        choose_device(device_);
        return Array<T>(count);
    }
    template <class T>
    Mirror<T> make_mirror(std::size_t count) const {
        choose_device(device_);
        return Mirror<T>(count);
    }
    template <class T>
    void upload(T* to, const T* from, std::size_t count) const {
        queue_upload(to, from, count);
        wait();
    }
    template <class T>
    void download(T* to, const T* from, std::size_t count) const {
        queue_download(to, from, count);
        wait();
    }
    template <class T>
    void queue_upload(T* to, const T* from, std::size_t count) const {
        copy(to, from, count * sizeof(T), cudaMemcpyHostToDevice);
    }
    template <class T>
    void queue_download(T* to, const T* from, std::size_t count) const {
        copy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost);
    }

    template <class Phase>
    void add_slots(Schedule& schedule, const Phase& phase, std::uint32_t demes, std::uint32_t deme_size) {
        const auto queue = [=](cudaStream_t stream) {
            launch(Phase::name, stream, deme_size, demes, for_each_slot<Phase>, phase, demes, deme_size);
        };
        schedule.steps.push_back({Phase::name, queue, {}});
    }
    /// One kernel for all: between its phases a child's board stays in the cache.
    template <class... Phases>
    void add_chain(Schedule& schedule, std::uint32_t demes, std::uint32_t deme_size, const Phases&... phases) {
        Schedule apart;
        (add_slots(apart, phases, demes, deme_size), ...);
        add_slots(schedule, ChainPhase<Phases...>(phases...), demes, deme_size);
        schedule.steps.back().parts = std::move(apart.steps);
    }
    void add_rank(Schedule& schedule, const RankRequest& request) {
        choose_device(device_);
        const auto ranker = std::make_shared<DeviceRanker>(request);
        schedule.steps.push_back({"rank", [ranker](cudaStream_t stream) { ranker->rank(stream); }, {}});
    }
    void add_barrier(Schedule&) {}  // every launch is one
    void add_scan(Schedule& schedule, std::uint64_t* sums, std::uint32_t demes, std::uint32_t deme_size) {
        choose_device(device_);
        const auto scanner = std::make_shared<DeviceScanner>(sums, std::size_t{demes} * deme_size);
        schedule.steps.push_back({"scan", [scanner](cudaStream_t stream) { scanner->scan(stream); }, {}});
    }
    template <class Phase>
    void add_demes(Schedule& schedule, const Phase& phase, std::uint32_t demes) {
        const auto queue = [=](cudaStream_t stream) {
            launch(Phase::name, stream, demes, 1, for_each_deme<Phase>, phase, demes);
        };
        schedule.steps.push_back({Phase::name, queue, {}});
    }

    template <class Phases>
    void add_on_chip(Schedule& schedule, const Phases& phases, std::uint32_t demes) {
        const std::uint32_t size = phases.pool.deme_size;
        const std::size_t bytes = Phases::bytes(size, LaunchTuning::slice_words);
        choose_device(device_);
        // The kernel's, not this launch's: another executor in the process may have demes of another size.
        check(cudaFuncSetAttribute(demes_on_chip<Phases>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(Phases::bytes(most_on_chip, LaunchTuning::slice_words))),
              "asking for shared memory");
        schedule.on_chip = [=](cudaStream_t stream, std::uint32_t generations) {
            launch_blocks(Phases::name, stream, demes, (size + 31) / 32 * 32, bytes, demes_on_chip<Phases>, phases,
                          generations, LaunchTuning::slice_words);
        };
    }

    void run(const Schedule& schedule, std::uint32_t generations, bool demes_apart) {
        choose_device(device_);
        if (demes_apart && schedule.on_chip) {
            schedule.on_chip(stream_, generations);
            return;
        }
        for (std::uint32_t generation = 0; generation < generations; ++generation) {
            for (const Step& step : schedule.steps) step.queue(stream_);
        }
    }

    /// The device's own clock between the steps, those of a chain one by one; the host waits once a generation.
    std::vector<PhaseTime> time_phases(const Schedule& schedule, std::uint32_t generations) {
        choose_device(device_);
        std::vector<PhaseTime> times;
        std::vector<const Step*> steps;
        for (const Step& step : schedule.steps) {
            if (step.parts.empty()) steps.push_back(&step);
            for (const Step& part : step.parts) steps.push_back(&part);
        }
        const std::vector<Event> marks(steps.size() + 1);
        for (std::uint32_t generation = 0; generation < generations; ++generation) {
            for (std::size_t k = 0; k < steps.size(); ++k) {
                marks[k].record(stream_);
                steps[k]->queue(stream_);
            }
            marks.back().record(stream_);
            wait();
            for (std::size_t k = 0; k < steps.size(); ++k) {
                add_time(times, steps[k]->name, marks[k].seconds_until(marks[k + 1]));
            }
        }
        return times;
    }

    void wait() const {
        choose_device(device_);
        check(cudaStreamSynchronize(stream_), "waiting for the device");
    }

    template <class Phase>
    void for_each(const Phase& phase, std::uint32_t count) const {
        choose_device(device_);
        launch(Phase::name, stream_, count, 1, for_each_deme<Phase>, phase, count);
    }

    template <class Phase>
    void queue_sums(const Phase& phase, std::uint32_t count, std::uint32_t deme_size) const {
        choose_device(device_);
        launch(Phase::name, stream_, deme_size, count, sum_slots<Phase>, phase, count, deme_size);
    }

private:
    void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) const {
        choose_device(device_);
        if (bytes != 0) check(cudaMemcpyAsync(to, from, bytes, kind, stream_), "copying to or from the device");
    }

    static Stream chosen(int device) {
        choose_device(device);
        return Stream();
    }

    int device_;  ///< chosen in every call: it is a property of the calling thread, and callers may change threads
    std::string name_;
    Stream stream_;
};

}  // namespace evodoku::cuda
