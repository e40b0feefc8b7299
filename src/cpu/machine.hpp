// This machine as a CPU executor uses it: threads, memory in whole pages, and the amount available.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

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
