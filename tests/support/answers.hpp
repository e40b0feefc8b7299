// Answers of two backends, held against each other.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "evodoku/backend/backend.hpp"
#include "support/configurations.hpp"

namespace evodoku::test {

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
