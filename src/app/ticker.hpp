// A clock that shows progress while nothing else happens.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace evodoku::app {

/// Calls a function at once, then every second, on a thread of its own, until it is destroyed.
class Ticker {
public:
    explicit Ticker(std::function<void()> tick)
        : thread_([this, tick = std::move(tick)](const std::stop_token& stop) {
              std::unique_lock lock(mutex_);
              while (!stop.stop_requested()) {
                  tick();
                  end_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
              }
          }) {}

private:
    std::mutex mutex_;
    std::condition_variable_any end_;
    std::jthread thread_;  ///< the first to be destroyed
};

}  // namespace evodoku::app
