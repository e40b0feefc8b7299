// Keys, the Thrust sort and scan and their memory: the only file that includes Thrust, which is slow to compile.
#include <thrust/execution_policy.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>

#include <source_location>

#include "launch.cuh"
#include "rank.cuh"

namespace evodoku::cuda {
namespace {

/// Writes the key and the index of each slot.
template <class Key>
struct KeyPhase {
    RankRequest request;
    Key* keys;

    struct Body {
        const KeyPhase& phase;
        const Deme& deme;
        std::uint32_t number;
        std::size_t first;
        __device__ bool active() const { return true; }
        __device__ void operator()(std::uint32_t index) const {
            phase.keys[first + index] = static_cast<Key>(phase.request.key(deme, number, index));
            phase.request.order[first + index] = index;
        }
    };
    __device__ Body operator()(std::uint32_t number) const {
        return {*this, request.demes[number], number, std::size_t{number} * request.deme_size};
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

}  // namespace

DeviceRanker::DeviceRanker(const RankRequest& request)
    : request_(request), keys_(std::size_t{request.deme_count} * request.deme_size * key_bytes(request)) {
    rank(nullptr);  // takes the sort's memory now
    check(cudaDeviceSynchronize(), "the first ranking");
}

std::uint32_t DeviceRanker::key_bytes(const RankRequest& request) {
    const std::uint64_t highest = request.deme_count * (std::uint64_t{request.highest_cost} + 1) - 1;
    return highest >> 8 == 0 ? 1 : highest >> 16 == 0 ? 2 : highest >> 32 == 0 ? 4 : 8;
}

void DeviceRanker::rank(cudaStream_t stream) {
    switch (key_bytes(request_)) {
        case 1:
            return rank_by<std::uint8_t>(stream);
        case 2:
            return rank_by<std::uint16_t>(stream);
        case 4:
            return rank_by<std::uint32_t>(stream);
        default:
            return rank_by<std::uint64_t>(stream);
    }
}

template <class Key>
void DeviceRanker::rank_by(cudaStream_t stream) {
    const std::uint32_t demes = request_.deme_count, size = request_.deme_size;
    auto* const keys = reinterpret_cast<Key*>(keys_.data());
    launch("rank keys", stream, size, demes, for_each_slot<KeyPhase<Key>>, KeyPhase<Key>{request_, keys}, demes, size);
    const auto policy = thrust::cuda::par_nosync(scratch_).on(stream);
    with_thrust("the sort",
                [&] { thrust::stable_sort_by_key(policy, keys, keys + std::size_t{demes} * size, request_.order); });
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
