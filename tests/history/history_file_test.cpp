// The file of a history: what is written is read back, in both forms; everything else is refused with its fault. The
// lines: their values, both forms of a line, and the schema.
#include "history/history.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "evodoku/engine/errors.hpp"
#include "io/characters.hpp"
#include "support/puzzles.hpp"
#include "support/refusal.hpp"
#include "support/temporary_files.hpp"

namespace evodoku::history {
namespace {

using test::text_of_file;

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

/// Makes every number differ from the others.
struct Numbers {
    template <class Value>
    void operator()(const char* /*name*/, Value& value, std::uint64_t /*lowest*/ = 0) {
        if constexpr (std::is_same_v<Value, bool>)
            value = true;
        else if constexpr (!std::is_same_v<Value, std::string>)
            value = static_cast<std::uint32_t>(++last);
    }
    void optional(const char* name, auto& value, bool is_there, std::uint64_t /*lowest*/ = 0) {
        if (is_there) (*this)(name, value);
    }
    void from_one(const char* /*name*/, std::uint32_t& value) { value = last++; }
    void decimals(const char* /*name*/, double& value, int /*places*/) { value = ++last + 0.25; }
    void decimals(const char* name, std::optional<double>& value, int places, bool any_sign = false) {
        if (value) decimals(name, *value, places);
        if (value && any_sign) *value = -*value;
    }
    void hexadecimal(const char* /*name*/, std::uint64_t& value) { value = 255; }

    std::uint32_t last = 10;
};

/// With a value of each field that the kind has.
Line some_line(LineKind kind, bool complete = true) {
    Line line{.kind = kind};
    line.givens = board, line.file = "a,\"b\".txt", line.event = "restart", line.status = "unsolved";
    line.cell_entropy = complete ? entropies : "";
    if (complete || kind != event_line) line.board = board;
    if (complete) line.rank = 1, line.numbers.distinct = 1, line.entropy = line.log_weight = 1;
    Numbers numbers;
    describe(numbers, line);
    return line;
}

std::vector<AnyLine> read(const std::string& text) {
    std::istringstream stream(text);
    std::vector<AnyLine> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(parse_line(line));
    return lines;
}

std::string fault_of(const std::string& text) {
    return test::refusal([&] { read(text); });
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
        Recording(whole, format_of("", whole), {}, some_header(), true);
        return text_of_file(whole);
    };
    const std::string line = to_text(some_header(), FileFormat::json_lines);
    const std::string comment = to_text(some_header(), FileFormat::csv);
    EXPECT_EQ(begun("a.jsonl", "{}\n{}\n{\"ki"), "{}\n{}\n" + line);
    EXPECT_EQ(begun("b.jsonl", "torn"), line);
    EXPECT_EQ(begun("c.csv", "a,b\n1,2\n"), "a,b\n1,2\n" + comment);
    EXPECT_EQ(begun("z.jsonl", "{}\n" + std::string(70000, '\0') + "{}\n"), "{}\n" + line);
    EXPECT_EQ(begun("d.csv", ""), comment + csv_columns() + "\n");
}

TEST(HistoryFile, ThatCannotBeWritten) {
    EXPECT_THROW(Recording("/nowhere/h.csv", FileFormat::csv, {}, some_header()), FileError);
    ASSERT_TRUE(std::ifstream("/dev/full")) << "every Linux has it";
    Recording file("/dev/full", FileFormat::csv, {}, some_header());
    EXPECT_EQ(file.failure(), "cannot write to /dev/full: No space left on device");
    file.add(some_line(generation_line));  // ignored
}

class Written : public testing::Test {
protected:
    std::string written() const {
        const std::string name = files.folder() + "/h.jsonl";
        Recording file(name, FileFormat::json_lines, {}, some_header());
        for (const Line& line : lines) file.add(line);
        file.flush();
        return text_of_file(name);
    }

