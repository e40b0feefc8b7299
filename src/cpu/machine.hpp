// This machine as a CPU executor uses it: threads, memory in whole pages, and the amount available.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/draws.hpp"

namespace evodoku {

class Peaks;

namespace cpu {

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

/// The order in which one thread takes its tasks: results must not depend on it. For checks, and for a browser.
enum class Order { forwards, backwards, shuffled };

class SerialWorkers final : public Workers {
public:
    explicit SerialWorkers(Order order) : order_(order) {}
    std::string name() const override { return "cpu (serial)"; }
    unsigned threads() const override { return 1; }

    void for_each(std::uint32_t count, const std::function<void(std::uint32_t)>& task) override {
        std::vector<std::uint32_t> sequence(count);
        for (std::uint32_t k = 0; k < count; ++k) sequence[k] = order_ == Order::backwards ? count - 1 - k : k;
        if (order_ == Order::shuffled) {
            Draws draws({++calls_, 0, 0, 0}, Purpose::plan);
            for (std::uint32_t k = count; k > 1; --k) std::swap(sequence[k - 1], sequence[draws.below(k)]);
        }
        for (const std::uint32_t k : sequence) task(k);
    }

private:
    Order order_;
    std::uint64_t calls_ = 0;  // a different order in every call
};

inline std::unique_ptr<Workers> make_serial_workers(Order order) { return std::make_unique<SerialWorkers>(order); }

/// Zeroed memory in whole pages, allocated from the system at once; null for no bytes. Throws std::bad_alloc.
std::shared_ptr<void> take_pages(std::size_t bytes);

/// The memory that control groups of this process, of version 2 or 1, still allow; the largest number without a limit.
/// The cache of files counts as free. `root`: the folder of /proc and /sys, for tests.
std::uint64_t control_group_bytes(const std::string& root = "");

/// The memory that this process may still take: the minimum of the machine's free memory, its control group's and its
/// own limit.
std::uint64_t available_memory_bytes();

/// The peaks of this machine's processor: memory copied and integers computed, by all workers. Copies 256 MiB, or an
/// eighth of the free memory if that is less. Throws std::bad_alloc.
std::unique_ptr<Peaks> make_peaks(std::unique_ptr<Workers> workers);

}  // namespace cpu
}  // namespace evodoku
