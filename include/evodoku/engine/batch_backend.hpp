// The backend of a device that works on its own while the host does: one evolution, or two in turn. Host code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "evodoku/engine/alternating_backend.hpp"
#include "evodoku/engine/evolution_backend.hpp"
#include "evodoku/engine/footprint.hpp"

namespace evodoku {

/// From when on two evolutions take turns: where the host has many puzzles to see to, and where each half fills the
/// device as the whole would. Both by arithmetic: no GPU has measured them.
struct AlternatingTuning {
    /// Of fewer, some 300 end in an epoch, and keep the host for 2 ms: little to hide.
    std::uint32_t least_puzzles = 1024;
    /// In both halves together. Half of it is 2,048 threads for each of 128 multiprocessors, as many as they hold; on
    /// chip, 4,096 demes of 64, of which an H200 holds 528 at a time.
    std::uint32_t least_individuals = 1u << 19;

    bool suits(const Config& config, std::uint32_t puzzle_slots) const {
        return puzzle_slots >= least_puzzles && std::uint64_t{puzzle_slots} * config.reserved() >= least_individuals;
    }
};

/// For up to `most_puzzle_slots` puzzles side by side, as many as there is memory for: that is found out once, before
/// any is taken. `make_executor` is called for each evolution; both are of one device. Throws as EvolutionBackend does.
template <class Executor, class Representation>
std::unique_ptr<Backend> make_batch_backend(const std::function<std::unique_ptr<Executor>()>& make_executor,
                                            const Config& config, std::uint32_t most_puzzle_slots,
                                            const AlternatingTuning& tuning = {}) {
    using Evolving = EvolutionBackend<Executor, Representation>;
    std::unique_ptr<Executor> executor = make_executor();
    const std::uint32_t slots = Footprint<Representation>(*executor, config, most_puzzle_slots).puzzle_slots_that_fit();
    if (!tuning.suits(config, slots)) return std::make_unique<Evolving>(std::move(executor), config, slots);
    auto first = std::make_unique<Evolving>(std::move(executor), config, slots - slots / 2);
    auto second = std::make_unique<Evolving>(make_executor(), config, slots / 2);
    return std::make_unique<AlternatingBackend>(std::move(first), std::move(second));
}

}  // namespace evodoku
