// A stable counting sort of an island by cost, 11 bits of cost per pass: one pass for costs below 2,048. Stability
// orders equal costs by index, as the rank key (cost, index) requires.
#include "cpu/rank.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace evodoku::cpu {
namespace {

constexpr int pass_bits = 11;
constexpr std::uint32_t chunk_size = 8192;  // individuals; so many that a chunk's histogram costs little in comparison

/// Entries of one pass: the order so far, or the identity in the first pass.
struct Source {
    const std::uint32_t* order;  // null: the identity
    const std::uint32_t* costs;
    int shift;
    std::uint32_t mask;
    std::uint32_t index(std::uint32_t k) const { return order ? order[k] : k; }
    std::uint32_t bucket(std::uint32_t k) const { return costs[index(k)] >> shift & mask; }
};

void count(const Source& source, std::uint32_t begin, std::uint32_t end, std::uint32_t* histogram) {
    for (std::uint32_t k = begin; k < end; ++k) ++histogram[source.bucket(k)];
}

void scatter(const Source& source, std::uint32_t begin, std::uint32_t end, std::uint32_t* starts, std::uint32_t* to) {
    for (std::uint32_t k = begin; k < end; ++k) to[starts[source.bucket(k)]++] = source.index(k);
}

}  // namespace

Ranker::Ranker(const RankRequest& request)
    : request_(request),
      bits_(std::max<int>(1, std::bit_width(request.highest_cost))),
      chunks_((request.island_size + chunk_size - 1) / chunk_size) {
    if (chunks_ > 1) starts_.resize(std::size_t{chunks_} << pass_bits);
    if (bits_ > pass_bits) other_order_.resize(std::size_t{request.island_size} * request.island_count);
}

std::uint64_t Ranker::bytes_per_individual(const RankRequest& request) {
    const bool has_passes = request.highest_cost >> pass_bits != 0;
    const std::uint64_t of_starts = (sizeof(std::uint32_t) << pass_bits) / chunk_size;
    return (has_passes ? sizeof(std::uint32_t) : 0) + (request.island_size > chunk_size ? of_starts : 0);
}

void Ranker::rank(std::uint32_t island_index, std::uint32_t chunks, std::uint32_t* starts, const auto& for_each) {
    const std::uint32_t size = request_.island_size;
    const std::size_t first = std::size_t{island_index} * size;
    const std::uint32_t* costs = request_.costs[request_.islands[island_index].back()] + first;
    // The last pass must write `order`. Passes alternate between the two buffers, so choose the first one accordingly.
    std::uint32_t* buffers[2] = {request_.order + first, other_order_.empty() ? nullptr : other_order_.data() + first};
    int target = (bits_ - 1) / pass_bits % 2;
    const std::uint32_t* from = nullptr;
    for (int shift = 0; shift < bits_; shift += pass_bits) {
        const int bits = std::min(pass_bits, bits_ - shift);
        const Source source{from, costs, shift, (1u << bits) - 1};
        const auto histogram = [&](std::uint32_t chunk) { return starts + (std::size_t{chunk} << bits); };
        const auto begin = [&](std::uint32_t chunk) { return chunk * chunk_size; };
        const auto end = [&](std::uint32_t chunk) { return chunk + 1 == chunks ? size : begin(chunk + 1); };
        for_each(chunks, [&](std::uint32_t chunk) {
            std::fill_n(histogram(chunk), std::size_t{1} << bits, 0u);
            count(source, begin(chunk), end(chunk), histogram(chunk));
        });
        std::uint32_t sum = 0;
        for (std::uint32_t bucket = 0; bucket >> bits == 0; ++bucket) {
            for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
                std::uint32_t& start = histogram(chunk)[bucket];
                const std::uint32_t entries = start;
                start = sum, sum += entries;
            }
        }
        for_each(chunks, [&](std::uint32_t chunk) {
            scatter(source, begin(chunk), end(chunk), histogram(chunk), buffers[target]);
        });
        from = buffers[target];
        target = 1 - target;
    }
}

void Ranker::rank_one(std::uint32_t island_index) {
    std::array<std::uint32_t, 1 << pass_bits> starts;
    rank(island_index, 1, starts.data(), [](std::uint32_t, const auto& task) { task(0); });
}

void Ranker::rank_all(Workers& workers) {
    const auto running = [&](std::uint32_t island_index) { return request_.islands[island_index].running(); };
    if (chunks_ == 1 || workers.threads() == 1) {
        workers.for_each(request_.island_count, [&](std::uint32_t island_index) {
            if (running(island_index)) rank_one(island_index);
        });
        return;
    }
    for (std::uint32_t island_index = 0; island_index < request_.island_count; ++island_index) {
        if (!running(island_index)) continue;
        rank(island_index, chunks_, starts_.data(),
             [&](std::uint32_t count, const auto& task) { workers.for_each(count, task); });
    }
}

}  // namespace evodoku::cpu
