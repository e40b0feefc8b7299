// The form of a phase: a functor that an executor runs for every individual of every island, or for every island. It is
// checked where phases are compiled: a wrong signature is a compile error, never a silently skipped path.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/draws.hpp"
#include "evodoku/core/hd.hpp"

namespace evodoku {

/// The optional members of an individual phase besides body(index). Every member declared here must exist.
struct PhaseTraits {
    /// body.acts_on(index): false if there is nothing to do.
    bool chooses = false;
    /// body.ask_for(index): a prefetch, some time before body(index).
    bool asks_ahead = false;
    /// body.then(index), after body(index): an executor may do many of the first before it does the second, so that
    /// prefetched data arrive.
    bool finishes = false;
    /// Blocks of random numbers that body(index, FirstBlocks) takes at most, made for many individuals at once: the
    /// first body.first_blocks() of body.stream(index) for body.drawn_for().
    std::uint32_t max_first_blocks = 0;
    /// body.together(indices, count, FirstBlocks), in place of body(index, FirstBlocks) for each: so many at most, for
    /// an executor that does many one after the other. 0: none.
    std::uint32_t max_together = 0;
    /// body.alone: set by an executor if one thread processes the whole island.
    bool may_be_alone = false;
    /// body.by_group(index, group), in place of body(index): the threads of a group (core/threads.hpp) serve one
    /// individual, with a Phase::GroupMemory that they share. Only where body.acts_on(index).
    bool by_group = false;
};

/// phase(island) looks up everything about an island and returns a body; body(index) processes one individual. A body
/// writes only its own individual and reads nothing that other bodies write (docs/explanation/determinism.md; insert is
/// the exception). An executor uses the members that the traits declare: one that is missing does not compile.
template <class Phase>
concept IndividualPhase = requires(const Phase& phase, std::uint32_t k) {
    { Phase::name } -> std::convertible_to<const char*>;
    requires std::same_as<decltype(Phase::traits), const PhaseTraits>;
    { phase(k).active() } -> std::same_as<bool>;
    { phase(k)(k) } -> std::same_as<void>;
};

/// phase(k) does everything for island, puzzle slot or reading k.
template <class Phase>
concept SinglePhase = requires(const Phase& phase, std::uint32_t k) {
    { Phase::name } -> std::convertible_to<const char*>;
    { phase(k) } -> std::same_as<void>;
};

/// phase(k)(index), for all indices, is added to *phase.sum(k).
template <class Phase>
concept SumPhase = requires(const Phase& phase, std::uint32_t k, std::uint32_t index) {
    { Phase::name } -> std::convertible_to<const char*>;
    { phase(k).active() } -> std::same_as<bool>;
    { phase(k)(index) } -> std::same_as<std::uint64_t>;
    { phase.sum(k) } -> std::same_as<std::uint64_t*>;
};

/// All that an individual phase does to one individual, for executors that do not process many side by side.
template <class Phase, class Body>
EVODOKU_HD void do_individual(const Body& body, std::uint32_t index) {
    body(index);
    if constexpr (Phase::traits.finishes) body.then(index);
}
template <class Phase>
EVODOKU_HD void do_phase(const Phase& phase, std::uint32_t island_index, std::uint32_t index) {
    do_individual<Phase>(phase(island_index), index);
}

struct PhaseTime {
    std::string name;
    double seconds = 0;
};

/// Adds to the entry of that name, or appends a new one.
inline void add_time(std::vector<PhaseTime>& times, std::string_view name, double seconds) {
    auto time = std::ranges::find(times, name, &PhaseTime::name);
    if (time == times.end()) time = times.insert(time, {std::string(name), 0});
    time->seconds += seconds;
}

}  // namespace evodoku
