// Pages from mmap, and the memory limits of a process on Linux.
#include "cpu/memory.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <new>
#include <string>

namespace evodoku::cpu {
namespace {

/// The number in a file; the largest number if the file has none ("max") or does not exist.
std::uint64_t number_in(const char* path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? number : std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t machine_bytes() {
    std::ifstream file("/proc/meminfo");
    for (std::string word; file >> word;) {
        std::uint64_t kibibytes = 0;
        if (word == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
    }
    return std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t control_group_bytes() {
    const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max");
    const std::uint64_t used = number_in("/sys/fs/cgroup/memory.current");
    if (limit == std::numeric_limits<std::uint64_t>::max()) return limit;
    return used < limit ? limit - used : 0;
}

/// The remainder under `ulimit -v`.
std::uint64_t address_space_bytes() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t used = number_in("/proc/self/statm") * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return used < limit.rlim_cur ? limit.rlim_cur - used : 0;
}

}  // namespace

Pages::Pages(std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0) return;
    address_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address_ == MAP_FAILED) {
        address_ = nullptr;
        throw std::bad_alloc();
    }
    // Parents are at random places in a population of many megabytes: with 2 MiB pages, accesses rarely miss the TLB.
    madvise(address_, bytes, MADV_HUGEPAGE);
}

Pages::~Pages() {
    if (address_ != nullptr) munmap(address_, bytes_);
}

std::uint64_t available_memory_bytes() {
    const std::uint64_t free = std::min({machine_bytes(), control_group_bytes(), address_space_bytes()});
    const std::uint64_t reserve = free / 32 + (std::uint64_t{32} << 20);  // for threads, tables and the heap
    return free > reserve ? free - reserve : 0;
}

}  // namespace evodoku::cpu
