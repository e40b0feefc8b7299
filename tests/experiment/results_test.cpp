// Files of results: lines are complete, what was cut off is found, and no other file is ever harmed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/temporary_files.hpp"
#include "experiment/experiment.hpp"
#include "support/refusal.hpp"

namespace evodoku::experiment {
namespace {

Record some_record(std::uint64_t seed) {
    Record record;
    record.puzzle = std::string(81, '.'), record.file = "a \"b\"\n.txt", record.line = 3;
    record.configuration = "plain", record.config_hash = 0x0123456789abcdef, record.seed = seed;
    record.solved = true, record.status = "solved", record.cost = 2, record.generations = 12;
    record.evaluations = 1'000'000'000'000, record.restarts = 1, record.seconds = 0.1;
    record.fingerprint = ~std::uint64_t{0};
    return record;
}

class Results : public testing::Test {
protected:
    std::string text() const {
        std::ifstream file(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void append_text(const std::string& more) const { std::ofstream(name, std::ios::app | std::ios::binary) << more; }

    test::TemporaryFiles files;
    const std::string name = files.folder() + "/results.jsonl";
};

TEST_F(Results, AreReadBackAsWritten) {
    {
        ResultFile file(name);
        EXPECT_TRUE(file.records().empty());
        file.append(some_record(1));
        file.append(some_record(~std::uint64_t{0}));
    }
    const ResultFile file(name);
    ASSERT_EQ(file.records().size(), 2u);
    EXPECT_EQ(file.torn_bytes(), 0u);
    EXPECT_EQ(to_json(file.records()[0]), to_json(some_record(1)));
    EXPECT_EQ(to_json(file.records()[1]), to_json(some_record(~std::uint64_t{0})));
    EXPECT_EQ(file.records()[0].seconds, 0.1);
}

TEST_F(Results, TextsThatRunsShareTakeNoMemory) {
    Record record = some_record(1);
    record.settings = record.made_by.machine = std::string(1000, 'x');
    ResultFile(name).append(record);
    EXPECT_NE(text().find("\"settings\":\"xxx"), std::string::npos) << "they are in the file";
    const ResultFile file(name);
    EXPECT_LT(file.records()[0].settings.capacity() + file.records()[0].made_by.machine.capacity(), 100u);
}

TEST_F(Results, ALineCutOffAnywhereIsDropped) {
    const std::string line = to_json(some_record(2));
    for (std::size_t length = 1; length <= line.size(); ++length) {
        std::filesystem::remove(name);
        ResultFile(name).append(some_record(1));
        const std::string whole = text();
        append_text(line.substr(0, length));
        {
            ResultFile file(name);
            ASSERT_EQ(file.records().size(), 1u) << length;
            ASSERT_EQ(file.torn_bytes(), length);
            EXPECT_EQ(text(), whole + line.substr(0, length)) << "changed before anybody asked for it";
            file.drop_torn_line();
            EXPECT_EQ(text(), whole);
            file.append(some_record(3));
        }
        ASSERT_EQ(ResultFile(name).records().size(), 2u);
    }
}

TEST_F(Results, OtherFilesAreLeftAlone) {
    const std::string good = to_json(some_record(1)) + "\n";
    for (const std::string other : {"hello", "hello\n", "{}\n", "{\"puzzle\":\"1\"}\n", "\n", "53..7...."}) {
        for (const std::string& before : {std::string(), good}) {
            std::filesystem::remove(name);
            append_text(before + other);
            EXPECT_THROW(ResultFile{name}, ForeignFileError) << other;
            EXPECT_EQ(text(), before + other);
        }
    }
    EXPECT_EQ(test::refusal<ForeignFileError>([&] { ResultFile{name}; }),
              name + ":2: this line is not a result of an experiment; name another file with --output");
}

TEST_F(Results, HaveOneWriter) {
    const ResultFile first(name);
    test::expect_all(test::refusal<FileError>([&] { ResultFile{name}; }), {"another process is writing it"});
}

TEST_F(Results, FilesThatCannotBeUsedAreNamed) {
    EXPECT_THROW(ResultFile("/no/such/folder/x.jsonl"), FileError);
    EXPECT_THROW(ResultFile{files.folder()}, FileError);
    EXPECT_THROW(ResultFile("/dev/null"), FileError);
}

TEST(RecordText, RefusesWhatIsIncomplete) {
    const std::string line = to_json(some_record(1));
    EXPECT_TRUE(line.starts_with(record_head));
    EXPECT_NO_THROW(parse_record(line));
    for (const std::string field : {"puzzle", "seed", "fingerprint", "evaluations", "config_hash", "solved"}) {
        std::string without = line;
        without.replace(without.find("\"" + field + "\""), field.size() + 2, "\"other\"");
        EXPECT_THROW(parse_record(without), std::invalid_argument) << field;
    }
    EXPECT_THROW(parse_record(""), std::invalid_argument);
    EXPECT_THROW(parse_record("[]"), std::invalid_argument);
}

}  // namespace
}  // namespace evodoku::experiment
