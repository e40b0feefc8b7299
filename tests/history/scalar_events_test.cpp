// Bytes of event files, and the folders that they lie in.
#include "history/scalar_events.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "history/history_file.hpp"
#include "history/tensorboard.hpp"

namespace evodoku::history {
namespace {

namespace fs = std::filesystem;

std::string bytes(std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
}

/// Without the two checksums.
std::string event_in(const std::string& record) { return record.substr(12, record.size() - 16); }

TEST(ScalarEvents, HaveTheChecksumOfCastagnoli) {
    EXPECT_EQ(crc32c(""), 0u);
    EXPECT_EQ(crc32c("123456789"), 0xe3069283u);
    EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aau);  // RFC 3720, appendix B.4
    EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43u);
}

TEST(ScalarEvents, AreProtocolBuffersInFrames) {
    const std::string record = scalars_record(1.5, 300, {{"a/b", 2.0}});
    const std::string event =
        bytes({0x09, 0,    0,    0,  0,    0, 0,   0xf8, 0x3f,  // 1: the double 1.5
               0x10, 0xac, 0x02,                                // 2: the varint 300
               0x2a, 12,   0x0a, 10, 0x0a, 3, 'a', '/',  'b',   // 5: a summary of one value with a tag
               0x15, 0,    0,    0,  0x40});                    // and the float 2.0
    EXPECT_EQ(event_in(record), event);
    EXPECT_EQ(record.substr(0, 8), bytes({static_cast<int>(event.size()), 0, 0, 0, 0, 0, 0, 0}));
    const auto masked = [](const std::string& text) {
        const std::uint32_t crc = crc32c(text);
        const std::uint32_t mask = ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
        return bytes({static_cast<int>(mask & 255), static_cast<int>(mask >> 8 & 255),
                      static_cast<int>(mask >> 16 & 255), static_cast<int>(mask >> 24)});
    };
    EXPECT_EQ(record.substr(8, 4), masked(record.substr(0, 8)));
    EXPECT_EQ(record.substr(record.size() - 4), masked(event));
    EXPECT_EQ(event_in(version_record(1.5)), event.substr(0, 9) + bytes({0x1a, 13}) + "brain.Event:2");
}

class Folder : public testing::Test {
protected:
    Folder() { fs::remove_all(path); }
    ~Folder() override { fs::remove_all(path); }

    static Line line(const char* kind, int puzzle, int generation) {
        Line made(kind);
        made.put("seed", 7);
        made.put("puzzle", puzzle);
        if (std::string_view(kind) == "generation") made.put("island", 2);
        made.put("generation", generation);
        made.put("best", 4);
        made.put("status", "solved");
        made.put("best_so_far", 0);
        return made;
    }
    std::vector<std::string> folders() const {
        std::vector<std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(path)) {
            if (entry.is_regular_file()) all.push_back(fs::relative(entry.path().parent_path(), path).string());
        }
        std::ranges::sort(all);
        return all;
    }

    const fs::path path = fs::temp_directory_path() / ("evodoku-tensorboard-" + std::to_string(getpid()));
};

TEST_F(Folder, HasARunPerPuzzle) {
    TensorBoard board(path.string(), false, false);
    board.add(line("puzzle", 1, 0));
    board.add(line("generation", 1, 0));
    board.add(line("event", 1, 0));
    board.add(line("result", 1, 0));
    board.add(line("generation", 2, 0));
    board.flush();
    EXPECT_EQ(board.failure(), "");
    EXPECT_EQ(folders(), (std::vector<std::string>{"seed7/puzzle1", "seed7/puzzle2"}));
}

TEST_F(Folder, HasARunPerIsland) {
    TensorBoard board(path.string(), true, false);
    board.add(line("generation", 1, 0));
    board.add(line("result", 1, 0));
    board.flush();
    EXPECT_EQ(folders(), (std::vector<std::string>{"seed7/puzzle1", "seed7/puzzle1/island2"}));
}

TEST_F(Folder, MustBeEmptyUnlessARunIsResumed) {
    fs::create_directories(path / "old");
    EXPECT_THROW(TensorBoard(path.string(), false, false), HistoryFileError);
    EXPECT_NO_THROW(TensorBoard(path.string(), false, true));
    EXPECT_THROW(TensorBoard("/proc/nosuch/folder", false, false), HistoryFileError);
}

TEST_F(Folder, AFailureIsKept) {
    TensorBoard board(path.string(), false, false);
    board.add(line("generation", 1, 0));
    fs::remove_all(path);
    std::ofstream(path.string()) << "a file in the way";
    board.flush();
    EXPECT_TRUE(board.failure().starts_with("cannot write " + path.string())) << board.failure();
    board.add(line("generation", 1, 1));
    board.flush();
}

}  // namespace
}  // namespace evodoku::history
