// Sources of puzzles, their order, and the handling of bad ones.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

/// An easy puzzle whose answer tells it from the others: digits of `easy` renamed.
std::string renamed(std::string text, int shift) {
    for (char& letter : text) {
        if (letter != '.') letter = static_cast<char>('1' + (letter - '1' + shift) % 9);
    }
    return text;
}

TEST(Input, IsReadInTheOrderOfTheCommandLine) {
    const TemporaryFiles files;
    const std::string first = files.write("first.txt", renamed(easy, 1) + "\n" + renamed(easy, 2) + "\n");
    const std::string last = files.write("last.txt", renamed(easy, 5) + "\n");
    const Finished finished =
        run(solve({"--puzzle", renamed(easy, 0), first, "-", "--puzzle", renamed(easy, 4), last}), renamed(easy, 3));
    EXPECT_EQ(finished.code, 0);
    std::string expected;
    for (int shift = 0; shift < 6; ++shift) expected += renamed(easy_answer, shift) + "\n";
    EXPECT_EQ(finished.out, expected);
}

TEST(Input, APuzzleMayComeTwice) {
    const TemporaryFiles files;
    const std::string file = files.write("easy.txt", easy);
    EXPECT_EQ(run(solve({file, file})).out, easy_answer + "\n" + easy_answer + "\n");
}

TEST(Input, CommasBelongToPuzzlesAndFileNames) {
    std::string list;
    for (const char letter : easy) list += std::string(list.empty() ? "[" : ",") + (letter == '.' ? 'x' : letter);
    const TemporaryFiles files;
    const std::string file = files.write("a,b.txt", easy);
    const Finished finished = run(solve({"--format", "line", "--puzzle", list + "]", file}));
    EXPECT_EQ(finished.out, easy_answer + "\n" + easy_answer + "\n") << finished.err;
}

TEST(Input, FileNamesMayLookLikeOptions) {
    const TemporaryFiles files;
    files.write("-d.txt", easy);
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(files.folder());
    const Finished finished = run(solve({"--format", "line", "--", "-d.txt"}));
    std::filesystem::current_path(before);
    EXPECT_EQ(finished.out, easy_answer + "\n") << finished.err;
    EXPECT_TRUE(contains(finished.err, " solve ./-d.txt --device ")) << finished.err;
}

TEST(Input, FilesThatCannotBeReadAreNamed) {
    const TemporaryFiles files;
    const std::string missing = files.folder() + "/missing.txt";
    const Finished finished = run(solve({missing}));
    EXPECT_EQ(finished.code, 5);
    EXPECT_EQ(finished.err, "evodoku: cannot open " + missing + ": No such file or directory\n");
    const Finished folder = run(solve({files.folder()}));
    EXPECT_EQ(folder.code, 5);
    EXPECT_EQ(folder.err, "evodoku: cannot read " + files.folder() + ": it is a folder\n");
    const Finished odd = run(solve({files.folder() + "/\x1b[31mred"}));
    EXPECT_EQ(odd.code, 5);
    EXPECT_FALSE(has_control_codes(odd.err)) << odd.err;
}

TEST(Input, AFileWithoutPermissionIsNamed) {
    if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
    const TemporaryFiles files;
    const std::string file = files.write("secret.txt", easy);
    std::filesystem::permissions(file, std::filesystem::perms::none);
    const Finished finished = run(solve({file}));
    EXPECT_EQ(finished.code, 5);
    EXPECT_EQ(finished.err, "evodoku: cannot open " + file + ": Permission denied\n");
}

TEST(Input, AnErrorWhileReadingIsNotTheEndOfAFile) {
    if (!std::filesystem::exists("/proc/self/mem")) GTEST_SKIP() << "no file here that fails when it is read";
    const Finished finished = run(solve({"/proc/self/mem"}));
    EXPECT_EQ(finished.code, 5);
    EXPECT_EQ(finished.err, "evodoku: cannot read /proc/self/mem: Input/output error\n");
}

