// Keys, the Thrust sort and scan and their memory: the only file that includes Thrust, which is slow to compile.
#include <thrust/execution_policy.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>

#include <source_location>

#include "evodoku/core/bits.hpp"
#include "launch.cuh"
#include "rank.cuh"

namespace evodoku::cuda {
namespace {

/// Writes the key of each slot. Of a deme that does not run no cost is looked at: its order becomes 0, 1, 2, ...,
/// which nothing reads.
template <class Key>
struct KeyPhase {
    RankRequest request;
    int index_bits;
    Key* keys;

    struct Body {
        Key* keys;
        const std::uint32_t* costs;  // null: the deme does not run
        Key deme_part;
        int index_bits;
        __device__ bool active() const { return true; }
        __device__ void operator()(std::uint32_t index) const {
            const Key cost = costs != nullptr ? costs[index] : 0;
            keys[index] = (deme_part + cost) << index_bits | index;
        }
    };
    __device__ Body operator()(std::uint32_t number) const {
        const Deme& deme = request.demes[number];
        const std::size_t first = std::size_t{number} * request.deme_size;
        return {keys + first, deme.running() ? request.costs[deme.back()] + first : nullptr,
                static_cast<Key>(number) * (request.highest_cost + 1), index_bits};
    }
};

/// 64-bit keys -> indices.
struct UnpackPhase {
    const std::uint64_t* keys;
    std::uint32_t* order;
    std::uint32_t deme_size, mask;

    struct Body {
        const std::uint64_t* keys;
        std::uint32_t* order;
        std::uint32_t mask;
        __device__ bool active() const { return true; }
        __device__ void operator()(std::uint32_t index) const {
            order[index] = static_cast<std::uint32_t>(keys[index]) & mask;
        }
    };
    __device__ Body operator()(std::uint32_t number) const {
        const std::size_t first = std::size_t{number} * deme_size;
        return {keys + first, order + first, mask};
    }
};

/// Has Thrust do something. What it throws is of its own kind: whoever waits for a DeviceError would not know it.
template <class Work>
void with_thrust(const char* what, const Work& work, std::source_location where = std::source_location::current()) {
    try {
        work();
    } catch (const thrust::system_error& error) {
        cudaGetLastError();
        throw CudaError(static_cast<cudaError_t>(error.code().value()), what, where);
    }
    check(cudaGetLastError(), what, where);
}

int index_bits_of(const RankRequest& request) { return bits_for(request.deme_size); }

}  // namespace

DeviceRanker::DeviceRanker(const RankRequest& request) : request_(request), index_bits_(index_bits_of(request)) {
    if (!is_narrow(request))
        wide_keys_ = DeviceArray<std::uint64_t>(std::size_t{request.deme_count} * request.deme_size);
    rank(nullptr);  // takes the sort's memory now
    check(cudaDeviceSynchronize(), "the first ranking");
}

bool DeviceRanker::is_narrow(const RankRequest& request) {
    const std::uint64_t classes = std::uint64_t{request.deme_count} * (std::uint64_t{request.highest_cost} + 1);
    return bits_for(classes) + index_bits_of(request) <= 32;
}

std::uint32_t DeviceRanker::order_mask(const RankRequest& request) {
    return static_cast<std::uint32_t>((std::uint64_t{1} << index_bits_of(request)) - 1);
}

void DeviceRanker::rank(cudaStream_t stream) {
    const std::uint32_t demes = request_.deme_count, size = request_.deme_size;
    const std::size_t count = std::size_t{demes} * size;
    const auto policy = thrust::cuda::par_nosync(scratch_).on(stream);
    if (wide_keys_.size() == 0) {
        const KeyPhase<std::uint32_t> keys{request_, index_bits_, request_.order};
        launch("rank keys", stream, size, demes, for_each_slot<KeyPhase<std::uint32_t>>, keys, demes, size);
        with_thrust("the sort", [&] { thrust::sort(policy, request_.order, request_.order + count); });
    } else {
        const KeyPhase<std::uint64_t> keys{request_, index_bits_, wide_keys_.data()};
        launch("rank keys", stream, size, demes, for_each_slot<KeyPhase<std::uint64_t>>, keys, demes, size);
        with_thrust("the sort", [&] { thrust::sort(policy, wide_keys_.data(), wide_keys_.data() + count); });
        const UnpackPhase unpack{wide_keys_.data(), request_.order, size, order_mask(request_)};
        launch("rank unpack", stream, size, demes, for_each_slot<UnpackPhase>, unpack, demes, size);
    }
}

DeviceScanner::DeviceScanner(std::uint64_t* sums, std::size_t count) : sums_(sums), count_(count) {
    scan(nullptr);  // takes the scan's memory now
    check(cudaDeviceSynchronize(), "the first scan");
}

void DeviceScanner::scan(cudaStream_t stream) {
    const auto policy = thrust::cuda::par_nosync(scratch_).on(stream);
    with_thrust("the scan", [&] { thrust::inclusive_scan(policy, sums_, sums_ + count_, sums_); });
}

char* Scratch::allocate(std::ptrdiff_t bytes) {
    for (Block& block : blocks_) {
        if (block.in_use || block.memory.size() < static_cast<std::size_t>(bytes)) continue;
        block.in_use = true;
        return block.memory.data();
    }
    blocks_.push_back({DeviceArray<char>(static_cast<std::size_t>(bytes)), true});
    return blocks_.back().memory.data();
}

void Scratch::deallocate(char* address, std::size_t) {
    for (Block& block : blocks_) {
        if (block.memory.data() == address) block.in_use = false;
    }
}

}  // namespace evodoku::cuda
