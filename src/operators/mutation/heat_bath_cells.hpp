// The mutation `heat-bath-cells`: the digits of a few cells, redrawn together.
#pragma once

#include <cstdint>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "operators/bases.hpp"
#include "operators/mutation/walks.hpp"
#include "operators/temperature.hpp"

namespace evodoku {

/// Eight arrangements of four cells, from number `first` on, a byte each: two bits per cell, the cell whose digit it
/// gets.
EVODOKU_HD constexpr std::uint64_t arrangements_from(std::uint32_t first) {
    std::uint64_t word = 0;
    for (std::uint32_t k = 0; k < 8; ++k) {
        // The number of an arrangement in mixed base: cell 1, 2, 3 changes places with one before it, or with itself.
        std::uint32_t digit_of[4] = {0, 1, 2, 3}, number = first + k;
        for (std::uint32_t cell = 1; cell < 4; ++cell) {
            const std::uint32_t other = cell - number % (cell + 1), digit = digit_of[cell];
            digit_of[cell] = digit_of[other], digit_of[other] = digit;
            number /= cell + 1;
        }
        for (std::uint32_t i = 0; i < 4; ++i) word |= std::uint64_t{digit_of[i]} << (8 * k + 2 * i);
    }
    return word;
}

/// A few free cells of a box, and what each costs with the digit of each: 0, 1 or 2 of its row and column hold that
/// digit outside the box. The cost of a board is a constant plus the sum of these over the cells of the box, so that
/// arrangements differ by them alone.
struct CellsOfBox {
    static constexpr std::uint32_t max_cells = 4;

    std::uint32_t count = 0;
    std::uint32_t costs = 0;  ///< two bits for cell i with the digit of cell j, at 2 (4 i + j)

    EVODOKU_HD static constexpr std::uint32_t arrangements(std::uint32_t cells) {
        return cells < 2 ? 1 : cells == 2 ? 2 : cells == 3 ? 6 : 24;
    }
    /// The cell whose digit cell i gets in an arrangement. The arrangements of fewer cells are the first ones.
    EVODOKU_HD static constexpr std::uint32_t source(std::uint32_t arrangement, std::uint32_t i) {
        constexpr std::uint64_t first = arrangements_from(0), second = arrangements_from(8),
                                third = arrangements_from(16);
        const std::uint64_t word = arrangement < 8 ? first : arrangement < 16 ? second : third;
        return static_cast<std::uint32_t>(word >> (arrangement % 8 * 8 + 2 * i)) & 3;
    }

    EVODOKU_HD void set_cost(std::uint32_t i, std::uint32_t j, int cost) {
        costs |= static_cast<std::uint32_t>(cost) << (2 * (4 * i + j));
    }
    EVODOKU_HD std::uint32_t cost_of(std::uint32_t arrangement) const {
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < count; ++i) sum += costs >> (2 * (4 * i + source(arrangement, i))) & 3;
        return sum;
    }

    /// An arrangement, drawn with a probability in proportion to by_one^cost; by_one in units of 2^-64.
    EVODOKU_HD std::uint32_t draw(std::uint64_t by_one, auto& draws) const {
        std::uint64_t of_cost = 0;  // cost -> number of arrangements: seven bits each
        std::uint32_t lowest = 8;
        for (std::uint32_t k = 0; k < arrangements(count); ++k) {
            const std::uint32_t cost = cost_of(k);
            of_cost += std::uint64_t{1} << 7 * cost;
            lowest = cost < lowest ? cost : lowest;
        }
        constexpr std::uint64_t one = std::uint64_t{1} << 59;  // 24 of them are below 2^64
        const std::uint64_t counts = of_cost >> 7 * lowest;
        std::uint64_t total = 0, weight = one;
        for (std::uint64_t left = counts; left != 0; left >>= 7, weight = multiply_high(weight, by_one))
            total += (left & 127) * weight;
        std::uint64_t ball = draws.below_wide(total);
        std::uint32_t cost = lowest;
        weight = one;
        for (std::uint64_t left = counts; ball >= (left & 127) * weight; left >>= 7, ++cost) {
            ball -= (left & 127) * weight;
            weight = multiply_high(weight, by_one);
        }
        std::uint64_t nth = ball / weight;
        std::uint32_t k = 0;
        while (cost_of(k) != cost || nth-- != 0) ++k;
        return k;
    }
};

