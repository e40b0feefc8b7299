// Thrust's part: ranking, as one sort of unique integer keys over the whole population, and prefix sums of weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "device_array.cuh"
#include "engine/island.hpp"

namespace evodoku::cuda {

/// Memory for the inside of a sort or a scan, as a Thrust allocator. A block released by one call serves the next, so
/// after the first call no generation allocates memory.
class Scratch {
public:
    using value_type = char;
    char* allocate(std::ptrdiff_t bytes);
    void deallocate(char* address, std::size_t bytes);

private:
    struct Block {
        DeviceArray<char> memory;
        bool in_use;
    };
    std::vector<Block> blocks_;
};

/// A stable sort of the indices by
///
///   key = island * (highest cost + 1) + cost
///
/// in the smallest number of bytes that holds it: each byte is a pass of the radix sort. Indices start in order and so
/// need no place in the key. Where four bytes do not hold it, some islands are sorted after the others.
class DeviceRanker {
public:
    /// `max_grid_rows`: islands side by side in one launch. The first sort, which takes the memory, writes to
    /// `request.order`.
    DeviceRanker(const RankRequest& request, std::uint32_t max_grid_rows);

    /// 1, 2 or 4.
    static std::uint32_t key_bytes(const RankRequest& request);
    /// The most islands that a sort may have.
    static std::uint32_t islands_per_sort(const RankRequest& request);
    /// Device memory besides `order`: the keys, and the second buffer of the sort for keys and indices.
    static std::uint64_t bytes_per_individual(const RankRequest& request) {
        return 2 * key_bytes(request) + sizeof(std::uint32_t);
    }

    const RankRequest& request() const { return request_; }
    /// Queues the construction of the keys and the sort.
    void rank(cudaStream_t stream);

private:
    template <class Key>
    void rank_by(cudaStream_t stream);

    RankRequest request_;
    std::uint32_t max_grid_rows_;
    DeviceArray<char> keys_;
    Scratch scratch_;
};

/// Inclusive prefix sums in place, over all islands at once: the sums of an island include those of the islands before
/// it. They wrap.
class DeviceScanner {
public:
    DeviceScanner(std::uint64_t* sums, std::size_t count);
    void scan(cudaStream_t stream);

private:
    std::uint64_t* sums_;
    std::size_t count_;
    Scratch scratch_;
};

}  // namespace evodoku::cuda
