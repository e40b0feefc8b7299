// Properties of the reader over random grids, random damage and random bytes.
#include <rapidcheck.h>

#include <algorithm>

#include "io/puzzle_writer.hpp"
#include "reading.hpp"

namespace evodoku::io {
namespace {

std::string random_line() {
    const auto digits = *rc::gen::container<std::vector<int>>(81, rc::gen::inRange(0, 10));
    std::string line;
    for (const int digit : digits) line.push_back(digit == 0 ? '.' : static_cast<char>('0' + digit));
    return line;
}

std::string with_blank(std::string line, char blank) {
    std::replace(line.begin(), line.end(), '.', blank);
    return line;
}

/// `line` written in form number `form`: those of PuzzleWriter that may be anywhere in a file, and some others.
constexpr int form_count = 20;
std::string in_form(const std::string& line, int form) {
    std::vector<std::string> names = form_names(3);
    std::erase_if(names, [](const std::string& name) { return name == "csv" || name == "tsv"; });
    const std::string zeros = with_blank(line, '0');
    const std::vector<std::string> others = {with_blank(line, 'x') + " # a comment\r\n", as_rows(line, "\n", "\n"),
                                             "name = [\n" + parted(zeros, ",\n") + "]\n",
                                             "12. " + zeros + " 7.2/1.2/1.2\n"};
    const auto k = static_cast<std::size_t>(form);
    if (k < others.size()) return others[k];
    PuzzleWriter writer(names[(k - others.size()) % names.size()], 3);
    const std::string begin = writer.begin(), puzzle = writer.puzzle(parse_puzzle(line, "test"));
    return begin + puzzle + writer.end();
}

/// A piece of a file, whose lines of 81 cells end with `end`.
std::string piece(int kind, const std::string& end) {
    switch (kind) {
        case 0:
            return with_blank(random_line(), *rc::gen::element('.', '0', 'x', 'X', '*', '_')) + end;
        case 1:
            return solution + end;  // a full grid
        case 2:
            return random_line().replace(40, 1, "?") + end;  // one bad cell
        case 3:
            return random_line() + "5" + end;  // a cell too many
        case 4:
            return as_rows(random_line());
        case 5:
            return as_rows(random_line()).substr(0, 50) + "\n";  // rows that are cut short
        case 6:
            return "id,puzzle\n7," + random_line() + end;
        case 7:
            return "puzzle\n" + random_line() + end;
        case 8:
            return "[Puzzle]\n";
        case 9:
            return "[\"" + random_line() + "\"]\n";
        case 10:
            return "# a comment\n";
        default:
            return "\n";
    }
}

TEST(Properties, ALineOfCellsAloneIsReadAsTheSameLineWithASpaceBehindIt) {
    EXPECT_TRUE(rc::check("whatever is around it", [] {
        const auto kinds = *rc::gen::container<std::vector<int>>(*rc::gen::inRange(1, 12), rc::gen::inRange(0, 12));
        const std::string line_end = *rc::gen::element<std::string>("\n", "\r\n", "\r");
        std::string bare, spaced;
        for (const int kind : kinds) {
            const std::string marked = piece(kind, "@");
            for (const char c : marked) {
                bare += c == '@' ? line_end : std::string(1, c);
                spaced += c == '@' ? " " + line_end : std::string(1, c);
            }
        }
        if (*rc::gen::arbitrary<bool>()) bare.pop_back(), spaced.pop_back();  // the last line has no end
        const Found one = read_all(bare), other = read_all(spaced);
        RC_ASSERT(one.puzzles == other.puzzles);
        RC_ASSERT(one.lines == other.lines);
        RC_ASSERT(one.errors.size() == other.errors.size());
        for (std::size_t k = 0; k < one.errors.size(); ++k)
            RC_ASSERT(std::string(one.errors[k].what()) == other.errors[k].what());
    }));
}

TEST(Properties, FormsMixInOneFile) {
    EXPECT_TRUE(rc::check("grids of several forms, parted by comments, are all read back", [] {
        std::string text;
        std::vector<std::string> lines;
        for (int puzzle = *rc::gen::inRange(1, 8); puzzle > 0; --puzzle) {
            lines.push_back(random_line());
            text += in_form(lines.back(), *rc::gen::inRange(0, form_count)) + "# next\n";
        }
        const Found found = read_all(text);
        RC_ASSERT(found.errors.empty());
        RC_ASSERT(found.puzzles == lines);
    }));
}

/// How a damaged line of a grid may look.
std::string damage() {
    return *rc::gen::element<std::string>("53..7...", "53..7.....", "5,3,,,7,,,,", "53..A....", "", "a note, not a row",
                                          "7", "53..7.... 6..195...", "[5 3", "5 3 . . 7 10 . . .", "53  7",
                                          "5\t3\t\t\t7\t\t\t\t", "\"53..7....\",", "| 5 3 |", std::string(200, '.'));
}

TEST(Properties, DamagedRowsInventNoPuzzle) {
    EXPECT_TRUE(rc::check("whatever rows are damaged, only grids of the file come out", [] {
        const std::string gap = *rc::gen::element<std::string>("", "\n");      // between rows
        const std::string between = *rc::gen::element<std::string>("", "\n");  // between grids
        std::vector<std::string> lines, rows;
        for (int puzzle = *rc::gen::inRange(2, 6); puzzle > 0; --puzzle) {
            lines.push_back(random_line());
            for (std::size_t row = 0; row < 9; ++row) rows.push_back(lines.back().substr(row * 9, 9));
        }
        for (int hit = *rc::gen::inRange(1, 6); hit > 0; --hit)
            rows[*rc::gen::inRange<std::size_t>(0, rows.size())] = damage();
        std::string text;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            // An emptied row leaves no line: the grid is one row short.
            if (!rows[row].empty()) text += rows[row] + "\n" + gap;
            if (row % 9 == 8) text += between;
        }
        const Found found = read_all(text);
        for (const std::string& puzzle : found.puzzles)
            RC_ASSERT(std::find(lines.begin(), lines.end(), puzzle) != lines.end());
    }));
}

TEST(Properties, ABlankLineSavesTheOtherGrids) {
    EXPECT_TRUE(rc::check("a damaged grid of nine adjacent lines costs itself alone", [] {
        std::vector<std::string> kept;
        std::string text;
        std::size_t damaged = 0;
        for (int puzzle = *rc::gen::inRange(1, 8); puzzle > 0; --puzzle) {
            const std::string line = random_line();
            const int hit = *rc::gen::inRange(-9, 9);
            for (int row = 0; row < 9; ++row) {
                const std::string good = line.substr(static_cast<std::size_t>(row) * 9, 9);
                const std::string& put =
                    row == hit ? *rc::gen::element<std::string>("53..A....", "53..7...", "", "a note") : good;
                text += put.empty() ? "" : put + "\n";
            }
            if (hit < 0) kept.push_back(line);
            damaged += hit >= 0;
            text += "\n";
        }
        const Found found = read_all(text);
        RC_ASSERT(found.puzzles == kept);
        RC_ASSERT(found.errors.size() <= damaged && (found.errors.size() > 0) == (damaged > 0));
    }));
}

void expect_calm(const std::string& text) {
    const Found found = read_all(text);  // any exception but ParseError would leave the property
    RC_ASSERT(!found.puzzles.empty() || !found.errors.empty());
    for (const ParseError& error : found.errors) RC_ASSERT(is_printable(error.what()));
}

TEST(Properties, RandomMeaningfulCharacters) {
    EXPECT_TRUE(rc::check("so do the characters that mean something, in any order", [] {
        const auto character = rc::gen::elementOf(std::string("0123456789.xX*_,; \t|[]-+=#\r\n\n\nA"));
        expect_calm(*rc::gen::container<std::string>(*rc::gen::inRange<std::size_t>(0, 600), character));
    }));
}

TEST(Properties, DamagedFiles) {
    EXPECT_TRUE(rc::check("so do files with bytes changed, lost and doubled", [] {
        std::string text;
        for (int puzzle = 0; puzzle < 3; ++puzzle)
            text += in_form(random_line(), *rc::gen::inRange(0, form_count)) + "\n";
        for (int hit = *rc::gen::inRange(0, 6); hit > 0; --hit) {
            const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
            switch (*rc::gen::inRange(0, 3)) {
                case 0:
                    text[at] = *rc::gen::arbitrary<char>();
                    break;
                case 1:
                    text.erase(at, 1);
                    break;
                default:
                    text.insert(at, 1, text[at]);
                    break;
            }
        }
        expect_calm(text);
    }));
}

}  // namespace
}  // namespace evodoku::io
