// A Backend over an Evolution: which puzzle sits in which demes, what happens between two epochs. Host code.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "evodoku/engine/backend.hpp"
#include "evodoku/engine/evolution.hpp"

namespace evodoku {

template <class Executor, class Representation>
class EvolutionBackend final : public Backend {
public:
    /// Requires a configuration that validate() accepts.
    EvolutionBackend(std::unique_ptr<Executor> executor, const Config& config, std::uint32_t puzzle_slots)
        : executor_(std::move(executor)),
          config_(config),
          evolution_(*executor_, config, puzzle_slots),
          demes_(evolution_.read_demes()),
          occupied_(puzzle_slots, false) {}

    std::string name() const override { return executor_->name(); }
    std::uint32_t puzzle_slots() const override { return static_cast<std::uint32_t>(occupied_.size()); }
    bool has_long_epochs() const override {
        return std::uint64_t{config_.reserved()} * puzzle_slots() * config_.epoch > 5'000'000;
    }
    void submit(const PuzzleJob& job) override { queue_.push_back(job); }
    bool busy() const override {
        for (const bool occupied : occupied_) {
            if (occupied) return true;
        }
        return !queue_.empty();
    }

    std::vector<Answer> advance_epoch(const std::function<bool()>& each_generation) override {
        fill_free_slots();
        const bool migrating = start_migrations();
        evolution_.write_demes(demes_);
        evolution_.prepare();
        if (each_generation) {
            for (std::uint32_t k = 0; k < config_.epoch; ++k) {
                evolution_.run(1, !migrating);
                if (!each_generation()) break;
            }
        } else {
            // Only the first generation of an epoch takes in migrants.
            if (migrating) evolution_.run(1, false);
            if (config_.epoch > migrating) evolution_.run(config_.epoch - migrating, true);
        }
        demes_ = evolution_.read_demes();
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
        demes_ = evolution_.read_demes();
        std::vector<std::uint32_t> started;
        for (std::uint32_t slot = 0; slot < puzzle_slots(); ++slot) {
            if (occupied_[slot] && demes_[slot * config_.islands].next_generation > 0) started.push_back(slot);
        }
        return take_answers(started);
    }

private:
    void fill_free_slots() {
        for (std::uint32_t slot = 0; slot < puzzle_slots() && !queue_.empty(); ++slot) {
            if (occupied_[slot]) continue;
            const PuzzleJob job = queue_.front();
            queue_.pop_front();
            occupied_[slot] = true;
            evolution_.write_job(slot, job);
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
            evolution_.forget_champions(first, config_.islands);
        }
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
        for (const std::uint32_t slot : slots) {
            answers.push_back(answer(slot));
            occupied_[slot] = false;
            for (std::uint32_t k = 0; k < config_.islands; ++k) {
                demes_[slot * config_.islands + k].state = DemeState::idle;
            }
        }
        return answers;
    }

    /// The solution of the earliest generation, then the lowest deme, then the lowest index; or the lowest cost.
    Answer answer(std::uint32_t slot) const {
        Answer answer;
        const std::uint32_t first = slot * config_.islands;
        answer.place = demes_[first].place;
        answer.logic = evolution_.read_presolved(slot, 1).front();
        if (demes_[first].state == DemeState::settled) return answer;
        answer.evolved = true;
        Champion<Representation> best;
        for (const Champion<Representation>& champion : evolution_.read_champions(first, config_.islands)) {
            if (std::pair(champion.cost, champion.generation) < std::pair(best.cost, best.generation)) best = champion;
        }
        const std::vector<std::uint64_t> fingerprints = evolution_.fingerprints(first, config_.islands);
        const std::vector<Effort> efforts = evolution_.efforts(first, config_.islands);
        for (std::uint32_t k = 0; k < config_.islands; ++k) {
            const Deme& deme = demes_[first + k];
            answer.evaluations += deme.evaluations;
            answer.effort.add(efforts[k]);
            answer.restarts += deme.restarts;
            answer.generations = std::max(answer.generations, deme.next_generation - 1);
            answer.fingerprint = mix(answer.fingerprint ^ fingerprints[k]);
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
    std::vector<Deme> demes_;  ///< as they stood at the end of the last epoch
    std::vector<bool> occupied_;
    std::deque<PuzzleJob> queue_;
};

}  // namespace evodoku
