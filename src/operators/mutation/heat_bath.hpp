// The mutations `heat-bath`, with its form for puzzles whose table is complete, and `annealed-heat-bath`.
#pragma once

#include <span>

#include "core/threads.hpp"
#include "operators/bases.hpp"
#include "operators/mutation/allele_draw.hpp"
#include "operators/mutation/heat_bath_on_cpu.hpp"
#include "operators/mutation/unlisted_draw.hpp"
#include "operators/temperature.hpp"

namespace evodoku {

template <class Op>
constexpr Parameter<Op> pick_parameter(std::uint32_t Op::*member) {
    return name_parameter(
        "pick", member, "least-recent|conflict|uniform",
        "least-recent: of a clashing pair the box redrawn longest ago; conflict: either of them; uniform: any box");
}

/// Gibbs sampling (Geman and Geman, 1984) with a box as the variable.
///
///   `redraws` times, until no two boxes clash:
///     pick   a box (see `pick`)
///     E(a) = sum over its four neighbours (two in its band, two in its stack) of min(2, digits that a clashes with)
///     draw   an allele a of the box with probability proportional to 2^-(shift * E), nothing beyond E = 5 (any allele
///            alike where all are beyond, and at shift 0). A shift of 3 is 8^-E, a temperature of 1 / ln 8 = 0.48
///
/// `pick` least-recent: a random pair of clashing boxes, and of the two the one redrawn longest ago, which the notes of
/// the board remember from one generation to the next; conflict: of the two either; uniform: any box. A box with a
/// single allele keeps it; the other of its pair is drawn instead, or else any box with more. A box whose alleles are
/// not listed (see Alleles) is drawn by dynamic programming, with clashes counted in full and nothing beyond
/// (UnlistedDraw). Where a puzzle has very many boards, as without logic, far more of them clash little, and it needs a
/// colder bath: `colder`. Keeps: fixed cells; every box a permutation; a box that was redrawn is within its candidates.
struct HeatBath : MutationOn<box_board, share_one> {
    static constexpr const char* name = "heat-bath";
    static constexpr const char* help =
        "redraws whole boxes by the clashes with their neighbours; solves the hardest puzzles";
    static constexpr OperatorNeeds needs = {.alleles = true, .effort = true, .max_first_blocks = 8, .max_together = 16};
    enum Pick : std::uint32_t { least_recent, conflict, uniform };
    static constexpr std::uint32_t coldest = 7;  ///< a shift

    std::uint32_t redraws = 16;
    std::uint32_t shift = 3;
    std::uint32_t pick = least_recent;
    std::uint32_t colder = 1;
    static constexpr std::array parameters{
        count_parameter("redraws", &HeatBath::redraws, 1, 10'000, "boxes redrawn per mutation"),
        count_parameter("shift", &HeatBath::shift, 0, 7, "bits of probability lost per clash; 0 = hot, 7 = greedy"),
        pick_parameter(&HeatBath::pick),
        count_parameter(
            "colder", &HeatBath::colder, 0, 7,
            "added to shift where the arrangements of the boxes make about 2^63 boards or more, twice from 2^78")};

    /// The blocks of random numbers that it draws, up to a number that suits a CPU's cache: two redraws per block.
    EVODOKU_HD std::uint32_t first_blocks() const {
        const std::uint32_t blocks = redraws / 2 + redraws % 2;
        constexpr std::uint32_t max = needs.max_first_blocks;
        return blocks < max ? blocks : max;
    }

    /// The bath for a puzzle: with `colder`, where that applies. At most a shift of 7.
    EVODOKU_HD HeatBath suited(const Alleles& alleles) const {
        HeatBath bath = *this;
        const std::uint32_t added = colder * alleles.many_boards();
        if (added != 0) bath.shift = shift + added < coldest ? shift + added : coldest;
        return bath;
    }

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
#if EVODOKU_ON_DEVICE
        return walk(board, context, draws);
#else
        ChildOfBatch<decltype(board)> child{board, draws, {}};
        together(std::span(&child, 1), context);
        draws = child.draws;
        return child.effort;
#endif
    }

#if !EVODOKU_ON_DEVICE
    /// Changes several children, at most `needs.max_together`.
    template <class MutableView>
    void together(std::span<ChildOfBatch<MutableView>> children, const Context& context) const {
        HeatBathOnCpu(*this, context)(children);
    }
#endif

