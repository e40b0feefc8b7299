// Rank 0's end of the messages to and from one other rank. Host code.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "ranks/ranks.hpp"
#include "spread/message.hpp"

namespace evodoku::spread {

struct Message {
    Head head;
    Unpacker fields;
};

/// Requests have numbers, and what the other rank says names the request that it belongs to. So no order in which
/// messages arrive can confuse a reply with another. Messages to an earlier link are dropped.
class WorkerLink {
public:
    WorkerLink(Ranks& ranks, std::uint32_t rank) : ranks_(&ranks), rank_(rank) {}

    std::uint32_t rank() const { return rank_; }
    /// Sends a request; returns its number.
    std::uint64_t ask(Kind kind, Packer fields = {});
    /// Sends what belongs to an earlier request.
    void add_to(std::uint64_t request, Kind kind, Packer fields);
    void ask_to_stop() { ranks_->ask_to_stop(rank_); }

    using Aside = std::function<void(Message&)>;
    /// Waits for the next message that belongs to this request: its reply, or a pause. Messages of another request go
    /// to `aside`. `meanwhile` is called while it waits. Throws what the other rank threw.
    Message message_of(std::uint64_t request, const std::function<void()>& meanwhile, const Aside& aside = {});
    Unpacker reply_to(std::uint64_t request, const std::function<void()>& meanwhile, const Aside& aside = {}) {
        return std::move(message_of(request, meanwhile, aside).fields);
    }
    /// The next message, if one is there. Throws likewise.
    std::optional<Message> take();

private:
    /// Null for a message to an earlier link.
    std::optional<Message> read(std::string bytes) const;

    Ranks* ranks_;
    std::uint32_t rank_;
    std::uint64_t first_ = 0;  ///< number of its first request
};

}  // namespace evodoku::spread
