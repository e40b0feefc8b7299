// How far an experiment is: a status block on a terminal, a line every ten seconds elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "status_block.hpp"
#include "ticker.hpp"

namespace evodoku::app {

struct RunCounts {
    std::size_t all = 0, earlier = 0;  ///< runs of the plan, and those that earlier calls made
    std::size_t made = 0, solved = 0;  ///< by this call
    std::size_t at_once = 1;
    double seconds = 0;
};

/// "run 13 of 100: 12 done, 9 now, 7 of 9 solved, 2 at once" and "0:30 elapsed, about 5:00 left".
std::vector<std::string> tally_lines(const RunCounts& counts);

class RunTally {
public:
    RunTally(When progress, const RunCounts& counts);

    void count(bool solved);

private:
    void show();

    std::mutex mutex_;  // of the fields below
    StatusBlock block_;
    RunCounts counts_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::optional<Ticker> clock_;  ///< shows the time while no run ends; the first to be destroyed
};

}  // namespace evodoku::app
