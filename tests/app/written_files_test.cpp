// Files that the program writes: it writes over no input and over none of its other files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "program.hpp"
#include "temporary_files.hpp"

namespace evodoku::test {
namespace {

namespace fs = std::filesystem;

std::string content_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

class WrittenFiles : public testing::Test {
protected:
    const TemporaryFiles files;
    const std::string puzzle = files.write("p.txt", easy + "\n");
    std::string at(const std::string& name) const { return files.folder() + "/" + name; }

    void expect_refused(const Words& words, const std::string& message) const {
        const Finished finished = run(words);
        EXPECT_EQ(finished.code, 2);
        EXPECT_EQ(finished.out, "");
        EXPECT_EQ(finished.err.find("evodoku: " + message), 0u) << finished.err;
    }
};

TEST_F(WrittenFiles, AreNoInput) {
    fs::create_symlink(puzzle, at("link.txt"));
    fs::create_hard_link(puzzle, at("hard.txt"));
    for (const std::string& name : {puzzle, at("./p.txt"), at("link.txt"), at("hard.txt")}) {
        const std::string end = " and an input are one file, " + name + ", which would be overwritten; name another";
        expect_refused(solve({puzzle, "-o", name}), "--output" + end);
        expect_refused(solve({puzzle, "--checkpoint", name}), "--checkpoint" + end);
    }
    const std::string history = at("h.jsonl");
    EXPECT_EQ(run(solve({puzzle, "--history", history})).code, 0);
    const std::string lines = content_of(history);
    expect_refused({"report", history, "-o", history}, "--output and an input are one file, ");
    EXPECT_EQ(content_of(puzzle), easy + "\n");
    EXPECT_EQ(content_of(history), lines);
    const std::string settings = files.write("c.toml", "population = 80\n");
    expect_refused(solve({puzzle, "--config", settings, "-o", settings}), "--output and --config are one file, ");
}

TEST_F(WrittenFiles, AreNotEachOther) {
    const std::string out = at("out.jsonl");
    expect_refused(solve({puzzle, "-o", out, "--history", at("./out.jsonl")}), "--output and --history are one file");
    expect_refused(solve({puzzle, "-o", out, "--checkpoint", out}), "--output and --checkpoint are one file");
    expect_refused(solve({puzzle, "--history", out, "--checkpoint", out}), "--history and --checkpoint are one file");
    expect_refused({"bench", "--quick", "--json", out, "--csv", out}, "--json and --csv are one file");
    EXPECT_FALSE(fs::exists(out));
}

TEST_F(WrittenFiles, MayBeADeviceTwice) {
    const Finished finished = run(solve({"/dev/null", "-o", "/dev/null"}));
    EXPECT_EQ(finished.err.find("one file"), finished.err.npos) << finished.err;
    EXPECT_EQ(run(solve({puzzle, "-o", "/dev/null"})).code, 0);
}

TEST_F(WrittenFiles, AreCompleteOrAsBefore) {
    const std::string history = at("h.jsonl"), page = files.write("p.html", "before");
    EXPECT_EQ(run(solve({puzzle, "--history", history})).code, 0);
    Call call{{"report", history, "-o", page}};
    call.file_size = 1000;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 5);
    EXPECT_EQ(finished.err, "evodoku: cannot write " + page + ": File too large\n");
    EXPECT_EQ(content_of(page), "before");
    EXPECT_EQ(std::distance(fs::directory_iterator(files.folder()), fs::directory_iterator()), 3);
    EXPECT_EQ(run({"report", history, "-o", page}).code, 0);
    EXPECT_EQ(content_of(page).find("<!"), 0u);
}

TEST_F(WrittenFiles, ANumberOutOfRangeIsNoInternalError) {
    const std::string results = files.write("r.jsonl", "{\"kind\":\"header\",\"version\":1e999}\n");
    const Finished finished = run({"report", results, "-o", at("p.html")});
    EXPECT_EQ(finished.code, 5) << finished.err;
    EXPECT_NE(finished.err.find("r.jsonl"), finished.err.npos) << finished.err;
    EXPECT_NE(finished.err.find("a number above 1.8e308"), finished.err.npos) << finished.err;
}

}  // namespace
}  // namespace evodoku::test