    /// One board after the other, as a GPU does it where HeatBathByTables cannot: the boards of together().
    EVODOKU_HD SearchWork walk(auto board, const Context& context, Draws& draws) const {
        const Alleles& alleles = *context.alleles;
        const HeatBath bath = suited(alleles);
        const BoxSet movable = movable_boxes(alleles, context.puzzle);
        BoxBoard::Box boxes[9];
        read_listed(board, alleles, boxes);
        Walk walk{boxes, BoxPairs(boxes, board.notes()), LineNumbers(alleles, boxes), draws, {}};
        for (std::uint32_t k = 0; k < redraws && movable != 0 && !walk.solved(); ++k) bath.step(walk, movable, context);
        board.set_boxes(boxes, walk.pairs.newer());
        return walk.effort;
    }

    using BoxSet = std::uint32_t;  // bit b: box b

    /// The boxes that can change: several alleles; or, not listed, two free cells.
    EVODOKU_HD static BoxSet movable_boxes(const Alleles& alleles, const Puzzle& puzzle) {
        BoxSet movable = 0;
        for (int box = 0; box < 9; ++box) {
            const bool is_unlisted = alleles.count[box] == 0 && puzzle.free_count[box] > 1;
            movable |= BoxSet{alleles.count[box] > 1 || is_unlisted} << box;
        }
        return movable;
    }

    /// `random`: below 2^16.
    EVODOKU_HD EVODOKU_INLINE std::uint32_t pick_box(const BoxPairs& pairs, BoxSet movable, std::uint32_t random,
                                                     Draws& draws) const {
        if (pick != uniform) [[likely]] {
            const BoxPairs::Pair pair = pairs.random_clashing(random);
            const bool take_second = pick == least_recent ? pairs.second_is_older(pair.number) : draws.bits(1) != 0;
            const std::uint32_t both = pair.first ^ pair.second;
            const std::uint32_t box = pair.first ^ (both & (0u - std::uint32_t{take_second}));  // without a branch
            if (movable >> box & 1) [[likely]]
                return box;
            if (movable >> (box ^ both) & 1) return box ^ both;
        }
        const std::uint32_t nth = draws.below_small(static_cast<std::uint32_t>(count_bits(movable)));
        return static_cast<std::uint32_t>(nth_bit(movable, static_cast<int>(nth)));
    }

    struct DrawnBox {
        BoxBoard::Box box;
        std::uint32_t clashes;  ///< bit k: it clashes with neighbour k
    };
    EVODOKU_HD DrawnBox draw_unlisted(const BoxBoard::Box (&boxes)[9], std::uint32_t number, const Puzzle& puzzle,
                                      std::uint64_t random) const {
        const NeighbourBoxes neighbours(boxes, Surroundings(number));
        UnlistedDraw draw(puzzle, number);
        const BoxBoard::Box box = draw(neighbours, shift, boxes[number], random);
        return {box, neighbours.clashes(box)};
    }

private:
    /// State of one board during the mutation. The boxes are indexed by a number, so a GPU keeps them in memory. They
    /// lie outside the struct: a GPU would keep all of it in memory with them, the random stream included.
    struct Walk {
        BoxBoard::Box (&boxes)[9];
        BoxPairs pairs;
        LineNumbers lines;
        Draws& draws;
        SearchWork effort;

        EVODOKU_HD bool solved() const { return pairs.clashing() == 0; }
    };

    EVODOKU_HD void step(Walk& walk, BoxSet movable, const Context& context) const {
        const std::uint64_t random = walk.draws.two_words();
        const std::uint32_t number = pick_box(walk.pairs, movable, random & 0xFFFF, walk.draws);
        const Alleles& alleles = *context.alleles;
        ++walk.effort.redraws;
        if (alleles.count[number] == 0) [[unlikely]] {
            redraw_unlisted(walk, number, context, random & ~std::uint64_t{0xFFFF});
            return;
        }
        const SurroundingsFound& around = surroundings(number);
        const DrawnAllele drawn = draw(walk, alleles, number, around, random & ~std::uint64_t{0xFFFF});
        walk.boxes[number] = alleles.allele(number, drawn.number);
        walk.lines.set(around, alleles.numbers_of(number, drawn.number));
        walk.pairs.redrawn(number, drawn.clashes);
    }

