// The emulated device's memory: one piece of address space, so that every access can be checked against allocations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace evodoku::emulator {

/// Device addresses are addresses of this process: the runtime copies with memcpy. Not thread-safe; launches only read.
class DeviceMemory {
public:
    static DeviceMemory& instance();

    /// Aligned to 256 bytes, filled with 0xA7, followed by at least 256 bytes that belong to no allocation. nullptr if
    /// the capacity does not suffice. Freed addresses are reused as late as possible, so that their use is noticed.
    /// An allocation of 1 GiB or more is filled with 0, and takes no memory of the host until something is written.
    void* allocate(std::size_t bytes);
    /// memset.
    void set(void* to, int value, std::size_t bytes);
    /// False if this is not the start of a live allocation.
    bool free(void* start);
    /// For variables of modules: as allocate, but zeroed, and it counts neither as used nor against the capacity.
    void* allocate_variable(std::size_t bytes);

    /// True if all bytes lie in one live allocation.
    bool contains(const void* start, std::size_t bytes) const {
        return contains_address(reinterpret_cast<std::uint64_t>(start), bytes);
    }
    bool contains_address(std::uint64_t address, std::uint64_t bytes) const {
        const std::uint64_t at = address - base_;
        if (at >= space_) return false;
        const Extent& extent = extents_[owners_[at / granule]];
        return address >= extent.begin && address + bytes <= extent.end;
    }
    struct Extent {
        std::uint64_t begin, end;
    };
    /// The live allocation that the address's 256 bytes belong to; empty if there is none.
    Extent extent_of(std::uint64_t address) const {
        const std::uint64_t at = address - base_;
        return at < space_ ? extents_[owners_[at / granule]] : Extent{0, 0};
    }
    /// True if the address lies in the device's address space, allocated or not: is this a device pointer?
    bool owns(const void* address) const { return owns_address(reinterpret_cast<std::uint64_t>(address)); }
    bool owns_address(std::uint64_t address) const { return address - base_ < space_; }
    /// For messages: "8 bytes behind the end of an allocation of 64 bytes", "in freed memory", "not device memory".
    std::string describe(const void* address) const;
    std::string describe_address(std::uint64_t address) const;

    /// From now on it is remembered which bytes were written. Settings::check_uninitialised must be set before the
    /// first allocation; the constructor calls this then.
    void watch_writes();
    /// The runtime calls it for copies and memset: these bytes now hold values (for check_uninitialised).
    void mark_written(const void* start, std::size_t bytes);
    bool is_written(std::uint64_t address, std::uint64_t bytes) const;
    void mark_written_address(std::uint64_t address, std::uint64_t bytes);

    std::size_t capacity() const { return capacity_; }
    /// Default 4 GiB or EVODOKU_EMULATOR_MEMORY_MB. At most 144 GiB.
    void set_capacity(std::size_t bytes);
    /// False if the capacity does not suffice for stacks of so many bytes together. They stay.
    bool take_stacks(std::size_t bytes);
    std::size_t stacks() const { return stacks_; }
    std::size_t used() const { return used_; }  ///< without stacks
    std::size_t max_used() const { return max_used_; }
    std::size_t allocations() const { return allocations_; }  ///< live ones, without variables

private:
    struct Allocation {
        std::uint64_t bytes;
        std::uint32_t extent;
        bool variable;
    };
    static constexpr std::uint64_t granule = 256;

    DeviceMemory();
    std::uint64_t take(std::size_t bytes, bool variable);

    std::uint64_t base_ = 0, space_ = 0, next_ = 0;
    std::size_t capacity_ = 0, stacks_ = 0, used_ = 0, max_used_ = 0, allocations_ = 0;
    std::uint32_t* owners_ = nullptr;  // per granule: index into extents_; 0: none
    std::uint8_t* written_ = nullptr;  // per byte, for check_uninitialised
    std::vector<Extent> extents_;
    std::map<std::uint64_t, Allocation> live_;
};

}  // namespace evodoku::emulator
