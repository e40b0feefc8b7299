// Puzzles in any format, as `evodoku solve` reads them.
#include <algorithm>
#include <sstream>

#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
void puzzles(Bytes bytes) {
    std::istringstream input{std::string(bytes)};
    io::PuzzleReader reader(input, "input");
    std::string last_source;  // members of an archive have lines of their own
    std::size_t last_line = 0;
    for (int count = 0; count < 10'000; ++count) {  // a small compressed file may hold any number
        io::ReadPuzzle job;
        try {
            if (!reader.next(job)) return;
        } catch (const io::ParseError& error) {
            require(is_printable(error.what()), "an error repeats bytes of the input");
            continue;
        }
        require(job.source != last_source || job.line >= last_line, "puzzles are not in the order of their lines");
        last_source = job.source, last_line = job.line;
        require(std::ranges::all_of(job.grid.cells(), [](int digit) { return 0 <= digit && digit <= 9; }), "a digit");
        require(io::parse_puzzle(io::to_line(job.grid), "line") == job.grid, "a puzzle does not read back");
        require(io::parse_puzzle(io::to_boxed(job.grid), "boxed") == job.grid, "a drawing does not read back");
    }
}

}  // namespace evodoku::fuzz
