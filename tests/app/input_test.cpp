// Sources of puzzles, their order, and the handling of bad ones; input without an end, or far larger than the memory
// that the program may use.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include "checkpoint/checkpoint_file.hpp"
#include "checkpoint/fields.hpp"
#include "program.hpp"

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
        expect_ends(run(solve({"--puzzle", renamed(easy, 0), first, "-", "--puzzle", renamed(easy, 4), last, last}),
                        renamed(easy, 3)),
                    0);
    std::string expected;
    for (const int shift : {0, 1, 2, 3, 4, 5, 5}) expected += renamed(easy_answer, shift) + "\n";
    EXPECT_EQ(finished.out, expected);
}

TEST(Input, CommasBelongToPuzzlesAndFileNames) {
    std::string list;
    for (const char letter : easy) list += std::string(list.empty() ? "[" : ",") + (letter == '.' ? 'x' : letter);
    const TemporaryFiles files;
    const std::string file = files.write("a,b.txt", easy);
    const Finished finished = run(solve({"--format", "line", "--puzzle", list + "]", file}));
    EXPECT_EQ(finished.out, easy_answer + "\n" + easy_answer + "\n") << finished.err;
}

/// A call in another working directory.
Finished run_in(const std::string& folder, const Words& arguments) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder);
    const Finished finished = run(arguments);
    std::filesystem::current_path(before);
    return finished;
}

TEST(Input, FileNamesMayLookLikeOptionsOrPuzzles) {
    const TemporaryFiles files;
    files.write("-d.txt", easy);
    const Finished finished = run_in(files.folder(), solve({"--format", "line", "--", "-d.txt"}));
    EXPECT_EQ(finished.out, easy_answer + "\n") << finished.err;
    EXPECT_TRUE(contains(finished.err, " solve ./-d.txt --device ")) << finished.err;
    files.write(easy, renamed(easy, 1));
    EXPECT_EQ(run_in(files.folder(), solve({"--format", "line", easy})).out, renamed(easy_answer, 1) + "\n");
}

TEST(Input, FilesThatCannotBeReadAreNamed) {
    const TemporaryFiles files;
    const std::string missing = files.at("missing.txt"), secret = files.write("secret.txt", easy);
    expect_refused(solve({missing}), 5, "cannot open " + missing + ": No such file or directory\n");
    expect_refused(solve({files.folder()}), 5, "cannot read " + files.folder() + ": it is a folder\n");
    if (std::filesystem::exists("/proc/self/mem")) {  // which fails when it is read
        expect_refused(solve({"/proc/self/mem"}), 5, "cannot read /proc/self/mem: Input/output error\n");
    }
    if (geteuid() == 0) return;  // root may read everything
    std::filesystem::permissions(secret, std::filesystem::perms::none);
    expect_refused(solve({secret}), 5, "cannot open " + secret + ": Permission denied\n");
}

TEST(Input, BadPuzzlesAreNamedWithTheirSource) {
    std::string clashing = easy;
    clashing[8] = '5';
    const std::pair<Words, std::string> cases[] = {
        {{"-"}, "standard input:1: no puzzle"},
        {{"/dev/null"}, "/dev/null:1: no puzzle"},
        {{"--puzzle", ""}, "--puzzle:1: "},
        {{"--puzzle", easy, "--puzzle", "12"}, "--puzzle[2]:1: 2 cells, not 81"},
        {{"53..7...."}, "argument:1: a grid of 1 row (9 cells)"},
        {{"--puzzle", clashing},
         "evodoku: --puzzle:1: givens conflict: digit 5 appears twice in row 1: r1c1 and r1c9\n"}};
    for (const auto& [words, message] : cases) {
        const Finished finished = run(solve(words));
        EXPECT_EQ(finished.code, 3) << message;
        EXPECT_EQ(finished.out, "");
        EXPECT_TRUE(contains(finished.err, message)) << finished.err;
    }
}

