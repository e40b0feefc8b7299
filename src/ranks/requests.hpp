// What ranks say to each other: rank 0 makes requests, each a struct of what it says, and the others answer; those that
// share the islands of each puzzle meet within the calls that all of them make. Host code.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "backend/records.hpp"
#include "core/host_work.hpp"
#include "evodoku/engine/config.hpp"
#include "ranks/over_ranks.hpp"

namespace evodoku {

/// Before all others: take your device. `automatic`: what the device `auto` means.
struct Start {
    std::string device, automatic;
    unsigned threads = 0;
};
/// Make a backend: for whole puzzles, or for the islands that so many ranks share of each.
struct Open {
    Config config;
    std::uint32_t puzzle_slots = 0, sharing = 0;
};
/// Puzzles to evolve. `by_itself`: by epochs without further requests; otherwise each epoch is one.
struct Evolve {
    std::vector<SavedPuzzle> puzzles;
    bool by_itself = false;
};
/// Make one epoch. `watched`: with a pause after each generation, in which questions may come.
struct Epoch {
    bool watched = false;
};
/// The pause is over; false: so is the epoch. Outside of a pause it says nothing.
struct GoOn {
    bool goes_on = false;
};
struct Close {};
struct End {};  ///< of the run

/// A question is a call of a backend, and its answer what that returns.
template <auto Call>
struct Question {
    auto operator()(Backend& backend) const { return (backend.*Call)(); }
};
using AskProgress = Question<&Backend::progress>;
using AskIslands = Question<&Backend::islands>;
struct AskPopulations {
    std::vector<std::uint32_t> island_indices;
    Detail detail{};

    auto operator()(Backend& backend) const { return backend.populations(island_indices, detail); }
};
struct Save {
    std::string operator()(Backend& backend) const {
        std::string bytes;
        backend.save(sink_to(bytes));
        return bytes;
    }
};
using Abandon = Question<&Backend::abandon>;

using Request =
    std::variant<Start, Open, Evolve, Epoch, GoOn, Close, End, AskProgress, AskIslands, AskPopulations, Save, Abandon>;

/// The answer to Open.
struct Opened {
    std::string name;
    std::uint32_t ranks = 1, puzzle_slots = 1;
    std::uint64_t longest_state = 0;

    static Opened of(const Backend& backend) {
        return {backend.name(), backend.ranks(), backend.puzzle_slots(), backend.longest_state()};
    }
};
/// The answer to Epoch: at each pause, and at its end.
struct Made {
    bool pauses = false;
    std::vector<Outcome> outcomes;
};

/// A configuration as the texts of its settings.
void list_fields(FieldWriter& fields, const Config& config);
void list_fields(FieldReader& fields, Config& config);

void list_fields(auto& fields, Is<Start> auto& request) { fields(request.device, request.automatic, request.threads); }
void list_fields(auto& fields, Is<Open> auto& request) {
    fields(request.config, request.puzzle_slots, request.sharing);
}
void list_fields(auto& fields, Is<Evolve> auto& request) { fields(request.puzzles, request.by_itself); }
void list_fields(auto& fields, Is<Epoch> auto& request) { fields(request.watched); }
void list_fields(auto& fields, Is<GoOn> auto& request) { fields(request.goes_on); }
void list_fields(auto& fields, Is<AskPopulations> auto& request) { fields(request.island_indices, request.detail); }
void list_fields(auto& fields, Is<Opened> auto& request) {
    fields(request.name, request.ranks, request.puzzle_slots, request.longest_state);
}
void list_fields(auto& fields, Is<Made> auto& request) { fields(request.pauses, request.outcomes); }
template <class Of>
requires std::is_empty_v<Of>
void list_fields(auto&, Of&) {}

void list_fields(FieldWriter& fields, const Request& request);
void list_fields(FieldReader& fields, Request& request);

/// A request with a number of its own, or an answer with the number of its request. The number of the backend's Open
/// stands on what comes without a request: outcomes, and parts of what ranks that share islands exchange.
struct Message {
    std::uint64_t number = 0;
    bool is_failure = false;
    std::string bytes;

    static std::string of(std::uint64_t number, const auto& content, bool is_failure = false) {
        std::string bytes;
        const StateWriter sink = sink_to(bytes);
        FieldWriter{sink}(number, is_failure, content);
        return bytes;
    }
    explicit Message(std::string from) : bytes(std::move(from)) {
        const StateReader source = source_of(bytes);
        FieldReader{source}(number, is_failure);
    }

    template <class Content>
    Content as() const {
        const StateReader source = source_of(bytes, sizeof number + sizeof is_failure);
        return FieldReader(source, ~std::uint64_t{0}).next<Content>();
    }
};

/// The error that is handled now, as a message.
std::string failure_message(std::uint64_t number);
/// Throws it again, with the name of its rank.
[[noreturn]] void throw_failure(const Message& failure, const Ranks& ranks, std::uint32_t rank);

/// Rank 0 asks all others.
void ask_all(Ranks& ranks, const Request& request);

/// A number that no request had before: messages to an earlier backend have lower numbers than those to this one.
std::uint64_t next_request_number();

/// Thrown on ranks other than 0 while they wait: rank 0 says that one of them has failed.
struct RankFailed {};

/// What ranks that share islands exchange. A rank that fails tells rank 0, which tells all, so that none waits for it.
class Meeting final : public SharingRanks {
public:
    /// `meanwhile`: called while it waits.
    explicit Meeting(Ranks& ranks, std::function<void()> meanwhile = {})
        : ranks_(ranks), meanwhile_(std::move(meanwhile)) {}

    /// From now on it belongs to another backend.
    void open(std::uint64_t number, std::uint32_t sharing) {
        opened_ = number, size_ = sharing;
        parts_.erase(parts_.begin(), parts_.lower_bound({number, 0}));
    }

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

private:
    void for_others(const auto& work) const {
        for (std::uint32_t other = 0; other < size_; ++other) {
            if (other != ranks_.rank()) work(other);
        }
    }
    void send(std::uint32_t to, const std::string& part) {
        ranks_.send(to, Channel::answers, Message::of(opened_, part));
    }
    std::vector<std::string> parts_of_all(const std::string& mine) {
        std::vector<std::string> all(size_, mine);
        for_others([&](std::uint32_t other) { all[other] = part_of(other); });
        return all;
    }
    std::string part_of(std::uint32_t other) {
        std::deque<std::string>& parts = parts_[{opened_, other}];
        const auto has_come = [&] {
            for_others([this](std::uint32_t rank) { take_from(rank); });
            return !parts.empty();
        };
        ranks_.wait(rank() == 0 ? other : 0, has_come, meanwhile_);  // rank 0 looks after the others
        return take_front(parts);
    }
    void take_from(std::uint32_t other) {
        while (std::optional<std::string> bytes = ranks_.take(other, Channel::answers)) {
            const Message message(*std::move(bytes));
            if (message.number < opened_) continue;  // to an earlier backend
            if (message.is_failure && rank() == 0) throw_failure(message, ranks_, other);
            if (message.is_failure) throw RankFailed{};
            parts_[{message.number, other}].push_back(message.as<std::string>());
        }
    }

    Ranks& ranks_;
    std::function<void()> meanwhile_;
    std::uint32_t size_ = 1;
    std::uint64_t opened_ = 0;
    /// By backend and sender. Others may be ahead: some parts are for a backend that is not open here yet.
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::deque<std::string>> parts_;
};

/// Makes the backend of a rank. `meeting`: null for whole puzzles.
std::unique_ptr<Backend> open_on(const RankDevice& device, const Open& open, SharingRanks* meeting);

}  // namespace evodoku
