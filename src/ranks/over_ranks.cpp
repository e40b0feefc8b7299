// The backends of rank 0, and what the other ranks do for them. For islands of each puzzle on all ranks: every rank
// makes the same calls. For whole puzzles: each rank always has the next ones waiting, so that none waits for rank 0.
#include "ranks/over_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <span>

#include "ranks/messages.hpp"

namespace evodoku {
namespace {

void append(std::vector<Outcome>& all, const std::vector<Outcome>& outcomes) {
    all.insert(all.end(), outcomes.begin(), outcomes.end());
}

/// Rank 0's end of a backend. Either it is on one other rank, which answers; or it is here, and where other ranks share
/// the islands of each puzzle, they make each call, too.
class AskedBackend final : public Backend {
public:
    /// Queues the request to one rank; wait_until_open() waits for its end.
    AskedBackend(Ranks& ranks, std::uint32_t rank, const Open& open, std::shared_ptr<void> lease = {})
        : lease_(std::move(lease)), ranks_(ranks), others_{rank}, opened_(ask(open)), meeting_(ranks) {}
    /// Here. `open.sharing`: so many ranks, with this one, have a share of the islands.
    AskedBackend(Ranks& ranks, const RankDevice& device, const Open& open)
        : ranks_(ranks), meeting_(ranks, [this] { look_after_stop(); }) {
        for (std::uint32_t rank = 1; rank < open.sharing; ++rank) others_.push_back(rank);
        opened_ = ask(open);
        meeting_.open(opened_, open.sharing);
        together([&] { here_ = device(open.config, open.puzzle_slots, open.sharing != 0 ? &meeting_ : nullptr); });
        puzzle_slots_ = here_->puzzle_slots();
    }
    ~AskedBackend() override { ask(Close{}); }
    /// Throws as make_backend() does.
    void wait_until_open() { puzzle_slots_ = answer<std::uint32_t>(opened_); }

    /// Sends the puzzles of resume(). `by_itself`: the other rank makes epochs without further requests.
    void start(bool by_itself) {
        if (queue_.empty() && by_itself == by_itself_) return;
        by_itself_ = by_itself;
        Request work = Evolve{std::exchange(queue_, {}), by_itself};
        ask(work);
        if (!here_) return;
        for (SavedPuzzle& puzzle : std::get<Evolve>(work).puzzles) here_->resume(std::move(puzzle));
    }
    /// The outcomes that have come, without waiting.
    std::vector<Outcome> take_outcomes() {
        while (std::optional<std::string> bytes = ranks_.take(others_.front(), Channel::answers)) {
            put_aside(Message(*std::move(bytes)));
        }
        return counted(std::exchange(came_, {}));
    }
    void wait_until(const std::function<bool()>& has_come) const {
        ranks_.wait(others_.front(), has_come, [this] { look_after_stop(); });
    }
    /// Has them end their present epoch early.
    void ask_to_stop() const {
        for (const std::uint32_t other : others_) ranks_.ask_to_stop(other);
    }

