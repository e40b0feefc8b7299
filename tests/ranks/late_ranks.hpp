// Ranks whose messages are late: each is seen only after some looks. So messages that usually come one after the other
// are there together, and those that usually are there at once are missed.
#pragma once

#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include "ranks/ranks.hpp"

namespace evodoku::test {

class LateRanks final : public Ranks {
public:
    /// A message is seen when its receiver has looked for it 0 to `max_looks` times before.
    LateRanks(std::unique_ptr<Ranks> of, std::uint32_t max_looks)
        : of_(std::move(of)), random_(of_->rank()), looks_(0, max_looks), missing_(of_->size()) {
        for (std::uint32_t& missing : missing_) missing = looks_(random_);
    }

    std::uint32_t rank() const override { return of_->rank(); }
    std::uint32_t size() const override { return of_->size(); }
    std::uint32_t local_rank() const override { return of_->local_rank(); }
    std::uint32_t local_size() const override { return of_->local_size(); }
    std::string place_of(std::uint32_t rank) const override { return of_->place_of(rank); }
    void send(std::uint32_t to, std::string message) override { of_->send(to, std::move(message)); }
    std::optional<std::string> take(std::uint32_t from) override {
        const std::lock_guard lock(mutex_);
        if (missing_[from] != 0) {
            --missing_[from];
            return std::nullopt;
        }
        std::optional<std::string> message = of_->take(from);
        if (message) missing_[from] = looks_(random_);
        return message;
    }
    void ask_to_stop(std::uint32_t rank) override { of_->ask_to_stop(rank); }
    bool asked_to_stop() override { return of_->asked_to_stop(); }
    void leave() override { of_->leave(); }
    [[noreturn]] void abort(int code) override { std::_Exit(code); }

private:
    std::unique_ptr<Ranks> of_;
    std::mutex mutex_;
    std::mt19937 random_;
    std::uniform_int_distribution<std::uint32_t> looks_;
    std::vector<std::uint32_t> missing_;  ///< looks until the next message of a rank is seen
};

inline std::vector<std::unique_ptr<Ranks>> make_late_ranks(std::uint32_t size, std::uint32_t max_looks) {
    std::vector<std::unique_ptr<Ranks>> all;
    for (auto& ranks : make_thread_ranks(size)) all.push_back(std::make_unique<LateRanks>(std::move(ranks), max_looks));
    return all;
}

}  // namespace evodoku::test
