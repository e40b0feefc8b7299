// What a rank other than 0 does: it takes a backend or a share of islands, and does what rank 0 asks of it.
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/executor.hpp"
#include "spread/island_part.hpp"
#include "spread/message.hpp"
#include "spread/served_backend.hpp"
#include "spread/spread.hpp"

namespace evodoku::spread {
namespace {

class Worker {
public:
    Worker(Ranks& ranks, const Machine& machine) : ranks_(ranks), machine_(machine) {}

    void operator()() {
        while (serve_next()) {
        }
    }

private:
    /// Serves a request, or makes an epoch by itself. False at the end of the run.
    bool serve_next() {
        at_ = opened_;
        try {
            const bool evolves = by_itself_ && backend_ && backend_->busy();
            std::optional<std::string> bytes = left_ ? std::exchange(left_, std::nullopt) : ranks_.take(0);
            if (!bytes && evolves) {
                evolve();
                return true;
            }
            Unpacker fields(bytes ? *std::move(bytes) : ranks_.receive(0));
            const Head head = fields.get_head();
            if (head.kind == Kind::end) return false;
            at_ = head.number;
            serve(head.kind, fields);
        } catch (...) {
            if (ranks_.has_ended(0)) return false;
            ranks_.send(0, failure_message(at_));
            by_itself_ = false;
        }
        return true;
    }

    void serve(Kind kind, Unpacker& fields) {
        switch (kind) {
            case Kind::open_islands:
                return open_islands(fields);
            case Kind::open_backend:
                return open_backend(fields);
            case Kind::steps: {
                Packer reply(Kind::reply, at_);
                opened(part_).make(fields, reply);
                return send(reply);
            }
            case Kind::jobs:
                return opened(backend_).resume(fields);
            case Kind::by_itself:
                by_itself_ = fields.get<bool>();
                return;
            case Kind::epoch:
                return make_epoch(fields.get<bool>());
            case Kind::close:
                return close();
            case Kind::abandon: {
                by_itself_ = false;
                Packer reply(Kind::reply, at_);
                opened(backend_).abandon(reply);
                return send(reply);
            }
            default:
                if (is_question(kind)) answer(kind, fields);  // a pause that has ended may have left go_on
        }
    }

    void close() {
        backend_.reset();
        part_.reset();
        by_itself_ = false;
    }

    void open_islands(Unpacker& fields) {
        close();
        opened_ = at_;
        const Config config = config_of(fields.get_text());
        const auto share = fields.get<Share>();
        part_ = make_island_part(machine_.make_executor(), config, share, fields.get<std::uint32_t>());
        part_->stop_when([this] { return ranks_.asked_to_stop(); });
        Packer reply(Kind::reply, at_);
        send(reply);
    }

    void open_backend(Unpacker& fields) {
        close();
        opened_ = at_;
        const Config config = config_of(fields.get_text());
        backend_ = make_served_backend(machine_, config, fields.get<std::uint32_t>());
        backend_->stop_when([this] { return ranks_.asked_to_stop(); });
        Packer reply(Kind::reply, at_);
        backend_->describe(reply);
        send(reply);
    }

    /// Answers a question about the backend.
    void answer(Kind question, Unpacker& fields) {
        Packer reply(Kind::reply, at_);
        opened(backend_).answer(question, fields, reply);
        send(reply);
    }

    /// With pauses rank 0 may ask its questions after each generation.
    void make_epoch(bool with_pauses) {
        by_itself_ = false;
        const std::uint64_t epoch = at_;
        const std::function<bool()> pause = [this, epoch] { return goes_on_after_pause(epoch); };
        Packer reply(Kind::reply, epoch);
        opened(backend_).advance_epoch(with_pauses ? pause : std::function<bool()>(), reply);
        send(reply);
    }

    bool goes_on_after_pause(std::uint64_t epoch) {
        Packer pause(Kind::pause, epoch);
        send(pause);
        while (true) {
            std::string bytes = ranks_.receive(0);
            Unpacker fields(bytes);
            const Head head = fields.get_head();
            if (head.kind == Kind::go_on && head.number == epoch) return fields.get<bool>();
            if (!is_question(head.kind)) {  // rank 0 has given up the epoch: this comes after it
                left_ = std::move(bytes);
                return false;
            }
            at_ = head.number;
            answer(head.kind, fields);
            at_ = epoch;
        }
    }

    /// Makes an epoch by itself.
    void evolve() {
        Packer answers(Kind::answers, opened_);
        const bool any = backend_->advance_epoch({}, answers);
        if (ranks_.asked_to_stop()) by_itself_ = false;  // an epoch may have ended early: rank 0 calls abandon() next
        if (any) send(answers);
    }

    void send(Packer& message) { ranks_.send(0, message.take()); }

    template <class T>
    static T& opened(const std::unique_ptr<T>& is_open) {
        if (!is_open) throw std::logic_error("a request of rank 0 came before the one that opens a backend");
        return *is_open;
    }

    Ranks& ranks_;
    const Machine& machine_;
    std::unique_ptr<ServedBackend> backend_;
    std::unique_ptr<IslandPart> part_;
    bool by_itself_ = false;           ///< it makes epochs without requests
    std::uint64_t opened_ = 0;         ///< the request that opened the backend or the share
    std::uint64_t at_ = 0;             ///< the request that is served; or opened_, where it works by itself
    std::optional<std::string> left_;  ///< a request that came in a pause and ended its epoch
};

}  // namespace

void serve(Ranks& ranks, const Machine& machine) { Worker(ranks, machine)(); }

void end_all(Ranks& ranks) {
    for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, Packer(Kind::end, 0).take());
}

}  // namespace evodoku::spread
