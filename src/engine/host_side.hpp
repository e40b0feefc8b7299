// Reads and writes of the host at a synchronisation: few copies for any number of puzzles, through memory that is
// allocated once. Host code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/executor.hpp"
#include "evodoku/core/presolve.hpp"

namespace evodoku {

template <class Representation>
class HostSide {
public:
    using Job = typename Representation::Job;

    HostSide(Executor& executor, std::uint32_t islands, std::uint32_t puzzle_slots)
        : executor_(executor),
          count_(islands),
          states_(executor.make<Island>(islands)),
          new_puzzles_(executor.make<NewPuzzle<Representation>>(puzzle_slots)),
          listed_(executor.make<std::uint32_t>(islands)),
          readings_(executor.make<Reading<Representation>>(islands)),
          host_states_(executor.make_staging<Island>(islands)),
          host_new_puzzles_(executor.make_staging<NewPuzzle<Representation>>(puzzle_slots)),
          host_listed_(executor.make_staging<std::uint32_t>(islands)),
          host_readings_(executor.make_staging<Reading<Representation>>(islands)) {
        std::ranges::fill(this->islands(), Island{});
        send();
        executor_.wait();
    }

    /// Where the phases find them.
    Island* states() { return states_.data(); }
    const NewPuzzle<Representation>* new_puzzles() { return new_puzzles_.data(); }

    /// The islands on the host: the result of the last fetch(), and the content of the next send(). Do not change them
    /// between send() and the end of a queued fetch().
    std::span<Island> islands() { return {host_states_.data(), count_}; }
    /// Adds a puzzle to the list of new ones. The next send() includes it.
    void write_job(std::uint32_t puzzle_slot, const Job& job) {
        host_new_puzzles_.data()[written_++] = {puzzle_slot, job};
    }
    /// The number of new puzzles that were sent. The next write_job() begins another list.
    std::uint32_t take_new_puzzles() {
        written_ = 0;
        return std::exchange(sent_, 0);
    }

    /// Queued: later operations see the islands and the new puzzles.
    void send() {
        executor_.queue_upload(states_.data(), host_states_.data(), count_);
        if (sent_ < written_) {
            executor_.queue_upload(new_puzzles_.data() + sent_, host_new_puzzles_.data() + sent_, written_ - sent_);
        }
        sent_ = written_;
    }
    /// Queued: the islands are on the host when all queued operations are done.
    void fetch() { executor_.queue_download(host_states_.data(), states_.data(), count_); }

    /// Reads the state of each listed island's population: one reading each. Valid until the next call.
    std::span<const Reading<Representation>> read(Steps<Representation>& steps, const WantedSums& wanted,
                                                  std::span<const std::uint32_t> listed) {
        const Readings<Representation> readings = gather(steps, listed);
        const auto count = static_cast<std::uint32_t>(listed.size());
        if (wanted.fingerprint) steps.sum_fingerprints(readings, count);
        if (wanted.costs) steps.sum_costs(readings, count);
        if (wanted.effort) {
            for (std::uint64_t Effort::*const of : {&Effort::trials, &Effort::redraws})
                steps.sum_efforts(readings, of, count);
        }
        return fetch_readings(count);
    }

private:
    Readings<Representation> gather(Steps<Representation>& steps, std::span<const std::uint32_t> listed) {
        const Readings<Representation> readings{listed_.data(), readings_.data()};
        std::ranges::copy(listed, host_listed_.data());
        executor_.queue_upload(listed_.data(), host_listed_.data(), listed.size());
        steps.gather(readings, static_cast<std::uint32_t>(listed.size()));
        return readings;
    }
    std::span<const Reading<Representation>> fetch_readings(std::uint32_t count) {
        executor_.queue_download(host_readings_.data(), readings_.data(), count);
        executor_.wait();
        return {host_readings_.data(), count};
    }

    Executor& executor_;
    std::uint32_t count_;
    Array<Island> states_;
    Array<NewPuzzle<Representation>> new_puzzles_;
    Array<std::uint32_t> listed_;
    Array<Reading<Representation>> readings_;
    Array<Island> host_states_;
    Array<NewPuzzle<Representation>> host_new_puzzles_;
    Array<std::uint32_t> host_listed_;
    Array<Reading<Representation>> host_readings_;
    std::uint32_t written_ = 0, sent_ = 0;  ///< new puzzles
};

}  // namespace evodoku
