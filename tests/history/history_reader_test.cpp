// What the recorder writes is read back, in both forms; everything else is refused with its fault.
#include "history/history_reader.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "history/line.hpp"

namespace evodoku::history {
namespace {

const std::string board(81, '5'), entropies(81, '9');

Line header_line() {
    Header header;
    header.version = "0.1.0", header.commit = "abc", header.started = "2026-01-31T12:00:00Z";
    header.devices = {"cpu (2 threads)", "cuda:0"};
    header.seed = 18446744073709551610ull, header.run_seed = 5, header.runs = 2, header.name = "a, \"b\"";
    header.configuration = {{"population", "300"}, {"crossover", "uniform:rate=80%"}};
    header.schedule = {1, 7};
    return to_line(header);
}

Line place(const char* kind, bool with_island) {
    Line line(kind);
    line.put("seed", 18446744073709551610ull);
    line.put("puzzle", 3);
    if (with_island) line.put("island", 2);
    return line;
}

Line puzzle_line() {
    Line line = place("puzzle", false);
    line.put("seconds", 0.25, 6);
    line.put("givens", std::string(80, '.') + "7");
    line.put("file", "a,\"b\".txt");
    line.put("line", 12);
    return line;
}

Line generation_line(bool with_diversity) {
    Line line = place("generation", true);
    int number = 10;
    for (const char* name : {"generation", "evaluations", "trials", "redraws", "size", "best", "best_so_far", "q10",
                             "q25", "median", "q75", "q90", "worst", "migrations", "restarts"}) {
        line.put(name, ++number);
    }
    line.put("seconds", 1.5, 6);
    line.put("mean", 33.25, 4);
    line.put("deviation", 4.5, 4);
    if (with_diversity) {
        line.put("distinct", 290);
        line.put("entropy", 1.75, 4);
        line.put("cell_entropy", entropies);
    }
    line.put("board", board);
    return line;
}

Line event_line(const char* event) {
    Line line = place("event", true);
    line.put("generation", 4);
    line.put("evaluations", 99);
    line.put("event", event);
    line.put("seconds", 0.5, 6);
    if (std::string_view(event) == "new_best") line.put("best_so_far", 8), line.put("board", board);
    return line;
}

Line result_line() {
    Line line = place("result", false);
    line.put("status", "solved");
    line.put("stopped", false);
    for (const char* name : {"generation", "evaluations", "trials", "redraws", "restarts", "best_so_far"})
        line.put(name, 6);
    line.put("seconds", 2.5, 6);
    line.put("work_seconds", 2.0, 6);
    line.put("board", board);
    line.put("fingerprint", "00000000000000ff");
    return line;
}

/// All lines of a text, or the message of the error.
std::vector<AnyLine> read(const std::string& text, FileFormat format) {
    std::istringstream stream(text);
    HistoryReader reader(format, [&](std::string& line) { return static_cast<bool>(std::getline(stream, line)); });
    std::vector<AnyLine> lines;
    while (std::optional<AnyLine> line = reader.next()) lines.push_back(std::move(*line));
    return lines;
}
std::string fault_of(const std::string& text, FileFormat format = FileFormat::json_lines) {
    try {
        read(text, format);
        return "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

class Forms : public testing::TestWithParam<FileFormat> {
protected:
    std::string file() const {
        const std::vector<Line> lines = {puzzle_line(),          generation_line(true), event_line("new_best"),
                                         generation_line(false), event_line("restart"), result_line()};
        std::string text = GetParam() == FileFormat::csv ? header_line().comment() + csv_columns() + "\n"
                                                         : header_line().json() + "\n";
        for (const Line& line : lines) text += (GetParam() == FileFormat::csv ? line.csv() : line.json()) + "\n";
        return text;
    }
};

TEST_P(Forms, EveryFieldIsReadBack) {
    const std::vector<AnyLine> lines = read(file(), GetParam());
    ASSERT_EQ(lines.size(), 7u);
    const auto& header = std::get<Header>(lines[0]);
    EXPECT_EQ(header.seed, 18446744073709551610ull);
    EXPECT_EQ(header.run_seed, 5u);
    EXPECT_EQ(header.name, "a, \"b\"");
    EXPECT_EQ(header.devices, (std::vector<std::string>{"cpu (2 threads)", "cuda:0"}));
    EXPECT_EQ(header.configuration.size(), 2u);
    EXPECT_EQ(header.schedule.diversity_every, 7u);
    const auto& puzzle = std::get<PuzzleLine>(lines[1]);
    EXPECT_EQ(puzzle.file, "a,\"b\".txt");
    EXPECT_EQ(puzzle.line, 12u);
    EXPECT_EQ(puzzle.givens.back(), '7');
    const auto& row = std::get<GenerationLine>(lines[2]);
    EXPECT_EQ(row.seed, 18446744073709551610ull);
    EXPECT_EQ(row.puzzle, 3u);
    EXPECT_EQ(row.island, 2u);
    EXPECT_EQ(row.generation, 11u);
    EXPECT_EQ(row.work(), 12u + 13 + 14);
    EXPECT_EQ(row.size, 15u);
    EXPECT_EQ(row.best_so_far, 17u);
    EXPECT_EQ(row.q90, 22u);
    EXPECT_EQ(row.worst, 23u);
    EXPECT_EQ(row.restarts, 25u);
    EXPECT_EQ(row.mean, 33.25);
    ASSERT_TRUE(row.diversity);
    EXPECT_EQ(row.diversity->distinct, 290u);
    EXPECT_EQ(row.diversity->cell_entropy, entropies);
    EXPECT_EQ(std::get<EventLine>(lines[3]).best_so_far, 8u);
    EXPECT_FALSE(std::get<GenerationLine>(lines[4]).diversity);
    EXPECT_EQ(std::get<EventLine>(lines[5]).event, Event::restart);
    const auto& result = std::get<ResultLine>(lines[6]);
    EXPECT_EQ(result.status, "solved");
    EXPECT_EQ(result.fingerprint, 255u);
    EXPECT_EQ(result.seconds, 2.5);
}

TEST_P(Forms, AResumedRunHasASecondHeader) {
    const std::string header = GetParam() == FileFormat::csv ? header_line().comment() : header_line().json() + "\n";
    const std::string row = GetParam() == FileFormat::csv ? generation_line(true).csv() : generation_line(true).json();
    const std::vector<AnyLine> lines = read(file() + header + row + "\n", GetParam());
    ASSERT_EQ(lines.size(), 9u);
    EXPECT_TRUE(std::holds_alternative<Header>(lines[7]));
    EXPECT_TRUE(std::holds_alternative<GenerationLine>(lines[8]));
}

TEST_P(Forms, AFileMayEndAnywhere) {
    const std::string whole = file();
    for (std::size_t length = 0; length < whole.size(); length += 7) {
        fault_of(whole.substr(0, length), GetParam());  // a fault or none, but no other exception
    }
}

INSTANTIATE_TEST_SUITE_P(HistoryReader, Forms, testing::Values(FileFormat::json_lines, FileFormat::csv),
                         [](const auto& each) { return each.param == FileFormat::csv ? "Csv" : "JsonLines"; });

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(HistoryReader, NamesTheFault) {
    const std::string row = generation_line(true).json();
    EXPECT_EQ(fault_of(row), "");
    EXPECT_EQ(fault_of("not json"), "it is not JSON, from byte 2 on");
    EXPECT_EQ(fault_of("[1]"), "it is not a JSON object");
    EXPECT_EQ(fault_of("{\"kind\":1e999}"), "it has a number above 1.8e308");
    EXPECT_EQ(fault_of("{}"), "it lacks the field 'kind'");
    EXPECT_EQ(fault_of("{\"kind\":\"other\"}"), "unknown kind of line 'other'");
    EXPECT_EQ(fault_of(replaced(row, "\"best\":", "\"worse\":")), "it lacks the field 'best'");
    EXPECT_EQ(fault_of(replaced(row, "\"island\":2", "\"island\":0")), "'island' is not a whole number in its range");
    EXPECT_EQ(fault_of(replaced(row, "\"island\":2", "\"island\":-2")), "'island' is not a whole number in its range");
    EXPECT_EQ(fault_of(replaced(row, "\"island\":2", "\"island\":5000000000")),
              "'island' is not a whole number in its range");
    EXPECT_EQ(fault_of(replaced(row, "33.2500", "\"33\"")), "'mean' is not a number from 0");
    EXPECT_TRUE(fault_of(replaced(row, board, "5")).starts_with("'board' is not a board on one line"));
    EXPECT_TRUE(fault_of(replaced(row, entropies, std::string(81, 'x'))).starts_with("'cell_entropy'"));
    EXPECT_EQ(fault_of(replaced(row, board, std::string(256, '.'))),
              "'cell_entropy' has not one of the digits 0 to 9 for each of 256 cells");
    EXPECT_EQ(fault_of(replaced(event_line("restart").json(), "\"restart\"", "\"tea\"")), "unknown event 'tea'");
    EXPECT_EQ(fault_of(replaced(result_line().json(), "\"solved\"", "\"tea\"")), "unknown status 'tea'");
    EXPECT_EQ(fault_of(replaced(result_line().json(), "00ff", "00fx")), "'fingerprint' is not a hexadecimal number");
    EXPECT_EQ(fault_of(replaced(header_line().json(), "\"format\":1", "\"format\":2")),
              "format 2 of histories; this program reads format 1");
}

TEST(HistoryReader, NamesTheFaultOfALineOfCsv) {
    const std::string head = header_line().comment() + csv_columns() + "\n";
    EXPECT_EQ(fault_of(head + "generation,1\n", FileFormat::csv), "2 fields, not 35");
    EXPECT_EQ(fault_of(head + "\"generation\n", FileFormat::csv), "a field has no closing quotation mark");
    EXPECT_EQ(fault_of("# kind header\n", FileFormat::csv), "it is not a comment of the form '# name = value'");
    EXPECT_EQ(fault_of("# kind = header\n# format = x\nkind\n", FileFormat::csv), "'format' has no valid value");
}

}  // namespace
}  // namespace evodoku::history