    std::string name() const override { return here_ ? here_->name() : ranks_.place_of(others_.front()); }
    std::uint32_t ranks() const override { return here_ ? here_->ranks() : 1; }
    std::uint32_t puzzle_slots() const override { return puzzle_slots_; }
    std::uint64_t longest_state() const override { return here_ ? here_->longest_state() : Backend::longest_state(); }
    bool has_long_epochs() const override { return here_ && here_->has_long_epochs(); }  // else each look is a message
    std::size_t puzzles() const { return puzzles_; }
    bool busy() const override { return puzzles_ != 0; }
    void stop_when(const std::function<bool()>& should_stop) override {
        should_stop_ = should_stop;
        if (here_) here_->stop_when(should_stop);
    }
    void resume(SavedPuzzle puzzle) override {
        queue_.push_back(std::move(puzzle));
        ++puzzles_;
    }
    void save(const StateWriter& to) const override {
        const std::uint64_t request = ask(Save{});
        if (here_) {
            together([&] { here_->save(to); });
        } else {
            const auto bytes = answer<std::string>(request);
            to(bytes.data(), bytes.size());
        }
        for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
    }
    std::vector<Outcome> advance_epoch(const std::function<bool()>& each_generation) override {
        start(!here_ && !each_generation);
        if (here_ || each_generation) return make_epoch(each_generation);
        std::vector<Outcome> outcomes;
        wait_until([&] {
            outcomes = take_outcomes();
            return !outcomes.empty() || stops_;
        });
        return outcomes;
    }
    std::vector<Progress> progress() const override { return answer_to(AskProgress{}); }
    std::vector<IslandProgress> islands() const override { return answer_to(AskIslands{}); }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        return answer_to(AskPopulations{{island_indices.begin(), island_indices.end()}, detail});
    }
    std::vector<Outcome> abandon() override {
        queue_.clear();
        by_itself_ = false;
        puzzles_ = 0;                                // those that had not begun have no outcome
        if (failed_ && !others_.empty()) return {};  // what is left has no common state
        append(came_, answer_to(Abandon{}));
        return std::exchange(came_, {});
    }

private:
    /// Sends a request; returns its number.
    std::uint64_t ask(const Request& request) const {
        const std::uint64_t number = next_request_number();
        if (!others_.empty()) send(Channel::requests, Message::of(number, request));
        return number;
    }
    void send(Channel channel, const std::string& message) const {
        for (const std::uint32_t other : others_) ranks_.send(other, channel, message);
    }
    template <class Question, class Answer = std::invoke_result_t<Question, Backend&>>
    Answer answer_to(const Question& question) const {
        const std::uint64_t request = ask(question);
        return here_ ? together([&] { return question(*here_); }) : answer<Answer>(request);
    }
    /// Waits for the next answer to this request.
    template <class Answer>
    Answer answer(std::uint64_t request) const {
        while (true) {
            const Message message(ranks_.receive(others_.front(), Channel::answers, [this] { look_after_stop(); }));
            if (message.number == request && !message.is_failure) return message.as<Answer>();
            put_aside(message);
        }
    }
    /// Makes a call here that the others make, too.
    template <class Call>
    std::invoke_result_t<Call> together(const Call& call) const {
        try {
            return call();
        } catch (...) {
            if (!std::exchange(failed_, true)) send(Channel::answers, failure_message(opened_));
            throw;
        }
    }
    std::vector<Outcome> make_epoch(const std::function<bool()>& each_generation) {
        const std::uint64_t epoch = ask(Epoch{static_cast<bool>(each_generation)});
        const auto watched = [&] {
            const bool goes_on = each_generation();
            ask(GoOn{goes_on});
            return goes_on;
        };
        try {
            if (here_) {
                const auto pause = each_generation ? watched : std::function<bool()>();
                return counted(together([&] { return here_->advance_epoch(pause); }));
            }
            Made answers = answer<Made>(epoch);
            for (; answers.pauses; answers = answer<Made>(epoch)) watched();
            append(came_, answers.outcomes);
            return take_outcomes();
        } catch (...) {
            ask(GoOn{false});  // some may wait for that
            throw;
        }
    }
    /// Takes outcomes that came by themselves; throws what the other rank threw. Other messages belong to requests
    /// whose wait was given up, or to an earlier backend: no order in which messages arrive can confuse them.
    void put_aside(const Message& message) const {
        if (message.number < opened_) return;
        if (message.is_failure) throw_failure(message, ranks_, others_.front());
        if (message.number == opened_) append(came_, message.as<std::vector<Outcome>>());
    }
    std::vector<Outcome> counted(std::vector<Outcome> outcomes) {
        puzzles_ -= outcomes.size();
        return outcomes;
    }
    /// Asks the others to stop once the caller wants that.
    void look_after_stop() const {
        if (stops_ || !should_stop_ || !should_stop_()) return;
        stops_ = true;
        ask_to_stop();
    }

