// The CUDA executor: one kernel per phase, all on one stream; nothing waits for the host inside a generation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "device_array.cuh"
#include "engine/executor.hpp"
#include "engine/phase.hpp"
#include "engine/steps_on.hpp"
#include "launch.cuh"
#include "rank.cuh"
#include "representation/every_board.hpp"

namespace evodoku::cuda {

class Executor final : public evodoku::Executor {
public:
    static constexpr bool wants_clash_tables = true;
    static constexpr StepDevice device = StepDevice::cuda;

    struct Step {
        const char* name;
        std::function<void(cudaStream_t)> queue;
        std::vector<Step> parts;  ///< the phases one by one, if this is a fused step
    };
    struct Pipeline {
        std::vector<Step> steps;
        std::vector<std::function<void(cudaStream_t, std::uint32_t generations)>> in_shared_memory;  ///< replace all
        std::uint32_t individuals = 0;          ///< of the population
        std::map<std::uint32_t, Graph> graphs;  ///< all steps, so many generations
    };

    /// `max_grid_rows`: islands side by side in one launch.
    Executor(int device, std::string name, std::uint32_t max_grid_rows)
        : device_(device), name_(std::move(name)), max_grid_rows_(max_grid_rows), stream_(device) {}

    std::string name() const override { return name_; }
    int gpu() const override { return device_; }
    std::uint64_t available_bytes() const override {
        choose_device(device_);
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total), "querying free device memory");
        return free - free / 32;  // for the runtime and fragments of the heap
    }
    std::uint64_t rank_bytes_per_individual(const RankRequest& request) const override {
        return DeviceRanker::bytes_per_individual(request);
    }
    std::uint64_t stack_bytes(const Config& config) const override;
    /// Less than a second of the default configuration, as predicted. A check between generations interrupts islands in
    /// shared memory, which must then load again.
    std::uint64_t children_per_check() const override { return 100'000'000; }
    void wait() override {
        choose_device(device_);
        check(cudaStreamSynchronize(stream_), "waiting for the device");
    }
    void wait_for_others() override {
        choose_device(device_);
        const std::lock_guard lock(while_recording);
        check(cudaDeviceSynchronize(), "waiting for other work on the device");
    }
