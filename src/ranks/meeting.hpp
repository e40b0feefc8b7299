// How ranks that share the islands of each puzzle meet within the calls that all of them make.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/evolution.hpp"
#include "core/host_work.hpp"
#include "ranks/requests.hpp"

namespace evodoku {

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

}  // namespace evodoku
