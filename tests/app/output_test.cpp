// Standard output, standard error and the files that the program writes: their contents in every format, that none is
// also an input, and that no byte of an input controls a terminal.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sstream>

#include "core/geometry.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "evodoku/logic/verifier.hpp"
#include "program.hpp"

namespace evodoku::test {
namespace {

namespace fs = std::filesystem;

const std::string hard_then_easy = hard + "\n" + easy + "\n";

TEST(Output, AutoIsAGridForOnePuzzleAndALinePerPuzzleForMore) {
    EXPECT_EQ(run(solve({"--puzzle", easy})).out, run(solve({"--puzzle", easy, "--format", "grid"})).out);
    const Finished lines = expect_ends(run(small_solve({"--format", "line", "-"}), hard_then_easy), 1);
    EXPECT_EQ(lines.out, "-\n" + easy_answer + "\n");
    EXPECT_EQ(run(small_solve({"-"}), hard_then_easy).out, lines.out);
    EXPECT_EQ(run(solve({"--puzzle", easy, "--runs", "2"})).out, easy_answer + "\n" + easy_answer + "\n");
}

TEST(Output, AGridCanBeReadBack) {
    const Finished finished = expect_ends(run(solve({"--puzzle", easy})), 0);
    const std::size_t head = finished.out.find('\n');
    EXPECT_EQ(finished.out.substr(0, head), "--puzzle:1: solved by logic alone (51 cells)");
    EXPECT_FALSE(has_control_codes(finished.out));
    std::istringstream grid(finished.out.substr(head + 1));
    io::ReadPuzzle entry;
    ASSERT_TRUE(io::PuzzleReader(grid, "grid").next(entry));
    EXPECT_EQ(io::to_line(entry.grid), easy_answer);
}

TEST(Output, AnUnsolvedGridShowsTheBestBoardWithItsConflicts) {
    const Finished finished = expect_ends(run(small_solve({"--puzzle", hard})), 1, {": not solved: best cost "});
    std::string cells;
    std::vector<bool> marked(81);
    for (const std::string& line : lines_of(finished.out)) {
        if (!line.starts_with("| ")) continue;
        for (const char letter : line) {
            if (letter >= '1' && letter <= '9') cells += letter;
            if (letter == '!') marked[cells.size() - 1] = true;
        }
    }
    ASSERT_EQ(cells.size(), 81u);
    const Grid board = grid_of(cells);
    EXPECT_EQ(marked, logic::conflicted_cells(board));
    EXPECT_NE(marked, std::vector<bool>(81));
    for (int cell = 0; cell < cell_count; ++cell) {
        if (hard_puzzle[cell] != 0) {
            EXPECT_EQ(board[cell], hard_puzzle[cell]);
        }
    }
}

TEST(Output, OneIsNotWrittenAsMany) {
    EXPECT_TRUE(contains(run(small_solve({"--puzzle", hard, "-g", "1"})).out, " after 1 generation ("));
    EXPECT_TRUE(contains(run(small_solve({"--puzzle", hard, "-g", "0"})).out, " after 0 generations ("));
    std::string one_blank = easy_answer;
    one_blank[40] = '.';
    EXPECT_TRUE(contains(run(solve({"--puzzle", one_blank})).out, "solved by logic alone (1 cell)\n"));
    EXPECT_TRUE(contains(run(solve({"--puzzle", easy_answer})).out, "solved: the puzzle has no blank\n"));
}

TEST(Output, TrialsHaveARateWhereThereAreSome) {
    EXPECT_FALSE(contains(run(small_solve({"--puzzle", hard, "-g", "1"})).err, "trials/s"));
    const std::string search = run(small_solve({"--puzzle", hard, "-g", "1", "--mutation", "metropolis-swap"})).err;
    EXPECT_TRUE(contains(search, " trials, ")) << search;
    EXPECT_TRUE(contains(search, " evaluations/s, ")) << search;
    EXPECT_TRUE(contains(search, " trials/s; fingerprint ")) << search;
}

TEST(Output, WhatLogicRefutesIsCalledSo) {
    std::string refuted = std::string("12345678.") + std::string(72, '.');
    refuted[17] = '9';
    expect_ends(run(solve({"--puzzle", refuted})), 1, {"--puzzle:1: no solution: "},
                {"0 of 1 solved, 1 without a solution; "});
    const nlohmann::json json = json_lines(run(solve({"--puzzle", refuted, "--format", "jsonl"})).out).at(0);
    EXPECT_EQ(json.at("status"), "unsatisfiable");
    EXPECT_FALSE(json.at("reason").get<std::string>().empty());
    EXPECT_TRUE(json.at("solution").is_null());
    EXPECT_TRUE(json.at("cost").is_null());
}

TEST(Output, JsonHasEveryField) {
    const Finished finished = expect_ends(run(small_solve({"--format", "jsonl", "-"}), hard_then_easy), 1);
    const std::vector<nlohmann::json> lines = json_lines(finished.out);
    ASSERT_EQ(lines.size(), 2u);
    for (const nlohmann::json& line : lines) {
        EXPECT_EQ(line.at("seed"), 2);
        EXPECT_EQ(line.at("device"), "cpu");
        EXPECT_EQ(line.at("population"), 300);
        EXPECT_EQ(line.at("file"), "standard input");
        EXPECT_TRUE(line.at("elapsed_seconds").is_number());
        EXPECT_GE(line.at("elapsed_seconds"), line.at("work_seconds"));
        EXPECT_TRUE(line.at("restarts").is_number_unsigned());
        EXPECT_TRUE(line.at("evaluations").is_number_unsigned());
        EXPECT_EQ(line.at("fingerprint").get<std::string>().size(), 16u);
    }
    const nlohmann::json unsolved = {{"puzzle", hard}, {"solved", false},     {"status", "unsolved"},
                                     {"line", 1},      {"solution", nullptr}, {"generations", 12}};
    const nlohmann::json solved = {{"puzzle", easy},          {"solved", true}, {"status", "solved"}, {"line", 2},
                                   {"solution", easy_answer}, {"cost", 0},      {"generations", 0}};
    for (const auto& [name, value] : unsolved.items()) EXPECT_EQ(lines[0].at(name), value) << name;
    for (const auto& [name, value] : solved.items()) EXPECT_EQ(lines[1].at(name), value) << name;
    EXPECT_GT(lines[0].at("cost"), 0);
}

TEST(Output, QuietSaysNothingButASeedThatNobodyKnowsWhichEveryJsonReaderKeeps) {
    EXPECT_EQ(run(small_solve({"-q", "--puzzle", hard})).err, "");
    EXPECT_EQ(run(small_solve({"-q", "--runs", "3", "--puzzle", hard})).err, "");
    for (int attempt = 0; attempt < 8; ++attempt) {
        const Finished finished = run({"solve", "-q", "--device", "cpu", "--puzzle", easy});
        ASSERT_TRUE(finished.err.starts_with("evodoku: seed ")) << finished.err;
        EXPECT_EQ(finished.err.find_first_not_of("0123456789", 14), finished.err.size() - 1) << finished.err;
        EXPECT_LE(std::stoull(finished.err.substr(14)), 1ull << 53);
    }
}

TEST(Output, PuzzlesSideBySideDivideTheTimeOfTheRun) {
    std::string input;
    for (int copy = 0; copy < 6; ++copy) input += hard + "\n";
    const Finished finished = run(small_solve({"--format", "jsonl", "-"}), input);
    double work = 0;
    for (const nlohmann::json& line : json_lines(finished.out)) work += line.at("work_seconds").get<double>();
    const std::size_t end = finished.err.find(" s, "), begin = finished.err.rfind(' ', end - 1);
    const double run_seconds = std::stod(finished.err.substr(begin));
    EXPECT_GT(work, 0);
    EXPECT_LE(work, run_seconds + 0.001);  // which is rounded to that
}

TEST(Output, VerboseIsALineForEveryGeneration) {
    const Finished finished = run(small_solve({"-v", "--puzzle", hard}));
    int generation = 0;
    for (const std::string& line : lines_of(finished.err)) {
        if (!line.starts_with("generation ")) continue;
        EXPECT_TRUE(line.starts_with("generation " + std::to_string(generation) + ": best ")) << line;
        EXPECT_TRUE(contains(line, ", mean ") && contains(line, ", restarts ")) << line;
        ++generation;
    }
    EXPECT_EQ(generation, 13) << finished.err;  // 0 to 12
    EXPECT_EQ(run(small_solve({"-v", "--puzzle", hard, "--format", "line"})).out, "-\n");
}

TEST(Output, VerboseTellsPuzzlesSeedsAndIslandsApart) {
    const Finished batch = run(small_solve({"-v", "-"}), hard + "\n" + impossible + "\n");
    for (const std::string puzzle : {"puzzle 1 ", "puzzle 2 "}) {
        EXPECT_TRUE(contains(batch.err, "\n" + puzzle + "generation 12: best ")) << batch.err;
    }
    const Finished islands = run(small_solve({"-v", "--islands", "3", "--runs", "2", "--puzzle", hard}));
    for (const std::string seed : {"2", "3"}) {
        for (const std::string island : {"1", "2", "3"}) {
            const std::string line = "\nseed " + seed + " island " + island + " generation 12: best ";
            EXPECT_TRUE(contains(islands.err, line)) << line << islands.err;
        }
    }
    EXPECT_FALSE(contains(islands.err, "island 4"));
}

TEST(Output, HasNoControlCodesWithoutATerminal) {
    for (const std::string format : {"grid", "line", "jsonl"}) {
        const Finished finished = run(small_solve({"--format", format, "--puzzle", hard}));
        EXPECT_FALSE(has_control_codes(finished.out)) << finished.out;
        EXPECT_FALSE(has_control_codes(finished.err)) << finished.err;
    }
}

TEST(Output, ThatCannotBeWrittenIsAnError) {
    for (const Words& arguments : {Words{"solve", "--help"}, Words{"operators"}, Words{"--version"},
                                   solve({"--puzzle", easy}), solve({"--puzzle", easy, "--format", "jsonl"})}) {
        Call full{arguments};
        full.output_file = "/dev/full";
        const Finished on_full_disk = run(full);
        EXPECT_EQ(on_full_disk.code, 5) << arguments.front();
        EXPECT_TRUE(contains(on_full_disk.err, "evodoku: cannot write to standard output: No space left"))
            << on_full_disk.err;
        Call closed{arguments};
        closed.closed_output = true;
        const Finished on_broken_pipe = run(closed);
        // As other tools do where `| head` has seen enough: quietly, by the signal.
        EXPECT_EQ(on_broken_pipe.code, -SIGPIPE) << arguments.front();
        EXPECT_FALSE(contains(on_broken_pipe.err, "cannot write")) << on_broken_pipe.err;
    }
}

TEST(Output, MessagesThatCannotBeWrittenDoNotMatter) {
    Call call{solve({"--puzzle", easy, "--format", "line"})};
    call.error_file = "/dev/full";
    const Finished finished = expect_ends(run(call), 0);
    EXPECT_EQ(finished.out, easy_answer + "\n");
}

class WrittenFiles : public testing::Test {
protected:
    const TemporaryFiles files;
    const std::string puzzle = files.write("p.txt", easy + "\n");
};

TEST_F(WrittenFiles, AreNoInput) {
    fs::create_symlink(puzzle, files.at("link.txt"));
    fs::create_hard_link(puzzle, files.at("hard.txt"));
    for (const std::string& name : {puzzle, files.at("./p.txt"), files.at("link.txt"), files.at("hard.txt")}) {
        const std::string end = " and an input are one file, " + name + ", which would be overwritten; name another";
        expect_refused(solve({puzzle, "-o", name}), 2, "--output" + end);
        expect_refused(solve({puzzle, "--checkpoint", name}), 2, "--checkpoint" + end);
    }
    const std::string history = files.at("h.jsonl");
    EXPECT_EQ(run(solve({puzzle, "--history", history})).code, 0);
    const std::string lines = text_of_file(history);
    expect_refused({"report", history, "-o", history}, 2, "--output and an input are one file, ");
    EXPECT_EQ(text_of_file(puzzle), easy + "\n");
    EXPECT_EQ(text_of_file(history), lines);
    const std::string settings = files.write("c.toml", "population = 80\n");
    expect_refused(solve({puzzle, "--config", settings, "-o", settings}), 2, "--output and --config are one file, ");
}

TEST_F(WrittenFiles, AreNotEachOther) {
    const std::string out = files.at("out.jsonl");
    expect_refused(solve({puzzle, "-o", out, "--history", files.at("./out.jsonl")}), 2,
                   "--output and --history are one file");
    expect_refused(solve({puzzle, "-o", out, "--checkpoint", out}), 2, "--output and --checkpoint are one file");
    expect_refused(solve({puzzle, "--history", out, "--checkpoint", out}), 2,
                   "--history and --checkpoint are one file");
    expect_refused({"bench", "--quick", "--json", out, "--csv", out}, 2, "--json and --csv are one file");
    EXPECT_FALSE(fs::exists(out));
}

TEST_F(WrittenFiles, MayBeADeviceTwice) {
    const Finished finished = run(solve({"/dev/null", "-o", "/dev/null"}));
    EXPECT_EQ(finished.err.find("one file"), finished.err.npos) << finished.err;
    EXPECT_EQ(run(solve({puzzle, "-o", "/dev/null"})).code, 0);
}

TEST_F(WrittenFiles, AreCompleteOrAsBefore) {
    const std::string history = files.at("h.jsonl"), page = files.write("p.html", "before");
    EXPECT_EQ(run(solve({puzzle, "--history", history})).code, 0);
    Call call{{"report", history, "-o", page}};
    call.file_size = 1000;
    const Finished finished = expect_ends(run(call), 5);
    EXPECT_EQ(finished.err, "evodoku: cannot write " + page + ": File too large\n");
    EXPECT_EQ(text_of_file(page), "before");
    EXPECT_EQ(std::distance(fs::directory_iterator(files.folder()), fs::directory_iterator()), 3);
    EXPECT_EQ(run({"report", history, "-o", page}).code, 0);
    EXPECT_EQ(text_of_file(page).find("<!"), 0u);
}

TEST_F(WrittenFiles, ANumberOutOfRangeIsNoInternalError) {
    const std::string results = files.write("r.jsonl", "{\"kind\":\"header\",\"version\":1e999}\n");
    const Finished finished = expect_ends(run({"report", results, "-o", files.at("p.html")}), 5);
    EXPECT_NE(finished.err.find("r.jsonl"), finished.err.npos) << finished.err;
    EXPECT_NE(finished.err.find("a number above 1.8e308"), finished.err.npos) << finished.err;
}

/// A colour by ESC [, by the C1 byte CSI, by CSI in UTF-8; DEL; bytes that are not UTF-8.
const std::string codes =
    "\x1b[31m\x9b"
    "31m\xc2\x9b"
    "31m\x7f\xff\xc3";
/// As many of these codes as TOML can hold.
const std::string toml_codes = R"(\u001b[31m\u009b31m\u007f)";

bool is_printable(const std::string& text) {
    return std::ranges::all_of(text, [](char letter) { return letter == '\n' || (' ' <= letter && letter <= '~'); });
}

/// It fails, and says why without such bytes.
void expect_printable(const Call& call, const std::string& part) {
    const Finished finished = run(call);
    std::string words;
    for (const std::string& word : call.arguments) words += " " + word;
    EXPECT_GT(finished.code, 0) << words;
    EXPECT_TRUE(is_printable(finished.err) && is_printable(finished.out)) << words << "\n"
                                                                          << finished.err << finished.out;
    EXPECT_TRUE(contains(finished.err, part)) << words << "\n" << finished.err;
}

TEST(EscapeCodes, InWordsAreNotEchoed) {
    for (const Words& words : {
             Words{codes},
             Words{"solve", "--" + codes},
             Words{"solve", "--population", codes, easy},
             Words{"solve", "--selection", codes, easy},
             Words{"solve", "--mutation", "swap:" + codes + "=1", easy},
             Words{"solve", "--preset", codes, easy},
             Words{"solve", "--config", codes, easy},
             Words{"solve", "--device", codes, easy},
             Words{"solve", "--progress", codes, easy},
             Words{"solve", "--timeout", codes, easy},
             Words{"solve", "--puzzle", codes},
             Words{"solve", "--resume", codes},
             Words{"solve", "--checkpoint", codes + "/x", easy},
             Words{"solve", "--history", codes, easy},
             Words{"solve", "--history", codes + "/x.csv", easy},
             Words{"solve", "--output", codes + "/x", easy},
             Words{"solve", codes},
             Words{"check", codes},
             Words{"convert", codes},
             Words{"convert", "--to", codes},
             Words{"experiment", codes},
             Words{"bench", "--only", codes},
             Words{"bench", "--axis", codes},
             Words{"bench", "--json", codes + "/x"},
             Words{"compare", codes, codes},
             Words{"help", codes},
             Words{"operators", codes},
             Words{"presets", "show", codes},
         }) {
        expect_printable({.arguments = words}, words[1 % words.size()] == "--puzzle" ? "0x1B" : "\\x1b[31m");
    }
    expect_printable({.arguments = {"solve", easy}, .environment = {"EVODOKU_POPULATION=" + codes}},
                     "\\x9b31m\\xc2\\x9b31m");
}

TEST(EscapeCodes, InFilesAreNotEchoed) {
    const TemporaryFiles files;
    const std::string puzzles = files.write(codes + ".txt", codes + "\n" + easy.substr(0, 60) + codes + "\n");
    for (const char* const command : {"solve", "convert"}) expect_printable({{command, puzzles}}, "?[31m\\x9b31m");
    expect_printable({{"check", puzzles}}, "1 malformed");
    const auto config = [&](const std::string& text) {
        return Words{"solve", "--config", files.write("c", text), easy};
    };
    expect_printable({config("\"" + toml_codes + "\" = 1\n")}, "\\x1b[31m");
    expect_printable({config("population = \"" + toml_codes + "\"\n")}, "\\x1b[31m");
    expect_printable({config("# " + codes + "\n")}, "c:1:");
    expect_printable({config(codes + " = 1\n")}, "c:1:");
    expect_printable({{"solve", "--resume", files.write("r", codes)}}, "is not a checkpoint");
    expect_printable({{"compare", files.write("a.json", "{\"" + codes), files.write("b.json", codes)}}, "not JSON");
}

TEST(EscapeCodes, InPlansAndResultsAreNotEchoed) {
    const TemporaryFiles files;
    files.write("p.txt", easy + "\n");
    const auto plan = [&](const std::string& name, const std::string& file, const std::string& output) {
        return Call{
            {"experiment", files.write("plan.toml", "seeds = [1]\noutput = \"" + output + "\"\npuzzles = [\"" + file +
                                                        "\"]\n[[configurations]]\nname = \"" + name +
                                                        "\"\npreset = \"plain\"\ngenerations = 1\npopulation = 20\n")}};
    };
    for (const Call& call :
         {plan(toml_codes, "p.txt", "r"), plan("a", toml_codes, "r"), plan("a", "p.txt", toml_codes)}) {
        expect_printable(call, "has a control character: byte 0x1B");
    }
    expect_printable(plan("\\u009b31m", "p.txt", "r"), "name has a control character: U+009B");
    files.write("results.jsonl", codes + "\n");
    expect_printable(plan("a", "p.txt", "results.jsonl"), "results.jsonl:1: this line is not a result");
}

TEST(EscapeCodes, InResultsAreWrittenOut) {
    const TemporaryFiles files;
    const std::string file = files.write(codes + ".txt", easy + "\n");
    for (const Words& words : {solve({file}), solve({"--format", "jsonl", file}), Words{"check", file},
                               Words{"check", "--format", "jsonl", file}}) {
        const Finished finished = expect_ends(run(words), 0);
        EXPECT_TRUE(is_printable(finished.err)) << finished.err;
        std::string out = finished.out;
        for (std::size_t at; (at = out.find("\xef\xbf\xbd")) != out.npos;)
            out.erase(at, 3);  // JSON cannot hold the byte
        EXPECT_TRUE(is_printable(out)) << finished.out;
    }
}

}  // namespace
}  // namespace evodoku::test
