// What a rank other than 0 does: it makes a backend, and the calls that rank 0 asks for.
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ranks/requests.hpp"

namespace evodoku {
namespace {

/// What a rank other than 0 does for rank 0. serve() has a handler for each request.
class Worker {
public:
    Worker(Ranks& ranks, const RankDevice& device) : ranks_(ranks), device_(device), meeting_(ranks) {}

    void operator()() {
        while (!is_over_) {
            try {
                const std::optional<Message> request = next_request();
                request ? answer(*request) : evolve_by_itself();
            } catch (const RankFailed&) {
            } catch (...) {
                if (ranks_.has_ended(0)) return;
                by_itself_ = false;
                ranks_.send(0, Channel::answers, failure_message(number_));
            }
        }
    }

private:
    /// None where there is work without one.
    std::optional<Message> next_request() {
        if (!by_itself_ || !backend_ || !backend_->busy()) return Message(ranks_.receive(0, Channel::requests));
        std::optional<std::string> bytes = ranks_.take(0, Channel::requests);
        return bytes ? std::optional(Message(*std::move(bytes))) : std::nullopt;
    }
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
        backend_ = open_on(device_, open, is_shared_ ? &meeting_ : nullptr);
        backend_->stop_when([this] { return ranks_.asked_to_stop(); });
        reply(Opened::of(*backend_));
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

}  // namespace

void serve(Ranks& ranks, const RankDevice& device) { Worker(ranks, device)(); }

}  // namespace evodoku
