// The file of a history: its format, and the message where it cannot be written.
#include "history/history_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/temporary_files.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku::history {
namespace {

std::string text_of(const std::string& name) {
    std::stringstream text;
    text << std::ifstream(name).rdbuf();
    return text.str();
}

TEST(HistoryFile, TheEndingChoosesTheFormat) {
    EXPECT_EQ(format_of("--history", "a.jsonl"), FileFormat::json_lines);
    EXPECT_EQ(format_of("--history", "a.jsonl.csv"), FileFormat::csv);
    try {
        format_of("EVODOKU_HISTORY", "a.txt");
        FAIL();
    } catch (const SettingError& error) {
        EXPECT_STREQ(error.what(), "EVODOKU_HISTORY is 'a.txt'; the name of the file must end in .jsonl or .csv");
    }
}

TEST(HistoryFile, BothFormats) {
    const test::TemporaryFiles files;
    Line header("header"), row("generation");
    header.put("format", 1), row.put("seed", 7);
    for (const auto& [name, text] :
         {std::pair<std::string, std::string>{
              "/h.jsonl", "{\"kind\":\"header\",\"format\":1}\n{\"kind\":\"generation\",\"seed\":7}\n"},
          {"/h.csv", "# kind = header\n# format = 1\n" + csv_columns() + "\n" + row.csv() + "\n"}}) {
        {
            HistoryFile file(files.folder() + name, format_of("", name));
            file.begin(header);
            file.add(row);
        }
        EXPECT_EQ(text_of(files.folder() + name), text);
    }
}

TEST(HistoryFile, AResumedRunGoesOnAfterTheLastCompleteLine) {
    const test::TemporaryFiles files;
    Line header("header");
    header.put("format", 1);
    const auto begun = [&](const std::string& name, const std::string& text) {
        const std::string whole = files.write(name, text);
        HistoryFile(whole, format_of("", whole), true).begin(header);
        return text_of(whole);
    };
    const std::string line = "{\"kind\":\"header\",\"format\":1}\n", comment = "# kind = header\n# format = 1\n";
    EXPECT_EQ(begun("a.jsonl", "{}\n{}\n{\"ki"), "{}\n{}\n" + line);
    EXPECT_EQ(begun("b.jsonl", "torn"), line);
    EXPECT_EQ(begun("c.csv", "a,b\n1,2\n"), "a,b\n1,2\n" + comment);
    EXPECT_EQ(begun("d.csv", ""), comment + csv_columns() + "\n");
}

TEST(HistoryFile, OneThatCannotBeOpened) {
    EXPECT_THROW(HistoryFile("/nowhere/h.csv", FileFormat::csv), HistoryFileError);
}

TEST(HistoryFile, AFullDisk) {
    ASSERT_TRUE(std::ifstream("/dev/full")) << "every Linux has it";
    HistoryFile file("/dev/full", FileFormat::csv);
    file.begin(Line("header"));
    EXPECT_EQ(file.failure(), "cannot write /dev/full: No space left on device");
    file.add(Line("generation"));  // ignored
}

}  // namespace
}  // namespace evodoku::history