TEST(Input, OneBadPuzzleStopsTheBatchUnlessToldOtherwise) {
    const std::string batch = easy + "\n" + easy.substr(1) + "\n" + renamed(easy, 1) + "\n";
    const Finished stopped = expect_ends(
        run(solve({"-"}), batch), 3, {},
        {"standard input:2: 80 cells, not 81", "nothing was solved; --keep-going solves the rest: 2 puzzles\n"});
    EXPECT_EQ(stopped.out, "");
    EXPECT_EQ(lines_of(stopped.err).size(), 2u) << stopped.err;

    const Finished continued =
        expect_ends(run(solve({"--keep-going", "-"}), batch), 3, {}, {"standard input:2: 80 cells, not 81"});
    EXPECT_EQ(continued.out, easy_answer + "\n" + renamed(easy_answer, 1) + "\n");
}

TEST(Input, OfManyBadPuzzlesTwentyAreNamed) {
    std::string batch = easy + "\n";
    for (int copy = 0; copy < 25; ++copy) batch += easy.substr(0, 80) + "@\n";
    const Finished finished = expect_ends(run(solve({"-"}), batch), 3);
    const std::vector<std::string> lines = lines_of(finished.err);
    ASSERT_EQ(lines.size(), 22u) << finished.err;
    for (std::size_t k = 0; k < 20; ++k) {
        EXPECT_TRUE(lines[k].starts_with("evodoku: standard input:" + std::to_string(k + 2) + ": r9c9: '@' "))
            << lines[k];
    }
    EXPECT_TRUE(lines[20].starts_with("evodoku: ... and 5 more; the last: standard input:26: r9c9: '@' ")) << lines[20];
    EXPECT_TRUE(lines[20].ends_with(" check - lists all)")) << lines[20];
    EXPECT_EQ(lines[21], "evodoku: nothing was solved; --keep-going solves the rest: 1 puzzle");
}

TEST(Input, APuzzleMayBeAnArgument) {
    for (const Words& words : {solve({"--format", "line", easy}), Words{easy, "--format", "line", "--device", "cpu"}}) {
        const Finished finished = expect_ends(run(words), 0);
        EXPECT_EQ(finished.out, easy_answer + "\n") << finished.err;
    }
    const Finished two = run(solve({easy, renamed(easy, 1)}));
    EXPECT_EQ(two.out, easy_answer + "\n" + renamed(easy_answer, 1) + "\n");
    std::string rows;
    for (std::size_t at = 0; at < 81; at += 9) rows += easy.substr(at, 9) + "\n";
    EXPECT_EQ(run(solve({"--format", "line", rows})).out, easy_answer + "\n");
}

TEST(Input, AFileIsReadAgainAndNotCopied) {
    // With all else forbidden: no temporary file may grow.
    const TemporaryFiles files;
    const std::string name = files.write("two.txt", easy + "\n" + renamed(easy, 1) + "\n");
    const Finished finished = expect_ends(run(Call{.arguments = solve({"--format", "line", name}), .file_size = 1}), 0);
    EXPECT_EQ(finished.out, easy_answer + "\n" + renamed(easy_answer, 1) + "\n");
}

