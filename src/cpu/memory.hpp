// Memory in whole pages from the system, and how much of it there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace evodoku::cpu {

/// Zeroed memory that is taken from the system at once and given back at the end. Throws std::bad_alloc.
class Pages {
public:
    Pages() = default;
    explicit Pages(std::size_t bytes);
    ~Pages();
    Pages(Pages&& other) noexcept
        : address_(std::exchange(other.address_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    Pages& operator=(Pages&& other) noexcept {
        std::swap(address_, other.address_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    void* data() const { return address_; }

private:
    void* address_ = nullptr;
    std::size_t bytes_ = 0;
};

/// What this process may still take: the least of the machine's free memory, its control group's and its own limit.
std::uint64_t available_memory_bytes();

}  // namespace evodoku::cpu
