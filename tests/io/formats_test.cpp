// Every form of a puzzle that is read, one small sample each.
#include <gtest/gtest.h>

#include "reading.hpp"

namespace evodoku::io {
namespace {

TEST(Formats, OnePuzzleALine) {
    expect_puzzles(wikipedia);
    expect_puzzles(wikipedia + "\n" + escargot + "\n", {wikipedia, escargot});
    expect_puzzles(wikipedia + "\r\n" + escargot + "\r\n", {wikipedia, escargot});
    expect_puzzles(wikipedia + "\r" + escargot + "\r", {wikipedia, escargot});
    expect_puzzles("\xEF\xBB\xBF" + wikipedia + "\n");
    expect_puzzles("  " + wikipedia + " \t\n");
}

TEST(Formats, Comments) {
    expect_puzzles("# a\n\n" + wikipedia + " # easy\n#b\n" + escargot + "#hard\n# end", {wikipedia, escargot});
    expect_puzzles("#" + std::string(100000, '-') + "\n" + wikipedia + "\n");
    expect_puzzles("# first\n" + as_rows(wikipedia) + "# second\n" + as_rows(escargot), {wikipedia, escargot});
}

TEST(Formats, Tables) {
    expect_puzzles("first\t" + wikipedia + "\nsecond\t" + escargot + "\tA. Inkala, 2006\n", {wikipedia, escargot});
    expect_puzzles("\"quizzes\",x\n\"" + wikipedia + "\",7");
    expect_puzzles("puzzle\n" + wikipedia + "\n\"" + escargot + "\"\n", {wikipedia, escargot});
    expect_puzzles("\n# a\nname,puzzle\nA,\"" + wikipedia + "\",\"by me, in 2006; easy\"\n");
    expect_puzzles(solution + "," + wikipedia + "\n");
    for (const std::string separator : {",", ";", "\t"}) {
        for (const std::string form :
             {"P--", "-P", "--P-", "-Q", "Q--", "P--S", "-P-S", "P-2 4 1 0 0 12 3 0 0 0 1 2 0 0 0 0 0 4 0 0 0 0",
              "P-2024-01-01 12:00:00 to 2024-01-02 13:00:00"}) {
            std::string row;
            for (const char c : form) {
                row += c == 'P'   ? wikipedia
                       : c == 'Q' ? "\"" + wikipedia + "\""
                       : c == 'S' ? solution
                       : c == '-' ? separator
                                  : std::string(1, c);
            }
            expect_puzzles(row);
        }
        expect_puzzles(parted(wikipedia.substr(0, 27), " ") + separator + parted(wikipedia.substr(27, 27), " ") +
                       separator + parted(wikipedia.substr(54), " "));
    }
    expect_puzzles("," + solution + ",,", {solution});
    expect_puzzles("_id,puzzle,solution\n7," + wikipedia + "," + solution);
    expect_puzzles("# name\tpuzzle\n" + wikipedia + "\n" + as_rows(wikipedia) + "\nlast\t" + escargot + "\n",
                   {wikipedia, wikipedia, escargot});
}

TEST(Formats, NineLinesOfNine) {
    for (const char* separator : {"", " ", "\t", ",", ", ", ";", "  "}) {
        std::string text;
        for (std::size_t row = 0; row < 9; ++row) text += parted(wikipedia.substr(row * 9, 9), separator) + "\n";
        expect_puzzles(text);
        expect_puzzles(text + "\n" + text, {wikipedia, wikipedia});
        expect_puzzles(text + text, {wikipedia, wikipedia});
    }
    expect_puzzles(as_rows(wikipedia, ",\n"));
    expect_puzzles(as_rows(wikipedia, "\r\n"));
    expect_puzzles(as_rows(wikipedia, "\r"));
}

TEST(Formats, BlankLinesInsideAGrid) {
    const std::string spread = as_rows(wikipedia, "\n", "\n");
    expect_puzzles(spread);
    expect_puzzles(spread + "\n" + as_rows(escargot, "\n", "\n"), {wikipedia, escargot});
    expect_puzzles(spread + "\n\n" + as_rows(escargot), {wikipedia, escargot});
    const auto in_bands = [](const std::string& line) {
        std::string text = as_rows(line);
        return text.insert(60, "\n").insert(30, "\n");
    };
    expect_puzzles(in_bands(wikipedia));
    expect_puzzles(in_bands(wikipedia) + "\n" + in_bands(escargot), {wikipedia, escargot});
    expect_puzzles(in_bands(wikipedia) + "\n\n\n" + in_bands(escargot), {wikipedia, escargot});
    // With nothing else in the file a blank line may stand anywhere.
    expect_puzzles(as_rows(wikipedia).insert(40, "\n"));
}

TEST(Formats, Lists) {
    const std::string flat = parted(zeros, ",");
    expect_puzzles(flat);
    expect_puzzles(parted(zeros, " ") + "\n");
    expect_puzzles("[" + flat + "]");
    expect_puzzles("[" + parted(zeros, ", ") + "],\n[" + flat + "]\n", {wikipedia, wikipedia});
    std::string lines;
    std::string nested;
    for (std::size_t row = 0; row < 9; ++row) {
        lines += parted(zeros.substr(row * 9, 9), ",") + (row < 8 ? ", \n" : "");
        nested +=
            std::string(row == 0 ? "[[" : " [") + parted(zeros.substr(row * 9, 9), " ") + (row < 8 ? "]\n" : "]]\n");
    }
    expect_puzzles("sudoku=[\n" + lines + "]");
    expect_puzzles("grid_2 = [\n" + lines + "\n]\n\nx = [" + lines + "]\n", {wikipedia, wikipedia});
    expect_puzzles(nested);
    expect_puzzles(nested + nested + "\n" + nested, {wikipedia, wikipedia, wikipedia});
    expect_puzzles("[\n" + flat + "\n]\n" + escargot, {wikipedia, escargot});
    std::string one_line = "[";
    for (std::size_t row = 0; row < 9; ++row)
        one_line += (row ? ", [" : "[") + parted(zeros.substr(row * 9, 9), ", ") + "]";
    expect_puzzles(one_line + "]");
    expect_puzzles("[# first\n# note\n" + lines + "] # done");
}

TEST(Formats, WrappedLists) {
    for (const std::size_t width : {20u, 27u, 37u, 41u}) {
        std::string text;
        for (std::size_t at = 0; at < 81; at += width) text += parted(zeros.substr(at, width), " ") + "\n";
        expect_puzzles(text);
        expect_puzzles(text + "\n" + text, {wikipedia, wikipedia});
        expect_puzzles("[" + text + "]");
    }
}

TEST(Formats, Sdk) {
    expect_puzzles("#A Author\n#DA puzzle\n[Puzzle]\n" + as_rows(wikipedia, "\r\n"));
    expect_puzzles("[Puzzle]\n" + as_rows(wikipedia) + "[State]\n" + as_rows(escargot));
    expect_puzzles("[STATE]\nno cells\n[puzzle]\n" + as_rows(wikipedia));
}

TEST(Formats, LinesAreNamed) {
    const Found found = read_all("# a\n\n" + wikipedia + "\n\n" + as_rows(escargot) + as_rows(escargot) + "\n[\n" +
                                 parted(wikipedia, ",") + "]\n");
    EXPECT_EQ(found.lines, (std::vector<std::size_t>{3, 5, 14, 24}));
}

TEST(Formats, ParsePuzzleTakesOne) {
    EXPECT_EQ(to_line(parse_puzzle(wikipedia, "--puzzle")), wikipedia);
    EXPECT_EQ(to_line(parse_puzzle(as_rows(wikipedia), "--puzzle")), wikipedia);
    EXPECT_EQ(to_line(parse_puzzle("[" + parted(wikipedia, " ") + "]", "--puzzle")), wikipedia);
    EXPECT_THROW(parse_puzzle("", "--puzzle"), ParseError);
    EXPECT_THROW(parse_puzzle(wikipedia + "\n" + wikipedia, "--puzzle"), ParseError);
    EXPECT_THROW(parse_puzzle(wikipedia + "\n5", "--puzzle"), ParseError);
}

TEST(Formats, InputsOfAnySizeStream) {
    // A stream buffer that makes its parts up: neither side holds them all.
    struct Parts : std::streambuf {
        std::string begin, part, end;
        int left = 1'000'000;
        int_type underflow() override {
            std::string& now = gptr() == nullptr ? begin : left > 0 ? part : end;
            if (left < 0 || now.empty()) return traits_type::eof();
            left -= &now != &begin;
            setg(now.data(), now.data(), now.data() + now.size());
            return traits_type::to_int_type(now[0]);
        }
    } lines, json;
    lines.begin = "# a million lines\n", lines.part = wikipedia + "\n";
    json.begin = "{\"puzzles\": [", json.part = "\"" + wikipedia + "\", ", json.end = "]}", json.left = 300'000;
    for (Parts* const parts : {&lines, &json}) {
        const auto wanted = static_cast<std::uint64_t>(parts->left);
        std::istream input(parts);
        PuzzleReader reader(input, "test");
        Job job;
        std::uint64_t count = 0;
        while (reader.next(job)) ++count;
        EXPECT_EQ(count, wanted);
        EXPECT_EQ(job.index, wanted - 1);
        EXPECT_EQ(job.line, parts == &lines ? 1'000'001u : 1u);
    }
}

}  // namespace
}  // namespace evodoku::io
