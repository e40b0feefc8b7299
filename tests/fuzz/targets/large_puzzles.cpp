// Puzzles of larger boards, as `evodoku solve --order N` reads them: every order reads the same text.
#include <algorithm>
#include <sstream>

#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

void read_as(int order, Bytes bytes) {
    std::istringstream input{std::string(bytes)};
    io::PuzzleReader reader(input, "input", order);
    std::string last_source;  // members of an archive have lines of their own
    std::size_t last_line = 0;
    for (int count = 0; count < 1'000; ++count) {  // a small compressed file may hold any number
        io::ReadPuzzle job;
        try {
            if (!reader.next(job)) return;
        } catch (const io::ParseError& error) {
            require(is_printable(error.what()), "an error repeats bytes of the input");
            continue;
        }
        require(job.source != last_source || job.line >= last_line, "puzzles are not in the order of their lines");
        last_source = job.source, last_line = job.line;
        require(job.grid.order() == order, "a board of another order");
        require(std::ranges::all_of(job.grid.cells(), [&](int digit) { return digit <= order * order; }), "a digit");
        require(io::grid_of_line(io::to_line(job.grid)) == job.grid, "a puzzle does not read back");
    }
}

}  // namespace

void large_puzzles(Bytes bytes) {
    for (const int order : {2, 4, 5, 7}) read_as(order, bytes);
    std::istringstream input{std::string(bytes)};
    const int order = io::PuzzleReader(input, "", 0).order().order;
    require(order >= 2 && order <= 7, "an order");
}

}  // namespace evodoku::fuzz
