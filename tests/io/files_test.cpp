// Files of puzzles as people and programs write them: each of tests/data/forms with what is read of it, in NAME.read.
// order4_NAME is read as 16 x 16, others as their first lines show. NAME.cases holds many, with a line of ===== between
// two; a \ at the end of one stands for a last line without its end.
#include <algorithm>

#include "reading.hpp"
#include "support/refusal.hpp"
#include "support/temporary_files.hpp"

namespace evodoku::io {
namespace {

namespace fs = std::filesystem;

/// A line per puzzle, answer and error, and the number of lines of text.
std::string read_of(std::istream& stream, int order, bool is_strict = false) {
    PuzzleReader reader(stream, "", order, {.keeps_fields = true, .refuses_text = is_strict});
    std::string text;
    for (ReadPuzzle job;;) {
        try {
            if (!reader.next(job)) break;
            text += std::to_string(job.line) + ": " + to_line(job.grid) + "\n";
            if (job.notes == nullptr) continue;
            for (const Grid& answer : job.notes->answers) text += "answer: " + to_line(answer) + "\n";
            if (job.notes->lacks_answer) text += "answer: none\n";
            if (!job.notes->bad_answer.empty()) text += "answer: " + job.notes->bad_answer + "\n";
        } catch (const ParseError& error) {
            text += std::string(error.what()).substr(1) + "\n";
        }
    }
    const std::size_t skipped = reader.remarks().skipped;
    return skipped == 0 ? text : text + "text: " + std::to_string(skipped) + "\n";
}

/// What is read of each case, and ===== between.
std::string read_of_cases(std::string cases, int order) {
    constexpr std::string_view between = "=====\n";
    std::string text;
    for (bool goes_on = true; goes_on;) {
        const std::size_t end = cases.find(between);
        std::string each = cases.substr(0, end);
        if (each.ends_with("\\\n")) each.resize(each.size() - 2);
        std::istringstream stream(each);
        text += read_of(stream, order);
        goes_on = end != std::string::npos;
        if (goes_on) cases.erase(0, end + between.size()), text += between;
    }
    return text;
}

TEST(Files, AreReadAsTheirNeighboursSay) {
    for (const fs::directory_entry& each : fs::directory_iterator(EVODOKU_SOURCE_DIR "/tests/data/forms")) {
        const fs::path& file = each.path();
        if (file.extension() == ".read") continue;
        std::ifstream stream(file, std::ios::binary);
        const std::string name = file.filename();
        const int order = name.starts_with("order") ? name[5] - '0' : 0;
        const std::string read =
            name.ends_with(".cases") ? read_of_cases(test::text_of_file(file), order) : read_of(stream, order);
        EXPECT_EQ(read, test::text_of_file(file.string() + ".read")) << file;
    }
}

TEST(Files, TextIsAnErrorIfItIsRefused) {
    std::ifstream stream(EVODOKU_SOURCE_DIR "/tests/data/forms/stats.txt", std::ios::binary);
    const std::string read = read_of(stream, 3, true);
    EXPECT_EQ(std::ranges::count(read, '\n'), 4);
    EXPECT_NE(read.find("\n10: r1c1: 'N' is not a digit"), std::string::npos) << read;
}

TEST(Files, AColumnIsChosenByItsName) {
    std::ifstream stream(EVODOKU_SOURCE_DIR "/tests/data/forms/two_columns.csv");
    PuzzleReader reader(stream, "", 3, {.column = "BOARD"});
    ReadPuzzle job;
    ASSERT_TRUE(reader.next(job));
    EXPECT_EQ(to_line(job.grid).front(), '8');
}

TEST(Files, WhatACallChoosesIsMissing) {
    const auto message = [](const std::string& file, int order, const std::string& column) {
        std::ifstream stream(EVODOKU_SOURCE_DIR "/tests/data/forms/" + file);
        PuzzleReader reader(stream, "", order, {.column = column});
        const auto read = [&] {
            for (ReadPuzzle job; reader.next(job);) continue;
        };
        return test::thrown<ParseError>(read).message();
    };
    EXPECT_EQ(message("two_columns.csv", 3, "zz"), "no column 'zz' in the table: it has 'id', 'puzzle', 'board'");
    EXPECT_EQ(message("column_damaged.csv", 3, "zz"), "no column 'zz' in the table: it has 'puzzle'");
    EXPECT_EQ(message("four_nine.txt", 2, "").substr(0, 17), "a board of 9 x 9:");
}

}  // namespace
}  // namespace evodoku::io
