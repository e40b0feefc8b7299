// The CPU executor: steps run chunk by chunk, so that what one phase wrote is still in cache for the next.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu/memory.hpp"
#include "cpu/random_blocks.hpp"
#include "cpu/rank.hpp"
#include "cpu/workers.hpp"
#include "evodoku/engine/phase_time.hpp"
#include "evodoku/engine/rank_request.hpp"

namespace evodoku::cpu {

/// Memory of a fixed size, left as the system gives it (zeros).
template <class T>
class HostArray {
public:
    HostArray() = default;
    explicit HostArray(std::size_t count) : memory_(count * sizeof(T)) {}
    T* data() { return static_cast<T*>(memory_.data()); }
    const T* data() const { return static_cast<const T*>(memory_.data()); }

private:
    static_assert(std::is_trivially_copyable_v<T>);
    Pages memory_;
};

class Executor {
public:
    /// Individuals whose phases run back to back: their boards, plans and costs stay in the first-level cache, and
    /// their parents, asked for while planning, have arrived when they are crossed.
    static constexpr std::uint32_t chunk_size = 128;

    /// Children between two looks of whoever may stop the run.
    static constexpr std::uint64_t children_a_look = 5'000'000;

    template <class T>
    using Array = HostArray<T>;
    template <class T>
    using Mirror = HostArray<T>;

    explicit Executor(std::unique_ptr<Workers> workers) : workers_(std::move(workers)) {}

    std::string name() const { return workers_->name(); }
    std::uint64_t available_bytes() const { return available_memory_bytes(); }
    std::uint64_t rank_bytes_per_individual(const RankRequest& request) const {
        return Ranker::bytes_per_individual(request);
    }

    template <class T>
    Array<T> make(std::size_t count) {
        return Array<T>(count);
    }
    template <class T>
    Mirror<T> make_mirror(std::size_t count) const {
        return Mirror<T>(count);
    }
    template <class T>
    void upload(T* to, const T* from, std::size_t count) const {
        std::copy_n(from, count, to);
    }
    template <class T>
    void download(T* to, const T* from, std::size_t count) const {
        std::copy_n(from, count, to);
    }
    template <class T>
    void queue_upload(T* to, const T* from, std::size_t count) const {
        upload(to, from, count);
    }
    template <class T>
    void queue_download(T* to, const T* from, std::size_t count) const {
        download(to, from, count);
    }

    /// Chains of slot phases, rankings and deme phases, in order.
    struct SlotPhase {
        const char* name;
        /// `alone`: nobody else is at this deme.
        std::function<void(std::uint32_t deme, std::uint32_t begin, std::uint32_t end, bool alone)> run;
    };
    struct Step {
        std::vector<SlotPhase> chain;
        std::unique_ptr<Ranker> ranker;
        const char* name = "rank";
        std::function<void(std::uint32_t deme)> deme_phase;
        bool closed = false;  ///< no phase is chained to it any more
    };
    struct Schedule {
        std::vector<Step> steps;
        std::uint32_t demes = 0, deme_size = 0;
    };

    template <class Phase>
    void add_slots(Schedule& schedule, const Phase& phase, std::uint32_t demes, std::uint32_t deme_size) {
        schedule.demes = demes, schedule.deme_size = deme_size;
        const bool chains =
            !schedule.steps.empty() && !schedule.steps.back().chain.empty() && !schedule.steps.back().closed;
        if (!chains) schedule.steps.emplace_back();
        const auto run = [phase](std::uint32_t deme, std::uint32_t begin, std::uint32_t end, bool alone) {
            auto body = phase(deme);
            if constexpr (requires { body.alone = alone; }) body.alone = alone;
            if (body.active()) run_slots<Phase>(body, begin, end);
        };
        schedule.steps.back().chain.push_back({Phase::name, run});
    }
    void add_rank(Schedule& schedule, const RankRequest& request) {
        schedule.steps.emplace_back().ranker = std::make_unique<Ranker>(request);
        running_ = [demes = request.demes](std::uint32_t deme) { return demes[deme].running(); };
    }
    void add_barrier(Schedule& schedule) {
        if (!schedule.steps.empty()) schedule.steps.back().closed = true;
    }
    void add_scan(Schedule& schedule, std::uint64_t* sums, std::uint32_t demes, std::uint32_t deme_size) {
        schedule.demes = demes, schedule.deme_size = deme_size;
        schedule.steps.emplace_back().name = "scan";
        schedule.steps.back().deme_phase = [=](std::uint32_t deme) {
            std::uint64_t* first = sums + std::size_t{deme} * deme_size;
            std::partial_sum(first, first + deme_size, first);
        };
    }
    template <class Phase>
    void add_demes(Schedule& schedule, const Phase& phase, std::uint32_t) {
        schedule.steps.emplace_back().deme_phase = phase;
        schedule.steps.back().name = Phase::name;
    }

