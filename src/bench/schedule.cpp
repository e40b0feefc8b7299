// Runs steps and reports progress.
#include "schedule.hpp"

#include <algorithm>
#include <utility>

namespace evodoku::bench {

void Estimate::finish(double expected, double seconds) {
    left_ = std::max(0.0, left_ - expected);
    done_ += expected;
    spent_ += seconds;
}

double Estimate::seconds_left() const { return done_ > 0 ? left_ * spent_ / done_ : left_; }

void Schedule::add(std::string what, double expected_seconds, std::function<void()> run) {
    steps_.push_back({std::move(what), expected_seconds, std::move(run)});
}

void Schedule::run(const std::function<void(const Progress&)>& on_progress, double time_limit, End& end) {
    double expected = 0, elapsed = 0;
    for (const Step& step : steps_) expected += step.expected_seconds;
    Estimate estimate(expected);
    end = {0, steps_.size(), false};
    for (const Step& step : steps_) {
        if (time_limit > 0 && elapsed >= time_limit) {
            end.out_of_time = true;
            return;
        }
        if (on_progress) on_progress({end.done + 1, steps_.size(), step.what, estimate.seconds_left()});
        const double seconds = seconds_of(step.run);
        elapsed += seconds;
        estimate.finish(step.expected_seconds, seconds);
        ++end.done;
    }
}

}  // namespace evodoku::bench
