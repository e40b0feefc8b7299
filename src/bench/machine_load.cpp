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

bool is_overloaded(const MachineLoad& load) {
    constexpr double tolerated = 0.25;  // of the processors
    const double busy = load.others >= 0 ? load.others : load.before;
    return load.processors > 0 && busy > tolerated * load.processors;
}

std::optional<double> busy_seconds(std::string_view stat, double ticks_per_second) {
    std::istringstream words{std::string(stat.substr(0, stat.find('\n')))};
    std::string name;
    words >> name;
    double busy = 0;
    // The time of guests, which follows, is in `user` and `nice` already.
    for (const std::string_view kind :
         {"user", "nice", "system", "idle", "waiting", "interrupts", "soft interrupts", "stolen"}) {
        double ticks = 0;
        words >> ticks;
        if (kind != "idle" && kind != "waiting") busy += ticks;
    }
    if (!words || name != "cpu" || ticks_per_second <= 0) return std::nullopt;
    return busy / ticks_per_second;
}

LoadMeter::LoadMeter() : others_(seconds_of_others()) {
    if (getloadavg(&before_, 1) != 1) before_ = -1;
}

MachineLoad LoadMeter::load() const {
    MachineLoad load{static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))), before_};
    const double elapsed = seconds_since(begin_);
    const std::optional<double> others = seconds_of_others();
    if (others_ && others && elapsed > 0) load.others = std::max(0.0, (*others - *others_) / elapsed);
    return load;
}

}  // namespace evodoku::bench
