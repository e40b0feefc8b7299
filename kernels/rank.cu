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

/// Writes the key and the index of each individual.
template <class Key>
struct KeyPhase {
    static constexpr PhaseTraits traits = {};
    RankRequest request;
    Key* keys;

    struct Body {
        const KeyPhase& phase;
        const Island& island;
        std::uint32_t island_index;
        std::size_t first;
        __device__ bool active() const { return true; }
        __device__ void operator()(std::uint32_t index) const {
            phase.keys[first + index] = static_cast<Key>(phase.request.key(island, island_index, index));
            phase.request.order[first + index] = index;
        }
    };
    __device__ Body operator()(std::uint32_t island_index) const {
        return {*this, request.islands[island_index], island_index, std::size_t{island_index} * request.island_size};
    }
};

/// Calls Thrust and converts its exceptions to CudaError, because callers handle only DeviceError.
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

DeviceRanker::DeviceRanker(const RankRequest& request, std::uint32_t max_grid_rows)
    : request_(request),
      max_grid_rows_(max_grid_rows),
      keys_(std::size_t{request.island_count} * request.island_size * key_bytes(request)) {
    rank(nullptr);  // allocates the sort's memory now
    check(cudaDeviceSynchronize(), "the first ranking");
}

std::uint32_t DeviceRanker::key_bytes(const RankRequest& request) {
    const std::uint64_t highest = request.island_count * (std::uint64_t{request.highest_cost} + 1) - 1;
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
    const std::uint32_t islands = request_.island_count, size = request_.island_size;
    auto* const keys = reinterpret_cast<Key*>(keys_.data());
    launch("rank keys", stream, {size, islands, max_grid_rows_}, for_each_individual<KeyPhase<Key>>,
           KeyPhase<Key>{request_, keys}, islands, size);
    const auto policy = thrust::cuda::par_nosync(scratch_).on(stream);
    with_thrust("the sort",
                [&] { thrust::stable_sort_by_key(policy, keys, keys + std::size_t{islands} * size, request_.order); });
}

DeviceScanner::DeviceScanner(std::uint64_t* sums, std::size_t count) : sums_(sums), count_(count) {
    scan(nullptr);  // allocates the scan's memory now
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
