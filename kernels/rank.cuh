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

/// Key = (deme, cost, index within the deme), packed into 32 bits where they fit, else into 64:
///
///   | deme * (highest cost + 1) + cost | index |
///
/// 32-bit keys are sorted where they lie, in `order`; their low bits are the index (`order_mask`).
class DeviceRanker {
public:
    explicit DeviceRanker(const RankRequest& request);

    static bool is_narrow(const RankRequest& request);
    static std::uint32_t order_mask(const RankRequest& request);
    /// Device memory besides `order`: what the sort works in, and 64-bit keys where those are needed.
    static std::uint64_t bytes_per_individual(const RankRequest& request) { return is_narrow(request) ? 4 : 16; }

    /// Queues building the keys and the sort.
    void rank(cudaStream_t stream);

private:
    RankRequest request_;
    int index_bits_;
    DeviceArray<std::uint64_t> wide_keys_;
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
