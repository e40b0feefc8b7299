// Rank 0's end of a backend on another rank. Host code.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "ranks/ranks.hpp"
#include "spread/message.hpp"

namespace evodoku::spread {

/// It works in one of two ways: by itself, where answers come when they come (give(), take_answers()); or epoch by
/// epoch, as any backend (submit(), begin_epoch(), end_epoch()).
class RemoteBackend final : public AsyncBackend {
public:
    /// Queues the request; wait_until_open() waits for its end. `puzzle_slots`: 0 = as many as suit its device.
    RemoteBackend(Ranks& ranks, std::uint32_t rank, const Config& config, std::uint32_t puzzle_slots,
                  std::function<void()> on_close = {});
    ~RemoteBackend() override;
    /// Throws as make_backend() does.
    void wait_until_open();

    /// Puzzles that evolve when there is room: `by_itself`, or only in the epochs of begin_epoch().
    void give(const std::vector<SavedPuzzle>& puzzles, bool by_itself);
    /// The answers that have come, without waiting.
    std::vector<Answer> take_answers();
    std::uint32_t on_their_way() const { return on_their_way_; }
    std::uint32_t rank() const { return rank_; }
    /// Has it end its present epoch early.
    void ask_to_stop() { ranks_.ask_to_stop(rank_); }

    std::string name() const override { return name_; }
    std::uint32_t puzzle_slots() const override { return slots_; }
    bool has_long_epochs() const override { return false; }  // each look would be a message
    void stop_when(const std::function<bool()>& should_stop) override { should_stop_ = should_stop; }
    void submit(const PuzzleJob& job) override { queue_.push_back({job, {}}); }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(std::move(puzzle)); }
    void save(const ByteSink& to) const override;
    std::uint64_t longest_state() const override { return longest_state_; }
    bool busy() const override { return !queue_.empty() || on_their_way_ != 0; }
    void prepare_epoch() override {}
    void begin_epoch(const std::function<bool()>& each_generation = {}) override;
    std::vector<Answer> end_epoch() override;
    std::vector<Progress> progress() const override;
    std::vector<IslandProgress> islands() const override;
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override;
    std::vector<Answer> abandon() override;

private:
    void send(Packer& message) const { ranks_.send(rank_, message.take()); }
    Kind next_message(std::string& message) const;
    Unpacker reply() const;
    std::vector<Answer> count(std::vector<Answer> answers);

    Ranks& ranks_;
    std::uint32_t rank_;
    std::function<void()> on_close_;
    std::string name_;
    std::uint32_t slots_ = 1;
    std::uint64_t longest_state_ = ~std::uint64_t{0};
    std::function<bool()> should_stop_;
    std::deque<SavedPuzzle> queue_;    ///< for begin_epoch()
    std::uint32_t on_their_way_ = 0;   ///< puzzles given to it and not yet answered
    mutable std::deque<Answer> came_;  ///< answers that came before a reply
    mutable bool asked_to_stop_ = false;
    bool has_epoch_ = false, ended_ = false;  ///< begin_epoch() was called; and its answers are in came_
};

void put(Packer& message, const SavedPuzzle& puzzle);
SavedPuzzle get_saved(Unpacker& message);
void put(Packer& message, const PopulationProgress& population);
PopulationProgress get_population(Unpacker& message);

}  // namespace evodoku::spread
