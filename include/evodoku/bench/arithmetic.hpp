// What an individual costs a device at least: the bytes and operations that a measured rate is held against.
#pragma once

#include <string_view>

namespace evodoku::bench {

struct Load {
    double bytes = 0;       ///< each input read once, each output written once; 0: not reckoned
    double operations = 0;  ///< of 32 bits, as a processor without vectors would do them
};

/// A board of 64 bytes and a cost of 4. Nine boxes of 54 bits taken out of it (36 operations: two words, shift and
/// mask), 12 ORs and 9 masks of two words (42), six popcounts, 6 additions and subtractions: 90.
inline constexpr Load score_load = {68, 90};

/// A child of the plain configuration: in the mean 1.8 parents read and a board written (179 bytes), its cost written
/// and read (8), its rank written (4). Philox blocks at 100 operations: plan 1, cross 0.8, mutate 0.3 x 1.3 (219);
/// choosing 40, crossing 0.8 x 150, swapping 0.3 x 60, scoring 90, ranking 8.
inline constexpr Load child_load = {191, 495};

/// A cost read, a rank written; count, sum, scatter.
inline constexpr Load rank_load = {8, 8};

constexpr Load load_of(std::string_view what) {
    if (what == "score") return score_load;
    if (what == "generations") return child_load;
    if (what == "rank") return rank_load;
    return {};
}

/// How near `rate` individuals a second come to the nearer of two ceilings.
struct Share {
    double of_ceiling = 0;   ///< 1 = there; more where caches beat memory
    bool by_memory = false;  ///< that ceiling is the bandwidth
};
constexpr Share share_of_ceiling(const Load& load, double rate, double bytes_per_s, double operations_per_s) {
    const double memory = bytes_per_s > 0 ? load.bytes * rate / bytes_per_s : 0;
    const double integers = operations_per_s > 0 ? load.operations * rate / operations_per_s : 0;
    return memory >= integers ? Share{memory, true} : Share{integers, false};
}

}  // namespace evodoku::bench
