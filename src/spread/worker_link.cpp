// Which message belongs to which request.
#include "spread/worker_link.hpp"

#include <atomic>

#include "spread/machine.hpp"

namespace evodoku::spread {
namespace {

/// Numbers are never used again, so that a message to an earlier link has a lower number than this link's first.
std::uint64_t next_request_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

}  // namespace

std::uint64_t WorkerLink::ask(Kind kind, Packer fields) {
    const std::uint64_t number = next_request_number();
    if (first_ == 0) first_ = number;
    add_to(number, kind, std::move(fields));
    return number;
}

void WorkerLink::add_to(std::uint64_t request, Kind kind, Packer fields) {
    Packer message(kind, request);
    message.append(std::move(fields));
    ranks_->send(rank_, message.take());
}

std::optional<Message> WorkerLink::read(std::string bytes) const {
    Message message{{}, Unpacker(std::move(bytes))};
    message.head = message.fields.get_head();
    if (message.head.number < first_) return std::nullopt;
    if (message.head.kind == Kind::failure) throw_failure(message.fields, *ranks_, rank_);
    return message;
}

Message WorkerLink::message_of(std::uint64_t request, const std::function<void()>& meanwhile, const Aside& aside) {
    while (true) {
        std::optional<Message> message = read(ranks_->receive(rank_, meanwhile));
        if (!message) continue;
        const bool answers = message->head.kind == Kind::reply || message->head.kind == Kind::pause;
        if (answers && message->head.number == request) return *std::move(message);
        if (aside) aside(*message);
    }
}

std::optional<Message> WorkerLink::take() {
    while (std::optional<std::string> bytes = ranks_->take(rank_)) {
        if (std::optional<Message> message = read(*std::move(bytes))) return message;
    }
    return std::nullopt;
}

}  // namespace evodoku::spread