    test::TemporaryFiles files;
    const std::vector<Line> lines = {some_line(puzzle_line),       some_line(generation_line),
                                     some_line(event_line),        some_line(generation_line, false),
                                     some_line(event_line, false), some_line(result_line)};
};

TEST_F(Written, EveryColumnIsReadBack) {
    const std::vector<AnyLine> all = read(written());
    ASSERT_EQ(all.size(), lines.size() + 1);
    EXPECT_EQ(to_text(std::get<Header>(all[0]), FileFormat::json_lines),
              to_text(some_header(), FileFormat::json_lines));
    for (std::size_t k = 0; k < lines.size(); ++k) {
        const auto& line = std::get<Line>(all[k + 1]);
        EXPECT_EQ(line.json(), lines[k].json());
        EXPECT_EQ(line.csv(), lines[k].csv());
    }
}

TEST_F(Written, AResumedRunHasASecondHeader) {
    const std::vector<AnyLine> all =
        read(written() + to_text(some_header(), FileFormat::json_lines) + lines[1].json() + "\n");
    ASSERT_EQ(all.size(), lines.size() + 3);
    EXPECT_TRUE(std::holds_alternative<Header>(all[lines.size() + 1]));
    EXPECT_TRUE(std::holds_alternative<Line>(all.back()));
}

TEST_F(Written, AFileMayEndAnywhere) {
    const std::string whole = written();
    for (std::size_t length = 0; length < whole.size(); length += 7)
        fault_of(whole.substr(0, length));  // a fault or none, but no other exception
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(HistoryLines, NamesTheFault) {
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
    for (const char* number : {"0", "-2", "5000000000", "1.5", "\"1\""})
        EXPECT_EQ(fault_of(replaced(row, island, std::string("\"island\":") + number)),
                  "'island' is not a whole number in its range");
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

using nlohmann::json;

/// Every number differs from the others.
PopulationProgress population() {
    PopulationProgress of;
    of.cost_so_far = 11, of.cost = 12, of.q10 = 13, of.q25 = 14, of.median = 15, of.q75 = 16, of.q90 = 17;
    of.worst = 18, of.mean = 15.25, of.deviation = 2.5, of.effort.trials = 21, of.effort.redraws = 22, of.distinct = 23;
    of.entropy.assign(81, 1.5);
    of.best_board_so_far = test::easy_solution, of.best_board = test::easy_puzzle;
    return of;
}

constexpr IslandProgress some_island{.island_index = 7,
                                     .puzzle_index = 2,
                                     .island_of_puzzle = 4,
                                     .generation = 40,
                                     .restarts = 41,
                                     .size = 42,
                                     .evaluations = 43,
                                     .rank = 3};
const std::string solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const std::string easy_puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

Line line_of(LineKind kind) {
    Line line{.kind = kind, .seed = 18446744073709551615u, .seconds = 0.25, .island = some_island};
    line.migrations = 31;
    return line;
}

TEST(Lines, HoldTheValuesOfARow) {
    Line row = line_of(generation_line);
    row.add(population());
    const std::string begin = R"({"kind":"generation","seed":18446744073709551615,"puzzle":3,"island":5,)";
    const std::string end =
        R"("generation":40,"evaluations":43,"trials":21,"redraws":22,"seconds":0.250000,"size":42,"best":12,)"
        R"("best_so_far":11,"mean":15.2500,"deviation":2.5000,"q10":13,"q25":14,"median":15,"q75":16,"q90":17,)"
        R"("worst":18,"distinct":23,"entropy":1.5000,"cell_entropy":")" +
        std::string(81, '4') + R"(","migrations":31,"restarts":41,"board":")" + easy_puzzle + "\"}";
    EXPECT_EQ(row.json(), begin + end);
    row.rank = 3;
    EXPECT_EQ(row.json(), begin + R"("rank":3,)" + end);
    PopulationProgress costs = population();
    costs.entropy.clear(), costs.distinct = 0;
    Line short_row = line_of(generation_line);
    short_row.add(costs);
    EXPECT_EQ(short_row.json().find("distinct"), std::string::npos) << "no board was read";
    EXPECT_EQ(short_row.json().find("entropy"), std::string::npos);
}

TEST(Lines, HoldTheValuesOfOtherLines) {
    Line event = line_of(event_line);
    event.event = "new_best";
    event.add(population());
    const std::string begin =
        R"({"kind":"event","seed":18446744073709551615,"puzzle":3,"island":5,"generation":40,"evaluations":43,)"
        R"("event":)";
    EXPECT_EQ(event.json(), begin + R"("new_best","seconds":0.250000,"best_so_far":11,"board":")" + solution + "\"}");
    event = line_of(event_line);
    event.event = "restart";
    EXPECT_EQ(event.json(), begin + R"("restart","seconds":0.250000})");
    Line start{.kind = puzzle_line, .seed = 1};
    start.givens = easy_puzzle, start.file = "a \"b\", c.txt", start.line = 12;
    EXPECT_EQ(start.json(), R"({"kind":"puzzle","seed":1,"puzzle":1,"seconds":0.000000,"givens":")" + easy_puzzle +
                                R"(","file":"a \"b\", c.txt","line":12})");
    EXPECT_TRUE(start.csv().starts_with("puzzle,,1,1,,,,,,0.000000,"));
    EXPECT_TRUE(start.csv().find(R"(,"a ""b"", c.txt",12,)") != std::string::npos);
    Outcome outcome;
    outcome.status = Status::solved, outcome.board = test::easy_solution, outcome.cost = 51, outcome.generations = 52;
    outcome.evaluations = 53, outcome.effort.trials = 54, outcome.effort.redraws = 55, outcome.restarts = 56;
    outcome.seconds = 1.5, outcome.work_seconds = 0.5, outcome.fingerprint = 255;
    Line result{.kind = result_line, .seed = 1};
    result.island.puzzle_index = 2;
    result.add(outcome);
    EXPECT_EQ(result.json(),
              R"({"kind":"result","seed":1,"puzzle":3,"status":"solved","stopped":false,"generation":52,)"
              R"("evaluations":53,"trials":54,"redraws":55,"restarts":56,"seconds":1.500000,"work_seconds":0.500000,)"
              R"("best_so_far":51,"board":")" +
                  solution + R"(","fingerprint":"00000000000000ff"})");
}

