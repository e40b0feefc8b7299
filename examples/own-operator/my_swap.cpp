// A mutation of one's own: two free cells of a random box change places, several times. CMakeLists.txt makes a shared
// object of it; docs/how-to/own-operators.md explains each line.
#include <devices/own_operators.hpp>

struct MySwap : evodoku::MutationOn<evodoku::box_board> {
    static constexpr const char* name = "my-swap";
    static constexpr const char* help = "exchanges two free cells of a random box, some times";
    std::uint32_t times = 1;
    static constexpr std::array parameters{
        evodoku::count_parameter("times", &MySwap::times, 1, 10, "exchanges per mutation")};

    EVODOKU_HD void operator()(auto board, const evodoku::Context& context, evodoku::Draws& draws) const {
        const evodoku::Puzzle& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return;  // no box has two free cells
        const int box = puzzle.open_box[draws.below_small(puzzle.open_boxes)];
        for (std::uint32_t k = 0; k < times; ++k) {
            const evodoku::TwoDifferent cells = evodoku::two_different(puzzle.free_count[box], draws);
            board.set_box(box, evodoku::BoxBoard::swapped(board.box(box), puzzle.free_cell[box][cells.first],
                                                          puzzle.free_cell[box][cells.second]));
        }
    }
};

EVODOKU_OPERATORS(evodoku::OwnMutations<MySwap>)
