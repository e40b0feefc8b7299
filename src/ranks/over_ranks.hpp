// One run on several ranks. Outcomes are those of one process, byte for byte (docs/explanation/determinism.md).
//
//   whole puzzles   each puzzle evolves on one rank; a rank gets the next ones when it has room, and reports its
//                   outcomes to rank 0
//
//   islands         each puzzle evolves on all ranks, and each has a share of its islands. All make the same calls of
//                   the same backend; they exchange states of islands at each synchronisation, and migrants
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/host_work.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "ranks/ranks.hpp"

namespace evodoku {

class SharingRanks;

/// Makes a backend on the device of a rank: over its share of the islands, or for whole puzzles, where `sharing` is
/// null. Up to `max_puzzle_slots` of them side by side, but no more than suit the device.
using RankDevice = std::function<std::unique_ptr<Backend>(const Config& config, std::uint32_t max_puzzle_slots,
                                                          SharingRanks* sharing)>;

/// What rank 0 says before all requests: take your device. `automatic`: what the device `auto` means.
struct Start {
    std::string device, automatic;
    unsigned threads = 0;
};
/// Returns what the others have to say about their devices: see collect().
std::vector<std::string> start_others(Ranks& ranks, const Start& start);
/// On another rank: none where the run ends before.
std::optional<Start> receive_start(Ranks& ranks);

/// Rank 0's backend: `by_islands` for the islands of each puzzle on all ranks; else for whole puzzles, up to
/// `puzzle_slots` side by side on each rank, and an epoch that is watched evolves those of rank 0 only. Keeps a
/// reference to `ranks`. Throws as make_backend() does, for any rank.
std::unique_ptr<Backend> make_backend_over(Ranks& ranks, const RankDevice& device, const Config& config,
                                           std::uint32_t puzzle_slots, bool by_islands);

/// Makes rank 0's backends on the other ranks, one at a time on each, for one puzzle; null while each has one. Several
/// threads may call the function side by side.
std::function<std::unique_ptr<Backend>(const Config& config)> backends_elsewhere(Ranks& ranks);

/// What the other ranks do until rank 0 calls end_all().
void serve(Ranks& ranks, const RankDevice& device);
void end_all(Ranks& ranks);

/// Called by all ranks. Returns on rank 0 what `mine` returned on each of the others, by rank, and nothing else. An
/// error of another rank is thrown on rank 0 with the name of the rank; that rank goes on.
std::vector<std::string> collect(Ranks& ranks, const std::function<std::string()>& mine);

/// Several devices in one process: a thread for each but the first, which the caller drives.
class Crew {
public:
    explicit Crew(std::vector<RankDevice> devices)
        : Crew(devices, make_thread_ranks(static_cast<std::uint32_t>(devices.size()))) {}
    Crew(std::vector<RankDevice> devices, std::vector<std::unique_ptr<Ranks>> ranks)
        : devices_(std::move(devices)), ranks_(std::move(ranks)) {
        try {
            for (std::size_t rank = 1; rank < devices_.size(); ++rank) {
                others_.emplace_back([this, rank] { serve(*ranks_[rank], devices_[rank]); });
            }
        } catch (const std::system_error& error) {
            throw threads_error(devices_.size(), error.code().message());
        }
    }

    Ranks& ranks() { return *ranks_[0]; }
    const RankDevice& device() const { return devices_.front(); }

private:
    std::vector<RankDevice> devices_;
    std::vector<std::unique_ptr<Ranks>> ranks_;
    std::vector<std::jthread> others_;
    /// Ends before the threads are joined, also those that a failure has left.
    std::shared_ptr<void> end_{nullptr, [this](void*) {
                                   for (std::uint32_t rank = 1; rank < ranks().size(); ++rank)
                                       ranks().ask_to_stop(rank);
                                   end_all(ranks());
                               }};
};

}  // namespace evodoku