    std::shared_ptr<void> lease_;  ///< released after the request to close
    Ranks& ranks_;
    std::vector<std::uint32_t> others_;  ///< a rank that has all, or those that share
    std::uint64_t opened_ = 0;           ///< the request
    mutable Meeting meeting_;
    std::unique_ptr<Backend> here_;  ///< null where another rank has all
    std::uint32_t puzzle_slots_ = 0;
    std::function<bool()> should_stop_;
    std::vector<SavedPuzzle> queue_;     ///< for the next epoch
    std::size_t puzzles_ = 0;            ///< given to it, and not yet returned as outcomes
    mutable std::vector<Outcome> came_;  ///< outcomes that have come, and are not yet returned
    bool by_itself_ = false;
    mutable bool stops_ = false, failed_ = false;
};

class PuzzlesOnRanks final : public Backend {
public:
    PuzzlesOnRanks(Ranks& ranks, const RankDevice& device, const Open& open) : parts_(ranks.size()) {
        for (std::uint32_t rank = 1; rank < parts_.size(); ++rank) {
            parts_[rank] = std::make_unique<AskedBackend>(ranks, rank, open);
        }
        parts_[0] = std::make_unique<AskedBackend>(ranks, device, open);
        for (const auto& other : others()) other->wait_until_open();
    }

    std::string name() const override { return fmt::format("{}, puzzles on {} ranks", here().name(), ranks()); }
    std::uint32_t ranks() const override { return static_cast<std::uint32_t>(parts_.size()); }
    std::uint32_t puzzle_slots() const override {
        std::uint32_t slots = 0;
        for (const auto& part : parts_) slots += room_of(*part);
        return slots;
    }
    bool has_long_epochs() const override { return false; }  // this rank must look after the others
    std::uint64_t longest_state() const override { return here().longest_state(); }
    bool busy() const override { return !queue_.empty() || std::ranges::any_of(parts_, &AskedBackend::busy); }
    void stop_when(const std::function<bool()>& should_stop) override {
        should_stop_ = should_stop;
        for (const auto& part : parts_) part->stop_when(should_stop);
    }
    void resume(SavedPuzzle puzzle) override { queue_.push_back(std::move(puzzle)); }
    void save(const StateWriter& to) const override {
        for (const auto& part : parts_) part->save(to);
        for (const SavedPuzzle& puzzle : queue_) write_saved(puzzle, to);
    }

    std::vector<Outcome> advance_epoch(const std::function<bool()>& each_generation) override {
        feed(each_generation ? 1 : parts_.size());
        std::vector<Outcome> outcomes;
        if (here().busy()) append(outcomes, here().advance_epoch(each_generation));
        take_from_others(outcomes);
        const auto busy = std::ranges::find_if(others(), &AskedBackend::busy);
        if (here().busy() || busy == others().end()) return outcomes;
        const auto end = Clock::now() + std::chrono::milliseconds(50);  // the caller has other things to look after
        (*busy)->wait_until([&] {
            take_from_others(outcomes);
            return !outcomes.empty() || (should_stop_ && should_stop_()) || Clock::now() >= end;
        });
        return outcomes;
    }

    // The others are not interrupted.
    std::vector<Progress> progress() const override { return here().progress(); }
    std::vector<IslandProgress> islands() const override { return here().islands(); }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t> island_indices,
                                                Detail detail) const override {
        return here().populations(island_indices, detail);
    }

