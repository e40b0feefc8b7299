#include "emulator/device_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "emulator/settings.hpp"

namespace evodoku::emulator {
namespace {

constexpr std::uint64_t address_space = std::uint64_t{256} << 30;
constexpr std::size_t max_capacity = std::size_t{144} << 30, default_capacity = std::size_t{4} << 30;
constexpr std::size_t huge = std::size_t{1} << 30;
constexpr std::uint64_t page = 4096;

/// Pages that take no memory before they are written.
void* reserve(std::uint64_t bytes) {
    void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) throw std::runtime_error("emulator: no address space for the device's memory");
    return start;
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

DeviceMemory& DeviceMemory::instance() {
    static DeviceMemory memory;
    return memory;
}

DeviceMemory::DeviceMemory() : space_(address_space), capacity_(default_capacity) {
    base_ = reinterpret_cast<std::uint64_t>(reserve(space_));
    owners_ = static_cast<std::uint32_t*>(reserve(space_ / granule * sizeof(std::uint32_t)));
    extents_.push_back({0, 0});
    if (Settings::current().check_uninitialised) watch_writes();
    if (const char* value = std::getenv("EVODOKU_EMULATOR_MEMORY_MB")) {
        const std::string text = value;
        if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos) {
            throw std::invalid_argument("EVODOKU_EMULATOR_MEMORY_MB is '" + text + "'; allowed: numbers from 0");
        }
        set_capacity(std::size_t{std::stoul(text)} << 20);
    }
}

bool DeviceMemory::take_stacks(std::size_t bytes) {
    if (used_ + std::max(stacks_, bytes) > capacity_) return false;
    stacks_ = std::max(stacks_, bytes);
    return true;
}

void DeviceMemory::set_capacity(std::size_t bytes) { capacity_ = std::min(bytes, max_capacity); }

std::uint64_t DeviceMemory::take(std::size_t bytes, bool variable) {
    const std::uint64_t whole = round_up(std::max<std::size_t>(bytes, 1), granule) + granule;
    // From where the last search ended, once around.
    for (int round = 0; round < 2; ++round) {
        std::uint64_t at = round == 0 ? base_ + next_ : base_;
        for (auto block = live_.lower_bound(at); block != live_.end() && block->first - at < whole; ++block) {
            at = block->first + round_up(std::max<std::uint64_t>(block->second.bytes, 1), granule) + granule;
        }
        if (at + whole > base_ + space_) continue;
        next_ = at + whole - base_;
        extents_.push_back({at, at + bytes});
        const auto extent = static_cast<std::uint32_t>(extents_.size() - 1);
        live_[at] = {bytes, extent, variable};
        const std::uint64_t first = (at - base_) / granule, last = round_up(at - base_ + bytes, granule) / granule;
        std::fill(owners_ + first, owners_ + last, extent);
        if (written_ != nullptr) std::memset(written_ + (at - base_), 0, bytes);
        return at;
    }
    return 0;
}

void* DeviceMemory::allocate(std::size_t bytes) {
    if (bytes > capacity_ - stacks_ - used_) return nullptr;
    const std::uint64_t at = take(bytes, false);
    if (at == 0) return nullptr;
    used_ += bytes, ++allocations_;
    max_used_ = std::max(max_used_, used_);
    auto* start = reinterpret_cast<void*>(at);
    if (bytes < huge) std::memset(start, 0xA7, bytes);
    return start;
}

void DeviceMemory::set(void* to, int value, std::size_t bytes) {
    if (bytes < huge || value != 0) {
        std::memset(to, value, bytes);
        return;
    }
    const auto first = reinterpret_cast<std::uint64_t>(to), last = first + bytes;
    const std::uint64_t first_page = round_up(first, page), last_page = last / page * page;
    madvise(reinterpret_cast<void*>(first_page), last_page - first_page, MADV_DONTNEED);  // they are zeros again
    std::memset(to, 0, first_page - first);
    std::memset(reinterpret_cast<void*>(last_page), 0, last - last_page);
}

void* DeviceMemory::allocate_variable(std::size_t bytes) {
    auto* start = reinterpret_cast<void*>(take(bytes, true));
    if (start != nullptr) std::memset(start, 0, bytes);
    return start;
}

bool DeviceMemory::free(void* start) {
    const auto found = live_.find(reinterpret_cast<std::uint64_t>(start));
    if (found == live_.end()) return false;
    const auto [at, block] = *found;
    const std::uint64_t first = (at - base_) / granule, last = round_up(at - base_ + block.bytes, granule) / granule;
    std::fill(owners_ + first, owners_ + last, 0);
    const std::uint64_t first_page = round_up(at, page), last_page = (at + block.bytes) / page * page;
    if (last_page > first_page) madvise(reinterpret_cast<void*>(first_page), last_page - first_page, MADV_DONTNEED);
    if (!block.variable) used_ -= block.bytes, --allocations_;
    live_.erase(found);
    return true;
}

std::string DeviceMemory::describe(const void* address) const {
    return describe_address(reinterpret_cast<std::uint64_t>(address));
}

std::string DeviceMemory::describe_address(std::uint64_t address) const {
    if (!owns_address(address)) {
        return "at " + std::to_string(address) + (address == 0 ? ", a null pointer" : ", which is not device memory");
    }
    // The latest allocation that held it and is gone, or else the live one in front of it.
    auto next = live_.upper_bound(address);
    if (next != live_.begin()) {
        const auto& [at, block] = *std::prev(next);
        if (address < at + block.bytes) {
            return std::to_string(address - at) + " bytes behind the start of an allocation of " +
                   std::to_string(block.bytes) + " bytes";
        }
        if (address < at + round_up(block.bytes, granule) + granule) {
            return std::to_string(address - at - block.bytes) + " bytes behind the end of an allocation of " +
                   std::to_string(block.bytes) + " bytes";
        }
    }
    for (std::size_t n = extents_.size(); n-- > 1;) {
        const Extent& extent = extents_[n];
        if (address >= extent.begin && address < extent.end) {
            return "in freed memory, " + std::to_string(address - extent.begin) +
                   " bytes behind the start of a former allocation of " + std::to_string(extent.end - extent.begin) +
                   " bytes";
        }
    }
    return "in device memory that was never allocated";
}

void DeviceMemory::watch_writes() {
    if (written_ == nullptr) written_ = static_cast<std::uint8_t*>(reserve(space_));
}

void DeviceMemory::mark_written(const void* start, std::size_t bytes) {
    mark_written_address(reinterpret_cast<std::uint64_t>(start), bytes);
}

void DeviceMemory::mark_written_address(std::uint64_t address, std::uint64_t bytes) {
    if (written_ != nullptr && owns_address(address)) std::memset(written_ + (address - base_), 1, bytes);
}

bool DeviceMemory::is_written(std::uint64_t address, std::uint64_t bytes) const {
    if (written_ == nullptr || !owns_address(address)) return true;
    const std::uint8_t* first = written_ + (address - base_);
    return std::all_of(first, first + bytes, [](std::uint8_t byte) { return byte != 0; });
}

}  // namespace evodoku::emulator
