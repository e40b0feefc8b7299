// Islands of each puzzle on all ranks: every rank makes the same calls of the same backend. What a rank other than 0
// does: it makes a backend, and the calls that rank 0 asks for. Errors and configurations as texts.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>

#include "backend/evolution.hpp"
#include "backend/evolution_backend.hpp"
#include "core/host_work.hpp"
#include "engine/executor.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "ranks/message.hpp"
#include "settings/search_settings.hpp"

namespace evodoku {
namespace {

enum class Failure : std::uint8_t { device, setting, checkpoint, defect };

/// Thrown on ranks other than 0: a rank has failed and has sent the reason to all others.
struct RankFailed {};

/// Messages that came to a rank while it waited for others.
struct Inbox {
    std::deque<Message> requests = {};                          ///< of rank 0
    std::vector<std::pair<std::uint32_t, Message>> early = {};  ///< with the sender: for a backend that is not open yet
};

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

    void for_others(const auto& work) const {
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
        const auto has_come = [&] {
            for_others([this](std::uint32_t each) {
                while (std::optional<std::string> message = ranks_.take(each)) take(each, Message(*std::move(message)));
            });
            return !parts_[other].empty();
        };
        // Whether a rank has ended is for rank 0 to say.
        ranks_.wait(rank() == 0 ? other : 0, has_come, meanwhile_);
        return take_front(parts_[other]);
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

/// The backend of one rank over its share of the islands of each puzzle, of which the first `sharing` ranks have one
/// each. On rank 0 each call is a request to the others first, and throws what any of them threw.
class SharedIslands final : public Backend {
public:
    /// `opened`: the number of the request. `inbox`: null on rank 0.
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
    void resume(SavedPuzzle puzzle) override {
        ask(Kind::jobs, std::vector<SavedPuzzle>{puzzle}, false);
        evolution_->resume(std::move(puzzle));
    }
    void save(const StateWriter& to) const override {
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

/// What a rank other than 0 does for rank 0.
class Worker {
public:
    Worker(Ranks& ranks, const RankDevice& device) : ranks_(ranks), device_(device) {}

    void operator()() {
        while (serve_next()) {
        }
    }

private:
    /// Serves a request, or makes an epoch by itself. False at the end of the run.
    bool serve_next() {
        at_ = opened_;
        try {
            const std::optional<Message> request = next_request(by_itself_ && backend_ && backend_->busy());
            if (!request) {  // it makes an epoch by itself
                const std::vector<Outcome> outcomes = backend_->advance_epoch();
                if (ranks_.asked_to_stop()) by_itself_ = false;  // it may have ended early: rank 0 calls abandon() next
                if (!outcomes.empty()) ranks_.send(0, Message::of(Kind::outcomes, opened_, outcomes));
                return true;
            }
            if (request->kind == Kind::end) return false;
            at_ = request->number;
            serve(*request);
        } catch (const RankFailed&) {
        } catch (...) {
            if (ranks_.has_ended(0)) return false;
            ranks_.send(0, failure_message(at_));
            by_itself_ = false;
        }
        return true;
    }

    std::optional<Message> next_request(bool may_be_none = false) {
        if (!inbox_.requests.empty()) return take_front(inbox_.requests);
        if (!may_be_none) return Message(ranks_.receive(0));
        std::optional<std::string> bytes = ranks_.take(0);
        return bytes ? std::optional(Message(*std::move(bytes))) : std::nullopt;
    }

    void serve(const Message& request) {
        switch (request.kind) {
            case Kind::open:
                return open(request);
            case Kind::jobs: {
                std::vector<SavedPuzzle> puzzles;
                request.read(puzzles, by_itself_);
                for (SavedPuzzle& puzzle : puzzles) backend().resume(std::move(puzzle));
                return;
            }
            case Kind::epoch:
                return make_epoch(request);
            case Kind::abandon:
                by_itself_ = false;
                return reply(backend().abandon());
            case Kind::close:
                by_itself_ = false;
                return backend_.reset();
            case Kind::save: {
                std::string bytes;
                backend().save(sink_to(bytes));
                return reply(bytes);
            }
            case Kind::progress:
                return reply(backend().progress());
            case Kind::islands:
                return reply(backend().islands());
            case Kind::populations: {
                std::vector<std::uint32_t> listed;
                Detail detail{};
                request.read(listed, detail);
                return reply(backend().populations(listed, detail));
            }
            default:  // belongs to a call that this rank has left
                return;
        }
    }

    void open(const Message& request) {
        backend_.reset();
        by_itself_ = false;
        opened_ = at_;
        Config config;
        std::uint32_t puzzle_slots = 0, sharing = 0;
        request.read(config, puzzle_slots, sharing);
        is_shared_ = sharing != 0;
        if (is_shared_) {
            backend_ =
                std::make_unique<SharedIslands>(ranks_, sharing, opened_, device_, config, puzzle_slots, &inbox_);
        } else {
            backend_ = device_.make_backend(config, puzzle_slots);
        }
        backend_->stop_when([this] { return ranks_.asked_to_stop(); });
        reply(backend_->name(), backend_->puzzle_slots(), backend_->longest_state());
    }

    /// With pauses rank 0 may ask its questions after each generation.
    void make_epoch(const Message& request) {
        by_itself_ = false;
        bool with_pauses = false;
        request.read(with_pauses);
        const std::uint64_t epoch = at_;
        const std::function<bool()> pause = [this, epoch] { return goes_on_after_pause(epoch); };
        std::vector<Outcome> outcomes;
        if (is_shared_ || backend().busy())
            outcomes = backend().advance_epoch(with_pauses ? pause : std::function<bool()>());
        reply(outcomes);
    }

    bool goes_on_after_pause(std::uint64_t epoch) {
        if (!is_shared_) ranks_.send(0, Message::of(Kind::pause, epoch));
        while (true) {
            std::optional<Message> request = next_request();
            if (request->kind == Kind::go_on) {
                bool goes_on = false;
                request->read(goes_on);
                return goes_on;
            }
            const bool is_question = request->kind >= Kind::save && request->kind <= Kind::populations;
            if (!is_question) {  // rank 0 has given up the epoch: this comes after it
                inbox_.requests.push_front(*std::move(request));
                if (is_shared_) throw RankFailed{};
                return false;
            }
            at_ = request->number;
            serve(*request);
            at_ = epoch;
        }
    }

    template <class... Field>
    void reply(const Field&... fields) {
        if (!is_shared_) ranks_.send(0, Message::of(Kind::reply, at_, fields...));  // rank 0 knows what all know
    }
    Backend& backend() const {
        if (!backend_) throw std::logic_error("a request of rank 0 came before the one that opens a backend");
        return *backend_;
    }

    Ranks& ranks_;
    const RankDevice& device_;
    std::unique_ptr<Backend> backend_;
    bool is_shared_ = false;    ///< the backend is over a share of islands
    bool by_itself_ = false;    ///< it makes epochs without requests
    std::uint64_t opened_ = 0;  ///< the request that opened the backend
    std::uint64_t at_ = 0;      ///< the request that is served; or opened_, where it works by itself
    Inbox inbox_;
};

}  // namespace

void serve(Ranks& ranks, const RankDevice& device) { Worker(ranks, device)(); }

std::unique_ptr<Backend> make_islands_over(Ranks& ranks, const RankDevice& device, const Config& config,
                                           std::uint32_t puzzle_slots) {
    const std::uint32_t sharing = std::min(ranks.size(), config.islands);
    const std::uint64_t opened = next_request_number();
    const std::string request = Message::of(Kind::open, opened, config, puzzle_slots, sharing);
    for (std::uint32_t other = 1; other < sharing; ++other) ranks.send(other, request);
    return std::make_unique<SharedIslands>(ranks, sharing, opened, device, config, puzzle_slots, nullptr);
}

void end_all(Ranks& ranks) {
    for (std::uint32_t rank = 1; rank < ranks.size(); ++rank)
        ranks.send(rank, Message::of(Kind::end, next_request_number()));
}

std::vector<std::string> collect(Ranks& ranks, const std::function<std::string()>& mine) {
    std::vector<std::string> all;
    if (ranks.rank() == 0) {
        for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) {
            const Message message(ranks.receive(rank));
            if (message.kind == Kind::failure) throw_failure(message, ranks, rank);
            message.read(all.emplace_back());
        }
        return all;
    }
    try {
        ranks.send(0, Message::of(Kind::reply, 0, mine()));
    } catch (...) {
        ranks.send(0, failure_message(0));
    }
    return all;
}

std::uint64_t next_request_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

void list_fields(FieldWriter& fields, const Config& config) {
    SearchSettings settings;
    settings.config = config, settings.operators = loaded_operators();
    fields(values_of(settings, search_settings()));
}

void list_fields(FieldReader& fields, Config& config) {
    std::vector<Assignment> assignments;
    for (const Value& value : fields.next<std::vector<Value>>()) {
        assignments.push_back({value.name, value.text, value.name});
    }
    SearchSettings settings;
    assign(settings, search_settings(), assignments);
    config = settings.config;
}

std::string failure_message(std::uint64_t number) {
    const auto message = [number](Failure failure, const std::exception& error) {
        return Message::of(Kind::failure, number, failure, std::string(error.what()));
    };
    try {
        throw;
    } catch (const DeviceError& error) {
        return message(Failure::device, error);
    } catch (const MemoryError& error) {
        return message(error.on_gpu ? Failure::device : Failure::setting, error);
    } catch (const std::bad_alloc&) {
        return message(Failure::setting, SettingError("out of memory; use a smaller --population"));
    } catch (const CheckpointError& error) {
        return message(Failure::checkpoint, error);
    } catch (const std::invalid_argument& error) {
        return message(Failure::setting, error);
    } catch (const std::exception& error) {
        return message(Failure::defect, error);
    } catch (...) {
        return message(Failure::defect, std::runtime_error("an error without a name"));
    }
}

void throw_failure(const Message& message, const Ranks& ranks, std::uint32_t rank) {
    Failure failure{};
    std::string what;
    message.read(failure, what);
    const std::string text = fmt::format("rank {} ({}): {}", rank, ranks.place_of(rank), what);
    if (failure == Failure::device) throw DeviceError(text);
    if (failure == Failure::setting) throw SettingError(text);
    if (failure == Failure::checkpoint) throw CheckpointError(text);
    throw std::logic_error(text);
}

}  // namespace evodoku
