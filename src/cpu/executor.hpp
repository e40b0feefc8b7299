// The CPU executor: steps run chunk by chunk, so that the output of one phase is still in the cache for the next.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/draws_in_advance.hpp"
#include "core/threads.hpp"
#include "cpu/machine.hpp"
#include "cpu/rank.hpp"
#include "engine/executor.hpp"
#include "engine/phase.hpp"
#include "engine/steps_on.hpp"

namespace evodoku::cpu {

class Executor : public evodoku::Executor {
public:
    /// Individuals whose phases run back to back: their boards, plans and costs stay in the first-level cache. Their
    /// parents, prefetched during planning, have arrived when they are crossed.
    static constexpr std::uint32_t chunk_size = 128;
    static constexpr bool wants_clash_tables = false;
    static constexpr StepDevice device = StepDevice::cpu;

    explicit Executor(std::unique_ptr<Workers> workers) : workers_(std::move(workers)) {}

    std::string name() const override { return workers_->name(); }
    std::uint64_t available_bytes() const override { return available_memory_bytes(); }
    std::uint64_t rank_bytes_per_individual(const RankRequest& request) const override {
        return Ranker::bytes_per_individual(request);
    }
    std::uint64_t children_per_check() const override { return 5'000'000; }
    bool may_pause(std::uint32_t islands) const override { return !runs_whole_islands(islands); }
    void stop_when(const std::function<bool()>& should_stop) override {
        should_stop_ = should_stop;
        stopping_ = false;
    }
    void wait() override {}
#define EVODOKU_MAKE_STEPS(Board) std::unique_ptr<Steps<Board>> make_steps(const Pool<Board>&, const Config&) override;
    EVODOKU_FOR_EVERY_BOARD(EVODOKU_MAKE_STEPS)
#undef EVODOKU_MAKE_STEPS

    /// Chains of individual phases, rankings and island phases, in order.
    struct Link {
        const char* name;
        /// `alone`: no other thread uses this island.
        std::function<void(std::uint32_t island_index, std::uint32_t begin, std::uint32_t end, bool alone)> run;
    };
    struct Step {
        std::vector<Link> chain;
        std::unique_ptr<Ranker> ranker;
        const char* name = "rank";
        std::function<void(std::uint32_t island_index)> island_phase;
        bool closed = false;  ///< no further phase is chained to it
    };
    struct Pipeline {
        std::vector<Step> steps;
        std::uint32_t islands = 0, island_size = 0;
        /// A table is filled and cleared in each generation, so none is abandoned.
        bool has_table = false;
    };

    template <IndividualPhase Phase>
    void add_individuals(Pipeline& pipeline, const Phase& phase, std::uint32_t islands, std::uint32_t island_size) {
        pipeline.islands = islands, pipeline.island_size = island_size;
        if constexpr (Phase::traits.may_be_alone) pipeline.has_table = true;
        const bool chains =
            !pipeline.steps.empty() && !pipeline.steps.back().chain.empty() && !pipeline.steps.back().closed;
        if (!chains) pipeline.steps.emplace_back();
        const auto run = [phase](std::uint32_t island_index, std::uint32_t begin, std::uint32_t end, bool alone) {
            auto body = phase(island_index);
            if constexpr (Phase::traits.may_be_alone) body.alone = alone;
            if (body.active()) run_individuals<Phase>(body, begin, end);
        };
        pipeline.steps.back().chain.push_back({Phase::name, run});
    }
    /// Nothing: phases are chained chunk by chunk, which keeps all data in the cache anyway. A test implements it as a
    /// GPU does.
    virtual void fuse_children(Pipeline&, const Pool<BoxBoard>&, const Config&) {}
    void use_shared_memory(Pipeline&, const Pool<BoxBoard>&, const Config&) {}

    virtual void add_rank(Pipeline& pipeline, const RankRequest& request) {
        pipeline.steps.emplace_back().ranker = std::make_unique<Ranker>(request);
        running_ = [islands = request.islands](std::uint32_t island_index) { return islands[island_index].running(); };
    }
    void add_barrier(Pipeline& pipeline) {
        if (!pipeline.steps.empty()) pipeline.steps.back().closed = true;
    }
    void add_scan(Pipeline& pipeline, std::uint64_t* sums, std::uint32_t islands, std::uint32_t island_size) {
        pipeline.islands = islands, pipeline.island_size = island_size;
        pipeline.steps.emplace_back().name = "scan";
        pipeline.steps.back().island_phase = [=](std::uint32_t island_index) {
            std::uint64_t* first = sums + std::size_t{island_index} * island_size;
            std::partial_sum(first, first + island_size, first);
        };
    }
    template <SinglePhase Phase>
    void add_single(Pipeline& pipeline, const Phase& phase, std::uint32_t) {
        pipeline.steps.emplace_back().island_phase = phase;
        pipeline.steps.back().name = Phase::name;
    }

    void run(Pipeline& pipeline, std::uint32_t generations, bool islands_apart);
    void run_part(Pipeline& pipeline, std::uint32_t times) {
        queue([this, &pipeline, times] {
            for (std::uint32_t k = 0; k < times; ++k) {
                for (Step& step : pipeline.steps) run_step(pipeline, step);
            }
        });
    }
    bool stops() {
        asks_ = &here_;
        return stopping();
    }
    /// Each phase alone over all islands, without chaining.
    void time_phases(Pipeline& pipeline, std::vector<PhaseTime>& times);

