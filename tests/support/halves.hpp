// Backends to alternate between: real ones on this processor, watched from outside.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backend/alternating_backend.hpp"
#include "backend/async_backend.hpp"
#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "support/configurations.hpp"

namespace evodoku::test {

inline std::unique_ptr<cpu::Executor> serial_executor() {
    return std::make_unique<cpu::Executor>(cpu::make_serial_workers(cpu::Order::forwards));
}

inline std::unique_ptr<AsyncBackend> evolution_backend(const Config& config, std::uint32_t puzzle_slots) {
    validate(config);
    return make_evolution_backend(serial_executor(), config, puzzle_slots);
}

/// The calls of two halves, "begin 0", "end 1", and their results.
struct Log {
    std::vector<std::string> calls;
    std::size_t answers = 0;
    std::set<int> underway;  ///< the halves whose epoch was begun and not ended
    /// Called before each: may throw.
    std::function<void(const std::string& call)> on_call;

    void add(const std::string& call) {
        calls.push_back(call);
        if (on_call) on_call(call);
    }
};

/// A half that writes everything down, and finds fault with who begins an epoch twice or ends none.
class WatchedHalf final : public AsyncBackend {
public:
    WatchedHalf(std::unique_ptr<AsyncBackend> real, int number, Log& log)
        : real_(std::move(real)), number_(number), log_(log) {}

    std::string name() const override { return real_->name(); }
    std::uint32_t puzzle_slots() const override { return real_->puzzle_slots(); }
    bool has_long_epochs() const override { return real_->has_long_epochs(); }
    void stop_when(const std::function<bool()>& should_stop) override { real_->stop_when(should_stop); }
    void submit(const PuzzleJob& job) override {
        EXPECT_LT(held_, puzzle_slots()) << "a puzzle waits here while the other half may have room";
        ++held_;
        real_->submit(job);
    }
    void resume(SavedPuzzle puzzle) override {
        EXPECT_LT(held_, puzzle_slots()) << "a puzzle waits here while the other half may have room";
        ++held_;
        real_->resume(std::move(puzzle));
    }
    void save(const ByteSink& to) const override { real_->save(to); }
    bool busy() const override { return real_->busy(); }
    void prepare_epoch() override {
        EXPECT_FALSE(log_.underway.contains(number_));
        log_.add("prepare " + std::to_string(number_));
        real_->prepare_epoch();
    }
    void begin_epoch(const std::function<bool()>& each_generation) override {
        EXPECT_FALSE(log_.underway.contains(number_));
        log_.add("begin " + std::to_string(number_));
        log_.underway.insert(number_);
        real_->begin_epoch(each_generation);
    }
    std::vector<Answer> end_epoch() override {
        EXPECT_EQ(log_.underway.erase(number_), 1u);
        log_.add("end " + std::to_string(number_));
        return counted(real_->end_epoch());
    }
    std::vector<Progress> progress() const override { return real_->progress(); }
    std::vector<IslandProgress> islands() const override { return real_->islands(); }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        return real_->populations(island_indices, detail);
    }
    std::vector<Answer> abandon() override {
        log_.underway.erase(number_);
        log_.add("abandon " + std::to_string(number_));
        const std::vector<Answer> answers = counted(real_->abandon());
        held_ = 0;
        return answers;
    }

private:
    std::vector<Answer> counted(std::vector<Answer> answers) {
        log_.answers += answers.size();
        held_ -= static_cast<std::uint32_t>(answers.size());
        return answers;
    }

    std::unique_ptr<AsyncBackend> real_;
    int number_;
    Log& log_;
    std::uint32_t held_ = 0;
};

inline std::unique_ptr<AlternatingBackend> watched_halves(const Config& config, std::uint32_t first_slots,
                                                          std::uint32_t second_slots, Log& log) {
    return std::make_unique<AlternatingBackend>(
        std::make_unique<WatchedHalf>(evolution_backend(config, first_slots), 0, log),
        std::make_unique<WatchedHalf>(evolution_backend(config, second_slots), 1, log));
}

}  // namespace evodoku::test
