// Whole puzzles on all ranks: each rank always has the next puzzles waiting, so that none waits for rank 0.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <thread>
#include <utility>

#include "backend/saved_puzzle.hpp"
#include "spread/remote_backend.hpp"
#include "spread/spread.hpp"

namespace evodoku::spread {
namespace {

/// The upper bits of an island_index say whose it is.
constexpr std::uint32_t rank_shift = 22, island_mask = (1u << rank_shift) - 1;

class BackendOverRanks final : public Backend {
public:
    BackendOverRanks(Ranks& ranks, const Machine& machine, const Config& config, std::uint32_t puzzle_slots) {
        for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) {
            others_.push_back(std::make_unique<RemoteBackend>(ranks, rank, config, puzzle_slots));
        }
        here_ = machine.make_backend(config, puzzle_slots);
        for (const auto& other : others_) other->wait_until_open();
    }

    std::string name() const override {
        return fmt::format("{}, puzzles on {} ranks", here_->name(), others_.size() + 1);
    }
    std::uint32_t ranks() const override { return static_cast<std::uint32_t>(others_.size()) + 1; }
    /// With those that wait at the other ranks.
    std::uint32_t puzzle_slots() const override {
        std::uint32_t slots = here_->puzzle_slots();
        for (const auto& other : others_) slots += room_of(*other);
        return slots;
    }
    bool has_long_epochs() const override { return false; }  // this rank must look after the others
    void stop_when(const std::function<bool()>& should_stop) override {
        should_stop_ = should_stop;
        here_->stop_when(should_stop);
        for (const auto& other : others_) other->stop_when(should_stop);
    }
    void submit(const PuzzleJob& job) override { queue_.push_back({job, {}}); }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(std::move(puzzle)); }
    void save(const ByteSink& to) const override {
        here_->save(to);
        for (const auto& other : others_) other->save(to);
        for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
    }
    std::uint64_t longest_state() const override { return here_->longest_state(); }
    bool busy() const override {
        return !queue_.empty() || here_->busy() ||
               std::ranges::any_of(others_, [](const auto& other) { return other->busy(); });
    }

    std::vector<Answer> advance_epoch(const std::function<bool()>& each_generation) override {
        in_turn_ = static_cast<bool>(each_generation);
        feed();
        if (in_turn_) return advance_in_turn(each_generation);
        for (const auto& other : others_) {
            if (other->busy()) other->work_by_itself();
        }
        std::vector<Answer> answers;
        if (here_->busy()) answers = here_->advance_epoch({});
        on_their_way_ -= static_cast<std::uint32_t>(answers.size());
        take_from_others(answers);
        if (here_->busy() || !answers.empty()) return answers;
        using namespace std::chrono;
        constexpr microseconds longest_pause(1000), longest_wait(50'000);  // the caller has other things to look after
        const auto end = steady_clock::now() + longest_wait;
        for (microseconds pause(20); answers.empty() && others_are_busy() && !stopped();) {
            if (steady_clock::now() >= end) break;
            std::this_thread::sleep_for(pause);
            pause = std::min(2 * pause, longest_pause);
            take_from_others(answers);
        }
        return answers;
    }

    std::vector<Progress> progress() const override {
        std::vector<Progress> all = here_->progress();
        if (!in_turn_) return all;  // the others are not interrupted
        for (const auto& other : others_) {
            for (Progress progress : other->progress()) {
                progress.rank = other->rank();
                all.push_back(progress);
            }
        }
        return all;
    }
    std::vector<IslandProgress> islands() const override {
        std::vector<IslandProgress> all = here_->islands();
        for (const auto& other : others_) {
            for (IslandProgress island : other->islands()) {
                island.island_index |= other->rank() << rank_shift;
                island.rank = other->rank();
                all.push_back(island);
            }
        }
        return all;
    }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        std::vector<PopulationProgress> all;
        while (!island_indices.empty()) {  // part by part of one rank
            const std::uint32_t rank = island_indices.front() >> rank_shift;
            std::vector<std::uint32_t> part;
            for (; !island_indices.empty() && island_indices.front() >> rank_shift == rank;
                 island_indices = island_indices.subspan(1)) {
                part.push_back(island_indices.front() & island_mask);
            }
            const Backend& of = rank == 0 ? *here_ : *others_[rank - 1];
            append(all, of.populations(part, detail));
        }
        return all;
    }

    std::vector<Answer> abandon() override {
        queue_.clear();
        on_their_way_ = 0;
        for (const auto& other : others_) other->ask_to_stop();
        std::vector<Answer> answers = here_->abandon();
        for (const auto& other : others_) append(answers, other->abandon());
        return answers;
    }

private:
    template <class T>
    static void append(std::vector<T>& all, const std::vector<T>& more) {
        all.insert(all.end(), more.begin(), more.end());
    }

    /// As many evolve, and as many wait.
    static std::uint32_t room_of(const RemoteBackend& other) { return 2 * other.puzzle_slots(); }
    bool others_are_busy() const {
        return std::ranges::any_of(others_, [](const auto& other) { return other->busy(); });
    }
    bool stopped() const { return should_stop_ && should_stop_(); }

    /// Hands out puzzles: in turn one to each rank that has room, so that few puzzles are on different ranks.
    void feed() {
        std::vector<std::vector<SavedPuzzle>> given(others_.size());
        for (bool some = true; some && !queue_.empty();) {
            some = false;
            if (on_their_way_ < here_->puzzle_slots()) {
                here_->resume(take_next());
                ++on_their_way_;
                some = true;
            }
            for (std::size_t k = 0; k < others_.size() && !queue_.empty(); ++k) {
                if (others_[k]->on_their_way() + given[k].size() >= room_of(*others_[k])) continue;
                given[k].push_back(take_next());
                some = true;
            }
        }
        for (std::size_t k = 0; k < others_.size(); ++k) others_[k]->give(given[k]);
    }
    SavedPuzzle take_next() {
        SavedPuzzle next = std::move(queue_.front());
        queue_.pop_front();
        return next;
    }

    void take_from_others(std::vector<Answer>& answers) {
        for (const auto& other : others_) append(answers, other->take_answers());
    }

    /// Rank by rank, with a look after each generation.
    std::vector<Answer> advance_in_turn(const std::function<bool()>& each_generation) {
        bool goes_on = true;
        const auto watched = [&] { return goes_on = each_generation(); };
        std::vector<Answer> answers;
        if (here_->busy()) answers = here_->advance_epoch(watched);
        on_their_way_ -= static_cast<std::uint32_t>(answers.size());
        for (const auto& other : others_) {
            if (goes_on && other->busy()) append(answers, other->advance_epoch(watched));
        }
        return answers;
    }

    std::unique_ptr<Backend> here_;
    std::vector<std::unique_ptr<RemoteBackend>> others_;  ///< rank 1, 2, ...
    std::deque<SavedPuzzle> queue_;
    std::uint32_t on_their_way_ = 0;  ///< puzzles of here_
    std::function<bool()> should_stop_;
    bool in_turn_ = false;
};

}  // namespace

std::unique_ptr<Backend> make_backend_over(Ranks& ranks, const Machine& machine, const Config& config,
                                           std::uint32_t puzzle_slots) {
    return std::make_unique<BackendOverRanks>(ranks, machine, config, puzzle_slots);
}

}  // namespace evodoku::spread