    void run(Schedule& schedule, std::uint32_t generations, bool demes_apart);
    /// Each phase by itself over all demes, nothing chained.
    std::vector<PhaseTime> time_phases(Schedule& schedule, std::uint32_t generations);
    void wait() const {}

    template <class Phase>
    void for_each(const Phase& phase, std::uint32_t count) const {
        workers_->for_each(count, phase);
    }

    template <class Phase>
    void queue_sums(const Phase& phase, std::uint32_t count, std::uint32_t deme_size) const {
        workers_->for_each(count, [&](std::uint32_t place) {
            const auto body = phase(place);
            if (!body.active()) return;
            std::uint64_t sum = 0;
            for (std::uint32_t index = 0; index < deme_size; ++index) sum += body(index);
            *phase.sum(place) += sum;
        });
    }

private:
    /// The individuals of a chunk that a phase acts on. Which those are is a coin toss: they are listed first, without
    /// a branch to guess; then what they need is asked for; then the first blocks of random numbers are made for all of
    /// them, which vectorises, where the phase begins with those; then each is done.
    template <class Phase, class Body>
    static void run_slots(const Body& body, std::uint32_t begin, std::uint32_t end) {
        constexpr bool chooses = requires { body.acts_on(begin); };
        constexpr bool draws = requires { body.takes_first_blocks(); };
        std::uint32_t chosen[chunk_size] = {}, count = 0;
        static_assert(chunk_size % block_lanes == 0);
        for (std::uint32_t index = begin; index < end; ++index) {
            chosen[count] = index;
            if constexpr (chooses) {
                count += body.acts_on(index);
            } else {
                ++count;
            }
        }
        if constexpr (requires { body.ask_for(begin); }) {
            for (std::uint32_t k = 0; k < count; ++k) body.ask_for(chosen[k]);
        }
        bool first_blocks = false;
        if constexpr (draws) first_blocks = body.takes_first_blocks();
        if (!first_blocks) {
            for (std::uint32_t k = 0; k < count; ++k) body(chosen[k]);
        } else if constexpr (draws) {
            PhiloxBlock blocks[Phase::blocks * chunk_size];
            const std::uint32_t whole_vectors =
                (count + block_lanes - 1) / block_lanes * block_lanes;  // what is left over would be made one by one
            for (std::uint32_t number = 0; number < Phase::blocks; ++number) {
                make_blocks(body.stream(0), body.drawn_for(), number, chosen, whole_vectors,
                            blocks + number * chunk_size);
            }
            for (std::uint32_t k = 0; k < count; ++k) {
                body(chosen[k], FirstBlocks{blocks + k, chunk_size, Phase::blocks});
            }
        }
        if constexpr (requires { body.then(begin); }) {
            for (std::uint32_t k = 0; k < count; ++k) body.then(chosen[k]);
        }
    }

    void run_chunks(const Schedule& schedule, const std::function<void(std::uint32_t deme, std::uint32_t chunk)>& run);
    void run_step(Schedule& schedule, Step& step);
    static void run_step_on(const Schedule& schedule, const Step& step, std::uint32_t deme);

    std::unique_ptr<Workers> workers_;
    std::function<bool(std::uint32_t deme)> running_;
};

}  // namespace evodoku::cpu
