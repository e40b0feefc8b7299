// `evodoku check` and `evodoku convert`.
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

const std::string malformed = EVODOKU_SOURCE_DIR "/tests/data/malformed/";
const std::string two_solutions = malformed + "multi_two_solutions.txt";
const std::string unsolvable = malformed + "uns_published.txt";
const std::string conflicting = malformed + "bad_duplicate_row.txt";

TEST(Check, SaysWhatIsKnownOfAPuzzle) {
    const Finished proper = run({"check", easy});
    EXPECT_EQ(proper.code, 0);
    EXPECT_EQ(proper.out, "argument:1: one solution; 30 clues; singles solve it\n");
    EXPECT_EQ(proper.err, "evodoku: 1 puzzle: 1 with one solution\n");

    const Finished none = run({"check", unsolvable});
    EXPECT_EQ(none.code, 1);
    EXPECT_TRUE(none.out.starts_with(unsolvable + ":1: no solution; ")) << none.out;

    const Finished several = run({"check", two_solutions});
    EXPECT_EQ(several.code, 1);
    const std::vector<std::string> lines = lines_of(several.out);
    ASSERT_EQ(lines.size(), 4u) << several.out;
    EXPECT_EQ(lines[0],
              two_solutions +
                  ":1: several solutions; 37 clues; logic fills 40 cells and strikes out 0 candidates; 4 cells left");
    EXPECT_EQ(lines[1], "  645219873729683514183457269274135698931768425856924731417592386362841957598376142");
    EXPECT_EQ(lines[2], "  645219873729683514183457269274135698931768425856924731417892356362541987598376142");
    EXPECT_EQ(lines[3], "  they differ in 4 cells: r7c4 r7c8 r8c4 r8c8");

    const Finished conflict = run({"check", conflicting});
    EXPECT_EQ(conflict.code, 3);
    EXPECT_TRUE(conflict.out.starts_with(conflicting + ":1: givens conflict: digit 1 ")) << conflict.out;

    const Finished bad = run({"check", easy.substr(1)});
    EXPECT_EQ(bad.code, 3);
    EXPECT_EQ(bad.out, "argument:1: 80 cells, not 81: write a puzzle as 81 cells per line or nine lines of nine\n");
    EXPECT_EQ(bad.err, "evodoku: 0 puzzles: 0 with one solution; 1 malformed\n");

    EXPECT_TRUE(contains(run({"check", easy_answer}).out, "one solution; 81 clues; no blank is left"));
    EXPECT_TRUE(contains(run({"check", malformed + "uns_cell_without_candidate.txt"}).out,
                         "no solution; 32 clues; logic finds a contradiction: r9c8 has no candidate"))
        << run({"check", malformed + "uns_cell_without_candidate.txt"}).out;
}

TEST(Check, IsAFilter) {
    const std::string batch = easy + "\n" + easy.substr(1) + "\n" + hard + "\n";
    const Finished finished = run({"check"}, batch);
    EXPECT_EQ(finished.code, 3);
    const std::vector<std::string> lines = lines_of(finished.out);
    ASSERT_EQ(lines.size(), 3u) << finished.out;
    EXPECT_TRUE(lines[0].starts_with("standard input:1: one solution; "));
    EXPECT_TRUE(lines[1].starts_with("standard input:2: 80 cells, not 81"));
    EXPECT_TRUE(lines[2].starts_with("standard input:3: one solution; "));
    EXPECT_EQ(finished.err, "evodoku: 2 puzzles: 2 with one solution; 1 malformed\n");
    const Finished quiet = run({"check", "-q", "-"}, batch);
    EXPECT_EQ(quiet.out, lines[1] + "\n");
    EXPECT_EQ(quiet.err, "");
}

