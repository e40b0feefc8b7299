// What the host writes and reads of an evolution between two epochs: few copies, however many puzzles come and go,
// through memory that is taken once. Host code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "evodoku/engine/phases.hpp"
#include "evodoku/engine/puzzle_job.hpp"

namespace evodoku {

template <class Executor, class Representation>
class HostSide {
public:
    HostSide(Executor& executor, std::uint32_t demes, std::uint32_t puzzle_slots)
        : executor_(executor),
          count_(demes),
          states_(executor.template make<Deme>(demes)),
          jobs_(executor.template make<PuzzleJob>(puzzle_slots)),
          listed_(executor.template make<std::uint32_t>(demes)),
          readings_(executor.template make<Reading<Representation>>(demes)),
          host_states_(executor.template make_mirror<Deme>(demes)),
          host_jobs_(executor.template make_mirror<PuzzleJob>(puzzle_slots)),
          host_listed_(executor.template make_mirror<std::uint32_t>(demes)),
          host_readings_(executor.template make_mirror<Reading<Representation>>(demes)) {
        std::ranges::fill(this->demes(), Deme{});
        send();
        executor_.wait();
    }

    /// Where the phases find them.
    Deme* states() { return states_.data(); }
    const PuzzleJob* jobs() { return jobs_.data(); }

    /// The demes as the host has them: what the last fetch() brought, what the next send() takes along. To be left
    /// alone from send() until what fetch() queued is done.
    std::span<Deme> demes() { return {host_states_.data(), count_}; }
    /// The next send() takes it along.
    void write_job(std::uint32_t puzzle_slot, const PuzzleJob& job) {
        host_jobs_.data()[puzzle_slot] = job;
        first_new_job_ = std::min(first_new_job_, puzzle_slot);
        end_of_new_jobs_ = std::max(end_of_new_jobs_, puzzle_slot + 1);
    }

    /// Queued: what is queued later finds the demes and the new jobs.
    void send() {
        executor_.queue_upload(states_.data(), host_states_.data(), count_);
        if (first_new_job_ < end_of_new_jobs_) {
            executor_.queue_upload(jobs_.data() + first_new_job_, host_jobs_.data() + first_new_job_,
                                   end_of_new_jobs_ - first_new_job_);
        }
        first_new_job_ = ~0u, end_of_new_jobs_ = 0;
    }
    /// Queued: the demes are there when all that was queued is done.
    void fetch() { executor_.queue_download(host_states_.data(), states_.data(), count_); }

    /// Reads of each deme listed what an answer takes: a reading each, without the costs. They last until the next
    /// call.
    std::span<const Reading<Representation>> read(const Pool<Representation>& pool,
                                                  std::span<const std::uint32_t> listed) {
        const Readings<Representation> readings = gather(pool, listed);
        const auto count = static_cast<std::uint32_t>(listed.size());
        executor_.queue_sums(FingerprintPhase<Representation>{pool, readings}, count, pool.deme_size);
        if (pool.efforts != nullptr) {
            for (std::uint64_t Effort::*const of : {&Effort::trials, &Effort::redraws})
                executor_.queue_sums(EffortPhase<Representation>{pool, readings, of}, count, pool.deme_size);
        }
        return fetch_readings(count);
    }
    /// The same with the costs, and without fingerprint and effort.
    std::span<const Reading<Representation>> read_costs(const Pool<Representation>& pool,
                                                        std::span<const std::uint32_t> listed) {
        const Readings<Representation> readings = gather(pool, listed);
        const auto count = static_cast<std::uint32_t>(listed.size());
        executor_.queue_sums(CostPhase<Representation>{pool, readings}, count, pool.deme_size);
        return fetch_readings(count);
    }

private:
    Readings<Representation> gather(const Pool<Representation>& pool, std::span<const std::uint32_t> listed) {
        const Readings<Representation> readings{listed_.data(), readings_.data()};
        std::ranges::copy(listed, host_listed_.data());
        executor_.queue_upload(listed_.data(), host_listed_.data(), listed.size());
        executor_.for_each(GatherPhase<Representation>{pool, readings}, static_cast<std::uint32_t>(listed.size()));
        return readings;
    }
    std::span<const Reading<Representation>> fetch_readings(std::uint32_t count) {
        executor_.queue_download(host_readings_.data(), readings_.data(), count);
        executor_.wait();
        return {host_readings_.data(), count};
    }

    template <class T>
    using Array = typename Executor::template Array<T>;
    template <class T>
    using Mirror = typename Executor::template Mirror<T>;

    Executor& executor_;
    std::uint32_t count_;
    Array<Deme> states_;
    Array<PuzzleJob> jobs_;
    Array<std::uint32_t> listed_;
    Array<Reading<Representation>> readings_;
    Mirror<Deme> host_states_;
    Mirror<PuzzleJob> host_jobs_;
    Mirror<std::uint32_t> host_listed_;
    Mirror<Reading<Representation>> host_readings_;
    std::uint32_t first_new_job_ = ~0u, end_of_new_jobs_ = 0;
};

}  // namespace evodoku
