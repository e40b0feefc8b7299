// `check`, `convert` and `generate` with boards of every order, and `solve` with larger ones.
#include <gtest/gtest.h>

#include <csignal>
#include <set>

#include "program.hpp"

namespace evodoku::test {
namespace {

/// Boards of an order from `generate`, as lines that show each number.
std::string generated(const std::string& order, const Words& more = {}) {
    return run(with({"generate", "--order", order, "-s", "1", "--to", order == "7" ? "numbers" : "line"}, more)).out;
}

const std::string malformed = EVODOKU_SOURCE_DIR "/tests/data/malformed/";
const std::string two_solutions = malformed + "multi_two_solutions.txt";
const std::string unsolvable = malformed + "uns_published.txt";
const std::string conflicting = malformed + "bad_duplicate_row.txt";

TEST(Check, SaysWhatIsKnownOfAPuzzle) {
    const Finished proper = expect_ends(run({"check", easy}), 0);
    EXPECT_EQ(proper.out, "argument:1: one solution; 30 clues; singles solve it\n");
    EXPECT_EQ(proper.err, "evodoku: 1 puzzle: 1 with one solution\n");

    const Finished none = expect_ends(run({"check", unsolvable}), 1);
    EXPECT_TRUE(none.out.starts_with(unsolvable + ":1: no solution; ")) << none.out;

    const Finished several = expect_ends(run({"check", two_solutions}), 1);
    const std::vector<std::string> lines = lines_of(several.out);
    ASSERT_EQ(lines.size(), 4u) << several.out;
    EXPECT_EQ(lines[0],
              two_solutions +
                  ":1: several solutions; 37 clues; logic fills 40 cells and strikes out 0 candidates; 4 cells left");
    EXPECT_EQ(lines[1], "  645219873729683514183457269274135698931768425856924731417592386362841957598376142");
    EXPECT_EQ(lines[2], "  645219873729683514183457269274135698931768425856924731417892356362541987598376142");
    EXPECT_EQ(lines[3], "  they differ in 4 cells: r7c4 r7c8 r8c4 r8c8");

    const Finished conflict = expect_ends(run({"check", conflicting}), 3);
    EXPECT_TRUE(conflict.out.starts_with(conflicting + ":1: givens conflict: digit 1 ")) << conflict.out;

    const Finished bad = expect_ends(run({"check", easy.substr(1)}), 3);
    EXPECT_EQ(bad.out, "argument:1: 80 cells, not 81: write a puzzle as 81 cells per line or nine lines of nine\n");
    EXPECT_EQ(bad.err, "evodoku: 0 puzzles: 0 with one solution; 1 malformed\n");

    EXPECT_TRUE(contains(run({"check", easy_answer}).out, "one solution; 81 clues; no blank is left"));
    EXPECT_TRUE(contains(run({"check", malformed + "uns_cell_without_candidate.txt"}).out,
                         "no solution; 32 clues; logic finds a contradiction: r9c8 has no candidate"))
        << run({"check", malformed + "uns_cell_without_candidate.txt"}).out;
}

TEST(Check, IsAFilter) {
    const std::string batch = easy + "\n" + easy.substr(1) + "\n" + hard + "\n";
    const Finished finished = expect_ends(run({"check"}, batch), 3);
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
    const Finished finished = expect_ends(
        run({"check", "--format", "jsonl", easy, two_solutions, unsolvable, conflicting, easy.substr(1)}), 3);
    const std::vector<nlohmann::json> objects = json_lines(finished.out);
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

TEST(Check, CountsSolutionsOfLargerBoardsUpToALimit) {
    const std::string solution = generated("4", {"--solutions"});
    const Finished full = expect_ends(run({"check", "--order", "4", "-"}, solution), 0);
    EXPECT_EQ(full.out, "standard input:1: one solution; 256 clues; no blank is left\n");

    expect_ends(run({"check", "--order", "4", "-"}, std::string(256, '.')), 1,
                {":1: several solutions; 0 clues; logic fills 0 cells"});

    expect_ends(run({"check", "--order", "7", "-"}, generated("7", {"--filled", "45%"})), 1,
                {"number of solutions undecided after 2000 positions (--positions examines more)"},
                {"1 puzzle: 0 with one solution, 1 undecided"});

    std::string twice = solution;
    twice[1] = twice[0];
    const Finished conflict = expect_ends(run({"check", "--order", "4", "--format", "jsonl", "-"}, twice), 3);
    const nlohmann::json object = nlohmann::json::parse(conflict.out);
    EXPECT_EQ(object["status"], "conflict");
    EXPECT_EQ(object["order"], 4);
    EXPECT_TRUE(contains(object["reason"], "appears twice in row 1: r1c1 and r1c2"));
}

TEST(Convert, FromEveryFormIntoEveryOther) {
    const std::string help = run({"convert", "--help"}).out;
    const std::string forms = help.substr(help.find("\nForms:\n") + 8);
    int count = 0;
    for (const std::string& line : lines_of(forms)) {
        if (!line.starts_with("  ")) break;
        const std::string form = line.substr(2, line.find(' ', 2) - 2);
        if (form == "acs") continue;  // of other boards
        const Finished there = run({"convert", "--to", form, "-"}, easy + "\n" + hard + "\n");
        EXPECT_EQ(there.code, 0) << form << there.err;
        const Finished back = run({"convert"}, there.out);
        EXPECT_EQ(back.code, 0) << form << back.err;
        EXPECT_EQ(back.out, easy + "\n" + hard + "\n") << form;
        ++count;
    }
    EXPECT_EQ(count, 18);
}

TEST(Convert, NamesBadPuzzlesAndGoesOn) {
    const Finished finished =
        expect_ends(run({"convert", "--blank", "0", "-"}, easy + "\n" + easy.substr(1) + "\n" + hard + "\n"), 3, {},
                    {"standard input:2: 80 cells, not 81"});
    EXPECT_EQ(lines_of(finished.out).size(), 2u);
    EXPECT_FALSE(contains(finished.out, "."));
}

TEST(Convert, ReadsBackLargerBoards) {  // in every form: see tests/io/orders_test.cpp
    for (const char* order : {"2", "4", "7"}) {
        const Words call = {"generate", "--order", order, "-s", "1", "--filled", "50%", "--count", "2", "--to"};
        const std::string lines = run(with(call, {"numbers"})).out;
        for (const std::string form : {"grid", "csv", "svg"}) {
            const Finished there = expect_ends(run({"convert", "--order", order, "--to", form, "-"}, lines), 0);
            EXPECT_EQ(run({"convert", "--order", order, "--to", "numbers", "-"}, there.out).out, lines) << form;
            EXPECT_TRUE(form == "svg" || run(with(call, {form})).out == there.out) << form << ": names its input";
            if (*order == '2') continue;
            EXPECT_EQ(run({"convert", "--to", "numbers"}, there.out).out, lines) << form << ": a pipe shows its order";
        }
    }
    const std::string no_boards = "which 49 x 49 boards do not have: ";
    for (const auto& [form, reason] : {std::pair{"line", no_boards + "49 digits have no symbols; allowed: grid, "},
                                       {"sdk", no_boards + "the format is of a program for 9 x 9; allowed: "},
                                       {"jsno", std::string("--to is 'jsno'; allowed: grid, ")}}) {
        expect_refused({"convert", "--order", "7", "--to", form, "-"}, 2, reason);
    }
    EXPECT_EQ(run({"convert", "--order", "4", "--to", "json", "-"}, "").out, "[]\n");
    for (const char* seed : {"13", "14", "28"}) {  // few givens, none above 9: are they numbers or symbols?
        const Words few = {"generate", "--order", "6", "--filled", "0.08%", "--seed", seed, "--to"};
        EXPECT_EQ(run({"convert", "--order", "6", "--to", "numbers", "-"}, run(with(few, {"grid"})).out).out,
                  run(with(few, {"numbers"})).out);
    }
}

TEST(Convert, NamesOrCountsEveryBadLineOfLargerBoards) {
    const TemporaryFiles files;
    std::string cut;
    for (const std::string& line : lines_of(generated("4", {"--count", "30"}))) cut += line.substr(1) + "\n";
    const Finished finished = expect_ends(run({"convert", "--order", "4", "-"}, cut), 3, {}, {"... and 10 more"});
    EXPECT_EQ(lines_of(finished.err).size(), 21u) << finished.err;
    const std::string short_row = run({"generate", "--order", "4", "-s", "1", "--to", "rows"}).out.substr(1);
    EXPECT_TRUE(contains(run({"convert", "--order", "4", "-"}, short_row).err, ":1: row 1 has 15 cells, not 16"));
    for (const char* form : {"rows", "line"}) {  // a damaged first row still shows the order
        std::string text = run({"generate", "--order", "5", "-s", "1", "--to", form}).out;
        text[3] = '@';
        const std::string name = files.write("boards.txt", text);
        for (const char* command : {"convert", "check", "solve"}) {
            const Finished refused = expect_ends(run({command, name}), 3);
            EXPECT_TRUE(
                contains(refused.out + refused.err, name + ":1: r1c4: '@' is not one of ABCDEFGHIJKLMNOPQRSTUVWXY"))
                << command << refused.out << refused.err;
        }
    }
    const std::string small = files.write("small.txt", generated("2", {"--count", "16"}));
    EXPECT_EQ(run({"convert", small}).code, 0) << "no board of 16 x 16 has rows of 1 to 4 alone";
    EXPECT_EQ(run({"convert", "--order", "2", small}).code, 0);
}

TEST(Convert, RefusesWhatItDoesNotKnow) {
    const std::pair<Words, std::string> cases[] = {{{"--to", "opensudokoo"}, "--to is 'opensudokoo'; allowed: line, "},
                                                   {{"--to", "opensudokoo"}, "(did you mean 'opensudoku'?)"},
                                                   {{"--blank", "-"}, "--blank is '-'; allowed: . 0 x X * _"},
                                                   {{"--blank", "?", "--to", "list"}, "--blank is '?'"}};
    for (const auto& [options, message] : cases) expect_refused(with({"convert", easy}, options), 2, message);
    expect_refused({"check", "missing.txt"}, 5, "cannot open missing.txt: No such file or directory\n");
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

TEST(Filters, ReadAPipeFromItsBeginning) {
    const std::string puzzles = generated("3", {"--count", "3"});
    EXPECT_EQ(run({"convert", "/dev/stdin"}, puzzles).out, puzzles);
    EXPECT_TRUE(contains(run({"check", "/dev/stdin"}, puzzles).err, "3 puzzles: ")) << "nothing was read before";
}

Words solve_larger(const Words& more) { return with(split("solve --device cpu --seed 3 --progress never"), more); }

TEST(Larger, EveryCommandReadsWhatTheOthersWrite) {
    const TemporaryFiles files;
    for (const char* form : {"line", "grid", "acs", "jsonl", "csv", "unicode"}) {
        const std::string made = run(with(split("generate --order 4 -s 1 --filled 70% --count 2 --to"), {form})).out;
        const std::string name = files.write("boards.txt", made), puzzles = run({"convert", name}).out;
        const Finished checked = run({"check", name});
        EXPECT_TRUE(contains(checked.out, "179 clues") && contains(checked.err, "2 puzzles: ")) << form << checked.out;
        const Finished solved = expect_ends(run(solve_larger({"--format", "jsonl", name})), 0);
        EXPECT_TRUE(contains(solved.err, "--order 4 ")) << "the replay: " << solved.err;
        // The puzzles are read from what solve and check write, without the solutions.
        EXPECT_EQ(run({"convert", files.write("answers.jsonl", solved.out)}).out, puzzles);
        const std::string facts = run({"check", "--format", "jsonl", name}).out;
        EXPECT_EQ(run({"convert", files.write("checked.jsonl", facts)}).out, puzzles);
    }
    const std::string one = generated("4", {"--filled", "60%"});
    const std::string drawn = run(solve_larger({"--order", "4", "--format", "grid", "-"}), one).out;
    const std::string line = run(solve_larger({"--order", "4", "--format", "line", "-"}), one).out;
    EXPECT_EQ(run({"convert", "--order", "4", "-"}, drawn).out, line) << "the outcome above a grid is passed over";
}

TEST(Larger, SolutionsComeInOrderAndKeepTheirGivens) {
    for (const char* order : {"2", "4", "5"}) {
        const std::string puzzles = generated(order, {"--filled", "45%", "--count", "5"});
        const Finished solved = expect_ends(run(solve_larger({"--order", order, "-"}), puzzles), 0);
        const std::vector<std::string> asked = lines_of(puzzles), answers = lines_of(solved.out);
        ASSERT_EQ(answers.size(), 5u);
        for (std::size_t k = 0; k < 5; ++k) {
            ASSERT_EQ(answers[k].size(), asked[k].size());
            for (std::size_t cell = 0; cell < asked[k].size(); ++cell) {
                EXPECT_TRUE(asked[k][cell] == '.' || answers[k][cell] == asked[k][cell]) << cell;
            }
        }
        EXPECT_TRUE(contains(run({"check", "--order", order, "-"}, solved.out).err, "5 with one solution"));
        for (const char* threads : {"1", "3"}) {
            EXPECT_EQ(run(solve_larger({"--order", order, "--threads", threads, "-"}), puzzles).out, solved.out);
        }
    }
}

TEST(Larger, SolveWritesJson) {
    const std::string puzzle = generated("4", {"--filled", "40%"});
    const Finished solved = run(solve_larger({"--order", "4", "--format", "jsonl", "--runs", "2", "-"}), puzzle);
    const std::vector<nlohmann::json> lines = json_lines(solved.out);
    ASSERT_EQ(lines.size(), 2u) << solved.err;
    EXPECT_EQ(lines[0]["order"], 4);
    EXPECT_EQ(lines[0]["puzzle"], puzzle.substr(0, 256));
    EXPECT_EQ(lines[0]["solution"].get<std::string>().size(), 256u);
    EXPECT_EQ(lines[1]["seed"], 4);
}

TEST(Larger, SolveReportsABoxWithoutAnArrangement) {
    expect_ends(run(solve_larger({"--order", "2", "--presolve", "givens", "--puzzle", "..34....3...4..."})), 1,
                {"no solution: the digits that box 1 misses do not fit into its blank cells"});
}

TEST(Larger, ACheckpointGoesOn) {
    const TemporaryFiles files;
    const std::string puzzles = files.write("p.txt", generated("5", {"--filled", "45%", "--count", "3"}));
    const std::string expected = run(solve_larger({puzzles})).out, checkpoint = files.at("run.ckpt");
    run(solve_larger({"--timeout", "1ms", "--checkpoint", checkpoint, puzzles}));
    const Finished resumed =
        expect_ends(run({"solve", "--resume", checkpoint, "--timeout", "10m", "--progress", "never"}), 0);
    EXPECT_TRUE(expected.ends_with(resumed.out)) << "the rest of the answers";
}

TEST(Larger, HistoriesAndLinesTellSeedsPuzzlesAndIslandsApartAndChangeNothing) {
    const TemporaryFiles files;
    const std::string history = files.at("h.jsonl");
    const Words words = with(split("solve -d cpu --seed 1 --runs 2 --islands 2 -p 4 -g 20 --presolve givens --mutation "
                                   "assignment:redraws=20 --format jsonl"),
                             {files.write("p.txt", generated("5", {"--filled", "45%", "--count", "2"}))});
    const Finished recorded = run(with(words, {"--history", history, "-v"}));
    EXPECT_EQ(without_times(recorded.out), without_times(run(words).out));
    std::set<std::string> seen;
    Words results;
    std::size_t rows = 0;
    for (const nlohmann::json& line : json_lines(text_of_file(history))) {
        if (line["kind"] == "result") results.push_back(line["fingerprint"]);
        if (line["kind"] != "generation") continue;
        ++rows;
        EXPECT_EQ(line["board"].get<std::string>().size(), 625u);
        EXPECT_EQ(line["cell_entropy"].get<std::string>().size(), 625u);
        seen.insert(line["seed"].dump() + " " + line["puzzle"].dump() + " " + line["island"].dump());
    }
    EXPECT_EQ(seen, (std::set<std::string>{"1 1 1", "1 1 2", "1 2 1", "1 2 2", "2 1 1", "2 1 2", "2 2 1", "2 2 2"}));
    EXPECT_EQ(rows, 8u * 21) << "generations 0 to 20";
    EXPECT_EQ(results, fingerprints_of(recorded));
    for (const char* line : {"seed 1 puzzle 1 island 1 generation 0: best ", "seed 1 puzzle 1 island 2 generation 20: ",
                             "seed 2 puzzle 2 island 1 generation 20: ", "seed 2 puzzle 2 island 2 generation 0: "}) {
        EXPECT_TRUE(contains(recorded.err, line)) << line << recorded.err;
    }
}

TEST(Larger, SolveRefusesWhatIsFor9x9) {
    const std::string larger(256, '.'), usual(81, '.');
    const std::pair<Words, std::string> cases[] = {
        {{larger, "--preset", "plain"}, "--preset is for 9 x 9, and these boards are 16 x 16"},
        {{larger, "--presolve", "single-pass"}, "presolve is single-pass, which is for 9 x 9"},
        {{larger, "--representation", "box-board-25"}, "representation is box-board-25, but these boards are 16 x 16"},
        {{larger, "--mutation", "heat-bath"},
         "does not support the representation box-board-16: it is written for 9 x 9 cells"},
        {{larger, "--crossover", "pmx"}, "it is written for 9 x 9 cells"},
        {{usual, "--representation", "box-board-25"}, "these boards are 9 x 9"}};
    for (const auto& [words, message] : cases) {
        expect_refused(solve_larger(with({"--order", words[0] == usual ? "3" : "4"}, words)), 2, message);
    }
}

}  // namespace
}  // namespace evodoku::test