TEST(Lines, HaveAPlaceInCsvForEachField) {
    EXPECT_TRUE(csv_columns().starts_with("kind,event,seed,puzzle,island,generation,evaluations,trials,redraws,"));
    std::set<std::string> names = {"kind"};
    for (const LineKind kind : all_kinds)
        for (const std::string& name : fields_of(kind).names()) names.insert(name);
    const std::vector<std::string> columns = io::read_csv_row(csv_columns()).fields;
    EXPECT_EQ(columns.size(), names.size());
    EXPECT_EQ(std::set<std::string>(columns.begin(), columns.end()), names);
}

TEST(Lines, AreThoseOfTheSchema) {
    const json schema = json::parse(std::ifstream(EVODOKU_SOURCE_DIR "/docs/reference/history.schema.json"))["$defs"];
    for (const LineKind kind : all_kinds) {
        const json& line = schema.at(kind == puzzle_line ? "puzzle_line" : std::string(kind_names[kind]));
        std::set<std::string> properties = {"kind"}, required = {"kind"};
        for (const std::string& name : fields_of(kind).names()) properties.insert(name);
        for (const std::string& name : fields_of(kind, false).names()) required.insert(name);
        std::set<std::string> found;
        for (const auto& [name, type] : line["properties"].items()) found.insert(name);
        EXPECT_EQ(found, properties);
        EXPECT_EQ(line["required"].get<std::set<std::string>>(), required) << kind_names[kind];
        EXPECT_EQ(line["additionalProperties"], false);
    }
}

}  // namespace
}  // namespace evodoku::history
