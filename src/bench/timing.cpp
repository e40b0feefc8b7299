// Medians, quartiles and the loop that repeats.
#include "bench/timing.hpp"

#include <algorithm>

#include "core/host_work.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::bench {
namespace {

/// 0 without values.
double quantile(const std::vector<double>& values, double order) {
    return statistics::quantile(values, order).value_or(0);
}

/// The distance between the quartiles, as a share of the median.
double spread_of(const std::vector<double>& values) {
    const double median = quantile(values, 0.5);
    return median > 0 ? (quantile(values, 0.75) - quantile(values, 0.25)) / median : 0;
}

/// For each pair of neighbours.
std::vector<double> shares(const Pair& pair) {
    std::vector<double> all;
    for (std::size_t k = 0; k < std::min(pair.work.seconds.size(), pair.beside.seconds.size()); ++k) {
        all.push_back(pair.work.items / pair.work.seconds[k] * pair.beside.seconds[k] / pair.beside.items);
    }
    return all;
}

bool is_to_stop(const Patience& patience) { return patience.should_stop && patience.should_stop(); }

/// Calls `once`, which returns the seconds: to warm up, then, `recording` its times, until a limit is reached.
void repeat_until_known(const Patience& patience, const std::function<double(bool recording)>& once,
                        const std::function<double()>& spread) {
    stop_if_asked(patience);
    once(false);
    double spent = 0;
    for (unsigned done = 0; done < patience.max_repetitions; ++done) {
        const bool enough = done >= patience.min_repetitions;
        if (enough && (spread() <= patience.spread || spent >= patience.limit_seconds)) return;
        if (is_to_stop(patience)) {
            if (enough) return;
            throw Stopped();
        }
        try {
            spent += once(true);
        } catch (const Stopped&) {
            if (!enough) throw;
            return;
        }
    }
}

}  // namespace

double Timing::median_seconds() const { return quantile(seconds, 0.5); }

double Timing::spread() const { return spread_of(seconds); }

double Timing::rate() const {
    const double median = median_seconds();
    return median > 0 ? items / median : 0;
}

void stop_if_asked(const Patience& patience) {
    if (is_to_stop(patience)) throw Stopped();
}

Timing repeat(const Patience& patience, double items, const std::function<double()>& once) {
    Timing timing{items, {}};
    const auto repetition = [&](bool recording) {
        const double seconds = once();
        if (recording) timing.seconds.push_back(seconds);
        return seconds;
    };
    repeat_until_known(patience, repetition, [&] { return timing.spread(); });
    return timing;
}

double Pair::share() const { return quantile(shares(*this), 0.5); }

double Pair::spread() const { return spread_of(shares(*this)); }

Pair repeat_in_turn(const Patience& patience, double items, const std::function<double()>& work, double items_beside,
                    const std::function<double()>& beside) {
    Pair pair{{items, {}}, {items_beside, {}}};
    const auto repetition = [&](bool recording) {
        const double seconds_beside = beside();
        const double seconds = work();
        if (recording) pair.beside.seconds.push_back(seconds_beside), pair.work.seconds.push_back(seconds);
        return seconds + seconds_beside;
    };
    repeat_until_known(patience, repetition, [&] { return pair.spread(); });
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
