// Whole puzzles on all ranks: each rank always has the next puzzles waiting, so that none waits for rank 0.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <span>

#include "core/host_work.hpp"
#include "ranks/message.hpp"

namespace evodoku {
namespace {

/// Rank 0's end of a backend on another rank. It works in one of two ways: by itself, where outcomes come when they
/// come; or, while each generation is watched, epoch by epoch. Requests have numbers, and what the other rank says
/// names the request that it belongs to. So no order in which messages arrive can confuse a reply with another.
class RemoteBackend final : public Backend {
public:
    /// Queues the request; wait_until_open() waits for its end. `puzzle_slots`: 0 = as many as suit its device.
    RemoteBackend(Ranks& ranks, std::uint32_t rank, const Config& config, std::uint32_t puzzle_slots,
                  std::function<void()> on_close = {})
        : ranks_(ranks),
          rank_(rank),
          opened_(ask(Kind::open, config, puzzle_slots, std::uint32_t{0})),
          on_close_(std::move(on_close)) {}
    ~RemoteBackend() override {
        ask(Kind::close);
        if (on_close_) on_close_();
    }
    /// Throws as make_backend() does.
    void wait_until_open() { reply_to(opened_).read(name_, slots_, longest_state_); }

    std::uint32_t on_their_way() const { return on_their_way_; }
    /// Gives it puzzles that evolve when there is room. `by_itself`: it makes epochs without further requests.
    void give(const std::vector<SavedPuzzle>& puzzles, bool by_itself) {
        if (puzzles.empty() && by_itself == by_itself_) return;
        on_their_way_ += static_cast<std::uint32_t>(puzzles.size());
        by_itself_ = by_itself;
        ask(Kind::jobs, puzzles, by_itself);
    }
    /// The outcomes that have come, without waiting.
    std::vector<Outcome> take_outcomes() {
        while (std::optional<std::string> bytes = ranks_.take(rank_)) put_aside(Message(*std::move(bytes)));
        return take_kept();
    }
    /// Has it end its present epoch early.
    void ask_to_stop() { ranks_.ask_to_stop(rank_); }

    std::string name() const override { return name_; }
    std::uint32_t puzzle_slots() const override { return slots_; }
    bool has_long_epochs() const override { return false; }  // each look would be a message
    void stop_when(const std::function<bool()>& should_stop) override { should_stop_ = should_stop; }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(std::move(puzzle)); }
    void save(const StateWriter& to) const override {
        const auto bytes = answer_to<std::string>(Kind::save);
        to(bytes.data(), bytes.size());
        for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
    }
    std::uint64_t longest_state() const override { return longest_state_; }
    bool busy() const override { return !queue_.empty() || on_their_way_ != 0; }
    std::vector<Outcome> advance_epoch(const std::function<bool()>& each_generation) override {
        give(std::exchange(queue_, {}), !each_generation);
        if (each_generation) {
            const std::uint64_t epoch = ask(Kind::epoch, true);
            Message message = reply_to(epoch);
            for (; message.kind == Kind::pause; message = reply_to(epoch)) ask(Kind::go_on, each_generation());
            keep(message);
            return take_kept();
        }
        std::vector<Outcome> outcomes;
        const auto has_come = [&] {
            outcomes = take_outcomes();
            return !outcomes.empty() || asked_to_stop_;
        };
        ranks_.wait(rank_, has_come, [this] { look_after_stop(); });
        return outcomes;
    }
    std::vector<Progress> progress() const override { return answer_to<std::vector<Progress>>(Kind::progress); }
    std::vector<IslandProgress> islands() const override {
        return answer_to<std::vector<IslandProgress>>(Kind::islands);
    }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        const std::vector<std::uint32_t> listed(island_indices.begin(), island_indices.end());
        return answer_to<std::vector<PopulationProgress>>(Kind::populations, listed, detail);
    }
    std::vector<Outcome> abandon() override {
        queue_.clear();
        by_itself_ = false;
        keep(reply_to(ask(Kind::abandon)));
        std::vector<Outcome> outcomes = take_kept();
        on_their_way_ = 0;  // puzzles that had not begun have no outcome
        return outcomes;
    }

private:
    /// Sends a request; returns its number.
    template <class... Field>
    std::uint64_t ask(Kind kind, const Field&... fields) const {
        const std::uint64_t number = next_request_number();
        ranks_.send(rank_, Message::of(kind, number, fields...));
        return number;
    }
    /// Waits for the next message that belongs to this request: its reply, or a pause.
    Message reply_to(std::uint64_t request) const {
        while (true) {
            Message message(ranks_.receive(rank_, [this] { look_after_stop(); }));
            const bool replies = message.kind == Kind::reply || message.kind == Kind::pause;
            if (replies && message.number == request) return message;
            put_aside(message);
        }
    }
    /// Takes outcomes that came by themselves; throws what the other rank threw. Other messages belong to requests
    /// whose wait was given up, or to an earlier backend.
    void put_aside(const Message& message) const {
        if (message.number < opened_) return;
        if (message.kind == Kind::failure) throw_failure(message, ranks_, rank_);
        if (message.kind == Kind::outcomes) keep(message);
    }
    void keep(const Message& message) const {
        std::vector<Outcome> outcomes;
        message.read(outcomes);
        came_.insert(came_.end(), outcomes.begin(), outcomes.end());
    }
    std::vector<Outcome> take_kept() {
        on_their_way_ -= static_cast<std::uint32_t>(came_.size());
        return std::exchange(came_, {});
    }
    template <class Answer, class... Field>
    Answer answer_to(Kind question, const Field&... fields) const {
        Answer answer;
        reply_to(ask(question, fields...)).read(answer);
        return answer;
    }
    /// Asks it to stop once the caller wants that.
    void look_after_stop() const {
        if (asked_to_stop_ || !should_stop_ || !should_stop_()) return;
        asked_to_stop_ = true;
        ranks_.ask_to_stop(rank_);
    }

