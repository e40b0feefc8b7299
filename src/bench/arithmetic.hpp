// The minimum work per individual: the bytes and operations with which a measured rate is compared.
#pragma once

#include <string_view>

namespace evodoku::bench {

struct Load {
    double bytes = 0;       ///< each input read once, each output written once; 0: not counted
    double operations = 0;  ///< of 32 bits, on a processor without vectors
};

/// A board of 64 bytes and a cost of 4. Reading nine boxes of 54 bits takes 36 operations (two words, shift and mask),
/// 12 ORs and 9 masks of two words take 42, then six popcounts and 6 additions and subtractions: 90 in total.
inline constexpr Load score_load = {68, 90};

/// A child of the plain configuration: on average 1.8 parents read and one board written (179 bytes), its cost written
/// and read (8), its rank written (4). Philox blocks take 100 operations each: plan 1, cross 0.8, mutate 0.3 x 1.3 (219
/// in total); choosing takes 40, crossing 0.8 x 150, swapping 0.3 x 60, scoring 90, ranking 8.
inline constexpr Load child_load = {191, 495};

/// One cost read, one rank written; count, sum, scatter.
inline constexpr Load rank_load = {8, 8};

/// The load of a measurement, by its name; zeros if it is not counted.
constexpr Load load_of(std::string_view what) {
    if (what == "score") return score_load;
    if (what == "generations") return child_load;
    if (what == "rank") return rank_load;
    return {};
}

/// Compares `rate`, in individuals per second, with the lower of two peaks.
struct Share {
    double of_peak = 0;      ///< 1 = at the peak; more where a cache holds the population
    bool by_memory = false;  ///< true: memory bandwidth is the lower peak
};
/// The peaks are `bytes_per_s` and `operations_per_s`; 0: not measured.
constexpr Share share_of_peak(const Load& load, double rate, double bytes_per_s, double operations_per_s) {
    const double memory = bytes_per_s > 0 ? load.bytes * rate / bytes_per_s : 0;
    const double integers = operations_per_s > 0 ? load.operations * rate / operations_per_s : 0;
    return memory >= integers ? Share{memory, true} : Share{integers, false};
}

}  // namespace evodoku::bench
