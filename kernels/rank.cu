// Keys, the Thrust sort and scan and their memory: the only file that includes Thrust, which is slow to compile.
#include <thrust/execution_policy.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>

#include <algorithm>
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

/// The request for `islands` of all islands, from `first` on.
RankRequest part_of(const RankRequest& all, std::uint32_t first, std::uint32_t islands) {
    const std::size_t begin = std::size_t{first} * all.island_size;
    return {{all.costs[0] + begin, all.costs[1] + begin},
            all.order + begin,
            all.islands + first,
            islands,
            all.island_size,
            all.highest_cost};
}

/// Calls Thrust and converts its exceptions to CudaError, because callers handle only DeviceError.
void with_thrust(const char* what, const auto& work, std::source_location where = std::source_location::current()) {
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
    check(cudaStreamSynchronize(nullptr), "the first ranking");
}

std::uint32_t DeviceRanker::key_bytes(const RankRequest& request) {
    const std::uint64_t highest = request.island_count * (std::uint64_t{request.highest_cost} + 1) - 1;
    return highest >> 8 == 0 ? 1 : highest >> 16 == 0 ? 2 : 4;
}

std::uint32_t DeviceRanker::islands_per_sort(const RankRequest& request) {
    const std::uint64_t fit = (std::uint64_t{1} << 32) / (std::uint64_t{request.highest_cost} + 1);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(fit, 1, std::max(1u, request.island_count)));
}

void DeviceRanker::rank(cudaStream_t stream) {
    const std::uint32_t bytes = key_bytes(request_);
    if (bytes == 1) return rank_by<std::uint8_t>(stream);
    if (bytes == 2) return rank_by<std::uint16_t>(stream);
    return rank_by<std::uint32_t>(stream);
}

template <class Key>
void DeviceRanker::rank_by(cudaStream_t stream) {
    const std::uint32_t all = request_.island_count, at_once = islands_per_sort(request_);
    auto* const keys = reinterpret_cast<Key*>(keys_.data());
    const auto policy = thrust::cuda::par_nosync(scratch_).on(stream);
    for (std::uint32_t first = 0; first < all; first += at_once) {
        const RankRequest part = part_of(request_, first, std::min(at_once, all - first));
        const std::uint32_t islands = part.island_count, size = part.island_size;
        launch("rank keys", stream, {size, islands, max_grid_rows_}, for_each_individual<KeyPhase<Key>>,
               KeyPhase<Key>{part, keys}, islands, size);
        with_thrust("the sort",
                    [&] { thrust::stable_sort_by_key(policy, keys, keys + std::size_t{islands} * size, part.order); });
    }
}

DeviceScanner::DeviceScanner(std::uint64_t* sums, std::size_t count) : sums_(sums), count_(count) {
    scan(nullptr);  // allocates the scan's memory now
    check(cudaStreamSynchronize(nullptr), "the first scan");
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
