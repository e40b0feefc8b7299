// Rank 0's end of a backend on another rank. Host code.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "backend/async_backend.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "ranks/ranks.hpp"
#include "spread/message.hpp"
#include "spread/worker_link.hpp"

namespace evodoku::spread {

/// It works in one of two ways: by itself, where answers come when they come (give(), work_by_itself(),
/// take_answers()); or epoch by epoch, as any backend (submit(), begin_epoch(), end_epoch()). An epoch ends the first.
class RemoteBackend final : public AsyncBackend {
public:
    /// Queues the request; wait_until_open() waits for its end. `puzzle_slots`: 0 = as many as suit its device.
    RemoteBackend(Ranks& ranks, std::uint32_t rank, const Config& config, std::uint32_t puzzle_slots,
                  std::function<void()> on_close = {});
    ~RemoteBackend() override;
    /// Throws as make_backend() does.
    void wait_until_open();

    /// Puzzles that evolve when there is room.
    void give(const std::vector<SavedPuzzle>& puzzles);
    void work_by_itself();
    /// The answers that have come, without waiting.
    std::vector<Answer> take_answers();
    std::uint32_t on_their_way() const { return on_their_way_; }
    std::uint32_t rank() const { return link_.rank(); }
    /// Has it end its present epoch early.
    void ask_to_stop() { link_.ask_to_stop(); }

    std::string name() const override { return name_; }
    std::uint32_t puzzle_slots() const override { return slots_; }
    bool has_long_epochs() const override { return false; }  // each look would be a message
    void stop_when(const std::function<bool()>& should_stop) override { should_stop_ = should_stop; }
    void submit(const PuzzleJob& job) override { queue_.push_back({job, {}}); }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(std::move(puzzle)); }
    void save(const ByteSink& to) const override;
    std::uint64_t longest_state() const override { return longest_state_; }
    bool busy() const override { return !queue_.empty() || on_their_way_ != 0; }
    void begin_epoch(const std::function<bool()>& each_generation = {}) override;
    std::vector<Answer> end_epoch() override;
    std::vector<Progress> progress() const override;
    std::vector<IslandProgress> islands() const override;
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override;
    std::vector<Answer> abandon() override;

private:
    void look_after_stop() const;
    void put_aside(Message& message) const;
    void keep(Unpacker& answers) const;
    Message message_of(std::uint64_t request) const;
    Unpacker reply_to(std::uint64_t request) const;
    std::vector<Answer> take_kept();
    void end_watched_epoch(const std::function<bool()>& each_generation);
    void keep_epoch();

    mutable WorkerLink link_;
    std::uint64_t opening_ = 0;  ///< the request
    std::function<void()> on_close_;
    std::string name_;
    std::uint32_t slots_ = 1;
    std::uint64_t longest_state_ = ~std::uint64_t{0};
    std::function<bool()> should_stop_;
    std::deque<SavedPuzzle> queue_;       ///< for begin_epoch()
    std::uint32_t on_their_way_ = 0;      ///< puzzles given to it, and not yet returned as answers
    mutable std::vector<Answer> came_;    ///< answers that have come, and are not yet returned
    std::optional<std::uint64_t> epoch_;  ///< the request of the epoch under way
    bool by_itself_ = false;
    mutable bool asked_to_stop_ = false;
};

}  // namespace evodoku::spread