    Ranks& ranks_;
    std::uint32_t rank_;
    std::uint64_t opened_;  ///< the request
    std::function<void()> on_close_;
    std::string name_;
    std::uint32_t slots_ = 1;
    std::uint64_t longest_state_ = ~std::uint64_t{0};
    std::function<bool()> should_stop_;
    std::vector<SavedPuzzle> queue_;     ///< for the next epoch
    std::uint32_t on_their_way_ = 0;     ///< puzzles given to it, and not yet returned as outcomes
    mutable std::vector<Outcome> came_;  ///< outcomes that have come, and are not yet returned
    bool by_itself_ = false;
    mutable bool asked_to_stop_ = false;
};

/// The upper bits of an island_index say whose it is.
constexpr std::uint32_t rank_shift = 22, island_mask = (1u << rank_shift) - 1;

class BackendOverRanks final : public Backend {
public:
    BackendOverRanks(Ranks& ranks, const RankDevice& device, const Config& config, std::uint32_t puzzle_slots) {
        for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) {
            others_.push_back(std::make_unique<RemoteBackend>(ranks, rank, config, puzzle_slots));
        }
        here_ = device.make_backend(config, puzzle_slots);
        all_.push_back(here_.get());
        for (const auto& other : others_) {
            other->wait_until_open();
            all_.push_back(other.get());
        }
    }

    std::string name() const override { return fmt::format("{}, puzzles on {} ranks", here_->name(), ranks()); }
    std::uint32_t ranks() const override { return static_cast<std::uint32_t>(all_.size()); }
    /// With those that wait at the other ranks.
    std::uint32_t puzzle_slots() const override {
        std::uint32_t slots = here_->puzzle_slots();
        for (const auto& other : others_) slots += room_of(*other);
        return slots;
    }
    bool has_long_epochs() const override { return false; }  // this rank must look after the others
    void stop_when(const std::function<bool()>& should_stop) override {
        should_stop_ = should_stop;
        for (Backend* each : all_) each->stop_when(should_stop);
    }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(std::move(puzzle)); }
    void save(const StateWriter& to) const override {
        for (const Backend* each : all_) each->save(to);
        for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
    }
    std::uint64_t longest_state() const override { return here_->longest_state(); }
    bool busy() const override { return !queue_.empty() || std::ranges::any_of(all_, &Backend::busy); }

    std::vector<Outcome> advance_epoch(const std::function<bool()>& each_generation) override {
        in_turn_ = static_cast<bool>(each_generation);
        feed();
        std::vector<Outcome> outcomes;
        if (in_turn_) {  // rank by rank, with a look after each generation
            bool goes_on = true;
            const auto watched = [&] { return goes_on = each_generation(); };
            for (Backend* each : all_) {
                if (goes_on && each->busy()) advance(*each, watched, outcomes);
            }
            return outcomes;
        }
        if (here_->busy()) advance(*here_, {}, outcomes);
        take_from_others(outcomes);
        if (here_->busy() || !outcomes.empty()) return outcomes;
        using namespace std::chrono;
        constexpr microseconds longest_pause(1000), longest_wait(50'000);  // the caller has other things to look after
        const auto end = steady_clock::now() + longest_wait;
        for (microseconds pause(20); outcomes.empty() && std::ranges::any_of(all_, &Backend::busy) && !stopped();) {
            if (steady_clock::now() >= end) break;
            std::this_thread::sleep_for(pause);
            pause = std::min(2 * pause, longest_pause);
            take_from_others(outcomes);
        }
        return outcomes;
    }

    std::vector<Progress> progress() const override {
        std::vector<Progress> progress;
        for (std::uint32_t rank = 0; rank < (in_turn_ ? ranks() : 1); ++rank) {  // others at work are not interrupted
            for (Progress puzzle : all_[rank]->progress()) {
                puzzle.rank = rank;
                progress.push_back(puzzle);
            }
        }
        return progress;
    }
    std::vector<IslandProgress> islands() const override {
        std::vector<IslandProgress> islands;
        for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
            for (IslandProgress island : all_[rank]->islands()) {
                island.island_index |= rank << rank_shift;
                island.rank = rank;
                islands.push_back(island);
            }
        }
        return islands;
    }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        std::vector<PopulationProgress> populations;
        while (!island_indices.empty()) {  // part by part of one rank
            const std::uint32_t rank = island_indices.front() >> rank_shift;
            std::vector<std::uint32_t> part;
            for (; !island_indices.empty() && island_indices.front() >> rank_shift == rank;
                 island_indices = island_indices.subspan(1)) {
                part.push_back(island_indices.front() & island_mask);
            }
            append(populations, all_[rank]->populations(part, detail));
        }
        return populations;
    }

    std::vector<Outcome> abandon() override {
        queue_.clear();
        on_their_way_ = 0;
        for (const auto& other : others_) other->ask_to_stop();
        std::vector<Outcome> outcomes;
        for (Backend* each : all_) append(outcomes, each->abandon());
        return outcomes;
    }

