// A copy distributed over the workers, and a loop of additions and exclusive ors as wide as this build's vectors.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "cpu/machine.hpp"
#include "engine/executor.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace evodoku::cpu {
namespace {

constexpr std::uint64_t piece = 1 << 17;  // words: one megabyte
constexpr std::uint32_t lanes = 128;      // independent chains: enough for the widest vectors to overlap
constexpr std::uint32_t rounds = 100'000;

std::uint32_t mixed(std::uint32_t start) {
    std::uint32_t lane[lanes];
    for (std::uint32_t k = 0; k < lanes; ++k) lane[k] = start + k;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (std::uint32_t k = 0; k < lanes; ++k) lane[k] = (lane[k] + 0x9E3779B9u) ^ round;
    }
    std::uint32_t sum = 0;
    for (const std::uint32_t word : lane) sum ^= word;
    return sum;
}

/// Bypasses the caches if the processor supports it: the data are not reused, and a store need not read first.
void copy_words(std::uint64_t* to, const std::uint64_t* from, std::uint64_t count) {
#if defined(__SSE2__)
    for (std::uint64_t k = 0; k + 2 <= count; k += 2) {
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + k),
                         _mm_load_si128(reinterpret_cast<const __m128i*>(from + k)));
    }
    _mm_sfence();
    if (count % 2 != 0) to[count - 1] = from[count - 1];
#else
    std::memcpy(to, from, count * 8);
#endif
}

class CpuPeaks final : public Peaks {
public:
    /// `bytes`: of each of the two halves.
    CpuPeaks(std::unique_ptr<Workers> workers, std::uint64_t bytes)
        : workers_(std::move(workers)), words_(bytes / 8), from_(take_pages(bytes)), to_(take_pages(bytes)) {
        auto* words = static_cast<std::uint64_t*>(from_.get());
        for (std::uint64_t k = 0; k < words_; ++k) words[k] = k * 0x9E3779B97F4A7C15u;
    }

    std::uint64_t copy(std::uint32_t times) override {
        const auto pieces = static_cast<std::uint32_t>((words_ + piece - 1) / piece);
        const auto* from = static_cast<const std::uint64_t*>(from_.get());
        auto* to = static_cast<std::uint64_t*>(to_.get());
        for (std::uint32_t k = 0; k < times; ++k) {
            workers_->for_each(pieces, [&](std::uint32_t task) {
                const std::uint64_t first = task * piece;
                copy_words(to + first, from + first, std::min(piece, words_ - first));
            });
        }
        return 2 * words_ * 8 * times;
    }

    bool copied() const override { return std::memcmp(from_.get(), to_.get(), words_ * 8) == 0; }

    std::uint64_t compute(std::uint32_t times) override {
        const std::uint32_t tasks = workers_->threads() * times;
        std::atomic<std::uint32_t> sum{0};
        workers_->for_each(tasks, [&](std::uint32_t task) { sum += mixed(task); });
        sink_ ^= sum;
        return std::uint64_t{tasks} * rounds * lanes * 2;
    }

private:
    std::unique_ptr<Workers> workers_;
    std::uint64_t words_;
    std::shared_ptr<void> from_, to_;
    std::uint32_t sink_ = 0;  // the result: without a reader the compiler would remove the computation
};

}  // namespace

std::unique_ptr<Peaks> make_peaks(std::unique_ptr<Workers> workers) {
    const std::uint64_t bytes = std::min<std::uint64_t>(std::uint64_t{256} << 20, available_memory_bytes() / 8);
    return std::make_unique<CpuPeaks>(std::move(workers), bytes);
}

}  // namespace evodoku::cpu
