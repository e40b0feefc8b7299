// The puzzles of the published systems, byte for byte as their authors printed or stored them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "logic/exact_solver.hpp"
#include "reading.hpp"

namespace evodoku::io {
namespace {

struct Published {
    std::string file;
    std::string puzzle;
};

const std::vector<Published> published = {
    {"row-candidates.txt", "79....3.......69..8...3..76.....5..2..54187..4..7.....61..9...8..23.......9....54"},
    {"pyevolve.txt", "..6.......8..542...4..9..7...79..3......8.4..6.....1..2.3.67981...5...4.478319562"},
    {"charles-very-easy.txt", "..81..4.6.2......3..3......9...35........2.7.4.286..9...6.48..1.8.2..6.9514...8.."},
    {"charles-easy.txt", ".5..2.....1..87....34.....9....1..37..8..5..23.276..1...9...8.17..6...4..6.2....."},
    {"charles-moderate.txt", "2..8......84.35..91...2.4.....7.9.3.3.8..6.....1....68.5.3..61.........5.16.9.7.."},
    {"charles-hard.txt", "......7.8..2.6..4...4.1..625.1....8..6.8.9..4.3....5.....6......5..3.........2..9"},
    {"charles-cover.txt", wikipedia},
    {"restart-roulette-easy.txt", "5.32..1....6..78.21..3..7.5351..2.84..7.4.61.46.8.1........8561..2415.7.8.5.6...."},
    {"restart-roulette-medium.txt",
     ".......3....813247.83....1.8..35.49...17.4..33....6...9.7.42...4.....9.1...6.9.24"},
    {"restart-roulette-hard.txt", "..3.5..2...7....8...937...4..5.6.9..2...3..4.............8.7...5....6..81...4..6."},
};

TEST(Published, FilesAreReadAsTheyStand) {
    const std::filesystem::path folder = EVODOKU_SOURCE_DIR "/puzzles/published";
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no puzzles/published in this copy";
    for (const Published& expected : published) {
        std::ifstream file(folder / expected.file, std::ios::binary);
        ASSERT_TRUE(file.is_open()) << expected.file;
        const Found found = read_all(file, expected.file);
        EXPECT_EQ(found.puzzles, std::vector<std::string>{expected.puzzle}) << expected.file;
        EXPECT_TRUE(found.errors.empty()) << expected.file;
        EXPECT_EQ(logic::solve_exactly(parse_puzzle(expected.puzzle, expected.file)).solutions, 1u) << expected.file;
    }
}

}  // namespace
}  // namespace evodoku::io
