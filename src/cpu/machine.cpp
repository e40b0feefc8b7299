// Threads by oneTBB; pages from mmap; the memory limits of a process on Linux; the peaks of its processor.
#include "cpu/machine.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>

#include "core/host_work.hpp"
#include "engine/executor.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace evodoku::cpu {
namespace {

/// Starts so many threads at once and ends them, unless as many have been started before. Throws threads_error(). For
/// oneTBB, some versions of which end the program without a message where they can't start one.
void check_threads(std::size_t count) {
    static std::atomic<std::size_t> started{0};
    if (count <= started) return;
    std::mutex end;
    std::vector<std::jthread> threads;
    const std::lock_guard until_end(end);  // unlocks before the threads are joined, also after an exception
    try {
        while (threads.size() < count) threads.emplace_back([&end] { const std::lock_guard wait(end); });
    } catch (const std::system_error& error) {
        throw threads_error(count, error.code().message());
    }
    started = count;
}

/// After one call without memory, oneTBB would wait without end in the next.
int usual_threads() {
    static const std::optional<int> threads = [] {
        try {
            return std::optional(tbb::info::default_concurrency());
        } catch (const std::bad_alloc&) {
            return std::optional<int>();
        }
    }();
    return threads ? *threads : throw std::bad_alloc();
}

/// An arena that no other workers use. oneTBB keeps some memory of each arena that ends, so none does: a process has as
/// many as it uses at the same time.
class Arena {
public:
    explicit Arena(unsigned threads) {
        const std::lock_guard lock(mutex_);
        node_ = idle_.extract(threads);
        if (node_) return;
        Arenas arenas;
        node_ = arenas.extract(arenas.emplace(threads, static_cast<int>(threads)));
    }
    ~Arena() {
        const std::lock_guard lock(mutex_);
        idle_.insert(std::move(node_));  // takes no memory
    }

    tbb::task_arena* operator->() { return &node_.mapped(); }

private:
    using Arenas = std::multimap<unsigned, tbb::task_arena>;
    static inline std::mutex mutex_;
    static inline Arenas& idle_ = *new Arenas;  // which outlives the objects of oneTBB

    Arenas::node_type node_;
};

constexpr unsigned most_threads = 1024;  // as for --threads

class TbbWorkers final : public Workers {
public:
    explicit TbbWorkers(unsigned threads)
        : threads_(threads != 0 ? threads : static_cast<unsigned>(usual_threads())), arena_(threads_) {
        if (threads_ > most_threads) {
            throw std::invalid_argument("threads is " + std::to_string(threads_) + "; allowed: 0.." +
                                        std::to_string(most_threads));
        }
        if (threads_ > 1) check_threads(threads_);
        // The whole process must allow more threads than processors; the arena limits fewer by itself.
        if (static_cast<int>(threads_) > usual_threads()) {
            limit_.emplace(tbb::global_control::max_allowed_parallelism, threads_);
        }
    }

    std::string name() const override {
        return "cpu (" + std::to_string(threads_) + (threads_ == 1 ? " thread)" : " threads)");
    }
    unsigned threads() const override { return threads_; }

    void for_each(std::uint32_t count, const std::function<void(std::uint32_t)>& task) override {
        if (threads_ == 1 || count == 1) {
            for (std::uint32_t k = 0; k < count; ++k) task(k);
            return;
        }
#if defined(__SANITIZE_THREAD__)  // which cannot see how oneTBB synchronises
        std::atomic<std::uint32_t> next{0};
        const auto work = [&] {
            for (std::uint32_t k = next++; k < count; k = next++) task(k);
        };
        std::vector<std::jthread> helpers;
        for (unsigned k = 1; k < threads_; ++k) helpers.emplace_back(work);
        work();
#else
        try {
            arena_->execute([&] {
                tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, count), [&](const auto& range) {
                    for (std::uint32_t k = range.begin(); k != range.end(); ++k) task(k);
                });
            });
        } catch (const std::runtime_error& error) {  // tasks throw none
            throw threads_error(threads_, error.what());
        }
#endif
    }

private:
    unsigned threads_;
    Arena arena_;
    std::optional<tbb::global_control> limit_;
};

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// The number in a file, after a word if one is given; none if the file has none ("max") or does not exist.
std::optional<std::uint64_t> number_in(const std::string& path, std::string_view after = "") {
    std::ifstream file(path);
    std::uint64_t number = 0;
    for (std::string word; !after.empty() && word != after;) {
        if (!(file >> word)) return std::nullopt;
    }
    return file >> number ? std::optional(number) : std::nullopt;
}

/// The remainder under `ulimit -v`.
std::uint64_t address_space_bytes() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
    const std::uint64_t used =
        number_in("/proc/self/statm").value_or(0) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return used < limit.rlim_cur ? limit.rlim_cur - used : 0;
}

// A copy distributed over the workers, and a loop of additions and exclusive ors as wide as this build's vectors.

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

std::unique_ptr<Workers> make_tbb_workers(unsigned threads) { return std::make_unique<TbbWorkers>(threads); }

std::uint64_t control_group_bytes(const std::string& root) {
    std::uint64_t least = no_limit;
    std::ifstream groups(root + "/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {  // "0::/a/b": version 2; "4:memory:/a/b": version 1
        const bool is_second = line.starts_with("0::");
        const std::size_t begin = line.find(":/") + 1;
        if (!is_second && line.find("memory") >= begin) continue;
        const std::string folder = root + (is_second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory");
        // Groups above limit it, too. In a container the path may be that of the host, which is not there.
        for (std::string path = line.substr(begin);; path.erase(path.rfind('/'))) {
            const std::string group = folder + path + "/memory.";
            const auto limit = number_in(group + (is_second ? "max" : "limit_in_bytes"));
            const std::uint64_t used = number_in(group + (is_second ? "current" : "usage_in_bytes")).value_or(0);
            // The system takes the cache of files back when a process needs memory.
            const auto cache = number_in(group + "stat", is_second ? "inactive_file" : "total_inactive_file");
            if (limit) least = std::min(least, *limit - std::min(*limit, used - std::min(used, cache.value_or(0))));
            if (path.find('/') == std::string::npos) break;
        }
    }
    return least;
}

std::shared_ptr<void> take_pages(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    void* const address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address == MAP_FAILED) throw std::bad_alloc();
    // Parents are at random places in a population of many megabytes: with 2 MiB pages, accesses rarely miss the TLB.
    madvise(address, bytes, MADV_HUGEPAGE);
    return {address, [bytes](void* pages) { munmap(pages, bytes); }};
}

std::uint64_t available_memory_bytes() {
    const auto kibibytes = number_in("/proc/meminfo", "MemAvailable:");
    const std::uint64_t of_machine = kibibytes ? *kibibytes * 1024 : no_limit;
    const std::uint64_t free = std::min({of_machine, control_group_bytes(), address_space_bytes()});
    const std::uint64_t reserve = free / 32 + (std::uint64_t{32} << 20);  // for threads, tables and the heap
    return free > reserve ? free - reserve : 0;
}

std::unique_ptr<Peaks> make_peaks(std::unique_ptr<Workers> workers) {
    const std::uint64_t bytes = std::min<std::uint64_t>(std::uint64_t{256} << 20, available_memory_bytes() / 8);
    return std::make_unique<CpuPeaks>(std::move(workers), bytes);
}

}  // namespace evodoku::cpu