TEST(Input, NothingAtAllIsAnError) {
    for (const std::string source : {"-", "/dev/null"}) {
        const Finished finished = run(solve({source}));
        EXPECT_EQ(finished.code, 3) << source;
        EXPECT_EQ(finished.out, "");
        EXPECT_TRUE(contains(finished.err, source == "-" ? "standard input:1: no puzzle" : "/dev/null:1: no puzzle"))
            << finished.err;
    }
    const Finished empty = run(solve({"--puzzle", ""}));
    EXPECT_EQ(empty.code, 3);
    EXPECT_TRUE(contains(empty.err, "--puzzle:1: ")) << empty.err;
}

TEST(Input, ConflictingGivensAreNamedBeforeAnySearch) {
    std::string clashing = easy;
    clashing[8] = '5';
    const Finished finished = run(solve({"--puzzle", clashing}));
    EXPECT_EQ(finished.code, 3);
    EXPECT_EQ(finished.err, "evodoku: --puzzle:1: givens conflict: digit 5 appears twice in row 1: r1c1 and r1c9\n");
}

TEST(Input, OneBadPuzzleStopsTheBatchUnlessToldOtherwise) {
    const std::string batch = easy + "\n" + easy.substr(1) + "\n" + renamed(easy, 1) + "\n";
    const Finished stopped = run(solve({"-"}), batch);
    EXPECT_EQ(stopped.code, 3);
    EXPECT_EQ(stopped.out, "");
    EXPECT_EQ(lines_of(stopped.err).size(), 2u) << stopped.err;
    EXPECT_TRUE(contains(stopped.err, "standard input:2: 80 cells, not 81")) << stopped.err;
    EXPECT_TRUE(contains(stopped.err, "nothing was solved; --keep-going solves the other 2 puzzles\n")) << stopped.err;

    const Finished continued = run(solve({"--keep-going", "-"}), batch);
    EXPECT_EQ(continued.code, 3);
    EXPECT_EQ(continued.out, easy_answer + "\n" + renamed(easy_answer, 1) + "\n");
    EXPECT_TRUE(contains(continued.err, "standard input:2: 80 cells, not 81")) << continued.err;
}

TEST(Input, OfManyBadPuzzlesTwentyAreNamed) {
    std::string batch = easy + "\n";
    for (int copy = 0; copy < 25; ++copy) batch += easy.substr(0, 80) + "?\n";
    const Finished finished = run(solve({"-"}), batch);
    EXPECT_EQ(finished.code, 3);
    const std::vector<std::string> lines = lines_of(finished.err);
    ASSERT_EQ(lines.size(), 22u) << finished.err;
    for (std::size_t k = 0; k < 20; ++k) {
        EXPECT_TRUE(lines[k].starts_with("evodoku: standard input:" + std::to_string(k + 2) + ": r9c9: '?' "))
            << lines[k];
    }
    EXPECT_TRUE(lines[20].starts_with("evodoku: ... and 5 more; the last: standard input:26: r9c9: '?' ")) << lines[20];
    EXPECT_TRUE(lines[20].ends_with(" check - lists all)")) << lines[20];
    EXPECT_EQ(lines[21], "evodoku: nothing was solved; --keep-going solves the other 1 puzzle");
}

TEST(Input, SeveralPuzzlesOfTheCommandLineAreTold) {
    const Finished finished = run(solve({"--puzzle", easy, "--puzzle", "12"}));
    EXPECT_EQ(finished.code, 3);
    EXPECT_TRUE(contains(finished.err, "--puzzle[2]:1: 2 cells, not 81")) << finished.err;
}

TEST(Input, AHugeLineIsRefusedAndNotRepeated) {
    const Finished finished = run(solve({"-"}), std::string(10u << 20, '.') + "\n");
    EXPECT_EQ(finished.code, 3);
    EXPECT_TRUE(contains(finished.err, "standard input:1: ")) << finished.err.substr(0, 300);
    EXPECT_LT(finished.err.size(), 300u);
}

TEST(Input, AMillionCommentsAreNoPuzzle) {
    std::string comments;
    for (int line = 0; line < 1'000'000; ++line) comments += "#\n";
    const Finished finished = run(solve({"-"}), comments);
    EXPECT_EQ(finished.code, 3);
    EXPECT_TRUE(contains(finished.err, "no puzzle")) << finished.err.substr(0, 300);
}

