// The load of other programs on a machine while a benchmark runs.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace evodoku::bench {

/// Negative: unknown.
struct MachineLoad {
    unsigned processors = 0;
    double before = -1;  ///< load average of the minute before the benchmark
    double others = -1;  ///< processors busy with other programs or other virtual machines, mean over the benchmark
};

/// True if more than a quarter of the processors worked for other programs: rates are then too low by an unknown
/// amount. Uses the load before the benchmark if the load during it is unknown.
bool is_overloaded(const MachineLoad& load);

/// Processor seconds of all programs since the system started, including those taken by other virtual machines. `stat`:
/// the text of /proc/stat. Empty if the text has an unknown form.
std::optional<double> busy_seconds(std::string_view stat, double ticks_per_second);

/// Measures from its construction.
class LoadMeter {
public:
    LoadMeter();
    MachineLoad load() const;

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    double before_ = -1;
    std::optional<double> others_;  ///< processor seconds of other programs at the construction
};

}  // namespace evodoku::bench