/// Gibbs sampling (Geman and Geman, 1984) on the row-column cost, with a few random free cells of a random box as the
/// variable:
///
///   `trials` times: draw the digits of the cells anew, an arrangement with a probability as 2^-(shift * cost)
///
/// With a schedule (Config::schedule) its coldness is in place of `shift`. Keeps the distribution of Boltzmann. Keeps:
/// fixed cells; every box a permutation.
struct HeatBathCells : MutationOn<box_boards, share_one> {
    static constexpr const char* name = "heat-bath-cells";
    static constexpr const char* help = "redraws a few cells of a box by the row-column cost, at fixed temperature";
    static constexpr OperatorNeeds needs = {.effort = true, .schedule = true};
    std::uint32_t trials = 20;
    std::uint32_t shift = 2;
    std::uint32_t cells = 3;
    static constexpr std::array parameters{
        count_parameter("trials", &HeatBathCells::trials, 1, 1'000'000, "redraws per child"),
        count_parameter("shift", &HeatBathCells::shift, 0, 31, "bits of probability lost per unit of cost; 0 = hot"),
        count_parameter("cells", &HeatBathCells::cells, 2, CellsOfBox::max_cells, "cells redrawn together")};

    template <class MutableView, class PuzzleOfBoard, class ThreadGroup = Alone>
    EVODOKU_HD SearchWork operator()(MutableView board, const ContextFor<PuzzleOfBoard>& context, auto& draws,
                                     const ThreadGroup& group = ThreadGroup()) const {
        const auto& puzzle = context.puzzle;
        if (puzzle.open_boxes == 0) return {};
        const std::uint64_t by_one = power_of_half(context.coldness != 0 ? context.coldness : shift << 16);
        auto walk = walk_on(board, puzzle, group);
        return draw_in_advance(draws, [&](auto& own) -> SearchWork {
            for (std::uint32_t k = 0; k < trials; ++k) {
                const int number = puzzle.open_box[own.below_small(puzzle.open_boxes)];
                const std::uint32_t free = puzzle.free_count[number], count = cells < free ? cells : free;
                std::uint64_t left = (std::uint64_t{1} << free) - 1;
                std::uint32_t places = 0;  // of the free cells, a byte each
                for (std::uint32_t i = 0; i < count; ++i) {
                    const auto nth = static_cast<int>(own.below_small(free - i));
                    const auto place = static_cast<std::uint32_t>(nth_bit(left, nth));
                    left &= ~(std::uint64_t{1} << place);
                    places |= place << 8 * i;
                }
                redraw(walk.box(number), count, places, by_one, own);
            }
            return {.trials = trials};
        });
    }

private:
    EVODOKU_HD static void redraw(auto box, std::uint32_t count, std::uint32_t places, std::uint64_t by_one,
                                  auto& draws) {
        const auto cell = [&](std::uint32_t i) { return places >> 8 * i & 255; };
        CellsOfBox cells{count};
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t j = 0; j < count; ++j) cells.set_cost(i, j, box.lines_with(cell(i), cell(j)));
        }
        const std::uint32_t drawn = cells.draw(by_one, draws);
        std::uint32_t held = 0 | 1 << 2 | 2 << 4 | 3 << 6;  // of which cell a cell has the digit now, two bits each
        for (std::uint32_t i = 0; i + 1 < count; ++i) {
            const std::uint32_t wanted = CellsOfBox::source(drawn, i);
            std::uint32_t source = i;
            while ((held >> 2 * source & 3) != wanted) ++source;
            if (source == i) continue;
            box.swap(cell(i), cell(source));
            const std::uint32_t both = (held >> 2 * i ^ held >> 2 * source) & 3;
            held ^= both << 2 * i | both << 2 * source;
        }
    }
};

}  // namespace evodoku
