// What ranks say to each other: rank 0 makes requests, each a struct of what it says, and the others answer; those that
// share the islands of each puzzle meet within the calls that all of them make. Requests, configurations and errors as
// bytes. Host code.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "backend/records.hpp"
#include "core/host_work.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "ranks/over_ranks.hpp"
#include "settings/search_settings.hpp"

namespace evodoku {

/// Make a backend: for whole puzzles, or for the islands that so many ranks share of each. The answer is its number of
/// puzzle slots.
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

/// The answer to Epoch: at each pause, and at its end.
struct Made {
    bool pauses = false;
    std::vector<Outcome> outcomes;
};

/// A configuration as the texts of its settings.
inline void list_fields(FieldWriter& fields, const Config& config) {
    SearchSettings settings;
    settings.config = config, settings.operators = loaded_operators();
    fields(values_of(settings, search_settings()));
}

inline void list_fields(FieldReader& fields, Config& config) {
    auto assignments = fields.next<std::vector<Assignment>>();
    for (Assignment& each : assignments) each.label = each.name;
    SearchSettings settings;
    assign(settings, search_settings(), assignments);
    config = settings.config;
}

void list_fields(auto& fields, Is<Start> auto& request) { fields(request.device, request.automatic, request.threads); }
void list_fields(auto& fields, Is<Open> auto& request) {
    fields(request.config, request.puzzle_slots, request.sharing);
}
void list_fields(auto& fields, Is<Evolve> auto& request) { fields(request.puzzles, request.by_itself); }
void list_fields(auto& fields, Is<Epoch> auto& request) { fields(request.watched); }
void list_fields(auto& fields, Is<GoOn> auto& request) { fields(request.goes_on); }
void list_fields(auto& fields, Is<AskPopulations> auto& request) { fields(request.island_indices, request.detail); }
void list_fields(auto& fields, Is<Made> auto& request) { fields(request.pauses, request.outcomes); }
template <class Of>
requires std::is_empty_v<Of>
void list_fields(auto&, Of&) {}

inline void list_fields(FieldWriter& fields, const Request& request) {
    fields(static_cast<std::uint8_t>(request.index()));
    std::visit([&](const auto& alternative) { fields(alternative); }, request);
}

inline void list_fields(FieldReader& fields, Request& request) {
    const auto kind = fields.next<std::uint8_t>();
    [&]<std::size_t... K>(std::index_sequence<K...>) { ((kind == K ? fields(request.emplace<K>()) : void()), ...); }
    (std::make_index_sequence<std::variant_size_v<Request>>());
}

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

enum class Failure : char { device, setting, defect };

/// The error that is handled now, as a message.
inline std::string failure_message(std::uint64_t number) {
    const auto message = [number](Failure failure, const char* text) {
        return Message::of(number, static_cast<char>(failure) + std::string(text), true);
    };
    try {
        throw;
    } catch (const DeviceError& error) {
        return message(Failure::device, error.what());
    } catch (const MemoryError& error) {
        return message(error.on_gpu ? Failure::device : Failure::setting, error.what());
    } catch (const std::bad_alloc&) {
        return message(Failure::setting, "out of memory; use a smaller --population");
    } catch (const std::invalid_argument& error) {
        return message(Failure::setting, error.what());
    } catch (const std::exception& error) {
        return message(Failure::defect, error.what());
    } catch (...) {
        return message(Failure::defect, "an error without a name");
    }
}

/// Throws it again, with the name of its rank.
[[noreturn]] inline void throw_failure(const Message& message, const Ranks& ranks, std::uint32_t rank) {
    const auto what = message.as<std::string>();
    const auto failure = static_cast<Failure>(what.at(0));
    const std::string text = fmt::format("rank {} ({}): {}", rank, ranks.place_of(rank), what.substr(1));
    if (failure == Failure::device) throw DeviceError(text);
    if (failure == Failure::setting) throw SettingError(text);
    throw std::logic_error(text);
}

/// A number that no request had before: messages to an earlier backend have lower numbers than those to this one.
inline std::uint64_t next_request_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

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

private:
    void send(std::uint32_t to, const std::string& part) override {
        ranks_.send(to, Channel::answers, Message::of(opened_, part));
    }
    std::string receive(std::uint32_t from) override {
        std::deque<std::string>& parts = parts_[{opened_, from}];
        const auto has_come = [&] {
            for_others([this](std::uint32_t other) { take_from(other); });
            return !parts.empty();
        };
        ranks_.wait(rank() == 0 ? from : 0, has_come, meanwhile_);  // rank 0 looks after the others
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

}  // namespace evodoku