#define EVODOKU_MAKE_STEPS(Board) std::unique_ptr<Steps<Board>> make_steps(const Pool<Board>&, const Config&) override;
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_MAKE_STEPS)
#undef EVODOKU_MAKE_STEPS

    template <IndividualPhase Phase>
    void add_individuals(Pipeline& pipeline, const Phase& phase, std::uint32_t islands,
                         std::uint32_t island_size) const {
        const auto add = [&](const Extent& extent, auto* kernel) {
            load(kernel);
            const auto queue = [=](cudaStream_t stream) {
                launch(Phase::name, stream, extent, kernel, phase, islands, island_size);
            };
            pipeline.steps.push_back({Phase::name, queue, {}});
        };
        if constexpr (Phase::traits.by_group) {
            constexpr unsigned warps = warps_per_block<Phase>;
            add({island_size, islands, max_grid_rows_, warps, 32 * warps}, for_each_individual_by_warp<Phase>);
        } else {
            add({island_size, islands, max_grid_rows_}, for_each_individual<Phase>);
        }
        pipeline.individuals = islands * island_size;
    }
    /// All steps of a population share one ranker. A second one would take its memory again, and its first sort would
    /// write to ranks that are in use.
    void add_rank(Pipeline& pipeline, const RankRequest& request) {
        choose_device(device_);
        std::shared_ptr<DeviceRanker> ranker;
        std::erase_if(rankers_, [&](const std::weak_ptr<DeviceRanker>& kept) {
            const auto held = kept.lock();
            if (held && held->request() == request) ranker = held;
            return !held;
        });
        if (!ranker) rankers_.push_back(ranker = std::make_shared<DeviceRanker>(request, max_grid_rows_));
        pipeline.steps.push_back({"rank", [ranker](cudaStream_t stream) { ranker->rank(stream); }, {}});
        pipeline.individuals = request.island_count * request.island_size;
    }
    void add_barrier(Pipeline&) {}  // every launch is one
    void add_scan(Pipeline& pipeline, std::uint64_t* sums, std::uint32_t islands, std::uint32_t island_size) {
        choose_device(device_);
        const auto scanner = std::make_shared<DeviceScanner>(sums, std::size_t{islands} * island_size);
        pipeline.steps.push_back({"scan", [scanner](cudaStream_t stream) { scanner->scan(stream); }, {}});
    }
    template <SinglePhase Phase>
    void add_single(Pipeline& pipeline, const Phase& phase, std::uint32_t islands) {
        load(for_each_island<Phase>);
        const auto queue = [=](cudaStream_t stream) { launch_single(stream, phase, islands); };
        pipeline.steps.push_back({Phase::name, queue, {}});
    }

    /// One kernel instead of all, for the plain operators: between its phases a child's board stays in the cache.
    void fuse_children(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) const;
    /// Whole generations of the default configuration in shared memory, a block per island.
    void use_shared_memory(Pipeline& pipeline, const Pool<BoxBoard>& pool, const Config& config) const;

    void run(Pipeline& pipeline, std::uint32_t generations, bool islands_apart) {
        choose_device(device_);
        if (islands_apart && !pipeline.in_shared_memory.empty()) {
            for (const auto& queue : pipeline.in_shared_memory) queue(stream_, generations);
            return;
        }
        const bool is_recorded = generations != 1 && pipeline.individuals < GraphTuning::max_individuals;
        if (!is_recorded) return queue_steps(pipeline, generations);
        while (generations != 0) {
            const std::uint32_t part = std::min(generations, GraphTuning::max_generations);
            auto graph = pipeline.graphs.find(part);
            if (graph == pipeline.graphs.end()) {
                Graph recorded(stream_, [&] { queue_steps(pipeline, part); });
                graph = pipeline.graphs.emplace(part, std::move(recorded)).first;
            }
            graph->second.launch(stream_);
            generations -= part;
        }
    }

    void run_part(Pipeline& pipeline, std::uint32_t times) { run(pipeline, times, false); }
    static bool stops() { return false; }

    /// By the device's own clock between the steps, the phases of a fused step one by one.
    void time_phases(const Pipeline& pipeline, std::vector<PhaseTime>& times) {
        choose_device(device_);
        std::vector<const Step*> steps;
        for (const Step& step : pipeline.steps) {
            if (step.parts.empty()) steps.push_back(&step);
            for (const Step& part : step.parts) steps.push_back(&part);
        }
        const std::vector<Event> marks(steps.size() + 1);
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

    void for_each(const SinglePhase auto& phase, std::uint32_t count) const {
        choose_device(device_);
        launch_single(stream_, phase, count);
    }

    template <SumPhase Phase>
    void queue_sums(const Phase& phase, std::uint32_t count, std::uint32_t island_size) const {
        choose_device(device_);
        launch(Phase::name, stream_, {island_size, count, max_grid_rows_}, sum_individuals<Phase>, phase, count,
               island_size);
    }

private:
    /// Loads a kernel's code now: a graph must not do so while it is recorded. Returns what the compiler says of it.
    template <class... Parameters>
    cudaFuncAttributes load(void (*kernel)(Parameters...)) const {
        choose_device(device_);
        cudaFuncAttributes attributes{};
        check(cudaFuncGetAttributes(&attributes, kernel), "loading a kernel");
        return attributes;
    }

    void queue_steps(const Pipeline& pipeline, std::uint32_t generations) const {
        for (std::uint32_t generation = 0; generation < generations; ++generation) {
            for (const Step& step : pipeline.steps) step.queue(stream_);
        }
    }

    std::shared_ptr<void> take(std::size_t bytes) override {
        choose_device(device_);
        const auto memory = std::make_shared<DeviceArray<unsigned char>>(bytes);
        return {memory, memory->data()};
    }
    std::shared_ptr<void> take_staging(std::size_t bytes) override {
        choose_device(device_);
        return make_pinned(bytes);
    }
    void queue_copy(void* to, const void* from, std::size_t bytes, Way way) override {
        choose_device(device_);
        const cudaMemcpyKind kind = way == Way::to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
        if (bytes != 0) check(cudaMemcpyAsync(to, from, bytes, kind, stream_), "copying to or from the device");
    }

    int device_;  ///< selected in every call: the runtime keeps it per thread, and several may call
    std::string name_;
    std::uint32_t max_grid_rows_;
    std::vector<std::weak_ptr<DeviceRanker>> rankers_;  ///< of the steps that exist
    Stream stream_;
};

}  // namespace evodoku::cuda
