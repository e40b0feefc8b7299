// Blocks that a CPU has: one thread in several orders, and several threads. Code written against a Block must not
// notice.
#pragma once

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace evodoku::test {

enum class Order { forwards, backwards, shuffled };

class SerialBlock {
public:
    explicit SerialBlock(Order order) : order_(order) {}

    template <class Body>
    void for_each(std::uint32_t count, const Body& body) {
        std::vector<std::uint32_t> all(count);
        std::iota(all.begin(), all.end(), 0u);
        if (order_ == Order::backwards) std::ranges::reverse(all);
        if (order_ == Order::shuffled) std::shuffle(all.begin(), all.end(), random_);
        for (const std::uint32_t k : all) body(k);
    }
    template <class Body>
    void for_each_and_wait(std::uint32_t count, const Body& body) {
        for_each(count, body);
    }
    template <class Body>
    void for_each_individual(std::uint32_t count, const Body& body) {
        for_each(count, body);
    }
    template <class Body>
    void for_each_individual_and_wait(std::uint32_t count, const Body& body) {
        for_each(count, body);
    }

private:
    Order order_;
    std::mt19937 random_{1};
};

/// One of several threads that do the same.
class ThreadBlock {
public:
    ThreadBlock(std::uint32_t thread, std::uint32_t threads, std::barrier<>& barrier)
        : thread_(thread), threads_(threads), barrier_(barrier) {}

    template <class Body>
    void for_each(std::uint32_t count, const Body& body) {
        for (std::uint32_t k = thread_; k < count; k += threads_) body(k);
    }
    template <class Body>
    void for_each_and_wait(std::uint32_t count, const Body& body) {
        for_each(count, body);
        barrier_.arrive_and_wait();
    }
    template <class Body>
    void for_each_individual(std::uint32_t count, const Body& body) {
        for_each(count, body);
    }
    template <class Body>
    void for_each_individual_and_wait(std::uint32_t count, const Body& body) {
        for_each_and_wait(count, body);
    }

    /// Calls run(block) on every thread of a block.
    template <class Run>
    static void on_threads(std::uint32_t threads, const Run& run) {
        std::barrier<> barrier(threads);
        std::vector<std::jthread> all;
        for (std::uint32_t thread = 0; thread < threads; ++thread) {
            all.emplace_back([&, thread] {
                ThreadBlock block(thread, threads, barrier);
                run(block);
            });
        }
    }

private:
    std::uint32_t thread_, threads_;
    std::barrier<>& barrier_;
};

}  // namespace evodoku::test