    std::vector<Outcome> abandon() override {
        queue_.clear();
        for (const auto& part : parts_) part->ask_to_stop();
        std::vector<Outcome> outcomes;
        for (const auto& part : parts_) append(outcomes, part->abandon());
        return outcomes;
    }

private:
    AskedBackend& here() const { return *parts_.front(); }
    std::span<const std::unique_ptr<AskedBackend>> others() const { return std::span(parts_).subspan(1); }
    /// On another rank, as many evolve, and as many wait.
    std::uint32_t room_of(const AskedBackend& part) const {
        return &part == &here() ? part.puzzle_slots() : 2 * part.puzzle_slots();
    }
    /// Hands out puzzles: in turn one to each of the first ranks that has room, so that few are on different ranks.
    void feed(std::size_t ranks) {
        for (bool some = true; some && !queue_.empty();) {
            some = false;
            for (const auto& part : std::span(parts_).first(ranks)) {
                if (queue_.empty() || part->puzzles() >= room_of(*part)) continue;
                part->resume(take_front(queue_));
                some = true;
            }
        }
        for (const auto& other : others()) other->start(true);
    }
    void take_from_others(std::vector<Outcome>& outcomes) {
        for (const auto& other : others()) append(outcomes, other->take_outcomes());
    }

    std::vector<std::unique_ptr<AskedBackend>> parts_;  ///< by rank
    std::deque<SavedPuzzle> queue_;
    std::function<bool()> should_stop_;
};

/// What a rank other than 0 does for rank 0. serve() has a handler for each request.
class Worker {
public:
    Worker(Ranks& ranks, const RankDevice& device) : ranks_(ranks), device_(device), meeting_(ranks) {}

    void operator()() {
        while (!is_over_) {
            try {
                const bool has_work = by_itself_ && backend_ && backend_->busy();
                std::optional<std::string> request =
                    has_work ? ranks_.take(0, Channel::requests) : ranks_.receive(0, Channel::requests);
                request ? answer(Message(*std::move(request))) : evolve_by_itself();
            } catch (const RankFailed&) {
            } catch (...) {
                if (ranks_.has_ended(0)) return;
                by_itself_ = false;
                ranks_.send(0, Channel::answers, failure_message(number_));
            }
        }
    }

private:
    void evolve_by_itself() {
        number_ = opened_;
        const std::vector<Outcome> outcomes = backend_->advance_epoch();
        if (ranks_.asked_to_stop()) by_itself_ = false;  // it may have ended early: rank 0 calls abandon() next
        if (!outcomes.empty()) reply(outcomes);
    }
    void answer(const Message& request) {
        number_ = request.number;
        Request content = request.as<Request>();
        std::visit([this](auto& alternative) { serve(alternative); }, content);
    }

    void serve(const Start&) {}  // was the first one
    void serve(const Open& open) {
        serve(Close{});
        opened_ = number_, is_shared_ = open.sharing != 0;
        meeting_.open(opened_, open.sharing);
        backend_ = device_(open.config, open.puzzle_slots, is_shared_ ? &meeting_ : nullptr);
        backend_->stop_when([this] { return ranks_.asked_to_stop(); });
        reply(backend_->puzzle_slots());
    }
    void serve(Evolve& work) {
        by_itself_ = work.by_itself;
        for (SavedPuzzle& puzzle : work.puzzles) backend().resume(std::move(puzzle));
    }
    void serve(const Epoch& epoch) {
        by_itself_ = false;
        const std::uint64_t number = number_;
        const auto pause = [this, number] {
            reply(Made{.pauses = true, .outcomes = {}});
            goes_on_.reset();
            while (!goes_on_) answer(Message(ranks_.receive(0, Channel::requests)));
            number_ = number;
            return *goes_on_;
        };
        Made answer;
        if (backend().busy()) {
            answer.outcomes = backend().advance_epoch(epoch.watched ? pause : std::function<bool()>());
        }
        reply(answer);
    }
    void serve(const GoOn& answer) { goes_on_ = answer.goes_on; }
    void serve(const Close&) {
        by_itself_ = false;
        backend_.reset();
    }
    void serve(const End&) { is_over_ = true; }
    void serve(const Abandon& question) {
        by_itself_ = false;
        reply(question(backend()));
    }
    void serve(const auto& question) { reply(question(backend())); }