    EVODOKU_HD EVODOKU_INLINE DrawnAllele draw(const Walk& walk, const Alleles& alleles, std::uint32_t number,
                                               const SurroundingsFound& around, std::uint64_t random) const {
        const std::uint32_t words = alleles.words(number), count = alleles.count[number];
        const LineNumbers::OfNeighbours lines = walk.lines.around(around, around.ring());
        std::uint32_t from[4];
        bool in_table = weights_fit_words(count, shift);
        EVODOKU_UNROLLED
        for (std::uint32_t k = 0; k < 4; ++k) {
            from[k] = alleles.table.row(number, k, lines.of(k), words);
            in_table = in_table && from[k] != ClashTable::none;
        }
        if (in_table) {
            return draw_by_words(TableEntries(alleles.entries(), from), words, 1u << shift, count, shift, random);
        }
        const auto half = [&](std::uint32_t k) { return Alleles::half_facing(k, walk.boxes[around.neighbour(k)]); };
        const std::uint64_t step = std::uint64_t{1} << shift;
        MixedEntries::Halves halves;
        return draw_by_words(MixedEntries(alleles, number, from, half, halves), words, step, count, shift, random);
    }

    EVODOKU_HD EVODOKU_SELDOM void redraw_unlisted(Walk& walk, std::uint32_t number, const Context& context,
                                                   std::uint64_t random) const {
        const DrawnBox drawn = draw_unlisted(walk.boxes, number, context.puzzle, random);
        walk.boxes[number] = drawn.box;
        walk.lines.set(surroundings(number), HalfPatterns::none | HalfPatterns::none << 8);
        walk.pairs.redrawn(number, drawn.clashes);
    }
};

/// HeatBath with `pick` least-recent and weights of 32 bits, where ClashTable::complete: for a GPU, which keeps a board
/// as the numbers of its half patterns, its clashing pairs and the order of its redraws. The board is written at the
/// end.
///
/// Every redraw takes two random words: in a clashing pair at least one of the boxes can change.
struct HeatBathByTables : MutationOn<box_board, share_one> {
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
        // All lanes of a warp change to the second loop together: they would wait at its beginning otherwise.
        EVODOKU_ROLLED
        for (; done < redraws && !walk.solved() && any_of_warp(walk.lines.some_unlisted()); ++done) {
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
            std::uint32_t from[4];
            EVODOKU_UNROLLED
            for (std::uint32_t k = 0; k < 4; ++k) from[k] = alleles.table.row(number, k, lines.of(k), own.words);
            // The board's boxes are those from before the redraws. A box that was redrawn has a number, and a row.
            const auto half = [&](std::uint32_t k) {
                return Alleles::half_facing(k, board.box(static_cast<int>(around.neighbour(k))));
            };
            MixedEntries::Halves halves;
            const MixedEntries entries(alleles, number, from, half, halves);
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

/// `heat-bath` with a temperature that falls (see Cooling; a unit of cost is a clash).
///
/// The heat bath weighs with whole bits per clash, its `shift`. A temperature between two shifts draws one of them for
/// each child, so that the mean is right. Nothing is colder than a shift of 7, a temperature of 0.206.
struct AnnealedHeatBath : MutationOn<box_board, share_one> {
    static constexpr const char* name = "annealed-heat-bath";
    static constexpr const char* help = "redraws whole boxes at a temperature that falls from generation to generation";
    static constexpr OperatorNeeds needs = {.alleles = true, .effort = true, .cooling = true};
    std::uint32_t redraws = 16;
    std::uint32_t pick = HeatBath::least_recent;
    std::uint32_t start = 2'000;
    std::uint32_t cooling = 64'881;  // 0.99
    std::uint32_t end = 481;         // a shift of 3
    static constexpr std::array parameters{
        count_parameter("redraws", &AnnealedHeatBath::redraws, 1, 10'000, "boxes redrawn per mutation"),
        pick_parameter(&AnnealedHeatBath::pick), start_parameter(&AnnealedHeatBath::start),
        cooling_parameter(&AnnealedHeatBath::cooling), end_parameter(&AnnealedHeatBath::end)};

    EVODOKU_HD SearchWork operator()(auto board, const Context& context, Draws& draws) const {
        const std::uint32_t coldness = Cooling{start, end, cooling}.coldness(context.age);
        const std::uint32_t shift = shift_of(coldness, draws);
        HeatBath bath;
        bath.redraws = redraws, bath.shift = shift, bath.pick = pick, bath.colder = 0;
        return bath(board, context, draws);
    }

    /// `coldness` in whole bits, rounded up or down by chance.
    EVODOKU_HD static std::uint32_t shift_of(std::uint32_t coldness, Draws& draws) {
        const auto random = static_cast<std::uint32_t>(draws.two_words() & 0xFFFF);  // 64 bits, as a redraw takes
        const std::uint32_t shift = (coldness >> 16) + (random < (coldness & 0xFFFF));
        return shift < HeatBath::coldest ? shift : HeatBath::coldest;
    }
};

}  // namespace evodoku
