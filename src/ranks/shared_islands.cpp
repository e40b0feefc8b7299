// Islands of each puzzle on all ranks: every rank makes the same calls of the same backend.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "backend/islands.hpp"
#include "engine/executor.hpp"
#include "ranks/message.hpp"

namespace evodoku {
namespace {

/// Messages between the ranks that share islands. A rank that fails tells all others; none waits for it then.
class Meeting final : public SharingRanks {
public:
    Meeting(Ranks& ranks, std::uint32_t sharing, std::uint64_t opened, Inbox* inbox)
        : ranks_(ranks), size_(sharing), opened_(opened), inbox_(inbox), parts_(sharing) {}

    std::uint32_t rank() const override { return ranks_.rank(); }
    std::uint32_t size() const override { return size_; }
    std::vector<std::string> gather(const std::string& mine) override {
        for_others([&](std::uint32_t other) { send(other, mine); });
        return parts_of_all(mine);
    }
    std::vector<std::string> gather_on_first(const std::string& mine) override {
        if (rank() == 0) return parts_of_all(mine);
        send(0, mine);
        return {};
    }
    std::string pass_on(const std::string& mine) override {
        send((rank() + 1) % size_, mine);
        return part_of((rank() + size_ - 1) % size_);
    }

    /// Tells the others of the error that is handled now, unless it is one of theirs.
    void tell_failure() {
        if (std::exchange(failed_, true)) return;
        const std::string message = failure_message(opened_);
        for_others([&](std::uint32_t other) { ranks_.send(other, message); });
    }
    bool failed() const { return failed_; }
    void call_meanwhile(std::function<void()> meanwhile) { meanwhile_ = std::move(meanwhile); }

    template <class Work>
    void for_others(const Work& work) const {
        for (std::uint32_t other = 0; other < size_; ++other) {
            if (other != ranks_.rank()) work(other);
        }
    }

private:
    void send(std::uint32_t to, const std::string& bytes) { ranks_.send(to, Message::of(Kind::part, opened_, bytes)); }
    std::vector<std::string> parts_of_all(const std::string& mine) {
        std::vector<std::string> all(size_, mine);
        for_others([&](std::uint32_t other) { all[other] = part_of(other); });
        return all;
    }
    std::string part_of(std::uint32_t other) {
        if (inbox_ != nullptr) {
            for (auto& [from, message] : std::exchange(inbox_->early, {})) take(from, std::move(message));
        }
        const auto look = [&] {
            for_others([this](std::uint32_t each) {
                while (std::optional<std::string> message = ranks_.take(each)) take(each, Message(*std::move(message)));
            });
            return !parts_[other].empty();
        };
        // Whether a rank has ended is for rank 0 to say.
        ranks_.wait(rank() == 0 ? other : 0, look, meanwhile_);
        std::string part = std::move(parts_[other].front());
        parts_[other].pop_front();
        return part;
    }
    void take(std::uint32_t from, Message message) {
        if (message.number < opened_) return;  // to an earlier backend
        const bool is_request = message.kind != Kind::part && message.kind != Kind::failure;
        if (is_request || message.number > opened_) {
            if (inbox_ == nullptr) return;  // rank 0 opens each backend first, and serves no requests
            if (is_request) {
                inbox_->requests.push_back(std::move(message));
            } else {
                inbox_->early.emplace_back(from, std::move(message));
            }
        } else if (message.kind == Kind::part) {
            message.read(parts_[from].emplace_back());
        } else {
            failed_ = true;
            if (rank() == 0) throw_failure(message, ranks_, from);
            throw RankFailed{};
        }
    }

    Ranks& ranks_;
    std::uint32_t size_;
    std::uint64_t opened_;
    Inbox* inbox_;
    std::vector<std::deque<std::string>> parts_;  ///< by sender
    std::function<void()> meanwhile_;
    bool failed_ = false;
};

/// A backend over islands of all ranks. On rank 0 each call is a request to the others first.
class SharedIslands final : public Backend {
public:
    SharedIslands(Ranks& ranks, std::uint32_t sharing, std::uint64_t opened, const RankDevice& device,
                  const Config& config, std::uint32_t puzzle_slots, Inbox* inbox)
        : ranks_(ranks), meeting_(ranks, sharing, opened, inbox) {
        if (ranks.rank() == 0) meeting_.call_meanwhile([this] { stop_others_if_wanted(); });
        together([&] { evolution_ = make_evolution_backend(device.make_executor(), config, puzzle_slots, &meeting_); });
    }
    ~SharedIslands() override { ask(Kind::close); }

