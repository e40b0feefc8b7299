// Medians, quartiles and the loop that repeats.
#include "bench/benchmark.hpp"

#include "core/host_work.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::bench {

double Timing::median_seconds() const { return statistics::quantile(seconds, 0.5).value_or(0); }

double Timing::spread() const {
    const double median = median_seconds();
    if (median <= 0) return 0;
    return (*statistics::quantile(seconds, 0.75) - *statistics::quantile(seconds, 0.25)) / median;
}

double Timing::rate() const {
    const double median = median_seconds();
    return median > 0 ? items / median : 0;
}

Timing repeat(const Patience& patience, double items, const std::function<double()>& once) {
    Timing timing{items, {}};
    patience.stop_if_asked();
    once();
    double spent = 0;
    while (timing.seconds.size() < patience.max_repetitions) {
        const bool is_enough = timing.seconds.size() >= patience.min_repetitions;
        if (is_enough && (timing.spread() <= patience.spread || spent >= patience.limit_seconds)) break;
        try {
            patience.stop_if_asked();
            spent += timing.seconds.emplace_back(once());
        } catch (const Stopped&) {
            if (!is_enough) throw;
            break;
        }
    }
    return timing;
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