TEST(Check, WritesJson) {
    const Finished finished =
        run({"check", "--format", "jsonl", easy, two_solutions, unsolvable, conflicting, easy.substr(1)});
    EXPECT_EQ(finished.code, 3);
    std::vector<nlohmann::json> objects;
    for (const std::string& line : lines_of(finished.out)) objects.push_back(nlohmann::json::parse(line));
    ASSERT_EQ(objects.size(), 5u);
    const std::vector<std::string> statuses = {"unique", "several", "none", "conflict", "malformed"};
    const std::vector<int> solutions = {1, 2, 0};
    for (std::size_t at = 0; at < objects.size(); ++at) {
        EXPECT_EQ(objects[at]["status"], statuses[at]);
        EXPECT_EQ(objects[at]["puzzle"].is_null(), at == 4);
        EXPECT_EQ(objects[at]["line"], 1);
        if (at < 3) {
            EXPECT_EQ(objects[at]["solutions"], solutions[at]);
        } else {
            EXPECT_FALSE(objects[at]["reason"].get<std::string>().empty());
        }
    }
    EXPECT_EQ(objects[0]["solution"], easy_answer);
    EXPECT_EQ(objects[0]["other_solution"], nullptr);
    EXPECT_EQ(objects[0]["clues"], 30);
    EXPECT_EQ(objects[0]["logic"], "singles");
    EXPECT_EQ(objects[0]["left"], 0);
    EXPECT_NE(objects[1]["solution"], objects[1]["other_solution"]);
    EXPECT_EQ(objects[2]["solution"], nullptr);
}

TEST(Check, RefusesWhatItDoesNotKnow) {
    EXPECT_EQ(run({"check", "--format", "xml", easy}).code, 2);
    EXPECT_TRUE(contains(run({"check", "--format", "xml", easy}).err, "--format is 'xml'; allowed: text, jsonl"));
    EXPECT_EQ(run({"check", "--nonsense"}).code, 2);
    EXPECT_EQ(run({"check", "-", "-"}).code, 2);
    const Finished missing = run({"check", "missing.txt"});
    EXPECT_EQ(missing.code, 5);
    EXPECT_EQ(missing.err, "evodoku: cannot open missing.txt: No such file or directory\n");
    EXPECT_TRUE(contains(run({"check", "--help"}).out, "Exit codes: 0 every puzzle has exactly one solution"));
}

TEST(Convert, FromEveryFormIntoEveryOther) {
    const std::string help = run({"convert", "--help"}).out;
    const std::string forms = help.substr(help.find("\nForms:\n") + 8);
    int count = 0;
    for (const std::string& line : lines_of(forms)) {
        if (!line.starts_with("  ")) break;
        const std::string form = line.substr(2, line.find(' ', 2) - 2);
        const Finished there = run({"convert", "--to", form, "-"}, easy + "\n" + hard + "\n");
        EXPECT_EQ(there.code, 0) << form << there.err;
        const Finished back = run({"convert"}, there.out);
        EXPECT_EQ(back.code, 0) << form << back.err;
        EXPECT_EQ(back.out, easy + "\n" + hard + "\n") << form;
        ++count;
    }
    EXPECT_EQ(count, 16);
}

TEST(Convert, NamesBadPuzzlesAndGoesOn) {
    const Finished finished = run({"convert", "--blank", "0", "-"}, easy + "\n" + easy.substr(1) + "\n" + hard + "\n");
    EXPECT_EQ(finished.code, 3);
    EXPECT_EQ(lines_of(finished.out).size(), 2u);
    EXPECT_FALSE(contains(finished.out, "."));
    EXPECT_TRUE(contains(finished.err, "standard input:2: 80 cells, not 81")) << finished.err;
}

TEST(Convert, RefusesWhatItDoesNotKnow) {
    const Finished form = run({"convert", "--to", "opensudokoo", easy});
    EXPECT_EQ(form.code, 2);
    EXPECT_TRUE(contains(form.err, "--to is 'opensudokoo'; allowed: line, ")) << form.err;
    EXPECT_TRUE(contains(form.err, "(did you mean 'opensudoku'?)")) << form.err;
    EXPECT_TRUE(contains(run({"convert", "--blank", "-", easy}).err, "--blank is '-'; allowed: . 0 x X * _"));
    EXPECT_TRUE(contains(run({"convert", "--blank", "?", "--to", "list", easy}).err, "--blank is '?'"));
}

TEST(Filters, EndQuietlyWhereTheirOutputIsNotRead) {
    for (const std::string command : {"check", "convert"}) {
        std::string many;
        for (int puzzle = 0; puzzle < 20'000; ++puzzle) many += easy + "\n";
        Call call{{command}, many};
        call.closed_output = true;
        const Finished finished = run(call);
        EXPECT_EQ(finished.code, -SIGPIPE) << command;
        EXPECT_EQ(finished.err, "") << command;
    }
}

}  // namespace
}  // namespace evodoku::test
