// The processor times of /proc/stat, minus our own.
#include "bench/machine_load.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "core/host_work.hpp"

namespace evodoku::bench {
namespace {

std::optional<double> busy_seconds_now() {
    std::ifstream file("/proc/stat");
    std::ostringstream text;
    text << file.rdbuf();
    return busy_seconds(text.str(), static_cast<double>(sysconf(_SC_CLK_TCK)));
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// Processor time of this process and of its children that have ended.
double own_seconds_now() {
    double sum = 0;
    for (const int whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        if (getrusage(whose, &usage) == 0) sum += seconds(usage.ru_utime) + seconds(usage.ru_stime);
    }
    return sum;
}

double load_average() {
    double minute = -1;
    return getloadavg(&minute, 1) == 1 ? minute : -1;
}

}  // namespace

bool is_overloaded(const MachineLoad& load) {
    constexpr double tolerated = 0.25;  // of the processors
    const double busy = load.others >= 0 ? load.others : load.before;
    return load.processors > 0 && busy > tolerated * load.processors;
}

std::optional<double> busy_seconds(std::string_view stat, double ticks_per_second) {
    std::istringstream words{std::string(stat.substr(0, stat.find('\n')))};
    std::string name;
    // The time of guests is in `user` and `nice` already.
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0, stolen = 0;
    words >> name >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts >> stolen;
    if (!words || name != "cpu" || ticks_per_second <= 0) return std::nullopt;
    return (user + nice + system + interrupts + soft_interrupts + stolen) / ticks_per_second;
}

LoadMeter::LoadMeter() : before_(load_average()), busy_(busy_seconds_now()), own_(own_seconds_now()) {}

MachineLoad LoadMeter::load() const {
    MachineLoad load;
    load.processors = static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
    load.before = before_;
    const double elapsed = seconds_since(begin_);
    const std::optional<double> busy = busy_seconds_now();
    if (!busy_ || !busy || elapsed <= 0) return load;
    load.others = std::max(0.0, (*busy - *busy_ - (own_seconds_now() - own_)) / elapsed);
    return load;
}

}  // namespace evodoku::bench
