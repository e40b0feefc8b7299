// Ranks as threads: a queue of messages for each pair.
#include <atomic>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <utility>

#include "ranks/ranks.hpp"

namespace evodoku {
namespace {

struct Mailboxes {
    explicit Mailboxes(std::uint32_t count) : size(count), messages(std::size_t{count} * count), stops(count) {}

    std::uint32_t size;
    std::mutex mutex;
    std::vector<std::deque<std::string>> messages;  ///< to x size + from
    std::vector<std::atomic<bool>> stops;
};

class ThreadRanks final : public Ranks {
public:
    ThreadRanks(std::shared_ptr<Mailboxes> boxes, std::uint32_t rank) : boxes_(std::move(boxes)), rank_(rank) {}

    std::uint32_t rank() const override { return rank_; }
    std::uint32_t size() const override { return boxes_->size; }
    std::uint32_t local_rank() const override { return rank_; }
    std::uint32_t local_size() const override { return boxes_->size; }
    std::string place_of(std::uint32_t rank) const override { return "thread " + std::to_string(rank); }

    void send(std::uint32_t to, std::string message) override {
        const std::lock_guard lock(boxes_->mutex);
        boxes_->messages[to * boxes_->size + rank_].push_back(std::move(message));
    }
    std::optional<std::string> take(std::uint32_t from) override {
        const std::lock_guard lock(boxes_->mutex);
        std::deque<std::string>& waiting = boxes_->messages[rank_ * boxes_->size + from];
        if (waiting.empty()) return std::nullopt;
        std::string message = std::move(waiting.front());
        waiting.pop_front();
        return message;
    }
    void ask_to_stop(std::uint32_t rank) override { boxes_->stops[rank] = true; }
    bool asked_to_stop() override { return boxes_->stops[rank_]; }
    void leave() override {}
    [[noreturn]] void abort(int code) override { std::_Exit(code); }

private:
    std::shared_ptr<Mailboxes> boxes_;
    std::uint32_t rank_;
};

}  // namespace

std::vector<std::unique_ptr<Ranks>> make_thread_ranks(std::uint32_t size) {
    const auto boxes = std::make_shared<Mailboxes>(size);
    std::vector<std::unique_ptr<Ranks>> all;
    for (std::uint32_t rank = 0; rank < size; ++rank) all.push_back(std::make_unique<ThreadRanks>(boxes, rank));
    return all;
}

}  // namespace evodoku
