// A rank's share of the islands of each puzzle. Host code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/evolution.hpp"
#include "spread/message.hpp"

namespace evodoku::spread {

/// The islands first .. first + count - 1 of the `all` islands of each puzzle.
struct Share {
    std::uint32_t first = 0, count = 0, all = 0;

    /// Some of its migrants come from another rank.
    bool has_guest() const { return count < all; }
    /// The share of a rank: consecutive islands, as many as others have or one more.
    static Share of(std::uint32_t rank, std::uint32_t ranks, std::uint32_t islands) {
        const std::uint32_t first = rank * islands / ranks;
        return {first, (rank + 1) * islands / ranks - first, islands};
    }
};

/// What a share of islands does: the steps of a message, one after the other. Each has its fields behind it.
enum class Step : std::uint8_t {
    set_islands,   ///< their states
    set_jobs,      ///< slots and jobs
    prepare,       ///< those jobs
    run,           ///< generations, islands_apart
    get_islands,   ///< replies with their states
    get_migrants,  ///< of listed islands; replies with bytes for each
    set_migrants,  ///< slots, and bytes for each: what the guests of these slots hold
    read,          ///< wanted, listed; replies with readings
    diversity,     ///< listed; replies with one for each
    save,          ///< island, state, reading; replies with bytes
    load,          ///< island, bytes; replies with its fingerprint and its state, which is not set yet
};

/// An evolution of these islands in all puzzle slots. Number slot x count + k is island first + k of the puzzle in the
/// slot. Where migrants come from another rank, each slot has an idle island besides: the guest, which holds them.
class IslandPart {
public:
    virtual ~IslandPart() = default;
    virtual std::string name() const = 0;
    virtual std::uint64_t children_per_check() const = 0;
    virtual void stop_when(const std::function<bool()>& should_stop) = 0;
    /// Makes the steps of a message; adds what they reply to `reply`.
    virtual void make(Unpacker& steps, Packer& reply) = 0;

    virtual std::uint64_t saved_bytes() const = 0;
    virtual void save_shape(const ByteSink& to) const = 0;
    virtual void load_shape(const ByteSource& from) const = 0;
};

/// Takes the memory. `config`: of all islands. Throws as Evolution does.
std::unique_ptr<IslandPart> make_island_part(std::unique_ptr<Executor> executor, const Config& config,
                                             const Share& share, std::uint32_t puzzle_slots);

/// The puzzle slots that fit, up to `max_puzzle_slots`.
std::uint32_t slots_that_fit(const Executor& executor, const Config& config, const Share& share,
                             std::uint32_t max_puzzle_slots);

}  // namespace evodoku::spread