private:
    template <class T>
    static void append(std::vector<T>& all, const std::vector<T>& more) {
        all.insert(all.end(), more.begin(), more.end());
    }

    /// As many evolve, and as many wait.
    static std::uint32_t room_of(const RemoteBackend& other) { return 2 * other.puzzle_slots(); }
    bool stopped() const { return should_stop_ && should_stop_(); }

    /// Hands out puzzles: in turn one to each rank that has room, so that few puzzles are on different ranks.
    void feed() {
        std::vector<std::vector<SavedPuzzle>> given(others_.size());
        for (bool some = true; some && !queue_.empty();) {
            some = false;
            if (on_their_way_ < here_->puzzle_slots()) {
                here_->resume(take_front(queue_));
                ++on_their_way_;
                some = true;
            }
            for (std::size_t k = 0; k < others_.size() && !queue_.empty(); ++k) {
                if (others_[k]->on_their_way() + given[k].size() >= room_of(*others_[k])) continue;
                given[k].push_back(take_front(queue_));
                some = true;
            }
        }
        for (std::size_t k = 0; k < others_.size(); ++k) others_[k]->give(given[k], !in_turn_);
    }

    void advance(Backend& backend, const std::function<bool()>& each_generation, std::vector<Outcome>& outcomes) {
        const std::vector<Outcome> ended = backend.advance_epoch(each_generation);
        if (&backend == here_.get()) on_their_way_ -= static_cast<std::uint32_t>(ended.size());
        append(outcomes, ended);
    }
    void take_from_others(std::vector<Outcome>& outcomes) {
        for (const auto& other : others_) append(outcomes, other->take_outcomes());
    }

    std::unique_ptr<Backend> here_;
    std::vector<std::unique_ptr<RemoteBackend>> others_;  ///< rank 1, 2, ...
    std::vector<Backend*> all_;                           ///< by rank
    std::deque<SavedPuzzle> queue_;
    std::uint32_t on_their_way_ = 0;  ///< puzzles of here_
    std::function<bool()> should_stop_;
    bool in_turn_ = false;
};

}  // namespace

std::unique_ptr<Backend> make_backend_over(Ranks& ranks, const RankDevice& device, const Config& config,
                                           std::uint32_t puzzle_slots) {
    return std::make_unique<BackendOverRanks>(ranks, device, config, puzzle_slots);
}

std::unique_ptr<Backend> make_remote_backend(Ranks& ranks, std::uint32_t rank, const Config& config,
                                             std::uint32_t puzzle_slots, std::function<void()> on_close) {
    auto backend = std::make_unique<RemoteBackend>(ranks, rank, config, puzzle_slots, std::move(on_close));
    backend->wait_until_open();
    return backend;
}

}  // namespace evodoku