    std::string name() const override { return evolution_->name(); }
    std::uint32_t ranks() const override { return evolution_->ranks(); }
    std::uint32_t puzzle_slots() const override { return evolution_->puzzle_slots(); }
    bool has_long_epochs() const override { return evolution_->has_long_epochs(); }
    void stop_when(const std::function<bool()>& should_stop) override {
        should_stop_ = should_stop;
        evolution_->stop_when(should_stop);
    }
    void submit(const PuzzleJob& job) override { resume({job, {}}); }
    void resume(SavedPuzzle puzzle) override {
        ask(Kind::jobs, std::vector<SavedPuzzle>{puzzle}, false);
        evolution_->resume(std::move(puzzle));
    }
    void save(const ByteSink& to) const override {
        ask(Kind::save);
        together([&] { evolution_->save(to); });
    }
    std::uint64_t longest_state() const override { return evolution_->longest_state(); }
    bool busy() const override { return evolution_->busy(); }
    std::vector<Outcome> advance_epoch(const std::function<bool()>& each_generation) override {
        ask(Kind::epoch, static_cast<bool>(each_generation));
        const auto watched = [&] {
            const bool goes_on = each_generation();
            ask(Kind::go_on, goes_on);
            return goes_on;
        };
        return together([&] { return evolution_->advance_epoch(each_generation ? watched : std::function<bool()>()); });
    }
    std::vector<Progress> progress() const override {
        ask(Kind::progress);
        return together([&] { return evolution_->progress(); });
    }
    std::vector<IslandProgress> islands() const override {
        ask(Kind::islands);
        return together([&] { return evolution_->islands(); });
    }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        std::vector<std::uint32_t> listed(island_indices.begin(), island_indices.end());
        ask(Kind::populations, listed, detail);
        return together([&] { return evolution_->populations(listed, detail); });
    }
    std::vector<Outcome> abandon() override {
        if (meeting_.failed()) return {};  // what is left has no common state
        ask(Kind::abandon);
        return together([&] { return evolution_->abandon(); });
    }

private:
    /// Rank 0 has the others make the same call.
    template <class... Field>
    void ask(Kind kind, const Field&... fields) const {
        if (ranks_.rank() != 0) return;
        const std::string request = Message::of(kind, next_request_number(), fields...);
        meeting_.for_others([&](std::uint32_t other) { ranks_.send(other, request); });
    }
    template <class Call>
    std::invoke_result_t<Call> together(const Call& call) const {
        try {
            return call();
        } catch (const RankFailed&) {
            throw;
        } catch (...) {
            meeting_.tell_failure();
            if (ranks_.rank() != 0) throw RankFailed{};
            throw;
        }
    }
    void stop_others_if_wanted() {
        if (stops_ || !should_stop_ || !should_stop_()) return;
        stops_ = true;
        meeting_.for_others([&](std::uint32_t other) { ranks_.ask_to_stop(other); });
    }

    Ranks& ranks_;
    mutable Meeting meeting_;
    std::unique_ptr<Backend> evolution_;
    std::function<bool()> should_stop_;
    bool stops_ = false;
};

}  // namespace

std::unique_ptr<Backend> make_sharing_backend(Ranks& ranks, std::uint32_t sharing, std::uint64_t opened,
                                              const RankDevice& device, const Config& config,
                                              std::uint32_t puzzle_slots, Inbox* inbox) {
    return std::make_unique<SharedIslands>(ranks, sharing, opened, device, config, puzzle_slots, inbox);
}

std::unique_ptr<Backend> make_islands_over(Ranks& ranks, const RankDevice& device, const Config& config,
                                           std::uint32_t puzzle_slots) {
    const std::uint32_t sharing = std::min(ranks.size(), config.islands);
    const std::uint64_t opened = next_request_number();
    const std::string request = Message::of(Kind::open_islands, opened, text_of(config), puzzle_slots, sharing);
    for (std::uint32_t other = 1; other < sharing; ++other) ranks.send(other, request);
    return make_sharing_backend(ranks, sharing, opened, device, config, puzzle_slots, nullptr);
}

}  // namespace evodoku
