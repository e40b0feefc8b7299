// A device that does nothing until somebody waits for it: what a GPU may do at the latest.
#pragma once

#include <algorithm>
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

    template <class T>
    void upload(T* to, const T* from, std::size_t count) const {
        queue_upload(to, from, count);
        wait();
    }
    template <class T>
    void download(T* to, const T* from, std::size_t count) const {
        queue_download(to, from, count);
        wait();
    }
    template <class T>
    void queue_upload(T* to, const T* from, std::size_t count) const {
        later([=] { std::copy_n(from, count, to); });
    }
    template <class T>
    void queue_download(T* to, const T* from, std::size_t count) const {
        later([=] { std::copy_n(from, count, to); });
    }
    void run(Schedule& schedule, std::uint32_t generations, bool demes_apart) {
        later([this, &schedule, generations, demes_apart] { cpu::Executor::run(schedule, generations, demes_apart); });
    }
    template <class Phase>
    void for_each(const Phase& phase, std::uint32_t count) const {
        later([this, phase, count] { cpu::Executor::for_each(phase, count); });
    }
    template <class Phase>
    void queue_sums(const Phase& phase, std::uint32_t count, std::uint32_t deme_size) const {
        later([this, phase, count, deme_size] { cpu::Executor::queue_sums(phase, count, deme_size); });
    }
    void wait() const {
        for (const auto& work : std::exchange(work_, {})) work();
        queued_ = 0;
    }

private:
    void later(std::function<void()> work) const {
        work_.push_back(std::move(work));
        ++queued_;
    }

    mutable std::vector<std::function<void()>> work_;
    std::size_t& queued_;
};

}  // namespace evodoku::test
