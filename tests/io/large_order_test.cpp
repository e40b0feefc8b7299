// The order of larger boards, recognised from the beginning of a file.
#include <gtest/gtest.h>

#include <sstream>

#include "io/large_text.hpp"
#include "large_boards.hpp"

namespace evodoku::io::large {
namespace {

TEST(LargeOrder, ALineShowsItsOrder) {
    for (int order = 2; order <= 7; ++order) {
        for (const Grid& puzzle : {some_puzzle(order), some_puzzle(order, 1, 100), Grid(order)}) {
            EXPECT_EQ(grid_of_line(large_line(puzzle)), puzzle) << order;
        }
    }
    for (const std::string& text : {std::string(), std::string(80, '1'), std::string(16, '5'), std::string(82, '.'),
                                    repeated("1 ", 256), repeated("50 ", 2401), std::string(81, ',')}) {
        EXPECT_EQ(grid_of_line(text), std::nullopt) << text;
    }
}

TEST(LargeOrder, ADamagedFirstRowStillShowsTheOrder) {
    for (int order = 4; order <= 7; ++order) {
        for (const LargeForm& form : large_forms()) {
            if (form.has_symbols && order > 6) continue;
            const std::string good = written({some_puzzle(order), some_puzzle(order, 1)}, form);
            std::vector<std::string> damaged;
            for (const char bad : {'?', '@', '\x01', '\xFF'}) {
                if (form.name == "list") break;  // such a text is not JSON
                std::string text = good;
                const std::size_t line = form.name == "csv" || form.name == "tsv" ? 10 : form.name == "acs" ? 4 : 0;
                const std::size_t row = text.find_first_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.", line);
                const bool has_words = form.name == "csv" || form.name == "tsv" || form.name == "jsonl";
                const std::size_t at = has_words ? text.find_first_of(".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 14) : row;
                text[at] = bad;
                damaged.push_back(text);
            }
            for (const std::string& text : damaged) {
                EXPECT_EQ(order_of(text), order) << form.name << "\n" << text;
                std::istringstream input(text);
                LargeReader reader(input, "a.txt", order);
                LargeEntry entry;
                try {
                    reader.next(entry);
                    ADD_FAILURE() << "read: " << form.name;
                } catch (const ParseError& error) {
                    EXPECT_TRUE(std::string(error.what()).starts_with("a.txt:")) << error.what();
                    EXPECT_TRUE(error.cell().starts_with("r1c")) << form.name << ": " << error.what();
                }
            }
        }
    }
}

TEST(LargeOrder, NineByNineIsNeverRecognisedAsLarger) {
    std::string wrapped;  // 81 numbers, sixteen per line
    for (int k = 0; k < 81; ++k) wrapped += std::to_string(k * 7 % 10) + (k % 16 == 15 ? "\n" : " ");
    EXPECT_EQ(order_of(wrapped), 3);
    EXPECT_EQ(order_of("puzzle,solution\n" + std::string(81, '.') + "," + std::string(81, '1') + "\n"), 3);
    EXPECT_EQ(order_of("[\"" + std::string(81, '.') + "\",\n\"" + std::string(81, '1') + "\"]"), 3);
    EXPECT_EQ(order_of("{\"puzzle\": \"" + std::string(81, '.') + "\", \"hash\": \"" + std::string(64, 'a') + "\"}"),
              3);
    EXPECT_EQ(order_of("Grid 01\n003020600\n900305001\n"), 3);
}

TEST(LargeOrder, RecognisesTheOrder) {
    for (int order = 4; order <= 7; ++order) {
        for (const LargeForm& form : large_forms()) {
            if (form.has_symbols && order > 6) continue;
            EXPECT_EQ(order_of("# a comment\n\n" + written({some_puzzle(order)}, form)), order) << form.name;
        }
    }
    for (const char* text :
         {"", "\n\n", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
          "5 3 . . 7 . . . .\n6 . . 1 9 5 . . .\n", "+-------+-------+-------+\n| . . 3 | . . . | 1 2 3 |\n",
          "id,puzzle\n1,53..7", "[[5,3,0,0,7,0,0,0,0],\n", "{\"puzzle\": \"53..7\"}", "A title of words\n",
          "A_title_in_25_characters_\nwith another line below..\n", "4\n", "1234\n3412\n"}) {
        EXPECT_EQ(order_of(text), 3) << text;
    }
}

}  // namespace
}  // namespace evodoku::io::large
