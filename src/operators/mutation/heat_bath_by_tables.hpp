// The heat bath for puzzles whose table is complete: the same boards as HeatBath, in few registers.
#pragma once

#include <cstdint>

#include "operators/mutation/heat_bath.hpp"

namespace evodoku {

/// HeatBath with `pick` least-recent and weights of 32 bits, where ClashTable::complete: for a GPU, which keeps a board
/// as the numbers of its half patterns, its clashing pairs and the order of its redraws. The board is written at the
/// end.
///
/// Every redraw takes two random words: in a clashing pair at least one of the boxes can change.
struct HeatBathByTables : MutationOn<box_board, whole> {
    static constexpr const char* name = HeatBath::name;
    static constexpr const char* help = HeatBath::help;
    static constexpr OperatorNeeds needs = {.alleles = true, .effort = true};

    std::uint32_t redraws = 0;
    std::uint32_t shift = 0;
    /// 2^shift. It is held, not computed here: a known power of two becomes a shift and an addition. A GPU multiplies
    /// and adds in one instruction, on a pipe that idles otherwise.
    std::uint32_t factor = 1;

    HeatBathByTables() = default;
    explicit HeatBathByTables(const HeatBath& op) : redraws(op.redraws), shift(op.shift), factor(1u << op.shift) {}

    static bool can_replace(const HeatBath& op) {
        return op.pick == HeatBath::least_recent && op.shift <= max_shift_of_words;
    }

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
        const Alleles& alleles = *context.alleles;
        Walk walk = begun(board, alleles);
        std::uint32_t done = 0;
        EVODOKU_ROLLED
        for (; done < redraws && !walk.solved() && walk.lines.some_unlisted(); ++done) {
            step<true>(walk, alleles, board, random(walk, done, draws));
        }
        EVODOKU_ROLLED
        for (; done < redraws && !walk.solved(); ++done) step<false>(walk, alleles, board, random(walk, done, draws));
        write(board, alleles, walk);
        return {0, done};
    }

private:
    struct Walk {
        BoxPairs pairs;
        LineNumbers lines;
        std::uint64_t second_half;  ///< of a block of random words: for the next redraw

        EVODOKU_HD bool solved() const { return pairs.clashing() == 0; }
    };

    EVODOKU_HD EVODOKU_INLINE static Walk begun(auto board, const Alleles& alleles) {
        BoxBoard::Box boxes[9];
        read_listed(board, alleles, boxes);
        return {BoxPairs(boxes, board.notes()), LineNumbers(alleles, boxes), 0};
    }

    /// The two words of redraw `number`.
    EVODOKU_HD EVODOKU_INLINE static std::uint64_t random(Walk& walk, std::uint32_t number, Draws& draws) {
        if (number % 2 != 0) return walk.second_half;
        const PhiloxBlock block = draws.block();
        walk.second_half = std::uint64_t{block.word[3]} << 32 | block.word[2];
        return std::uint64_t{block.word[1]} << 32 | block.word[0];
    }

    template <bool some_unlisted, class View>
    EVODOKU_HD EVODOKU_INLINE void step(Walk& walk, const Alleles& alleles, View board, std::uint64_t random) const {
        const BoxPairs::Pair pair = walk.pairs.random_clashing(random & 0xFFFF);
        const bool second_is_older = walk.pairs.second_is_older(pair.number);
        const std::uint32_t older = second_is_older ? pair.second : pair.first;
        const std::uint32_t newer = second_is_older ? pair.first : pair.second;
        const std::uint32_t number = (alleles.table.movable >> older & 1) != 0 ? older : newer;
        const Surroundings around(number);
        const ClashTable::Box& own = alleles.table.box[number];
        const LineNumbers::OfNeighbours lines = walk.lines.around(around, own.ring);
        const std::uint64_t uniform = random & ~std::uint64_t{0xFFFF};
        DrawnAllele drawn;
        if constexpr (some_unlisted) {
            std::uint32_t halves[4];
            EVODOKU_UNROLLED
            for (std::uint32_t k = 0; k < 4; ++k) halves[k] = half_of(alleles, board, number, k, lines.of(k));
            const PlaceEntries entries(alleles, number, halves);
            drawn = draw_by_words(entries, own.words, factor, own.count, shift, uniform);
        } else {
            std::uint32_t from[4];
            EVODOKU_UNROLLED
            for (std::uint32_t k = 0; k < 4; ++k) from[k] = own.first[k] + lines.of(k) * own.words;
            const TableEntries entries(alleles.entries(), from);
            drawn = draw_by_words(entries, own.words, factor, own.count, shift, uniform);
        }
        walk.lines.set(around, alleles.numbers[own.numbers + drawn.number]);
        walk.pairs.redrawn(number, drawn.clashes);
    }

    /// The half of neighbour k of a box: the listed one with this number, or the board's. A box that was redrawn has
    /// a number.
    EVODOKU_HD static std::uint32_t half_of(const Alleles& alleles, auto board, std::uint32_t box, std::uint32_t k,
                                            std::uint32_t line) {
        if (line != HalfPatterns::none) return alleles.half_patterns(box, k).half(line);
        return Alleles::half_facing(k, board.box(static_cast<int>(Surroundings(box).neighbour(k))));
    }

    EVODOKU_HD EVODOKU_INLINE static void write(auto board, const Alleles& alleles, const Walk& walk) {
        board.set_each_box([&](int number) {
            const std::uint32_t numbers = walk.lines.of_box(number), row = numbers & 255, column = numbers >> 8;
            const BoxBoard::Box before = board.box(number);
            const std::uint32_t rows =
                row != HalfPatterns::none ? alleles.rows[number].half(row) : Alleles::row_half(before);
            const std::uint32_t columns =
                column != HalfPatterns::none ? alleles.columns[number].half(column) : Alleles::column_half(before);
            const std::uint32_t notes = walk.pairs.newer() >> 2 * number & 3;
            return rows | BoxBoard::Box{columns | notes << 27} << 27;
        });
    }
};

}  // namespace evodoku
