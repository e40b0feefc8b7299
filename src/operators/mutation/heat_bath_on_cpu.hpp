// The heat bath on a CPU: the boards that HeatBath::walk() makes. It weighs several words of alleles at once, out of
// rows of a table that a thread makes when it first wants one.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "core/bits.hpp"
#include "core/draws.hpp"
#include "operators/bases.hpp"
#include "operators/mutation/allele_draw.hpp"

#if !EVODOKU_ON_DEVICE

namespace evodoku {

/// The boxes of a board, and by their numbers what they look like: the rows of box b are lines[b], its columns
/// lines[9 + b]. HalfPatterns::none where no allele has them.
struct NumberedBoxes {
    BoxBoard::Box of[9];
    std::uint8_t lines[18];

    void number(const Alleles& alleles) {
        for (std::uint32_t box = 0; box < 9; ++box) {
            lines[box] = static_cast<std::uint8_t>(alleles.rows[box].find(Alleles::row_half(of[box])));
            lines[9 + box] = static_cast<std::uint8_t>(alleles.columns[box].find(Alleles::column_half(of[box])));
        }
    }
    /// The number of neighbour k's rows or columns, where its clashes show.
    std::uint32_t line(const SurroundingsFound& around, std::uint32_t k) const {
        return lines[around.neighbour(k) + (k < 2 ? 0 : 9)];
    }
    std::uint32_t half(const SurroundingsFound& around, std::uint32_t k) const {
        return Alleles::half_facing(k, of[around.neighbour(k)]);
    }
    void set(std::uint32_t box, BoxBoard::Box bits, std::uint32_t numbers) {
        of[box] = bits;
        lines[box] = static_cast<std::uint8_t>(numbers), lines[9 + box] = static_cast<std::uint8_t>(numbers >> 8);
    }
};

/// A row is two sets of alleles, words(box) words each: those that clash with the half pattern, and those that clash
/// twice.
///
///   one[0] one[1] ... two[0] two[1] ...      bit k % 64 of word k / 64: allele k
///
/// The rows that 16 generations of a hardest puzzle need are about 35 KB. Most rows of an easy puzzle are never needed,
/// so they are made when first used. Each thread has its own rows and waits for no other. They belong to one puzzle at
/// a time; where they fill the table, it is emptied.
class ClashRows {
public:
    /// The rows of this thread, for the alleles of a puzzle.
    static ClashRows& of_thread(const Alleles& alleles) {
        thread_local const std::unique_ptr<ClashRows> rows = std::make_unique<ClashRows>();
        if (rows->edition_ != alleles.edition) rows->edition_ = alleles.edition, rows->forget();
        return *rows;
    }

    /// The rows of a box for each of its neighbours.
    struct Rows {
        const std::uint64_t* of[4];
    };
    /// Returns true if they stay where they are until make_room(), false if until the next call.
    EVODOKU_INLINE bool find(const Alleles& alleles, std::uint32_t box, const SurroundingsFound& around,
                             const NumberedBoxes& boxes, Rows& rows) {
        const auto* entries = entry_ + box * 4;
        const std::uint32_t entry[4] = {entries[0][boxes.line(around, 0)], entries[1][boxes.line(around, 1)],
                                        entries[2][boxes.line(around, 2)], entries[3][boxes.line(around, 3)]};
        if (entry[0] == 0 || entry[1] == 0 || entry[2] == 0 || entry[3] == 0) [[unlikely]]
            return find_or_make(alleles, box, around, boxes, rows);
        rows = {{row(entry[0]), row(entry[1]), row(entry[2]), row(entry[3])}};
        return true;
    }
    /// For so many calls of find().
    void make_room(std::uint32_t calls) {
        if (end_ + calls * 4 * Alleles::max_words > room) forget();
    }

private:
    static constexpr std::uint32_t room = 32'768;  ///< words of 64 alleles, 16 bytes each: 512 KB

