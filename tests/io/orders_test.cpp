// Boards of other orders: every form that is written reads back, and the order is recognised. Texts and their faults
// are in tests/data/forms: larger_*, order4_* ...
#include "io/puzzle_writer.hpp"
#include "logic/generator.hpp"
#include "reading.hpp"
#include "support/refusal.hpp"

namespace evodoku::io {
namespace {

Grid some_puzzle(int order, std::uint32_t index = 0, std::uint32_t hundredths = 45) {
    return logic::generate_puzzle({order, percent(hundredths), logic::Holes::random, 1, index}).puzzle;
}

std::vector<Grid> read(const std::string& text, int order) {
    std::istringstream input(text);
    PuzzleReader reader(input, "a.txt", order);
    std::vector<Grid> grids;
    for (ReadPuzzle job; reader.next(job);) grids.push_back(job.grid);
    return grids;
}

std::string written(const std::vector<Grid>& puzzles, const std::string& form) {
    PuzzleWriter writer(form, puzzles.front().order());
    std::string text = writer.begin();
    for (const Grid& puzzle : puzzles) text += writer.puzzle(puzzle);
    return text + writer.end();
}

int order_of(const std::string& text) {
    std::istringstream input(text);
    return PuzzleReader(input, "", 0).order().order;
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int k = 0; k < times; ++k) all += text;
    return all;
}

class Orders : public testing::TestWithParam<int> {
protected:
    const int order = GetParam();
};

TEST_P(Orders, EveryFormThatIsWrittenIsReadBack) {
    const std::vector<Grid> puzzles = {some_puzzle(order), some_puzzle(order, 1), Grid(order)};
    for (const std::string& form : form_names(order)) {
        const std::string text = written(puzzles, form);
        EXPECT_EQ(read(text, order), puzzles) << form << "\n" << text;
        EXPECT_EQ(order_of("# a comment\n\n" + text), order) << form;
        EXPECT_EQ(read(text, 0), puzzles) << form << ": the order is that of the text";
    }
}

TEST_P(Orders, ALineShowsItsOrder) {
    for (const Grid& puzzle : {some_puzzle(order), some_puzzle(order, 1, 100), Grid(order)})
        EXPECT_EQ(grid_of_line(to_line(puzzle)), puzzle);
    Grid board = some_puzzle(order);
    std::vector<bool> conflicted(board.cells().size());
    conflicted[0] = true;
    EXPECT_EQ(read(to_boxed(board, {false, &board, &conflicted}), order), std::vector<Grid>{board}) << "with a mark";
}

TEST_P(Orders, AListShowsItsOrderWhateverItsFirstRowHolds) {
    for (std::uint32_t index = 0; index < 40; ++index) {  // sparse: the first row may be one of a smaller board
        const std::vector<Grid> puzzles = {some_puzzle(order, index, 5), some_puzzle(order, index, 30)};
        EXPECT_EQ(read(written(puzzles, "list"), 0), puzzles) << written(puzzles, "list");
    }
}

class LargerOrders : public Orders {};

TEST_P(LargerOrders, ADamagedFirstRowStillShowsTheOrder) {
    for (const std::string& form : form_names(order)) {
        for (const char bad : {'@', '\x01', '\xFF'}) {
            std::string text = written({some_puzzle(order), some_puzzle(order, 1)}, form);
            const bool has_words = form == "csv" || form == "tsv" || form == "jsonl";
            const std::size_t begin = has_words ? 14 : form == "acs" ? 4 : 0;
            text[text.find_first_of(".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", begin)] = bad;
            if (form == "list") continue;  // not a list
            EXPECT_EQ(order_of(text), order) << form << "\n" << text;
            std::istringstream input(text);
            PuzzleReader reader(input, "a.txt", order);
            ReadPuzzle job;
            const auto error = test::thrown<ParseError>([&] { reader.next(job); });
            EXPECT_TRUE(std::string(error.what()).starts_with("a.txt:")) << error.what();
            EXPECT_TRUE(error.cell().starts_with("r1c")) << form << ": " << error.what();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Orders, testing::Values(2, 3, 4, 5, 6, 7));
INSTANTIATE_TEST_SUITE_P(All, LargerOrders, testing::Values(4, 5, 6, 7));

TEST(LargerBoards, BytesThatAreNoText) {
    for (const std::string& text :
         {std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03 no such bytes", 24), std::string(16384, '\0')}) {
        std::istringstream input(text);
        EXPECT_EQ(read_all(input, "a.txt", 4).errors.size(), 1u) << "reported once, and then it ends";
    }
}

TEST(LargerBoards, NineByNineIsNeverRecognisedAsLarger) {
    std::string wrapped;  // 81 numbers, sixteen per line
    for (int k = 0; k < 81; ++k) wrapped += std::to_string(k * 7 % 10) + (k % 16 == 15 ? "\n" : " ");
    const std::string dots(81, '.'), ones(81, '1');
    for (const std::string& text :
         {wrapped, "puzzle,solution\n" + dots + "," + ones + "\n", "[\"" + dots + "\",\n\"" + ones + "\"]",
          "{\"puzzle\": \"" + dots + "\", \"hash\": \"" + std::string(64, 'a') + "\"}",
          std::string("Grid 01\n003020600\n900305001\n"), std::string(), std::string("\n\n"), dots,
          std::string("5 3 . . 7 . . . .\n6 . . 1 9 5 . . .\n"), std::string("id,puzzle\n1,53..7"),
          std::string("+-------+-------+-------+\n| . . 3 | . . . | 1 2 3 |\n"), std::string("[[5,3,0,0,7,0,0,0,0],\n"),
          std::string("{\"puzzle\": \"53..7\"}"), std::string("A title of words\n"),
          std::string("A_title_in_25_characters_\nwith another line below..\n"), std::string("4\n"),
          std::string("1234\n3412\n")})
        EXPECT_EQ(order_of(text), 3) << text;
    for (const std::string& text : {std::string(), std::string(80, '1'), std::string(16, '5'), std::string(82, '.'),
                                    repeated("1 ", 256), repeated("50 ", 2401), std::string(81, ',')})
        EXPECT_EQ(grid_of_line(text), std::nullopt) << text;
}

}  // namespace
}  // namespace evodoku::io