TEST(Input, APipeWithoutRoomForItsCopyIsAnError) {
    expect_ends(run({.arguments = solve({"-"}), .input = std::string(100'000, '\n') + easy, .file_size = 1}), 5, {},
                {"cannot copy standard input to a temporary file: File too large; save it to a file"});
}

TEST(Input, AFileThatChangesWhileItIsReadIsNoticed) {
    const TemporaryFiles files;
    const std::string name = files.write("first.txt", easy + "\n"), fifo = files.at("second");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    // The first file is changed once the program reads the second.
    std::thread writer([&] {
        std::ofstream second(fifo);
        std::ofstream(name) << renamed(easy, 1) << "\n";
        second << easy << "\n";
    });
    expect_ends(run(solve({name, fifo})), 5, {}, {"changed while it was read; repeat the command"});
    writer.join();
}

TEST(Input, AnUnsolvedRunSaysHowToFindOutMore) {
    expect_ends(run(small_solve({hard, "--format", "line"})), 1, {},
                {"evodoku: is there a solution? ", " check " + hard + "\n"});
    EXPECT_FALSE(contains(run(small_solve({easy})).err, "is there a solution?"));
    EXPECT_FALSE(contains(run(small_solve({hard, "-q"})).err, "is there a solution?"));
}

constexpr std::uint64_t megabyte = 1 << 20;

/// A limit that a program which keeps the input would exceed. The sanitizers reserve more than any limit.
constexpr std::uint64_t memory = EVODOKU_SANITIZED ? 0 : 128 * megabyte;

Call limited(const Words& arguments, const std::string& input = "") {
    return {.arguments = arguments, .input = input, .memory = memory};
}

/// More than the limit.
std::string filled(const std::string& line) {
    std::string text;
    while (text.size() < 200 * megabyte) text += line;
    return text;
}

TEST(HugeInput, APipeOfTwoHundredMegabytesTakesLittleMemory) {
    const std::string text = filled("# " + std::string(1000, '-') + "\n") + easy + "\n";
    const Finished solved = expect_ends(run(limited(solve({"-j", "1", "--format", "line", "-"}), text)), 0);
    EXPECT_EQ(solved.out, easy_answer + "\n");
    expect_ends(run(limited({"check", "-"}, text)), 0, {}, {"1 with one solution"});
}

TEST(HugeInput, ALineWithoutAnEndTakesLittleMemory) {
    const Finished finished = expect_ends(run(limited(solve({"-j", "1", "-"}), filled("123456789"))), 3);
    EXPECT_LT(finished.err.size(), 1000u);
}

TEST(HugeInput, EndlessDevicesAreRefused) {
    for (const std::string device : {"/dev/zero", "/dev/urandom"}) {
        for (const char* const command : {"solve", "check", "convert"}) {
            const Finished finished = run(limited({command, device}));
            EXPECT_EQ(finished.code, 3) << command << " " << device << finished.err;
            EXPECT_LT(finished.err.size() + finished.out.size(), 300u) << "one error, and the summary of check";
            EXPECT_TRUE(device != "/dev/urandom" || contains(finished.out + finished.err, ":1: binary data, not text"));
        }
        const std::string message = "cannot read " + device + ": it has more than 16 MB; is it the right file?";
        for (const Words& words : {Words{"solve", "--config", device, easy}, Words{"experiment", device},
                                   Words{"compare", device, device}}) {
            expect_refused(limited(words), 5, message);
        }
        expect_refused(limited({"solve", "--resume", device}), 5, "it is not a plain file");
    }
}

/// What a checkpoint begins with, up to the number of settings.
void write_begin(FieldWriter& fields, const std::string& version) {
    fields(version, std::string("solve"), std::uint64_t{1}, std::uint64_t{0});
}

/// A file that unpacks to a gigabyte of zeros behind some fields.
std::string zeros_after(const TemporaryFiles& files, const std::function<void(FieldWriter&)>& write) {
    const std::string name = files.folder() + "/bomb.ckpt";
    WrittenFile file(name);
    write_checkpoint_file(file, [&](const StateWriter& to) {
        FieldWriter fields(to);
        write(fields);
        const std::string zeros(megabyte, '\0');
        for (int k = 0; k < 1024; ++k) to(zeros.data(), zeros.size());
    });
    return name;
}

TEST(HugeInput, ASmallCheckpointThatUnpacksToAGigabyteIsRefused) {
    const TemporaryFiles files;
    const std::vector<std::function<void(FieldWriter&)>> beginnings = {
        [](FieldWriter& fields) { fields(std::uint64_t{1} << 30); },  // the length of the version
        [](FieldWriter& fields) { write_begin(fields, "0"), fields(std::uint64_t{1} << 40); },  // settings
        [](FieldWriter& fields) { write_begin(fields, "0"), fields(std::uint64_t{0}, std::uint64_t{1} << 40); },
        [](FieldWriter& fields) {
            write_begin(fields, "0");
            fields(std::uint64_t{900});
            for (int k = 0; k < 900; ++k) fields(std::string(200'000, '\0'), std::string());
        },
    };
    for (const auto& beginning : beginnings) {
        const std::string name = zeros_after(files, beginning);
        EXPECT_LT(std::filesystem::file_size(name), megabyte);
        expect_refused(limited({"solve", "--resume", name}), 2, "the checkpoint contradicts itself");
    }
}

}  // namespace
}  // namespace evodoku::test