    void forget() {
        std::memset(entry_, 0, sizeof entry_);
        end_ = 1;
    }

    const std::uint64_t* row(std::uint32_t entry) const { return sets_ + 2 * std::size_t{entry}; }

    /// A half that has no number, as in a random board that ignores the candidates, has a row for this redraw only.
    EVODOKU_SELDOM bool find_or_make(const Alleles& alleles, std::uint32_t box, const SurroundingsFound& around,
                                     const NumberedBoxes& boxes, Rows& rows) {
        bool last = true;
        for (std::uint32_t k = 0; k < 4; ++k) {
            const std::uint32_t number = boxes.line(around, k);
            std::uint16_t& entry = entry_[box * 4 + k][number];
            if (entry == 0) {
                const bool listed = number != HalfPatterns::none;
                std::uint64_t* set = listed ? sets_ + 2 * std::size_t{end_} : unlisted_[k];
                fill(alleles, box, k, boxes.half(around, k), set);
                rows.of[k] = set;
                last = last && listed;
                if (!listed) continue;
                entry = static_cast<std::uint16_t>(end_);
                end_ += alleles.words(box);
            }
            rows.of[k] = row(entry);
        }
        return last;
    }

    static void fill(const Alleles& alleles, std::uint32_t box, std::uint32_t k, std::uint32_t half,
                     std::uint64_t* row) {
        constexpr std::uint32_t at_once = words_of<WideVector>;
        const std::uint32_t words = alleles.words(box);
        const std::uint64_t* first = alleles.places(box) + (k < 2 ? 0 : 27 * words);
        const std::uint64_t* place[9];
        for (auto& start : place) {
            start = first + static_cast<std::uint32_t>(lowest_bit(half)) * words;
            half &= half - 1;
        }
        // From the end: what a vector writes too much of one set, the other or the vector before it puts right.
        for (std::uint32_t word = (words - 1) / at_once * at_once;; word -= at_once) {
            WideVector one = load_words<WideVector>(place[0] + word), two = one & ~one;
            for (int digit = 1; digit < 9; ++digit) {
                const WideVector clash = load_words<WideVector>(place[digit] + word);
                two |= one & clash;
                one |= clash;
            }
            store_words(row + word, one);
            store_words(row + words + word, two);
            if (word == 0) break;
        }
    }

    static constexpr std::uint32_t slack = words_of<WideVector>;
    std::uint64_t edition_ = 0;
    std::uint32_t end_ = 1;  ///< in units of a word of both sets, as entries; 0 is none
    /// The entry of HalfPatterns::none is always 0. 32 more: rows of a power of two would share few sets of the cache.
    std::uint16_t entry_[36][HalfPatterns::max_count + 1 + 32];
    std::uint64_t sets_[2 * std::size_t{room} + slack];
    std::uint64_t unlisted_[4][2 * Alleles::max_words + slack];
};

/// The energies of 64 alleles: bits 0, 1 and 2 of each.
struct WordClasses {
    std::uint64_t bit_0, bit_1, bit_2;

    EVODOKU_INLINE std::uint64_t members(std::uint32_t energy) const {
        const std::uint64_t none = 0, differs_0 = (energy & 1) + ~none, differs_1 = (energy >> 1 & 1) + ~none,
                            differs_2 = (energy >> 2 & 1) + ~none;
        return (bit_0 ^ differs_0) & (bit_1 ^ differs_1) & (bit_2 ^ differs_2);
    }
    EVODOKU_INLINE int count(std::uint32_t energy) const { return count_bits(members(energy)); }
};

/// Boxes by their number of words. 80 % of those that hard puzzles redraw are small, 92 % at most medium.
inline constexpr std::uint32_t small_words = 4, medium_words = 8, large_words = 16;

/// The sets of four neighbours for draw_allele() in the CPU's layout, out of rows (see ClashRows), for boxes of at most
/// `max_words` words. Up to large_words the loops have constant ends: a processor could not predict others.
template <class Vector, std::uint32_t max_words>
class VectorSets {
public:
    using Sum = std::uint64_t;
    using Classes = WordClasses;
    static constexpr std::uint32_t wide = words_of<Vector>;

