// Every action on stagnation. Add a new one to the list at the end.
#pragma once

#include "operators/bases.hpp"
#include "operators/concepts.hpp"
#include "operators/rules.hpp"

namespace evodoku {

/// A stalled island starts again with random boards only; its champion is kept separately. After `limit` restarts the
/// island gives up instead.
///
/// `since` 0: an island has stalled after --restart-after generations without a better board; 1: after --restart-after
/// generations without a solution since its start or restart, as in restart-roulette (with --restart-after 300 and
/// `limit` 5).
struct Restart : OperatorOn<every_board> {
    static constexpr const char* name = "restart";
    static constexpr const char* help = "a stalled island starts again with a fresh population";
    std::uint32_t limit = 0;
    std::uint32_t since = 0;

    static constexpr auto parameters() {
        return std::array{
            count_parameter("limit", &Restart::limit, 0, 1'000'000,
                            "highest number of restarts per island; 0 = any number"),
            switch_parameter(
                "since", &Restart::since,
                "--restart-after counts generations since 0: the last better board; 1: the start or restart")};
    }

    void change(Rules& rules) const { rules.limit = limit, rules.since_restart = since != 0; }
};

/// A stalled island grows and draws new shares, as row-candidates does (see Growth):
///
///   size      <- size + a random number of 0..max-growth, up to its part of --largest, which is allocated at the start
///
///   elites    <- the share `elite`, from now on
///
///   crossed   <- a random share of min-crossed..max-crossed: the probability that a child is crossed. It replaces the
///                `rate` of the operator (with --variation either the other children are mutated)
///
/// and then has --restart-after generations again. With `every` it grows in each further generation instead, until the
/// one after a better board, and has no immigrants from then on: row-candidates compares the best boards of three
/// earlier generations. It crosses 0.95 - m of its pool and mutates m, which is drawn from 0.25..0.30: of the children
/// 0.684..0.737 are crossed.
struct Grow : OperatorOn<every_board> {
    static constexpr const char* name = "grow";
    static constexpr const char* help = "a stalled island grows and draws a new share of crossed children";
    std::uint32_t max_growth = 500;
    std::uint32_t elite = percent(10);
    std::uint32_t min_crossed = 44826;
    std::uint32_t max_crossed = 48300;
    std::uint32_t every = 0;

    static constexpr auto parameters() {
        return std::array{
            count_parameter("max-growth", &Grow::max_growth, 0, 1u << 24,
                            "boards that an island grows by: 0 to this many"),
            share_parameter("elite", &Grow::elite, "elites of an island that has stalled once"),
            share_parameter("min-crossed", &Grow::min_crossed, "minimum share of children crossed from then on"),
            share_parameter("max-crossed", &Grow::max_crossed, "maximum share of these"),
            switch_parameter("every", &Grow::every, "1: in every stalled generation, and no immigrants from then on")};
    }

    void change(Rules& rules) const {
        rules.grows = true, rules.grows_each_generation = every != 0;
        rules.max_growth = max_growth, rules.grown_elite = elite;
        rules.min_crossed = min_crossed, rules.max_crossed = max_crossed;
    }
};

/// The mutation of a stalled island begins with its first temperature again (see Cooling). The island keeps its boards,
/// or with `fresh` begins with random ones. Reheats are counted as restarts.
///
/// An island has stalled after --restart-after generations in a row whose best cost was not below that of the
/// generation before. While it is warm, its cost goes up and down, so this happens when it is frozen.
struct Reheat : OperatorOn<box_board> {
    static constexpr const char* name = "reheat";
    static constexpr const char* help = "the annealed mutation of a stalled island begins hot again";
    std::uint32_t fresh = 0;

    static constexpr auto parameters() {
        return std::array{
            switch_parameter("fresh", &Reheat::fresh, "1: with random boards; 0: the island keeps its boards")};
    }

    void change(Rules& rules) const { rules.reheats = true, rules.fresh = fresh != 0; }
};

using Stagnations = OperatorList<OperatorKind::stagnation, Restart, Grow, Reheat>;

}  // namespace evodoku
