// The time of each phase of a generation, for benchmarks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evodoku {

struct PhaseTime {
    std::string name;
    double seconds = 0;
};

/// Adds to the entry of that name, or appends a new one.
inline void add_time(std::vector<PhaseTime>& times, std::string_view name, double seconds) {
    for (PhaseTime& time : times) {
        if (time.name != name) continue;
        time.seconds += seconds;
        return;
    }
    times.push_back({std::string(name), seconds});
}

}  // namespace evodoku