    EVODOKU_INLINE void set(const ClashRows::Rows& rows, std::uint32_t words) {
        rows_ = rows;
        words_ = words;
        sums_[wide - 1] = 0;
    }

    EVODOKU_INLINE Sum weigh(std::uint32_t shift) {
        Sum total = 0;
        if constexpr (max_words <= large_words) {
            for (std::uint32_t word = 0; word < max_words; word += wide) total = weigh_vector(word, shift, total);
            return total;
        }
        for (std::uint32_t word = 0; word < words_; word += wide) total = weigh_vector(word, shift, total);
        return total;
    }

    /// The word that `left` falls into; leaves what is left of it there. Counts the sums that do not exceed it, instead
    /// of stopping at the first that does: a processor cannot foresee where that is.
    EVODOKU_INLINE std::uint32_t find(Sum& left) const {
        std::uint32_t first = 0;
        if constexpr (max_words == 2 * wide) {
            first = left >= sums_[2 * wide - 1] ? wide : 0;
        } else if constexpr (max_words > wide) {
            while (left >= sums_[first + 2 * wide - 1]) first += wide;
        }
        const std::uint32_t word = first + count_up_to(load_words<Vector>(sums_ + wide + first), left);
        left -= sums_[wide - 1 + word];
        return word;
    }

    EVODOKU_INLINE Classes classes(std::uint32_t word) const {
        const auto& kept = kept_[word / wide];
        const std::uint32_t within = word % wide;
        return {kept[0][within], kept[1][within], kept[2][within]};
    }

    EVODOKU_INLINE std::uint32_t clashes(const Classes&, std::uint32_t number) const {
        const std::uint32_t word = number / 64, bit = number % 64;
        return static_cast<std::uint32_t>((rows_.of[0][word] >> bit & 1) | (rows_.of[1][word] >> bit & 1) << 1 |
                                          (rows_.of[2][word] >> bit & 1) << 2 | (rows_.of[3][word] >> bit & 1) << 3);
    }

private:
    static constexpr std::uint32_t vectors = (max_words + wide - 1) / wide;

    /// Weighs the words from `word` on. `before`: the weights of those before it.
    EVODOKU_INLINE Sum weigh_vector(std::uint32_t word, std::uint32_t shift, Sum before) {
        Vector one[4], two[4];
        for (int k = 0; k < 4; ++k) {
            one[k] = load_words<Vector>(rows_.of[k] + word);
            two[k] = load_words<Vector>(rows_.of[k] + words_ + word);
        }
        const Energies<Vector> energies(one, two);
        auto& kept = kept_[word / wide];
        store_words(kept[0], energies.bit_0);
        store_words(kept[1], energies.bit_1);
        store_words(kept[2], energies.bit_2);
        // Shifted one by one, not as by Horner's rule: a chain of five steps less.
        const Vector cold =
            (count_bits(energies.template of<0>()) << 5 * shift) + (count_bits(energies.template of<1>()) << 4 * shift);
        const Vector warm =
            (count_bits(energies.template of<2>()) << 3 * shift) + (count_bits(energies.template of<3>()) << 2 * shift);
        const Vector hot = (count_bits(energies.template of<4>()) << shift) + count_bits(energies.template of<5>());
        // What lies beyond the last word weighs nothing.
        static constexpr auto within_last = [] {
            std::array<std::uint64_t, 2 * wide> masks{};
            for (std::uint32_t k = 0; k < wide; ++k) masks[k] = ~std::uint64_t{0};
            return masks;
        }();
        const std::uint32_t from_here = words_ > word ? words_ - word : 0, rest = from_here < wide ? from_here : wide;
        const Vector weights = (cold + (warm + hot)) & load_words<Vector>(within_last.data() + wide - rest);
        store_words(sums_ + wide + word, sums_of(weights) + before);
        return sums_[2 * wide - 1 + word];
    }

