// Backends and evolutions on this processor, and answers of two backends compared.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "cpu/machine.hpp"
#include "support/configurations.hpp"

namespace evodoku::cpu {

inline std::unique_ptr<Backend> make_backend(std::unique_ptr<Workers> workers, const Config& config,
                                             std::uint32_t puzzle_slots) {
    return make_evolution_backend(std::make_unique<Executor>(std::move(workers)), config, puzzle_slots);
}

}  // namespace evodoku::cpu

namespace evodoku::test {

/// For what would own the executor: it must outlive that.
inline std::shared_ptr<Executor> borrowed(Executor& executor) { return {std::shared_ptr<void>(), &executor}; }

inline std::unique_ptr<cpu::Executor> serial_executor() {
    return std::make_unique<cpu::Executor>(cpu::make_serial_workers(cpu::Order::forwards));
}

/// Gives puzzles one after the other, and says how many it gave.
inline std::function<std::optional<Grid>()> one_by_one(const std::vector<Grid>& puzzles, std::size_t& given) {
    return [&puzzles, &given] { return given == puzzles.size() ? std::optional<Grid>() : puzzles[given++]; };
}

inline std::unique_ptr<Backend> evolution_backend(const Config& config, std::uint32_t puzzle_slots) {
    return make_evolution_backend(serial_executor(), config, puzzle_slots);
}

inline std::uint64_t digest_on(std::unique_ptr<Executor> executor, const NamedConfiguration& named) {
    return digest(evolve(*make_evolution_backend(std::move(executor), named.config, named.puzzle_slots), named));
}
inline std::uint64_t digest_of(const NamedConfiguration& named) { return digest_on(serial_executor(), named); }

/// A device that does nothing until the host waits for it: the latest execution that a GPU may choose.
class Deferring : public cpu::Executor {
public:
    /// `queued`: how much it has put off.
    explicit Deferring(std::size_t& queued)
        : cpu::Executor(cpu::make_serial_workers(cpu::Order::forwards)), queued_(queued) {}

    void wait() override {
        for (const auto& work : std::exchange(work_, {})) work();
        queued_ = 0;
    }

protected:
    void queue(std::function<void()> work) override {
        work_.push_back(std::move(work));
        ++queued_;
    }

private:
    std::vector<std::function<void()>> work_;
    std::size_t& queued_;
};

inline void expect_same(const Outcome& one, const Outcome& other) {
    EXPECT_EQ(one.puzzle_index, other.puzzle_index);
    EXPECT_EQ(one.status, other.status);
    EXPECT_EQ(one.filled, other.filled);
    EXPECT_EQ(one.struck, other.struck);
    EXPECT_EQ(one.fingerprint, other.fingerprint);
    EXPECT_EQ(one.board, other.board);
    EXPECT_EQ(one.generations, other.generations);
    EXPECT_EQ(one.evaluations, other.evaluations);
    EXPECT_EQ(one.restarts, other.restarts);
}

/// Byte equality.
inline void expect_same(const std::vector<Outcome>& some, const std::vector<Outcome>& others) {
    ASSERT_EQ(some.size(), others.size());
    for (std::size_t puzzle_index = 0; puzzle_index < some.size(); ++puzzle_index) {
        SCOPED_TRACE("puzzle " + std::to_string(puzzle_index));
        expect_same(some[puzzle_index], others[puzzle_index]);
    }
    EXPECT_EQ(digest(some), digest(others));
}

}  // namespace evodoku::test
