// The file of a history: what is written is read back, in both forms; everything else is refused with its fault.
#include "history/history.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/temporary_files.hpp"
#include "evodoku/engine/errors.hpp"
#include "support/refusal.hpp"

namespace evodoku::history {
namespace {

std::string text_of(const std::string& name) {
    std::stringstream text;
    text << std::ifstream(name).rdbuf();
    return text.str();
}

Header some_header() {
    Header header;
    header.version = "0.1.0", header.commit = "abc", header.started = "2026-01-31T12:00:00Z";
    header.devices = {"cpu (2 threads)", "\x1b[2J"};
    header.seed = 18446744073709551610ull, header.run_seed = 5, header.runs = 2, header.name = "a,\n\"b\"";
    header.configuration = {{"crossover", "uniform:rate=80%"}, {"population", "300"}};
    header.schedule = {1, 7};
    return header;
}

const std::string board(81, '5'), entropies(81, '9');

/// A value of each column that the kind has; every number differs from the others.
Line some_line(Kind kind, bool complete = true) {
    static const std::map<Type, Value> fixed = {{Type::truth, true},
                                                {Type::text, "a,\"b\".txt"},
                                                {Type::event, "restart"},
                                                {Type::status, "unsolved"},
                                                {Type::board, board},
                                                {Type::cell_digits, entropies},
                                                {Type::hexadecimal, "00000000000000ff"}};
    Line line(kind);
    std::uint64_t number = 10;
    for (const Column& column : columns()) {
        if ((column.kinds & kind) == 0 || (column.optional && !complete)) continue;
        if (fixed.contains(column.type)) {
            line.put(column, fixed.at(column.type));
        } else if (column.type == Type::seconds || column.type == Type::real) {
            line.put(column, static_cast<double>(++number) + 0.25);
        } else {
            line.put(column, ++number);
        }
    }
    return line;
}

std::string text_of(const Line& line, FileFormat format) {
    return (format == FileFormat::csv ? line.csv() : line.json()) + "\n";
}

using AnyLine = std::variant<Header, Line>;

std::vector<AnyLine> read(const std::string& text, FileFormat format) {
    std::istringstream stream(text);
    HistoryReader reader(format, [&](std::string& line) { return static_cast<bool>(std::getline(stream, line)); });
    std::vector<AnyLine> lines;
    while (std::optional<AnyLine> line = reader.next()) lines.push_back(std::move(*line));
    return lines;
}

std::string fault_of(const std::string& text, FileFormat format = FileFormat::json_lines) {
    return test::refusal([&] { read(text, format); });
}

TEST(HistoryFile, TheEndingChoosesTheFormat) {
    EXPECT_EQ(format_of("--history", "a.jsonl"), FileFormat::json_lines);
    EXPECT_EQ(format_of("--history", "a.jsonl.csv"), FileFormat::csv);
    EXPECT_EQ(test::refusal<SettingError>([] { format_of("EVODOKU_HISTORY", "a.txt"); }),
              "EVODOKU_HISTORY is 'a.txt'; the name of the file must end in .jsonl or .csv");
}

TEST(HistoryFile, HasAHeaderOfBothForms) {
    const auto header = nlohmann::json::parse(to_text(some_header(), FileFormat::json_lines));
    EXPECT_EQ(header["kind"], "header");
    EXPECT_EQ(header["devices"][1], "\x1b[2J");
    EXPECT_EQ(header["configuration"]["crossover"], "uniform:rate=80%");
    const std::string comment = to_text(some_header(), FileFormat::csv);
    EXPECT_TRUE(comment.starts_with("# kind = header\n# format = 1\n# version = 0.1.0\n"));
    EXPECT_TRUE(comment.find("\n# name = a, \"b\"\n") != std::string::npos) << comment;
}

TEST(HistoryFile, AResumedRunGoesOnAfterTheLastCompleteLine) {
    const test::TemporaryFiles files;
    const auto begun = [&](const std::string& name, const std::string& text) {
        const std::string whole = files.write(name, text);
        HistoryFile(whole, format_of("", whole), true).begin(some_header());
        return text_of(whole);
    };
    const std::string line = to_text(some_header(), FileFormat::json_lines);
    const std::string comment = to_text(some_header(), FileFormat::csv);
    EXPECT_EQ(begun("a.jsonl", "{}\n{}\n{\"ki"), "{}\n{}\n" + line);
    EXPECT_EQ(begun("b.jsonl", "torn"), line);
    EXPECT_EQ(begun("c.csv", "a,b\n1,2\n"), "a,b\n1,2\n" + comment);
    EXPECT_EQ(begun("d.csv", ""), comment + csv_columns() + "\n");
}

TEST(HistoryFile, ThatCannotBeWritten) {
    EXPECT_THROW(HistoryFile("/nowhere/h.csv", FileFormat::csv), FileError);
    ASSERT_TRUE(std::ifstream("/dev/full")) << "every Linux has it";
    HistoryFile file("/dev/full", FileFormat::csv);
    file.begin(some_header());
    EXPECT_EQ(file.failure(), "cannot write /dev/full: No space left on device");
    file.add(some_line(generation_line));  // ignored
}

class Forms : public testing::TestWithParam<FileFormat> {
protected:
    std::string written() const {
        const std::string name = files.folder() + (GetParam() == FileFormat::csv ? "/h.csv" : "/h.jsonl");
        HistoryFile file(name, GetParam());
        file.begin(some_header());
        for (const Line& line : lines) file.add(line);
        file.flush();
        return text_of(name);
    }

