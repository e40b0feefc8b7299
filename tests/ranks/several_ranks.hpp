// Ranks as threads of the test, each with a device of its own. Rank 0 is the test itself.
#pragma once

#include <cstdlib>
#include <mutex>
#include <random>

#include "ranks/over_ranks.hpp"
#include "support/serial_backend.hpp"

namespace evodoku::test {

/// Serial in a different order on each rank: the order may not show.
inline std::unique_ptr<cpu::Workers> workers_of(std::uint32_t rank) {
    constexpr cpu::Order orders[] = {cpu::Order::forwards, cpu::Order::backwards, cpu::Order::shuffled};
    return cpu::make_serial_workers(orders[rank % 3]);
}

inline RankDevice device_of(std::uint32_t rank) {
    return [rank](const Config& config, std::uint32_t puzzle_slots, SharingRanks* sharing) {
        return make_evolution_backend(std::make_unique<cpu::Executor>(workers_of(rank)), config, puzzle_slots, sharing);
    };
}

/// Ranks whose messages are late: each is seen only after its receiver has looked for it 0 to `max_looks` times. So
/// messages that usually come one after the other are there together, and those that usually are there at once are
/// missed.
class LateRanks final : public Ranks {
public:
    LateRanks(std::unique_ptr<Ranks> of, std::uint32_t max_looks)
        : of_(std::move(of)), random_(of_->rank()), looks_(0, max_looks), missing_(of_->size()) {
        for (std::uint32_t& missing : missing_) missing = looks_(random_);
        rank_ = local_rank_ = of_->rank(), size_ = local_size_ = of_->size();
    }

    std::string place_of(std::uint32_t rank) const override { return of_->place_of(rank); }
    void send(std::uint32_t to, Channel channel, std::string message) override {
        of_->send(to, channel, std::move(message));
    }
    std::optional<std::string> take(std::uint32_t from, Channel channel) override {
        const std::lock_guard lock(mutex_);
        if (missing_[from] != 0) {
            --missing_[from];
            return std::nullopt;
        }
        std::optional<std::string> message = of_->take(from, channel);
        if (message) missing_[from] = looks_(random_);
        return message;
    }
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

inline std::unique_ptr<Backend> one_process(const NamedConfiguration& named) {
    return cpu::make_backend(workers_of(0), named.config, named.puzzle_slots);
}

/// A backend with the ranks that work for it, which end with it.
inline std::shared_ptr<Backend> on_ranks(std::uint32_t size, const NamedConfiguration& named, bool on_islands,
                                         std::uint32_t max_looks = 0) {
    struct Led {
        Crew crew;
        std::unique_ptr<Backend> backend;
    };
    std::vector<RankDevice> devices;
    for (std::uint32_t rank = 0; rank < size; ++rank) devices.push_back(device_of(rank));
    const std::shared_ptr<Led> led(new Led{{devices, make_late_ranks(size, max_looks)}, nullptr});
    led->backend =
        make_backend_over(led->crew.ranks(), led->crew.device(), named.config, named.puzzle_slots, on_islands);
    return {led, led->backend.get()};
}

}  // namespace evodoku::test
