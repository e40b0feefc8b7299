// A Backend over an Evolution: which puzzle sits in which demes, what happens between two epochs. Host code.
#pragma once

#include <algorithm>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/engine/backend.hpp"
#include "evodoku/engine/evolution.hpp"

namespace evodoku {

template <class Executor, class Representation>
class EvolutionBackend final : public AsyncBackend {
public:
    /// Requires a configuration that validate() accepts. Puzzles side by side: as many as there is memory for, up to
    /// `most_puzzle_slots`.
    EvolutionBackend(std::unique_ptr<Executor> executor, const Config& config, std::uint32_t most_puzzle_slots)
        : executor_(std::move(executor)),
          config_(config),
          evolution_(*executor_, config,
                     Footprint<Representation>(*executor_, config, most_puzzle_slots).puzzle_slots_that_fit()),
          host_(evolution_.host()),
          demes_(host_.demes()),
          occupied_(demes_.size() / config.islands, false) {}

    /// Waits for an epoch that nobody ended: it uses the memory that is about to go.
    ~EvolutionBackend() override {
        try {
            executor_->wait();
        } catch (const std::exception&) {  // a device that is lost uses none
        }
    }

    std::string name() const override { return executor_->name(); }
    std::uint32_t puzzle_slots() const override { return static_cast<std::uint32_t>(occupied_.size()); }
    bool has_long_epochs() const override {
        return std::uint64_t{config_.reserved()} * puzzle_slots() * config_.epoch > Executor::children_a_look;
    }
    void submit(const PuzzleJob& job) override { queue_.push_back(job); }
    bool busy() const override {
        for (const bool occupied : occupied_) {
            if (occupied) return true;
        }
        return !queue_.empty();
    }

    void begin_epoch(const std::function<bool()>& each_generation = {}) override {
        const bool some_begin = fill_free_slots();
        const bool migrating = start_migrations();
        host_.send();
        if (some_begin) evolution_.prepare();
        if (each_generation) {
            for (std::uint32_t k = 0; k < config_.epoch; ++k) {
                evolution_.run(1, !migrating);
                executor_->wait();  // a GPU takes orders for many generations ahead of those it has made
                if (!each_generation()) break;
            }
        } else {
            // Only the first generation of an epoch takes in migrants.
            if (migrating) evolution_.run(1, false);
            if (config_.epoch > migrating) evolution_.run(config_.epoch - migrating, true);
        }
        host_.fetch();
    }

    std::vector<Answer> end_epoch() override {
        executor_->wait();
        std::vector<std::uint32_t> ended;
        for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) {
            if (occupied_[slot] && has_ended(slot)) ended.push_back(slot);
        }
        return take_answers(ended);
    }

    std::vector<Progress> progress() const override {
        const std::vector<Deme> demes = evolution_.read_demes();
        const std::vector<std::uint64_t> sums = evolution_.cost_sums(0, static_cast<std::uint32_t>(demes.size()));
        std::vector<Progress> all;
        for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) {
            const std::uint32_t first = slot * config_.islands;
            if (!occupied_[slot] || demes[first].next_generation == 0) continue;
            Progress progress{demes[first].place, 0, ~0u, 0, 0, 0};
            std::uint64_t sum = 0, size = 0;
            for (std::uint32_t deme = first; deme < first + config_.islands; ++deme) {
                progress.generation = std::max(progress.generation, demes[deme].next_generation - 1);
                progress.best = std::min(progress.best, demes[deme].best);
                progress.restarts += demes[deme].restarts;
                progress.evaluations += demes[deme].evaluations;
                sum += sums[deme], size += demes[deme].size;
            }
            progress.mean = static_cast<double>(sum) / static_cast<double>(size);
            all.push_back(progress);
        }
        return all;
    }

    std::vector<Answer> abandon() override {
        queue_.clear();
        host_.fetch();
        executor_->wait();  // for an epoch that may be underway: some puzzles may have ended in it
        std::vector<std::uint32_t> started;
        for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) {
            const Deme& deme = demes_[slot * config_.islands];
            if (!occupied_[slot] || deme.state == DemeState::idle) continue;  // idle: it was never sent
            if (has_ended(slot) || deme.next_generation > 0) started.push_back(slot);
        }
        return take_answers(started);
    }

