// Waiting for messages, ranks that are threads, and what launchers say about the others.
#include "ranks/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "core/host_work.hpp"
#include "engine/text.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {
namespace {

/// A queue of messages for each pair of threads and each channel.
struct Mailboxes {
    explicit Mailboxes(std::size_t ranks) : messages(ranks * ranks * channels) {}

    std::mutex mutex;
    std::vector<std::deque<std::string>> messages;
};

class ThreadRanks final : public Ranks {
public:
    ThreadRanks(std::shared_ptr<Mailboxes> boxes, std::uint32_t rank, std::uint32_t size) : boxes_(std::move(boxes)) {
        rank_ = local_rank_ = rank, size_ = local_size_ = size;
    }

    std::string place_of(std::uint32_t rank) const override { return "thread " + std::to_string(rank); }

    void send(std::uint32_t to, Channel channel, std::string message) override {
        const std::lock_guard lock(boxes_->mutex);
        box(to, rank_, channel).push_back(std::move(message));
    }
    std::optional<std::string> take(std::uint32_t from, Channel channel) override {
        const std::lock_guard lock(boxes_->mutex);
        std::deque<std::string>& waiting = box(rank_, from, channel);
        if (waiting.empty()) return std::nullopt;
        return take_front(waiting);
    }
    void leave() override {}
    [[noreturn]] void abort(int code) override { std::_Exit(code); }

private:
    std::deque<std::string>& box(std::uint32_t to, std::uint32_t from, Channel channel) const {
        return boxes_->messages[(to * size_ + from) * channels + static_cast<std::uint32_t>(channel)];
    }

    std::shared_ptr<Mailboxes> boxes_;
};

std::optional<std::uint32_t> whole_number(const char* text) {
    const auto number = text == nullptr ? std::nullopt : parse_count(text);
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

}  // namespace

void Ranks::ask_to_stop(std::uint32_t rank) {
    expect_end();
    send(rank, Channel::stop, "");
}

bool Ranks::asked_to_stop() {
    using namespace std::chrono;
    const std::int64_t now = duration_cast<milliseconds>(Clock::now().time_since_epoch()).count();
    if (!stopped_ && now >= next_look_) {
        next_look_ = now + 5;
        if (take(0, Channel::stop)) stopped_ = true;
    }
    return stopped_;
}

/// First without sleep, because most messages come soon, then in steps.
void Ranks::wait(std::uint32_t from, const std::function<bool()>& has_come, const std::function<void()>& meanwhile) {
    using namespace std::chrono;
    // Where ranks share processors, one that waits must not take time from one that works.
    const microseconds without_sleep(local_size() <= std::thread::hardware_concurrency() ? 2000 : 0);
    constexpr microseconds longest_sleep(500), between_looks(10'000);
    const auto begin = Clock::now();
    auto next_look = begin + between_looks;
    auto sleep = microseconds(20);
    bool last_look = false;
    while (!has_come()) {
        // Its last message may have come before its end was seen.
        if (last_look) {
            throw DeviceError(
                fmt::format("rank {} ({}) has ended before the run or is stopped; resume from the checkpoint, or "
                            "repeat the command",
                            from, place_of(from)));
        }
        const auto now = Clock::now();
        if (now >= next_look) {
            next_look = now + between_looks;
            if (meanwhile) meanwhile();
            last_look = has_ended(from);
        } else if (now - begin >= without_sleep) {
            std::this_thread::sleep_for(sleep);
            sleep = std::min(2 * sleep, longest_sleep);
        }
    }
}

std::string Ranks::receive(std::uint32_t from, Channel channel, const std::function<void()>& meanwhile) {
    std::optional<std::string> message;
    const auto has_come = [&] { return (message = take(from, channel)).has_value(); };
    wait(from, has_come, meanwhile);
    return *std::move(message);
}

std::vector<std::unique_ptr<Ranks>> make_thread_ranks(std::uint32_t size) {
    const auto boxes = std::make_shared<Mailboxes>(size);
    std::vector<std::unique_ptr<Ranks>> all;
    for (std::uint32_t rank = 0; rank < size; ++rank) all.push_back(std::make_unique<ThreadRanks>(boxes, rank, size));
    return all;
}

Launcher read_launcher(const std::function<const char*(const char* name)>& environment) {
    struct Names {
        const char *launcher, *rank, *size;
    };
    static constexpr Names all[] = {
        {"mpirun of Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
        {"a launcher with PMI", "PMI_RANK", "PMI_SIZE"},
    };
    for (const Names& names : all) {
        const auto rank = whole_number(environment(names.rank)), size = whole_number(environment(names.size));
        if (rank && size) return {*rank, *size, names.launcher, ""};
    }
    const auto task = whole_number(environment("SLURM_PROCID")),
               tasks = whole_number(environment("SLURM_STEP_NUM_TASKS"));
    const bool in_step = task && tasks && environment("SLURM_STEP_ID") != nullptr;
    if (const auto rank = whole_number(environment("PMIX_RANK"))) {
        return {*rank, in_step ? *tasks : 0, in_step ? "srun" : "a launcher with PMIx", ""};
    }
    if (!in_step || *tasks < 2) return {};
    return {0, 1, "",
            fmt::format("srun started {} tasks without MPI, so each makes the whole run; srun --mpi=pmix makes them "
                        "ranks of one run",
                        *tasks)};
}

Launcher launcher() { return read_launcher(::getenv); }

}  // namespace evodoku
