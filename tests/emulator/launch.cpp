// A launch: its blocks are dealt to host threads.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <random>
#include <thread>

#include "emulator/block.hpp"
#include "emulator/race_check.hpp"

namespace evodoku::emulator {
namespace {

/// Threads that wait for the next launch: starting them anew would take longer than most launches.
class Helpers {
public:
    static Helpers& instance() {
        static Helpers helpers;
        return helpers;
    }
    ~Helpers() {
        {
            const std::lock_guard guard(mutex_);
            ends_ = true;
        }
        wake_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }
    /// Calls work(0) here and work(1) to work(helpers) on other threads; returns when all have.
    void run(unsigned helpers, const std::function<void(unsigned)>& work) {
        {
            const std::lock_guard guard(mutex_);
            while (threads_.size() < helpers) {
                threads_.emplace_back([this, number = static_cast<unsigned>(threads_.size() + 1)] { serve(number); });
            }
            work_ = &work, wanted_ = busy_ = helpers, ++round_;
        }
        wake_.notify_all();
        work(0);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [this] { return busy_ == 0; });
        work_ = nullptr;
    }

private:
    void serve(unsigned number) {
        std::unique_lock lock(mutex_);
        for (unsigned seen = round_ - 1;;) {
            wake_.wait(lock, [&] { return ends_ || (round_ != seen && work_ != nullptr); });
            if (ends_) return;
            seen = round_;
            if (number > wanted_) continue;
            const auto* work = work_;
            lock.unlock();
            (*work)(number);
            lock.lock();
            if (--busy_ == 0) done_.notify_all();
        }
    }
    std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::vector<std::thread> threads_;
    const std::function<void(unsigned)>* work_ = nullptr;
    unsigned wanted_ = 0, busy_ = 0, round_ = 0;
    bool ends_ = false;
};

/// Blocks in the order of Settings::order. Blocks of CUB's kernels may wait for the one before: they keep their order.
std::vector<u64> shuffled_blocks(const LaunchPlan& plan, u64 blocks) {
    const unsigned order = plan.settings.order;
    if (order == 0 || !RaceCheck::covers(plan.kernel->name())) return {};
    std::vector<u64> numbers(blocks);
    for (u64 n = 0; n < blocks; ++n) numbers[n] = blocks - 1 - n;
    std::mt19937 random(order);
    if (order > 1) std::shuffle(numbers.begin(), numbers.end(), random);
    return numbers;
}

std::optional<Fault> run_grid(const LaunchPlan& plan) {
    const u64 blocks = plan.grid.volume();
    const std::vector<u64> order = shuffled_blocks(plan, blocks);
    const u64 few_threads = 1024;  // waking a helper would take longer
    unsigned threads = plan.settings.host_threads;
    if (plan.races != nullptr || plan.settings.check_uninitialised || blocks * plan.size.volume() <= few_threads)
        threads = 1;
    threads = static_cast<unsigned>(std::min<u64>(threads, blocks));

    std::vector<std::unique_ptr<Block>>& kept = plan.kernel->blocks();
    while (kept.size() < threads) kept.push_back(std::make_unique<Block>());
    std::atomic<u64> next{0};
    std::atomic<bool> failed{false};
    std::vector<std::optional<Fault>> faults(threads);
    const auto work = [&](unsigned thread) {
        try {
            Block& block = *kept[thread];
            prepare(block, plan);
            for (u64 n = next++; n < blocks && !failed; n = next++) {
                run_block(block, plan, order.empty() ? n : order[n]);
            }
        } catch (const DeviceFault& fault) {
            faults[thread] = fault.fault;
            failed = true;
        }
    };
    if (threads == 1)
        work(0);
    else
        Helpers::instance().run(threads - 1, work);
    for (const std::optional<Fault>& fault : faults) {
        if (fault) return fault;
    }
    return std::nullopt;
}

std::optional<Fault> fault_of_findings(const RaceCheck& races, const std::string& kernel) {
    if (races.findings().empty()) return std::nullopt;
    std::string text = "race in kernel " + kernel;
    for (const std::string& finding : races.findings()) text += "\n  " + finding;
    return Fault{Fault::launch_failure, text};
}

}  // namespace

std::optional<Fault> launch(Kernel& any_kernel, Size3 grid, Size3 block, const void* parameters,
                            std::size_t dynamic_shared_bytes) {
    static RaceCheck races;
    auto& kernel = dynamic_cast<PtxKernel&>(any_kernel);
    try {
        kernel.decode();
    } catch (const PtxError& error) {
        return Fault{Fault::invalid_ptx, std::string(error.what()) + ", kernel " + kernel.name()};
    }
    const bool checks_races = Settings::current().check_races && RaceCheck::covers(kernel.name());
    const auto shared = kernel.program().dynamic_shared_at + static_cast<u32>(dynamic_shared_bytes);
    const LaunchPlan plan{&kernel,
                          grid,
                          block,
                          static_cast<const std::byte*>(parameters),
                          shared,
                          Settings::current(),
                          checks_races ? &races : nullptr};
    if (checks_races) races.begin_launch();
    const auto begin = std::chrono::steady_clock::now();
    std::optional<Fault> fault = run_grid(plan);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    kernel.add_launch(grid.volume(), grid.volume() * block.volume(), seconds.count());
    if (!fault && checks_races) fault = fault_of_findings(races, kernel.name());
    return fault;
}

}  // namespace evodoku::emulator
