// The threads of a CPU executor and their order. Neither has an effect on the evolution.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace evodoku::cpu {

/// Runs task(0) .. task(count - 1), each once, in any order, and returns when all are done.
class Workers {
public:
    virtual ~Workers() = default;
    virtual std::string name() const = 0;
    virtual unsigned threads() const = 0;
    virtual void for_each(std::uint32_t count, const std::function<void(std::uint32_t)>& task) = 0;
};

/// oneTBB, on `threads` threads (0 = all available to this process).
std::unique_ptr<Workers> make_tbb_workers(unsigned threads);

/// Plain std::threads, which the thread sanitizer can follow.
std::unique_ptr<Workers> make_std_workers(unsigned threads);

enum class Order { forwards, backwards, shuffled };

/// One thread, in a given order: for tests.
std::unique_ptr<Workers> make_serial_workers(Order order);

}  // namespace evodoku::cpu
