// Medians, quartiles and the loop that repeats.
#include "bench/timing.hpp"

#include <algorithm>

#include "core/host_work.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::bench {
namespace {

/// 0 without values.
double median_of(const std::vector<double>& values) { return statistics::quantile(values, 0.5).value_or(0); }

/// The distance between the quartiles, as a share of the median.
double spread_of(const std::vector<double>& values) {
    const statistics::Quartiles of = statistics::quartiles(values).value_or(statistics::Quartiles());
    return of.median > 0 ? (of.third - of.first) / of.median : 0;
}

/// For each pair of neighbours.
std::vector<double> shares(const Pair& pair) {
    std::vector<double> all;
    for (std::size_t k = 0; k < std::min(pair.work.seconds.size(), pair.reference.seconds.size()); ++k) {
        all.push_back(pair.work.items / pair.work.seconds[k] * pair.reference.seconds[k] / pair.reference.items);
    }
    return all;
}

}  // namespace

double Timing::median_seconds() const { return median_of(seconds); }

double Timing::spread() const { return spread_of(seconds); }

double Timing::rate() const {
    const double median = median_seconds();
    return median > 0 ? items / median : 0;
}

void stop_if_asked(const Patience& patience) {
    if (patience.should_stop && patience.should_stop()) throw Stopped();
}

double Pair::share() const { return median_of(shares(*this)); }

double Pair::spread() const { return reference.seconds.empty() ? work.spread() : spread_of(shares(*this)); }

Timing repeat(const Patience& patience, const Repeatable& work) { return repeat_in_turn(patience, work, {}).work; }

Pair repeat_in_turn(const Patience& patience, const Repeatable& work, const Repeatable& reference) {
    Pair pair{{work.items, {}}, {reference.items, {}}};
    stop_if_asked(patience);
    if (reference.once) reference.once();
    work.once();
    double spent = 0;
    for (unsigned done = 0; done < patience.max_repetitions; ++done) {
        const bool enough = done >= patience.min_repetitions;
        if (enough && (pair.spread() <= patience.spread || spent >= patience.limit_seconds)) break;
        try {
            stop_if_asked(patience);
            const double reference_seconds = reference.once ? reference.once() : 0, seconds = work.once();
            if (reference.once) pair.reference.seconds.push_back(reference_seconds);
            pair.work.seconds.push_back(seconds);
            spent += reference_seconds + seconds;
        } catch (const Stopped&) {
            if (!enough) throw;
            break;
        }
    }
    return pair;
}

double seconds_of(const std::function<void()>& work) {
    const Clock::time_point begin = Clock::now();
    work();
    return seconds_since(begin);
}

std::uint32_t times_to_fill(double min_seconds, const std::function<double(std::uint32_t times)>& run) {
    std::uint32_t times = 1;
    while (times < 1u << 20 && run(times) < min_seconds) times *= 2;
    return times;
}

}  // namespace evodoku::bench
