// The heat bath as a CPU does it, out of rows that are made when they are first wanted: the same boards as HeatBath's
// own walk. Not an operator of its own.
#pragma once

#include <cstdint>

#include "core/draws.hpp"
#include "evodoku/operators/effort.hpp"
#include "operators/context.hpp"
#include "operators/mutation/allele_draw.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/mutation/clash_rows.hpp"

#if !EVODOKU_ON_DEVICE
namespace evodoku {

/// A box without a list, drawn and noted. By value what a processor keeps in registers otherwise.
template <class Bath>
EVODOKU_SELDOM Draws redraw_unlisted_on_cpu(const Bath& bath, NumberedBoxes& boxes, std::uint32_t box,
                                            const Puzzle& puzzle, Draws draws, std::uint32_t& clashes) {
    const auto drawn = bath.draw_unlisted(boxes.of, box, puzzle, draws);
    boxes.set(box, drawn.box, Arrangements::none | Arrangements::none << 8);
    clashes = drawn.clashes;
    return draws;
}

/// `bath` is a HeatBath, which says which box is redrawn. A redraw is a chain of instructions that depend on each
/// other, without branches that a processor cannot foresee.
template <class Bath, class MutableView>
Effort heat_bath_on_cpu(const Bath& bath, MutableView board, const Context& context, Draws& all_draws) {
    const Alleles& alleles = *context.alleles;
    ClashRows& rows = ClashRows::of_thread(alleles);
    const std::uint32_t movable = Bath::movable_boxes(alleles, context.puzzle);
    NumberedBoxes boxes;
    read_listed(board, alleles, boxes.of);
    boxes.number(alleles);
    BoxPairs pairs(boxes.of, board.notes());
    Draws draws = all_draws;
    Effort effort;
    const Bath own = bath;
    for (; effort.redraws < own.redraws && movable != 0 && pairs.clashing() != 0; ++effort.redraws) {
        const std::uint64_t random = draws.two_words();
        const std::uint32_t box = own.pick_box(pairs, movable, random & 0xFFFF, draws);
        if (alleles.count[box] == 0) [[unlikely]] {
            std::uint32_t clashes = 0;
            draws = redraw_unlisted_on_cpu(bath, boxes, box, context.puzzle, draws, clashes);
            pairs.redrawn(box, clashes);
            continue;
        }
        VectorSets sets(rows.find(alleles, box, surroundings(box), boxes), alleles.words(box));
        const DrawnAllele drawn = draw_allele(sets, alleles.count[box], own.shift, random & ~std::uint64_t{0xFFFF});
        boxes.set(box, alleles.allele(box, drawn.number), alleles.numbers_of(box, drawn.number));
        pairs.redrawn(box, drawn.clashes);
    }
    board.set_boxes(boxes.of, pairs.newer());
    all_draws = draws;
    return effort;
}

}  // namespace evodoku
#endif
