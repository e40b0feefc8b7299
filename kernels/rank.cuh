// What Thrust does for the population: ranking, one sort of unique integer keys over all of it, and sums of weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "device_array.cuh"
#include "evodoku/engine/rank_request.hpp"

namespace evodoku::cuda {

/// Memory for the inside of a sort or a scan, as a Thrust allocator: what one call gave back, the next one gets, so
/// that after the first no generation takes any.
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
///   key = deme * (highest cost + 1) + cost
///
/// in as few bytes as hold it: each is a pass of the radix sort. Indices begin in order and so need no place in the
/// key.
class DeviceRanker {
public:
    explicit DeviceRanker(const RankRequest& request);

    /// 1, 2, 4 or 8.
    static std::uint32_t key_bytes(const RankRequest& request);
    /// Device memory besides `order`: the keys, and of keys and indices the second buffer that the sort works in.
    static std::uint64_t bytes_per_individual(const RankRequest& request) {
        return 2 * key_bytes(request) + sizeof(std::uint32_t);
    }

    /// Queues building the keys and the sort.
    void rank(cudaStream_t stream);

private:
    template <class Key>
    void rank_by(cudaStream_t stream);

    RankRequest request_;
    DeviceArray<char> keys_;
    Scratch scratch_;
};

/// Sums up to each place, the place itself counted, where the numbers lie: over all demes in one go, so that a deme's
/// sums hold those of the demes before it. They wrap.
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
