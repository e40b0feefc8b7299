// A device that does nothing until the host waits for it: the latest execution that a GPU may choose.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "cpu/executor.hpp"

namespace evodoku::test {

class Deferring : public cpu::Executor {
public:
    /// `queued`: how much it has put off.
    explicit Deferring(std::size_t& queued)
        : cpu::Executor(cpu::make_serial_workers(cpu::Order::forwards)), queued_(queued) {}

    void wait() override {
        for (const auto& work : std::exchange(work_, {})) work();
        queued_ = 0;
    }

protected:
    void queue(std::function<void()> work) override {
        work_.push_back(std::move(work));
        ++queued_;
    }

private:
    std::vector<std::function<void()>> work_;
    std::size_t& queued_;
};

}  // namespace evodoku::test
