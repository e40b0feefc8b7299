// The heat bath on a CPU, out of rows that are made when first used: the boards that HeatBath::walk() makes.
#pragma once

#include <cstdint>
#include <span>

#include "core/draws.hpp"
#include "operators/context.hpp"
#include "operators/mutation/allele_draw.hpp"

#if !EVODOKU_ON_DEVICE
namespace evodoku {

/// Walks of several boards, step by step: first all choose their boxes, then all weigh the alleles, and so on. A redraw
/// is a chain of instructions that wait for each other. Redraws of several boards do not, and a processor looks only
/// some 300 instructions ahead. Boards are sorted by the size of the chosen box: its number of words is the one thing
/// that a processor cannot predict. `Bath` is a HeatBath, which chooses the box that is redrawn.
template <class Bath>
class HeatBathOnCpu {
public:
    HeatBathOnCpu(const Bath& bath, const Context& context)
        : bath_(bath.suited(*context.alleles)),
          alleles_(*context.alleles),
          puzzle_(context.puzzle),
          rows_(ClashRows::of_thread(alleles_)),
          movable_(Bath::movable_boxes(alleles_, puzzle_)) {}

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
        HugeSets huge_sets;
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

    /// One redraw of each.
    EVODOKU_INLINE void step(const Group& walks) {
        rows_.make_room(walks.count);
        Group by_size[5];
        for (std::uint32_t k = 0; k < walks.count; ++k) {
            Walk& walk = *walks.of[k];
            if (!choose(walk)) [[unlikely]]
                continue;
            std::uint32_t size = 0;
            for (const std::uint32_t words : {small_words, medium_words, large_words, huge_words}) {
                size += walk.words > words;
            }
            by_size[size].add(&walk, true);
        }
        draw_all(by_size[0], &Walk::small_sets);
        draw_all(by_size[1], &Walk::medium_sets);
        draw_all(by_size[2], &Walk::large_sets);
        draw_all(by_size[3], &Walk::huge_sets);
        for (std::uint32_t k = 0; k < by_size[4].count; ++k) draw(*by_size[4].of[k]);
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
        draw(walk);
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
    template <class Sets>
    EVODOKU_INLINE void find_word(Walk& walk, const Sets& sets) const {
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

    EVODOKU_SELDOM void draw(Walk& walk) const {
        AnySets sets(walk.rows, walk.words);
        note(walk, draw_allele(sets, alleles_.count[walk.box], bath_.shift, walk.uniform));
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
    ClashRows& rows_;
    const std::uint32_t movable_;
};

}  // namespace evodoku
#endif