TEST(Input, APuzzleMayBeAnArgument) {
    for (const Words& words : {solve({"--format", "line", easy}), Words{easy, "--format", "line", "--device", "cpu"}}) {
        const Finished finished = run(words);
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_EQ(finished.out, easy_answer + "\n") << finished.err;
    }
    const Finished two = run(solve({easy, renamed(easy, 1)}));
    EXPECT_EQ(two.out, easy_answer + "\n" + renamed(easy_answer, 1) + "\n");
    const Finished row = run(solve({"53..7...."}));
    EXPECT_EQ(row.code, 3);
    EXPECT_TRUE(contains(row.err, "argument:1: a grid of 1 row (9 cells)")) << row.err;
    std::string rows;
    for (std::size_t at = 0; at < 81; at += 9) rows += easy.substr(at, 9) + "\n";
    EXPECT_EQ(run(solve({"--format", "line", rows})).out, easy_answer + "\n");
}

TEST(Input, AFileGoesBeforeAPuzzleOfItsName) {
    const TemporaryFiles files;
    files.write(easy, renamed(easy, 1));
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(files.folder());
    const Finished finished = run(solve({"--format", "line", easy}));
    std::filesystem::current_path(before);
    EXPECT_EQ(finished.out, renamed(easy_answer, 1) + "\n") << finished.err;
}

/// More than is kept in memory.
std::string long_input() {
    std::string text;
    for (int line = 0; line < 180'000; ++line) text += "# " + std::string(110, '-') + "\n";
    return text + easy + "\n";
}

TEST(Input, WhereTemporaryFilesCannotBeThereIsMemory) {
    Call call{solve({"--format", "line", "-"}), easy};
    call.environment = {"TMPDIR=/nonexistent"};
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out, easy_answer + "\n");
}

TEST(Input, WhatIsTooLargeForMemoryGoesToAFolderThatTakesIt) {
    Call call{solve({"--format", "line", "-"}), long_input()};
    call.environment = {"TMPDIR=/nonexistent"};
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out, easy_answer + "\n");
}

TEST(Input, WhereNoFolderTakesItTheReasonsAreNamed) {
    Call call{solve({"-"}), long_input()};
    call.environment = {"TMPDIR=/nonexistent"};
    call.file_size = 1 << 20;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 5);
    for (const std::string part : {"cannot keep standard input", "/nonexistent: No such file or directory",
                                   "/tmp: File too large", "set TMPDIR to a folder with room"})
        EXPECT_TRUE(contains(finished.err, part)) << finished.err;
}

TEST(Input, ARegularFileOnStandardInputIsNotCopied) {
    // With all else forbidden: no temporary file may grow.
    const TemporaryFiles files;
    const std::string name = files.write("long.txt", long_input());
    const Finished finished =
        run(Call{.arguments = solve({"--format", "line", "-"}), .input_file = name, .file_size = 1});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out, easy_answer + "\n");
}

TEST(Input, EndlessDevicesEnd) {
    for (const std::string device : {"/dev/zero", "/dev/urandom"}) {
        const Finished finished = run(solve({device}));
        EXPECT_EQ(finished.code, 3) << finished.err;
        EXPECT_LT(finished.err.size(), 5000u);
    }
    EXPECT_TRUE(contains(run(solve({"/dev/urandom"})).err, "/dev/urandom:1: binary data, not text"));
}

TEST(Input, AnUnsolvedRunSaysHowToFindOutMore) {
    const Finished finished = run(small_solve({hard, "--format", "line"}));
    EXPECT_EQ(finished.code, 1);
    EXPECT_TRUE(contains(finished.err, "evodoku: is there a solution? ")) << finished.err;
    EXPECT_TRUE(contains(finished.err, " check " + hard + "\n")) << finished.err;
    EXPECT_FALSE(contains(run(small_solve({easy})).err, "is there a solution?"));
    EXPECT_FALSE(contains(run(small_solve({hard, "-q"})).err, "is there a solution?"));
}

}  // namespace
}  // namespace evodoku::test