    ClashRows::Rows rows_;
    std::uint32_t words_;
    /// From sums_[wide - 1] on: word -> sum of the weights of the words before it.
    alignas(sizeof(Vector)) std::uint64_t sums_[wide + vectors * wide];
    alignas(sizeof(Vector)) std::uint64_t kept_[vectors][3][wide];  ///< bits 0, 1 and 2 of the energies
};

using SmallSets = VectorSets<WordVector, small_words>;
using MediumSets = VectorSets<WideVector, medium_words>;
using LargeSets = VectorSets<WideVector, large_words>;
using AnySets = VectorSets<WideVector, Alleles::max_words>;

/// Walks of several boards, step by step: first all choose their boxes, then all weigh the alleles, and so on. A redraw
/// is a chain of instructions that wait for each other. Redraws of several boards do not, and a processor looks only
/// some 300 instructions ahead. Boards are sorted by the size of the chosen box: its number of words is the one thing
/// that a processor cannot predict. `Bath` is a HeatBath, which chooses the box that is redrawn.
template <class Bath>
class HeatBathOnCpu {
public:
    HeatBathOnCpu(const Bath& bath, const Context& context)
        : bath_(bath.suited(*context.alleles)), alleles_(*context.alleles), puzzle_(context.puzzle) {}

    /// At most Bath::needs.max_together.
    template <class MutableView>
    void operator()(std::span<ChildOfBatch<MutableView>> children) {
        Walk walks[Bath::needs.max_together];
        Group unsolved;
        for (std::size_t k = 0; k < children.size(); ++k) {
            begin(walks[k], children[k].board, children[k].draws);
            if (movable_ != 0) unsolved.add(&walks[k], walks[k].pairs.clashing() != 0);
        }
        for (std::uint32_t redraw = 1; redraw <= bath_.redraws && unsolved.count != 0; ++redraw) {
            step(unsolved);
            Group left;
            for (std::uint32_t k = 0; k < unsolved.count; ++k) {
                unsolved.of[k]->redraws = redraw;
                left.add(unsolved.of[k], unsolved.of[k]->pairs.clashing() != 0);
            }
            unsolved = left;
        }
        for (std::size_t k = 0; k < children.size(); ++k) {
            children[k].board.set_boxes(walks[k].boxes.of, walks[k].pairs.newer());
            children[k].effort.redraws = walks[k].redraws;
        }
    }

private:
    struct Walk {
        NumberedBoxes boxes;
        BoxPairs pairs;
        Draws* draws;
        std::uint32_t redraws;

        // The present redraw:
        std::uint32_t box, words;
        std::uint64_t uniform;
        ClashRows::Rows rows;
        SmallSets small_sets;
        MediumSets medium_sets;
        LargeSets large_sets;
        AnySets any_sets;
        std::uint64_t total, left;
        WordClasses classes;
        std::uint32_t number;  ///< of the drawn allele; first that of its word's first
        bool all_alike;
    };
    struct Group {
        Walk* of[Bath::needs.max_together];
        std::uint32_t count = 0;

        EVODOKU_INLINE void add(Walk* walk, bool belongs) {  // without a branch
            of[count] = walk;
            count += belongs;
        }
    };

    void begin(Walk& walk, auto board, Draws& draws) const {
        read_listed(board, alleles_, walk.boxes.of);
        walk.boxes.number(alleles_);
        walk.pairs = BoxPairs(walk.boxes.of, board.notes());
        walk.draws = &draws;
        walk.redraws = 0;
    }