    test::TemporaryFiles files;
    const std::vector<Line> lines = {some_line(puzzle_line),       some_line(generation_line),
                                     some_line(event_line),        some_line(generation_line, false),
                                     some_line(event_line, false), some_line(result_line)};
};

TEST_P(Forms, EveryColumnIsReadBack) {
    const std::vector<AnyLine> all = read(written(), GetParam());
    ASSERT_EQ(all.size(), lines.size() + 1);
    Header header = std::get<Header>(all[0]), wanted = some_header();
    if (GetParam() == FileFormat::csv) wanted.name = "a, \"b\"";
    EXPECT_EQ(to_text(header, FileFormat::json_lines), to_text(wanted, FileFormat::json_lines));
    for (std::size_t k = 0; k < lines.size(); ++k) {
        const auto& line = std::get<Line>(all[k + 1]);
        EXPECT_EQ(line.json(), lines[k].json());
        EXPECT_EQ(line.csv(), lines[k].csv());
    }
    EXPECT_EQ(std::get<Line>(all[2]).work(),
              lines[1].count("evaluations") + lines[1].count("trials") + lines[1].count("redraws"));
}

TEST_P(Forms, AResumedRunHasASecondHeader) {
    const std::string more = to_text(some_header(), GetParam()) + text_of(lines[1], GetParam());
    const std::vector<AnyLine> all = read(written() + more, GetParam());
    ASSERT_EQ(all.size(), lines.size() + 3);
    EXPECT_TRUE(std::holds_alternative<Header>(all[lines.size() + 1]));
    EXPECT_TRUE(std::holds_alternative<Line>(all.back()));
}

TEST_P(Forms, AFileMayEndAnywhere) {
    const std::string whole = written();
    for (std::size_t length = 0; length < whole.size(); length += 7) {
        fault_of(whole.substr(0, length), GetParam());  // a fault or none, but no other exception
    }
}

INSTANTIATE_TEST_SUITE_P(HistoryFile, Forms, testing::Values(FileFormat::json_lines, FileFormat::csv),
                         [](const auto& each) { return each.param == FileFormat::csv ? "Csv" : "JsonLines"; });

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(HistoryReader, NamesTheFault) {
    const std::string row = some_line(generation_line).json();
    EXPECT_EQ(fault_of(row), "(no error)");
    EXPECT_EQ(fault_of("not json"), "it is not JSON, from byte 2 on");
    EXPECT_EQ(fault_of("[1]"), "it is not a JSON object");
    EXPECT_EQ(fault_of("{\"kind\":1e999}"), "it has a number above 1.8e308");
    EXPECT_EQ(fault_of("{}"), "it lacks the field 'kind'");
    EXPECT_EQ(fault_of("{\"kind\":\"other\"}"), "unknown kind of line 'other'");
    EXPECT_EQ(fault_of(replaced(row, "\"best\":", "\"worse\":")), "it lacks the field 'best'");
    EXPECT_EQ(fault_of(replaced(row, "\"entropy\":", "\"tea\":")), "it lacks the field 'entropy'");
    const std::string island = "\"island\":13";
    for (const char* number : {"0", "-2", "5000000000", "1.5", "\"1\""}) {
        EXPECT_EQ(fault_of(replaced(row, island, std::string("\"island\":") + number)),
                  "'island' is not a whole number in its range");
    }
    EXPECT_EQ(fault_of(replaced(row, "\"mean\":2", "\"mean\":-2")), "'mean' is not a number from 0");
    EXPECT_TRUE(fault_of(replaced(row, board, "5")).starts_with("'board' is not a board on one line"));
    const std::string digits = "'cell_entropy' has not one of the digits 0 to 9 for each of ";
    EXPECT_EQ(fault_of(replaced(row, entropies, std::string(81, 'x'))), digits + "81 cells");
    EXPECT_EQ(fault_of(replaced(row, board, std::string(256, '.'))), digits + "256 cells");
    EXPECT_EQ(fault_of(replaced(some_line(event_line).json(), "\"restart\"", "\"tea\"")), "unknown event 'tea'");
    const std::string result = some_line(result_line).json();
    EXPECT_EQ(fault_of(replaced(result, "\"unsolved\"", "\"tea\"")), "unknown status 'tea'");
    EXPECT_EQ(fault_of(replaced(result, "00ff", "00fx")), "'fingerprint' is not a hexadecimal number");
    EXPECT_EQ(fault_of(replaced(to_text(some_header(), FileFormat::json_lines), "\"format\":1", "\"format\":2")),
              "format 2 of histories; this program reads format 1");
}

TEST(HistoryReader, NamesTheFaultOfALineOfCsv) {
    const std::string head = to_text(some_header(), FileFormat::csv) + csv_columns() + "\n";
    EXPECT_EQ(fault_of(head + "generation,1\n", FileFormat::csv), "2 fields, not 35");
    EXPECT_EQ(fault_of(head + "\"generation\n", FileFormat::csv), "a field has no closing quotation mark");
    EXPECT_EQ(fault_of("# kind header\n", FileFormat::csv), "it is not a comment of the form '# name = value'");
    EXPECT_EQ(fault_of("# kind = header\n# format = x\nkind\n", FileFormat::csv), "'format' has no valid value");
}

}  // namespace
}  // namespace evodoku::history
