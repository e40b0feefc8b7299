// What a rank other than 0 does: it takes a backend or a share of islands, and does what rank 0 asks of it.
#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "engine/executor.hpp"
#include "spread/island_part.hpp"
#include "spread/message.hpp"
#include "spread/remote_backend.hpp"
#include "spread/spread.hpp"

namespace evodoku::spread {
namespace {

/// Rank 0 has ended the run in the middle of an epoch.
struct End {};

class Worker {
public:
    Worker(Ranks& ranks, const Machine& machine) : ranks_(ranks), machine_(machine) {}

    void operator()() {
        while (true) {
            try {
                const bool evolves = by_itself_ && backend_ && backend_->busy();
                std::optional<std::string> message = ranks_.take(0);
                if (!message && evolves) {
                    tell_answers(backend_->advance_epoch());
                    continue;
                }
                Unpacker fields(message ? *std::move(message) : ranks_.receive(0));
                const Kind kind = fields.get<Kind>();
                if (kind == Kind::end) return;
                serve(kind, fields);
            } catch (const End&) {
                return;
            } catch (...) {
                if (ranks_.has_ended(0)) return;
                ranks_.send(0, failure_message());
                by_itself_ = false;
            }
        }
    }

private:
    void serve(Kind kind, Unpacker& fields) {
        const auto should_stop = [this] { return ranks_.asked_to_stop(); };
        switch (kind) {
            case Kind::open_islands: {
                const Config config = config_of(fields.get_text());
                const auto share = fields.get<Share>();
                part_ = make_island_part(machine_.make_executor(), config, share, fields.get<std::uint32_t>());
                part_->stop_when(should_stop);
                return ranks_.send(0, Packer(Kind::reply).take());
            }
            case Kind::steps: {
                Unpacker steps(fields.get_text());
                return ranks_.send(0, part_->make(steps));
            }
            case Kind::open_backend: {
                const Config config = config_of(fields.get_text());
                backend_ = machine_.make_backend(config, fields.get<std::uint32_t>());
                backend_->stop_when(should_stop);
                Packer reply(Kind::reply);
                reply.put(backend_->name());
                reply.put(backend_->puzzle_slots());
                reply.put(backend_->longest_state());
                return ranks_.send(0, reply.take());
            }
            case Kind::jobs:
                by_itself_ = fields.get<bool>();
                for (auto left = fields.get<std::uint64_t>(); left != 0; --left) backend_->resume(get_saved(fields));
                return;
            case Kind::epoch:
                return make_epoch(fields.get<bool>());
            case Kind::close:
                backend_.reset();
                part_.reset();
                by_itself_ = false;
                return;
            case Kind::abandon: {
                by_itself_ = false;
                Packer reply(Kind::reply);
                reply.put_all(backend_->abandon());
                return ranks_.send(0, reply.take());
            }
            default:
                return tell(kind, fields);
        }
    }

    /// Answers a question about the backend.
    void tell(Kind kind, Unpacker& fields) {
        Packer reply(Kind::reply);
        if (kind == Kind::save) {
            std::string bytes;
            backend_->save(
                [&](const void* from, std::size_t count) { bytes.append(static_cast<const char*>(from), count); });
            reply.put(bytes);
        } else if (kind == Kind::progress) {
            reply.put_all(backend_->progress());
        } else if (kind == Kind::islands) {
            reply.put_all(backend_->islands());
        } else if (kind == Kind::populations) {
            const auto listed = fields.get_all<std::uint32_t>();
            for (const PopulationProgress& each : backend_->populations(listed, fields.get<Detail>())) {
                put(reply, each);
            }
        }
        ranks_.send(0, reply.take());
    }

    /// With pauses rank 0 may ask its questions after each generation.
    void make_epoch(bool with_pauses) {
        const std::function<bool()> pause = [this] {
            ranks_.send(0, Packer(Kind::pause).take());
            while (true) {
                Unpacker fields(ranks_.receive(0));
                const Kind kind = fields.get<Kind>();
                if (kind == Kind::go_on) return fields.get<bool>();
                if (kind == Kind::end) throw End();
                tell(kind, fields);
            }
        };
        Packer reply(Kind::reply);
        reply.put_all(backend_->advance_epoch(with_pauses ? pause : std::function<bool()>()));
        ranks_.send(0, reply.take());
    }

    void tell_answers(const std::vector<Answer>& answers) {
        if (answers.empty()) {
            if (ranks_.asked_to_stop()) by_itself_ = false;  // rank 0 calls abandon() next
            return;
        }
        Packer message(Kind::answers);
        message.put_all(answers);
        ranks_.send(0, message.take());
    }

    Ranks& ranks_;
    const Machine& machine_;
    std::unique_ptr<Backend> backend_;
    std::unique_ptr<IslandPart> part_;
    bool by_itself_ = false;  ///< it makes epochs without begin_epoch()
};

}  // namespace

void serve(Ranks& ranks, const Machine& machine) { Worker(ranks, machine)(); }

void end_all(Ranks& ranks) {
    for (std::uint32_t rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, Packer(Kind::end).take());
}

}  // namespace evodoku::spread
