// The corpus of malformed and odd files: tests/data/malformed/INDEX.md says what each is for.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "evodoku/logic/verifier.hpp"
#include "logic/exact_solver.hpp"
#include "reading.hpp"

namespace evodoku::io {
namespace {

const std::filesystem::path folder = EVODOKU_SOURCE_DIR "/tests/data/malformed";

Found read_file(const std::string& name) {
    std::ifstream file(folder / name, std::ios::binary);
    EXPECT_TRUE(file.is_open()) << name;
    return read_all(file, name);
}

struct Bad {
    std::string file;
    std::size_t line;
    std::string cell;
    std::string part;        // of the message
    std::size_t others = 0;  // good puzzles in the file
};

const std::vector<Bad> bad_files = {
    {"bad_too_short.txt", 1, "", "80 cells, not 81"},
    {"bad_too_long.txt", 1, "", "82 cells, not 81"},
    {"bad_one_cell.txt", 1, "", "1 cell, not 81"},
    {"bad_grid_8_rows.txt", 1, "", "1 row is missing"},
    {"bad_grid_10_rows.txt", 1, "", "10 rows (90 cells)"},
    {"bad_row_10_cells.txt", 2, "", "row 2 has 10 cells, not 9"},
    {"bad_rows_10_and_8_total_81.txt", 2, "", "row 2 has 10 cells, not 9"},
    {"bad_letter.txt", 1, "r1c9", "'A' is not a digit"},
    {"bad_letter_grid.txt", 3, "r3c6", "'e' is not a digit"},
    {"bad_unicode_digit.txt", 1, "r7c1", "U+FF15"},
    {"bad_unicode_blank.txt", 1, "r8c3", "U+25A1"},
    {"bad_zero_width_space.txt", 1, "r3c6", "U+200B"},
    {"bad_utf16.txt", 1, "", "UTF-16"},
    {"bad_invalid_utf8.txt", 1, "r5c5", "byte 0xFF"},
    {"bad_empty.txt", 1, "", "no puzzle in the file"},
    {"bad_only_newlines.txt", 3, "", "no puzzle in the file"},
    {"bad_only_comments.txt", 2, "", "no puzzle in the file"},
    {"bad_binary.bin", 1, "", "binary data, not text"},
    {"bad_nul_inside.txt", 1, "r4c4", "NUL byte"},
    {"bad_escape_codes.txt", 1, "r1c1", "byte 0x1B"},
    {"bad_csv_value.csv", 4, "r4c5", "10 is out of range 0-9"},
    {"bad_csv_field.csv", 7, "r7c3", "empty field"},
    {"bad_middle_of_batch.txt", 3, "", "78 cells, not 81", 4},
    {"bad_wrong_size_16x16.txt", 3, "", "only 9x9 puzzles are supported"},
    {"bad_dashes_arg.txt", 1, "r1c1", "'-' is not a digit"},
};

struct Clash {
    std::string file;
    std::string told;
};

const std::vector<Clash> clashing_files = {
    {"bad_duplicate_row.txt", "digit 1 appears twice in row 2: r2c1 and r2c4"},
    {"bad_duplicate_col.txt", "digit 4 appears twice in column 1: r6c1 and r8c1"},
    {"bad_duplicate_box.txt", "digit 5 appears twice in box 3: r1c7 and r3c9"},
    {"bad_full_grid_wrong.txt", "digit 8 appears twice in row 6: r6c1 and r6c2"},
};

struct Readable {
    std::string file;
    std::uint64_t solutions;  // counted to 5000
};

const std::vector<Readable> odd_files = {
    {"uns_wrong_given.txt", 0},     {"uns_cell_without_candidate.txt", 0}, {"uns_published.txt", 0},
    {"multi_empty_grid.txt", 5000}, {"multi_16_clues.txt", 5000},          {"multi_one_clue.txt", 5000},
    {"multi_two_solutions.txt", 2},
};

TEST(Malformed, BadFilesAreToldOf) {
    for (const Bad& bad : bad_files) {
        const Found found = read_file(bad.file);
        EXPECT_EQ(found.puzzles.size(), bad.others) << bad.file;
        ASSERT_FALSE(found.errors.empty()) << bad.file;
        EXPECT_EQ(found.errors[0].line(), bad.line) << found.errors[0].what();
        EXPECT_EQ(found.errors[0].cell(), bad.cell) << found.errors[0].what();
        EXPECT_NE(found.errors[0].message().find(bad.part), std::string::npos) << found.errors[0].what();
        for (const ParseError& error : found.errors) {
            EXPECT_TRUE(is_printable(error.what())) << bad.file;
            EXPECT_LT(std::string(error.what()).size(), 250u) << bad.file;
        }
    }
}

TEST(Malformed, ClashesAreTheVerifiersPart) {
    for (const Clash& clash : clashing_files) {
        const Found found = read_file(clash.file);
        ASSERT_EQ(found.puzzles.size(), 1u) << clash.file;
        const Grid grid = parse_puzzle(found.puzzles[0], clash.file);
        const auto conflict = logic::first_conflict(grid);
        ASSERT_TRUE(conflict) << clash.file;
        EXPECT_EQ(logic::describe(*conflict), clash.told);
        EXPECT_EQ(logic::solve_exactly(grid).solutions, 0u);
    }
}

TEST(Malformed, OddPuzzlesAreRead) {
    for (const Readable& odd : odd_files) {
        const Found found = read_file(odd.file);
        EXPECT_TRUE(found.errors.empty()) << odd.file;
        ASSERT_EQ(found.puzzles.size(), 1u) << odd.file;
        const Grid grid = parse_puzzle(found.puzzles[0], odd.file);
        EXPECT_FALSE(logic::first_conflict(grid)) << odd.file;
        EXPECT_EQ(logic::solve_exactly(grid, 5000).solutions, odd.solutions) << odd.file;
    }
}

TEST(Malformed, GoodFilesAreReadAsAnswered) {
    std::map<std::string, std::vector<std::pair<std::string, std::string>>> answers;
    std::ifstream table(folder / "answers.tsv");
    for (std::string file, puzzle, solution; table >> file >> puzzle >> solution;)
        answers[file].emplace_back(puzzle, solution);
    ASSERT_EQ(answers.size(), 19u);
    for (const auto& [file, puzzles] : answers) {
        const Found found = read_file(file);
        EXPECT_TRUE(found.errors.empty()) << file;
        ASSERT_EQ(found.puzzles.size(), puzzles.size()) << file;
        for (std::size_t at = 0; at < puzzles.size(); ++at) {
            EXPECT_EQ(found.puzzles[at], puzzles[at].first) << file;
            const logic::ExactResult exact = logic::solve_exactly(parse_puzzle(found.puzzles[at], file));
            EXPECT_EQ(exact.solutions, 1u) << file;
            EXPECT_EQ(to_line(exact.first.value()), puzzles[at].second) << file;
        }
    }
}

TEST(Malformed, EveryFileIsInATable) {
    std::vector<std::string> named;
    for (const Bad& bad : bad_files) named.push_back(bad.file);
    for (const Clash& clash : clashing_files) named.push_back(clash.file);
    for (const Readable& odd : odd_files) named.push_back(odd.file);
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const std::string name = file.path().filename().string();
        if (name == "INDEX.md" || name == "answers.tsv" || name.starts_with("ok_")) continue;
        EXPECT_NE(std::find(named.begin(), named.end(), name), named.end()) << name << " is in no table";
    }
}

TEST(Malformed, ALineOfTenMegabytes) {
    const Found found = read_all(std::string(10u << 20, '.') + "\n");
    ASSERT_EQ(found.errors.size(), 1u);
    EXPECT_EQ(found.errors[0].line(), 1u);
    EXPECT_LT(std::string(found.errors[0].what()).size(), 200u);
}

TEST(Malformed, AMillionCommentLines) {
    std::string text;
    for (int line = 0; line < 1'000'000; ++line) text += "#\n";
    const Found found = read_all(text);
    ASSERT_EQ(found.errors.size(), 1u);
    EXPECT_NE(found.errors[0].message().find("no puzzle"), std::string::npos);
}

TEST(Malformed, AFolderAndAMissingFile) {
    for (const auto& path : {folder, folder / "does_not_exist"}) {
        std::ifstream file(path, std::ios::binary);
        const Found found = read_all(file, "a");
        ASSERT_EQ(found.errors.size(), 1u) << path;
        EXPECT_NE(found.errors[0].message().find("cannot be read"), std::string::npos) << path;
    }
}

}  // namespace
}  // namespace evodoku::io
