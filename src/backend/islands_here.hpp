// The islands of all puzzle slots in one evolution on one device. Host code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backend/islands_of.hpp"
#include "engine/evolution.hpp"

namespace evodoku {

template <class Board>
class IslandsHere final : public IslandsOf<Board> {
public:
    /// Throws as Evolution does.
    IslandsHere(std::unique_ptr<Executor> executor, const Config& config, std::uint32_t puzzle_slots)
        : executor_(std::move(executor)),
          puzzle_slots_(puzzle_slots),
          evolution_(*executor_, config, puzzle_slots) {}

    std::string name() const override { return executor_->name(); }
    bool may_pause(std::uint32_t islands) const override { return executor_->may_pause(islands); }
    std::uint64_t children_per_check() const override { return executor_->children_per_check(); }
    void stop_when(const std::function<bool()>& should_stop) override { executor_->stop_when(should_stop); }

    std::uint32_t puzzle_slots() const override { return puzzle_slots_; }
    std::span<Island> islands() override { return evolution_.islands(); }
    void forget_jobs() override { evolution_.forget_jobs(); }
    void send() override { evolution_.send(); }
    void prepare() override { evolution_.prepare(); }
    void run(std::uint32_t generations, bool islands_apart) override { evolution_.run(generations, islands_apart); }
    void fetch() override { evolution_.fetch(); }
    void wait() override { executor_->wait(); }

    std::vector<Island> read_islands() override { return evolution_.read_islands(); }
    std::uint64_t saved_bytes() const override { return evolution_.saved_bytes(); }
    std::vector<std::uint64_t> load_puzzle(std::uint32_t puzzle_slot, const ByteSource& from) override {
        return evolution_.load_puzzle(puzzle_slot, from);
    }

    Executor& executor() const { return *executor_; }
    const Pool<Board>& pool() const { return evolution_.pool(); }

private:
    void write_board_job(std::uint32_t puzzle_slot, const typename Board::Job& job) override {
        evolution_.write_job(puzzle_slot, job);
    }
    std::span<const Reading<Board>> read(const WantedSums& wanted, std::span<const std::uint32_t> listed) override {
        return evolution_.read(wanted, listed);
    }
    std::vector<Diversity<Board>> read_diversity(std::span<const std::uint32_t> listed) override {
        return evolution_.read_diversity(listed);
    }
    void save_puzzle(std::uint32_t puzzle_slot, std::span<const Island> islands,
                     std::span<const Reading<Board>> readings, const ByteSink& to) override {
        evolution_.save_puzzle(puzzle_slot, islands, readings, to);
    }

    std::unique_ptr<Executor> executor_;
    std::uint32_t puzzle_slots_;
    Evolution<Board> evolution_;
};

}  // namespace evodoku