    EVODOKU_INLINE void step(const Group& walks) {
        rows_.make_room(walks.count);
        Group by_size[4];
        for (std::uint32_t k = 0; k < walks.count; ++k) {
            Walk& walk = *walks.of[k];
            if (!choose(walk)) [[unlikely]]
                continue;
            std::uint32_t size = 0;
            for (const std::uint32_t words : {small_words, medium_words, large_words}) size += walk.words > words;
            by_size[size].add(&walk, true);
        }
        draw_all(by_size[0], &Walk::small_sets);
        draw_all(by_size[1], &Walk::medium_sets);
        draw_all(by_size[2], &Walk::large_sets);
        draw_all(by_size[3], &Walk::any_sets);
    }

    /// Chooses a box and looks its rows up. Returns false if it is redrawn already.
    EVODOKU_INLINE bool choose(Walk& walk) {
        const std::uint64_t random = walk.draws->two_words();
        walk.uniform = random & ~std::uint64_t{0xFFFF};
        walk.box = bath_.pick_box(walk.pairs, movable_, random & 0xFFFF, *walk.draws);
        walk.words = alleles_.words(walk.box);
        if (alleles_.count[walk.box] == 0) [[unlikely]] {
            redraw_unlisted(walk);
            return false;
        }
        if (rows_.find(alleles_, walk.box, surroundings(walk.box), walk.boxes, walk.rows)) [[likely]]
            return true;
        draw_alone(walk);
        return false;
    }

    /// draw_allele(), each of its steps for all.
    template <class Sets>
    EVODOKU_INLINE void draw_all(const Group& walks, Sets Walk::*sets) const {
        for (std::uint32_t k = 0; k < walks.count; ++k) {
            Walk& walk = *walks.of[k];
            (walk.*sets).set(walk.rows, walk.words);
            walk.total = (walk.*sets).weigh(bath_.shift);
        }
        for (std::uint32_t k = 0; k < walks.count; ++k) find_word(*walks.of[k], walks.of[k]->*sets);
        for (std::uint32_t k = 0; k < walks.count; ++k) {
            Walk& walk = *walks.of[k];
            if (!walk.all_alike) [[likely]]
                walk.number += find_in_word(walk.classes, walk.left, bath_.shift);
        }
        for (std::uint32_t k = 0; k < walks.count; ++k) {
            Walk& walk = *walks.of[k];
            note(walk, {walk.number, (walk.*sets).clashes(walk.classes, walk.number)});
        }
    }
    EVODOKU_INLINE void find_word(Walk& walk, const auto& sets) const {
        walk.all_alike = walk.total == 0 || bath_.shift == 0;
        if (walk.all_alike) [[unlikely]] {
            walk.number =
                static_cast<std::uint32_t>(multiply_high(walk.uniform, std::uint64_t{alleles_.count[walk.box]}));
            return;
        }
        walk.left = multiply_high(walk.uniform, walk.total);
        const std::uint32_t word = sets.find(walk.left);
        walk.classes = sets.classes(word);
        walk.number = word * 64;
    }

    EVODOKU_SELDOM void draw_alone(Walk& walk) const {
        Group alone;
        alone.add(&walk, true);
        draw_all(alone, &Walk::any_sets);
    }

    EVODOKU_INLINE void note(Walk& walk, const DrawnAllele& drawn) const {
        const std::uint32_t box = walk.box;
        walk.boxes.set(box, alleles_.allele(box, drawn.number), alleles_.numbers_of(box, drawn.number));
        walk.pairs.redrawn(box, drawn.clashes);
    }

    EVODOKU_SELDOM void redraw_unlisted(Walk& walk) const {
        const std::uint32_t box = walk.box;
        const auto drawn = bath_.draw_unlisted(walk.boxes.of, box, puzzle_, walk.uniform);
        walk.boxes.set(box, drawn.box, HalfPatterns::none | HalfPatterns::none << 8);
        walk.pairs.redrawn(box, drawn.clashes);
    }

    const Bath bath_;
    const Alleles& alleles_;
    const Puzzle& puzzle_;
    ClashRows& rows_ = ClashRows::of_thread(alleles_);
    const std::uint32_t movable_ = Bath::movable_boxes(alleles_, puzzle_);
};

}  // namespace evodoku
#endif