private:
    /// True if any puzzle begins.
    bool fill_free_slots() {
        bool any = false;
        for (std::uint32_t slot = 0; slot < puzzle_slots() && !queue_.empty(); ++slot) {
            if (occupied_[slot]) continue;
            const PuzzleJob job = queue_.front();
            queue_.pop_front();
            occupied_[slot] = any = true;
            host_.write_job(slot, job);
            const std::uint32_t first = slot * config_.islands;
            for (std::uint32_t number = 0; number < config_.islands; ++number) {
                Deme deme;
                deme.seed = job.seed;
                deme.place = job.place;
                deme.puzzle_slot = slot;
                deme.number = number;
                deme.limit = config_.generations;
                deme.source = first + (number + config_.islands - 1) % config_.islands;  // the ring
                deme.state = DemeState::running;
                demes_[first + number] = deme;
            }
        }
        return any;
    }

    /// Marks the demes that take in migrants in the coming generation; true if there are any.
    bool start_migrations() {
        if (config_.islands == 1 || config_.migrants == 0) return false;
        bool any = false;
        for (Deme& deme : demes_) {
            deme.receives =
                deme.running() && deme.next_generation > 0 && deme.next_generation % config_.migrate_every == 0;
            any = any || deme.receives;
        }
        return any;
    }

    bool has_ended(std::uint32_t slot) const {
        bool running = false;
        for (std::uint32_t k = 0; k < config_.islands; ++k) {
            const Deme& deme = demes_[slot * config_.islands + k];
            if (deme.state == DemeState::solved) return true;
            running = running || deme.running();
        }
        return !running;
    }

    std::vector<Answer> take_answers(const std::vector<std::uint32_t>& slots) {
        std::vector<Answer> answers;
        if (slots.empty()) return answers;
        std::vector<std::uint32_t> listed;
        for (const std::uint32_t slot : slots) {
            for (std::uint32_t k = 0; k < config_.islands; ++k) listed.push_back(slot * config_.islands + k);
        }
        const std::span<const Reading<Representation>> readings = evolution_.read(listed);
        for (std::size_t place = 0; place < slots.size(); ++place) {
            const std::uint32_t slot = slots[place];
            answers.push_back(answer(slot, readings.subspan(place * config_.islands, config_.islands)));
            occupied_[slot] = false;
            for (std::uint32_t k = 0; k < config_.islands; ++k) {
                demes_[slot * config_.islands + k].state = DemeState::idle;
            }
        }
        return answers;
    }

    /// The solution of the earliest generation, then the lowest deme, then the lowest index; or the lowest cost.
    Answer answer(std::uint32_t slot, std::span<const Reading<Representation>> readings) const {
        Answer answer;
        const std::uint32_t first = slot * config_.islands;
        answer.place = demes_[first].place;
        answer.logic = readings.front().logic;
        if (demes_[first].state == DemeState::settled) return answer;
        answer.evolved = true;
        Champion<Representation> best;
        for (std::uint32_t k = 0; k < config_.islands; ++k) {
            const Champion<Representation>& champion = readings[k].champion;
            if (std::pair(champion.cost, champion.generation) < std::pair(best.cost, best.generation)) best = champion;
            const Deme& deme = demes_[first + k];
            answer.evaluations += deme.evaluations;
            answer.effort.add(readings[k].effort);
            answer.restarts += deme.restarts;
            answer.generations = std::max(answer.generations, deme.next_generation - 1);
            answer.fingerprint = mix(answer.fingerprint ^ readings[k].fingerprint);
        }
        answer.solved = best.cost == 0;
        answer.cost = best.cost;
        answer.board = Representation::to_grid(best.board);
        if (answer.solved) answer.generations = best.generation;
        return answer;
    }

    std::unique_ptr<Executor> executor_;
    Config config_;
    Evolution<Executor, Representation> evolution_;
    HostSide<Executor, Representation>& host_;
    std::span<Deme> demes_;  ///< the host's: as they stood at the end of the last epoch
    std::vector<bool> occupied_;
    std::deque<PuzzleJob> queue_;
};

}  // namespace evodoku
