// What a rank other than 0 does: it makes a backend, and the calls that rank 0 asks for. Errors and configurations as
// texts.
#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "evodoku/engine/errors.hpp"
#include "ranks/message.hpp"
#include "settings/search_settings.hpp"

namespace evodoku {
namespace {

enum class Failure : std::uint8_t { device, setting, checkpoint, defect };

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
            if (!request) {
                evolve();
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
        if (!inbox_.requests.empty()) {
            Message next = std::move(inbox_.requests.front());
            inbox_.requests.pop_front();
            return next;
        }
        if (!may_be_none) return Message(ranks_.receive(0));
        std::optional<std::string> bytes = ranks_.take(0);
        return bytes ? std::optional(Message(*std::move(bytes))) : std::nullopt;
    }

    void serve(const Message& request) {
        switch (request.kind) {
            case Kind::open_backend:
            case Kind::open_islands:
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
            case Kind::go_on:
            case Kind::failure:  // of a call that this rank has left
                return;
            default:
                return answer(request);
        }
    }

    void open(const Message& request) {
        backend_.reset();
        by_itself_ = false;
        opened_ = at_;
        std::string config;
        std::uint32_t puzzle_slots = 0, sharing = 0;
        is_shared_ = request.kind == Kind::open_islands;
        if (is_shared_) {
            request.read(config, puzzle_slots, sharing);
            backend_ =
                make_sharing_backend(ranks_, sharing, opened_, device_, config_of(config), puzzle_slots, &inbox_);
        } else {
            request.read(config, puzzle_slots);
            backend_ = device_.make_backend(config_of(config), puzzle_slots);
        }
        backend_->stop_when([this] { return ranks_.asked_to_stop(); });
        reply(backend_->name(), backend_->puzzle_slots(), backend_->longest_state());
    }

    /// Answers a question about the backend.
    void answer(const Message& question) {
        if (question.kind == Kind::save) {
            std::string bytes;
            backend().save(sink_to(bytes));
            reply(bytes);
        } else if (question.kind == Kind::progress) {
            std::vector<Progress> all = backend().progress();
            reply(Memory<Progress>{all});
        } else if (question.kind == Kind::islands) {
            std::vector<IslandProgress> all = backend().islands();
            reply(Memory<IslandProgress>{all});
        } else if (question.kind == Kind::populations) {
            std::vector<std::uint32_t> listed;
            Detail detail{};
            question.read(listed, detail);
            reply(backend().populations(listed, detail));
        }
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
            answer(*request);
            at_ = epoch;
        }
    }

    /// Makes an epoch by itself.
    void evolve() {
        const std::vector<Outcome> outcomes = backend_->advance_epoch();
        if (ranks_.asked_to_stop()) by_itself_ = false;  // an epoch may have ended early: rank 0 calls abandon() next
        if (!outcomes.empty()) ranks_.send(0, Message::of(Kind::outcomes, opened_, outcomes));
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

std::string text_of(const Config& config) {
    SearchSettings settings;
    settings.config = config;
    std::string text;
    for (const Value& value : values_of(settings, search_settings())) text += value.name + '=' + value.text + '\n';
    return text;
}

Config config_of(const std::string& text) {
    SearchSettings settings;
    std::vector<Assignment> assignments;
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
        end = text.find('\n', begin);
        const std::size_t equals = text.find('=', begin);
        Assignment& assignment = assignments.emplace_back();
        assignment.name = assignment.label = text.substr(begin, equals - begin);
        assignment.text = text.substr(equals + 1, end - equals - 1);
    }
    assign(settings, search_settings(), assignments);
    return settings.config;
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
    switch (failure) {
        case Failure::device:
            throw DeviceError(text);
        case Failure::setting:
            throw SettingError(text);
        case Failure::checkpoint:
            throw CheckpointError(text);
        case Failure::defect:
            break;
    }
    throw std::logic_error(text);
}

}  // namespace evodoku