    void reply(const auto& content) {
        if (!is_shared_) ranks_.send(0, Channel::answers, Message::of(number_, content));  // else rank 0 knows it, too
    }
    Backend& backend() const {
        if (!backend_) throw std::logic_error("a request of rank 0 came before the one that opens a backend");
        return *backend_;
    }

    Ranks& ranks_;
    const RankDevice& device_;
    Meeting meeting_;
    std::unique_ptr<Backend> backend_;
    bool is_shared_ = false;       ///< the backend is over a share of islands
    bool by_itself_ = false;       ///< it makes epochs without requests
    bool is_over_ = false;         ///< the run
    std::uint64_t opened_ = 0;     ///< the request that opened the backend
    std::uint64_t number_ = 0;     ///< of the request that is served; or opened_, where it works by itself
    std::optional<bool> goes_on_;  ///< the end of a pause
};

/// Rank 0 asks all others.
void ask_all(Ranks& ranks, const Request& request) {
    const std::string message = Message::of(next_request_number(), request);
    for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, Channel::requests, message);
}

}  // namespace

std::unique_ptr<Backend> make_backend_over(Ranks& ranks, const RankDevice& device, const Config& config,
                                           std::uint32_t puzzle_slots, bool by_islands) {
    if (!by_islands) return std::make_unique<PuzzlesOnRanks>(ranks, device, Open{config, puzzle_slots});
    return std::make_unique<AskedBackend>(ranks, device,
                                          Open{config, puzzle_slots, std::min(ranks.size(), config.islands)});
}

std::function<std::unique_ptr<Backend>(const Config& config)> backends_elsewhere(Ranks& ranks) {
    struct Free {
        std::mutex mutex;
        std::vector<std::uint32_t> ranks;
    };
    const auto free = std::make_shared<Free>();
    for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) free->ranks.push_back(rank);
    return [&ranks, free](const Config& config) -> std::unique_ptr<Backend> {
        std::unique_lock lock(free->mutex);
        if (free->ranks.empty()) return nullptr;
        const std::uint32_t rank = free->ranks.back();
        free->ranks.pop_back();
        lock.unlock();
        const std::shared_ptr<void> lease(free.get(), [free, rank](Free* lent) {
            const std::lock_guard again(lent->mutex);
            lent->ranks.push_back(rank);
        });
        auto backend = std::make_unique<AskedBackend>(ranks, rank, Open{config, 1}, lease);
        backend->wait_until_open();
        return backend;
    };
}

void serve(Ranks& ranks, const RankDevice& device) { Worker(ranks, device)(); }

std::vector<std::string> start_others(Ranks& ranks, const Start& start) {
    ask_all(ranks, start);
    return collect(ranks, {});
}

std::optional<Start> receive_start(Ranks& ranks) {
    const auto request = Message(ranks.receive(0, Channel::requests)).as<Request>();
    const auto* const start = std::get_if<Start>(&request);
    return start != nullptr ? std::optional(*start) : std::nullopt;
}

void end_all(Ranks& ranks) { ask_all(ranks, End{}); }

std::vector<std::string> collect(Ranks& ranks, const std::function<std::string()>& mine) {
    std::vector<std::string> all;
    for (std::uint32_t rank = 1; ranks.rank() == 0 && rank < ranks.size(); ++rank) {
        const Message message(ranks.receive(rank, Channel::answers));
        if (message.is_failure) throw_failure(message, ranks, rank);
        all.push_back(message.as<std::string>());
    }
    if (ranks.rank() == 0) return all;
    try {
        ranks.send(0, Channel::answers, Message::of(0, mine()));
    } catch (...) {
        ranks.send(0, Channel::answers, failure_message(0));
    }
    return all;
}

}  // namespace evodoku
