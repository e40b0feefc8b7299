// Larger boards for the tests of their reader: as text, and what it reads.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "io/large_reader.hpp"
#include "io/large_writer.hpp"
#include "logic/generator.hpp"

namespace evodoku::io::large {

inline Grid some_puzzle(int order, std::uint32_t index = 0, std::uint32_t hundredths = 45) {
    return logic::generate_puzzle({order, percent(hundredths), logic::Holes::random, 1, index}).puzzle;
}

inline std::vector<Grid> read_large(const std::string& text, int order) {
    std::istringstream input(text);
    LargeReader reader(input, "a.txt", order);
    std::vector<Grid> grids;
    for (LargeEntry entry; reader.next(entry);) grids.push_back(entry.grid);
    return grids;
}

/// What the reader says of a text; every puzzle before and behind it is in `grids`.
inline std::string error_of(const std::string& text, int order, std::size_t grids = 0) {
    std::istringstream input(text);
    LargeReader reader(input, "a.txt", order);
    std::string error;
    std::size_t count = 0;
    for (bool more = true; more;) {
        try {
            LargeEntry entry;
            more = reader.next(entry);
            count += more;
        } catch (const ParseError& problem) {
            EXPECT_EQ(error, "") << "a second error: " << problem.what();
            error = problem.what();
        }
    }
    EXPECT_EQ(count, grids) << error;
    return error;
}

inline std::string written(const std::vector<Grid>& puzzles, const LargeForm& form) {
    LargeWriter writer(form);
    std::string text = writer.begin();
    for (const Grid& puzzle : puzzles) text += writer.puzzle(puzzle);
    return text + writer.end();
}

inline int order_of(const std::string& text) {
    std::istringstream input(text);
    return recognised_order(input).order;
}

inline std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int k = 0; k < times; ++k) all += text;
    return all;
}

}  // namespace evodoku::io::large
