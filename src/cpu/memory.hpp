// Memory in whole pages from the system, and the amount available.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace evodoku::cpu {

/// Zeroed memory, allocated from the system at once and released at the end. Throws std::bad_alloc.
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

/// The memory that this process may still take: the minimum of the machine's free memory, its control group's and its
/// own limit.
std::uint64_t available_memory_bytes();

}  // namespace evodoku::cpu
