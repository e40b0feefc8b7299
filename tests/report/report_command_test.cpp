// `evodoku report` as people call it: files of all kinds in, a page out, errors with their place.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "program.hpp"

namespace evodoku::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string source = EVODOKU_SOURCE_DIR;
const std::string raw_results = source + "/experiments/results/raw/annealing.jsonl.gz";
const std::string benchmark = source + "/bench/results/xeon-2-threads/bench.json";

json data_in(const std::string& page) {
    const std::string begin = "id=\"data\">";
    const std::size_t from = page.find(begin) + begin.size();
    return json::parse(page.substr(from, page.find("</script>", from) - from));
}

class Report : public testing::Test {
protected:
    std::string history(const std::string& name, const Words& more = {}) const {
        const std::string file = files.folder() + "/" + name;
        run(small_solve(with({"--puzzle", hard, "--history", file}, more)));
        return file;
    }
    std::string page() const { return files.folder() + "/page.html"; }

    TemporaryFiles files;
};

TEST_F(Report, OfAllKindsOfFilesTogether) {
    const std::string jsonl = history("a.jsonl", {"--runs", "3"}), csv = history("b.csv", {"--population", "400"});
    const Finished finished =
        expect_ends(run({"report", jsonl, csv, raw_results, benchmark, "-o", page(), "--title", "All <of> it"}), 0, {},
                    {"page.html: 4 files, "});
    EXPECT_EQ(finished.out, "");
    const std::string text = text_of_file(page());
    EXPECT_TRUE(contains(text, "<title>All &lt;of&gt; it</title>"));
    EXPECT_TRUE(contains(text, "<caption>All puzzles</caption>"));
    const json data = data_in(text);
    EXPECT_EQ(data["histories"].size(), 4u);
    EXPECT_GT(data["runs"].size(), 4u);
    EXPECT_EQ(data["benchmarks"][0]["name"], "bench");
    EXPECT_TRUE(contains(text, "Intel(R) Xeon(R) Processor"));
}

TEST_F(Report, BothFormsOfAHistoryAreOne) {
    const auto data_of = [&](const std::string& file) {
        EXPECT_EQ(run({"report", file, "-q", "-o", page()}).code, 0);
        json data = data_in(text_of_file(page()));
        data["histories"][0]["columns"].erase("seconds");
        for (json* spent : {&data["runs"][0]["spent"], &data["runs"][0]["steps"][0]}) spent->erase(2);  // seconds
        data["runs"][0]["steps"].erase(data["runs"][0]["steps"].begin() + 1, data["runs"][0]["steps"].end());
        return data;
    };
    fs::create_directory(files.folder() + "/x");
    EXPECT_EQ(data_of(history("x/a.jsonl")), data_of(history("a.csv")));
}

TEST_F(Report, AHistoryWithoutRowsIsAnError) {
    for (const char* name : {"a.jsonl", "a.csv"}) {
        std::string text;
        std::istringstream whole(text_of_file(history(name)));
        for (std::string line; std::getline(whole, line);) {  // the header, with the columns of a CSV
            if (line.starts_with("{\"kind\":\"header") || line.starts_with('#') || line.starts_with("kind,")) {
                text += line + "\n";
            }
        }
        const std::string file = files.write(std::string("b-") + name, text);
        expect_ends(run({"report", file, "-o", page()}), 5, {},
                    {": the history has no rows yet; let its run go on, or leave the file out"});
        EXPECT_FALSE(fs::exists(page()));
    }
}

TEST_F(Report, JoinedHistoriesAreAnErrorAndResumedRunsAreNot) {
    for (const std::string ending : {".jsonl", ".csv"}) {
        const std::string first = text_of_file(history("a" + ending));
        const std::string both =
            files.write("both" + ending, first + text_of_file(history("b" + ending, {"--population", "400"})));
        const Finished finished = expect_ends(run({"report", both, "-o", page()}), 5);
        const std::string place = "both" + ending + ":" + std::to_string(lines_of(first).size() + 1) + ": ";
        EXPECT_TRUE(contains(finished.err, place + "the history of another run begins here (population is '400', and "
                                                   "was '300'); give each history its own file"))
            << finished.err;
        EXPECT_FALSE(fs::exists(page()));

        const std::string saved = files.folder() + "/run" + ending + ".ckpt";
        Words words = small_solve(
            {"--puzzle", hard, "--history", files.folder() + "/r" + ending, "-j", "1", "--checkpoint", saved});
        EXPECT_EQ(run(words).code, 1);
        expect_ends(run({"solve", "--resume", saved, "-j", "2"}), 1);
        EXPECT_EQ(run({"report", files.folder() + "/r" + ending, "-o", page()}).code, 0);
        fs::remove(page());
    }
}

TEST_F(Report, ErrorsNameFileAndLine) {
    const auto error_of = [&](const Words& words) {
        const Finished finished = run(with({"report", "-o", page()}, words));
        EXPECT_EQ(finished.out, "");
        EXPECT_FALSE(fs::exists(page()));
        return std::to_string(finished.code) + " " + finished.err;
    };
    EXPECT_TRUE(error_of({}).starts_with("2 evodoku: no file given: name histories, results or benchmarks"));
    EXPECT_TRUE(error_of({"/nosuch/x"}).starts_with("5 evodoku: cannot open /nosuch/x: No such file"));
    EXPECT_TRUE(contains(error_of({files.folder()}), "it is a folder"));
    EXPECT_TRUE(
        contains(error_of({raw_results, "--first", "tea"}), "2 evodoku: --first: 'tea' is not a configuration"));
    const std::string puzzles = files.write("p.txt", hard + "\n");
    EXPECT_TRUE(contains(error_of({puzzles}), "p.txt:1: the file does not begin like one that a report is made of"));
    std::string text = text_of_file(history("a.jsonl"));
    text.insert(text.find('\n') + 1, "{\"kind\":\"tea\"}\n");
    EXPECT_TRUE(contains(
        error_of({files.write("b.jsonl", text)}),
        "5 evodoku: " + files.folder() + "/b.jsonl:2: this is not a line of a history: unknown kind of line 'tea'"));
    EXPECT_TRUE(contains(error_of({"/dev/zero"}), "/dev/zero:1: the file does not begin"));
    const std::string answers =
        files.write("answers.jsonl", run(small_solve({"--puzzle", easy, "--format", "jsonl"})).out);
    EXPECT_TRUE(contains(error_of({answers}), "answers.jsonl:1: this is not a line of results; expected:"));
}

TEST_F(Report, NamesWithEscapeCodesAreNotPrinted) {
    const std::string file = files.write("a\x1b[31m.jsonl", "{\"kind\":\"header\",\"\x1b[31m\":1}\n");
    const Finished finished = expect_ends(run({"report", file, "-o", page()}), 5);
    EXPECT_FALSE(has_control_codes(finished.err)) << finished.err;
}

TEST_F(Report, GoesToStandardOutput) {
    const std::string file = history("a.jsonl");
    EXPECT_EQ(run({"report", file, "-q", "-o", page()}).code, 0);
    const Finished finished = expect_ends(run({"report", file, "-o", "-"}), 0);
    EXPECT_EQ(finished.out, text_of_file(page())) << "nothing else";
    EXPECT_TRUE(finished.err.starts_with("evodoku: standard output: 1 file, ")) << finished.err;
    EXPECT_FALSE(fs::exists("-"));
}

TEST_F(Report, AFullDiskIsReported) {
    expect_ends(run({"report", benchmark, "-o", "/dev/full"}), 5, {},
                {"cannot write /dev/full: No space left on device"});
}

}  // namespace
}  // namespace evodoku::test