    void for_each(const SinglePhase auto& phase, std::uint32_t count) {
        queue([this, phase, count] {
            const std::uint32_t at_once = std::clamp(count / 1024, 1u, 64u);  // short ones need no call for each
            workers_->for_each((count + at_once - 1) / at_once, [&](std::uint32_t block) {
                const std::uint32_t begin = block * at_once, end = begin + std::min(at_once, count - begin);
                for (std::uint32_t k = begin; k < end; ++k) phase(k);
            });
        });
    }
    void queue_sums(const SumPhase auto& phase, std::uint32_t count, std::uint32_t island_size) {
        constexpr std::uint32_t summed_at_once = 8192;
        queue([this, phase, count, island_size] {
            const std::uint32_t pieces = (island_size + summed_at_once - 1) / summed_at_once;
            workers_->for_each(count * pieces, [&](std::uint32_t task) {
                const std::uint32_t reading_index = task / pieces, begin = task % pieces * summed_at_once;
                const auto body = phase(reading_index);
                if (!body.active()) return;
                const std::uint32_t end = std::min(island_size, begin + summed_at_once);
                std::uint64_t sum = 0;
                for (std::uint32_t index = begin; index < end; ++index) sum += body(index);
                atomic_add(phase.sum(reading_index), sum);
            });
        });
    }

protected:
    /// Runs it at once. A test delays it, as a GPU may.
    virtual void queue(std::function<void()> work) { work(); }

    std::shared_ptr<void> take(std::size_t bytes) override { return take_pages(bytes); }
    std::shared_ptr<void> take_staging(std::size_t bytes) override { return take(bytes); }
    void queue_copy(void* to, const void* from, std::size_t bytes, Way) override;

private:
    /// The individuals of a chunk that a phase acts on. Which these are is unpredictable, so they are listed first,
    /// without a branch. Then their data are prefetched. Then, if the phase uses them, their first blocks of random
    /// numbers are made together, which vectorises. Then each is processed.
    template <class Phase, class Body>
    static void run_individuals(const Body& body, std::uint32_t begin, std::uint32_t end) {
        constexpr PhaseTraits traits = Phase::traits;
        std::uint32_t chosen[chunk_size] = {}, count = 0;
        static_assert(chunk_size % block_lanes == 0);
        for (std::uint32_t index = begin; index < end; ++index) {
            chosen[count] = index;
            if constexpr (traits.chooses) {
                count += body.acts_on(index);
            } else {
                ++count;
            }
        }
        if constexpr (traits.asks_ahead) {
            for (std::uint32_t k = 0; k < count; ++k) body.ask_for(chosen[k]);
        }
        std::uint32_t first_blocks = 0;
        if constexpr (traits.max_first_blocks != 0) first_blocks = body.first_blocks();
        if (first_blocks == 0) {
            for (std::uint32_t k = 0; k < count; ++k) body(chosen[k]);
        } else if constexpr (traits.max_first_blocks != 0) {
            PhiloxBlock blocks[traits.max_first_blocks * chunk_size];
            // A remainder would be made one by one.
            const std::uint32_t whole_vectors = (count + block_lanes - 1) / block_lanes * block_lanes;
            const StreamKey key = body.stream(0);
            for (std::uint32_t number = 0; number < first_blocks; ++number) {
                const std::uint32_t block = Draws::block_number(body.drawn_for(), number);
                make_blocks<1>({{block, key.individual, key.generation, key.puzzle_index}}, key.seed, chosen,
                               whole_vectors, blocks + number * chunk_size);
            }
            constexpr std::uint32_t together = traits.max_together == 0 ? 1 : traits.max_together;
            for (std::uint32_t k = 0; k < count; k += together) {
                const FirstBlocks first{blocks + k, chunk_size, first_blocks};
                if constexpr (traits.max_together != 0) {
                    body.together(chosen + k, std::min(together, count - k), first);
                } else {
                    body(chosen[k], first);
                }
            }
        }
        if constexpr (traits.finishes) {
            for (std::uint32_t k = 0; k < count; ++k) body.then(chosen[k]);
        }
    }

    void run_step(const Pipeline& pipeline, const Step& step, bool may_abandon = false,
                  std::optional<std::uint32_t> only = {});
    bool make_generation(const Pipeline& pipeline, std::optional<std::uint32_t> only);

    /// Islands that do not read each other then run one by one through an epoch, each in the cache of its thread.
    bool runs_whole_islands(std::uint32_t islands) const { return islands >= 2 * workers_->threads(); }
    /// Different for each thread. <thread> is not there on every machine.
    static inline thread_local char here_ = 0;
    /// True once should_stop_ was. Only the thread that makes the generations asks; its helpers read the answer.
    bool stopping() {
        if (should_stop_ && !stopping_ && asks_ == &here_ && should_stop_()) stopping_ = true;
        return stopping_;
    }

    std::unique_ptr<Workers> workers_;
    std::function<bool()> should_stop_;
    const void* asks_ = nullptr;
    std::atomic<bool> stopping_{false};
    std::function<bool(std::uint32_t island_index)> running_;
};

}  // namespace evodoku::cpu
