// Medians, quartiles, the loop that repeats, and the processor times of /proc/stat.
#include "bench/timing.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "statistics/statistics.hpp"

namespace evodoku::bench {
namespace {

/// 0 without values.
double median_of(const std::vector<double>& values) { return statistics::quantile(values, 0.5).value_or(0); }

/// The distance between the quartiles, as a share of the median.
double spread_of(const std::vector<double>& values) {
    const double median = median_of(values);
    return median > 0 ? (*statistics::quantile(values, 0.75) - *statistics::quantile(values, 0.25)) / median : 0;
}

/// For each pair of neighbours.
std::vector<double> shares(const Pair& pair) {
    std::vector<double> all;
    for (std::size_t k = 0; k < std::min(pair.work.seconds.size(), pair.reference.seconds.size()); ++k) {
        all.push_back(pair.work.items / pair.work.seconds[k] * pair.reference.seconds[k] / pair.reference.items);
    }
    return all;
}

/// Processor seconds of all programs but this process and its children that have ended.
std::optional<double> seconds_of_others() {
    std::ifstream file("/proc/stat");
    std::string line;
    std::getline(file, line);
    std::optional<double> sum = busy_seconds(line, static_cast<double>(sysconf(_SC_CLK_TCK)));
    for (const int whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        if (!sum || getrusage(whose, &usage) != 0) continue;
        for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
            *sum -= static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        }
    }
    return sum;
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

bool is_overloaded(const MachineLoad& load) {
    constexpr double tolerated = 0.25;  // of the processors
    const double busy = load.others >= 0 ? load.others : load.before;
    return load.processors > 0 && busy > tolerated * load.processors;
}

std::string load_text(const MachineLoad& load) {
    const std::string busy = load.others >= 0 ? fmt::format("{:.1f}", load.others) : "unknown how many";
    return fmt::format("{} of {} processors busy with other programs during the benchmark{}", busy, load.processors,
                       load.before >= 0 ? fmt::format("; load {:.1f} before it", load.before) : "");
}

std::optional<double> busy_seconds(std::string_view stat, double ticks_per_second) {
    std::istringstream words{std::string(stat.substr(0, stat.find('\n')))};
    std::string name;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0, stolen = 0;
    words >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts >> stolen;
    if (!words || name != "cpu" || ticks_per_second <= 0) return std::nullopt;
    // The time of guests, which follows, is in `user` and `nice` already.
    return (user + nice + system + interrupts + soft_interrupts + stolen) / ticks_per_second;
}

std::function<MachineLoad()> measured_load() {
    MachineLoad load{.processors = static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)))};
    if (getloadavg(&load.before, 1) != 1) load.before = -1;
    return [load, begin = Clock::now(), others_before = seconds_of_others()]() mutable {
        const double elapsed = seconds_since(begin);
        const std::optional<double> others = seconds_of_others();
        const bool is_known = others_before && others && elapsed > 0;
        load.others = is_known ? std::max(0.0, (*others - *others_before) / elapsed) : -1;
        return load;
    };
}

}  // namespace evodoku::bench
