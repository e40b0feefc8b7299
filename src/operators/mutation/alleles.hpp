// The alleles of a puzzle: for each box, every arrangement of its missing digits that its candidates allow, as a list
// and as sets by place. What the heat bath draws from; made once per puzzle, on the device that runs it.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/puzzle.hpp"
#include "evodoku/core/hd.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "representation/box_board.hpp"

namespace evodoku {

/// The distinct halves that the alleles of a box have, and their numbers. A half of a box is its 27 bits of rows, or of
/// columns (see BoxBoard). The alleles of a box share few: 26 per box and axis of the hardest puzzles, 140 at most. A
/// hash table finds the number of one.
class HalfPatterns {
public:
    static constexpr std::uint32_t max_count = 255;
    static constexpr std::uint32_t none = 255;  ///< the number of a half that no allele has, or for lack of room

    EVODOKU_HD void clear() {
        count_ = 0;
        for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) number_[bucket] = none;
    }
    EVODOKU_HD std::uint32_t count() const { return count_; }
    EVODOKU_HD std::uint32_t half(std::uint32_t number) const { return half_[number]; }

    EVODOKU_HD std::uint32_t find(std::uint32_t half) const { return number_[bucket_of(half)]; }
    /// The number of a half: a new one if it has none yet.
    EVODOKU_HD std::uint32_t add(std::uint32_t half) {
        const std::uint32_t bucket = bucket_of(half);
        if (number_[bucket] == none && count_ < max_count) {
            half_[count_] = half;
            number_[bucket] = static_cast<std::uint8_t>(count_++);
        }
        return number_[bucket];
    }

private:
    static constexpr std::uint32_t buckets = 512;

    /// The bucket where a half is, or would be. At least half of the buckets are free.
    EVODOKU_HD std::uint32_t bucket_of(std::uint32_t half) const {
        std::uint32_t bucket = half * 0x9E3779B1u >> 23;
        while (number_[bucket] != none && half_[number_[bucket]] != half) bucket = (bucket + 1) % buckets;
        return bucket;
    }

    std::uint32_t count_;
    std::uint32_t half_[max_count];
    std::uint8_t number_[buckets];
};

/// 64 alleles in halves of 32: bits of the alleles that clash with a half pattern, and of those that clash twice.
struct alignas(16) ClashEntry {
    std::uint32_t one[2], two[2];
};

/// Where the sets of the digits of a neighbour's half begin (see Alleles), in bytes: three digits in each of its three
/// lines. Held ready, because a draw looks them up for every word of alleles.
class HalfPlaces {
public:
    HalfPlaces() = default;
    /// `k`: the number of the neighbour. `stride`: words from the set of a place to that of the next.
    EVODOKU_HD HalfPlaces(std::uint32_t half, std::uint32_t k, std::uint32_t stride) {
        const std::uint32_t first = k < 2 ? 0 : 27;
        EVODOKU_UNROLLED
        for (std::uint32_t line = 0; line < 3; ++line) {
            std::uint32_t left = half & (0x1FFu << 9 * line);
            EVODOKU_UNROLLED
            for (std::uint32_t nth = 0; nth < 3; ++nth, left &= left - 1) {
                const std::uint32_t place = first + static_cast<std::uint32_t>(lowest_bit(left));
                begin_[3 * line + nth] = static_cast<std::uint16_t>(place * stride * sizeof(std::uint64_t));
            }
        }
    }

    /// The alleles of a word of 64 that clash with the half once or more, and twice or more. `word`: that of place 0.
    EVODOKU_HD ClashEntry clashes(const std::uint64_t* word) const {
        std::uint64_t one = 0, two = 0;
        EVODOKU_UNROLLED
        for (std::uint32_t line = 0; line < 3; ++line) {
            const std::uint64_t x = at(word, 3 * line), y = at(word, 3 * line + 1), z = at(word, 3 * line + 2);
            const std::uint64_t any = x | y | z;
            two |= (x & y) | (z & (x | y)) | (one & any);
            one |= any;
        }
        return {{static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(one >> 32)},
                {static_cast<std::uint32_t>(two), static_cast<std::uint32_t>(two >> 32)}};
    }

private:
    EVODOKU_HD std::uint64_t at(const std::uint64_t* word, std::uint32_t digit) const {
        return *reinterpret_cast<const std::uint64_t*>(reinterpret_cast<const unsigned char*>(word) + begin_[digit]);
    }

    std::uint16_t begin_[9];
};

/// Which alleles of a box clash with a half pattern of a neighbour, made beforehand for a GPU: a row per box, neighbour
/// k and half pattern of that neighbour, words(box) entries each. The rows of a box and neighbour lie one after the
/// other, in the order of the numbers. Tables of the hardest puzzles take 34 KB on average, and 84 KB at most. A box
/// and neighbour for which there is no room has no rows, and is drawn from the places of the alleles.
struct ClashTable {
    static constexpr std::uint32_t none = ~0u;

    /// All that a redraw of a box looks up, in two loads of 16 bytes.
    struct alignas(16) Box {
        std::uint32_t first[4];  ///< neighbour k -> its first entry, or none
        std::uint32_t count;     ///< of alleles
        std::uint32_t words;     ///< of 64 alleles
        std::uint32_t numbers;   ///< its first allele in Alleles::numbers
        std::uint32_t ring;      ///< see LineNumbers
    };
    Box box[9];
    std::uint32_t movable;  ///< bit b: box b has several alleles
    /// 1: every box is listed, every row is here, no two boxes clash that cannot change, and the puzzle has fewer than
    /// about 2^63 boards (Alleles::many_boards): the weights have 32 bits.
    std::uint32_t complete;

    /// The first entry of the row of a box, neighbour k and half pattern, or none. `words`: of the box.
    EVODOKU_HD std::uint32_t row(std::uint32_t number, std::uint32_t k, std::uint32_t half, std::uint32_t words) const {
        const std::uint32_t rows = box[number].first[k];
        return half != HalfPatterns::none && rows != none ? rows + half * words : none;
    }
};

/// The steps that list the alleles of a puzzle, in this order. Each is done in tasks, in any order or at the same time:
/// one for each box where not said otherwise. See Alleles::make().
struct CountAlleles {};
struct ListAlleles {};  ///< so many for each box
struct NumberHalves {};
struct MakeSets {};  ///< any number
struct MakeRows {};  ///< for a GPU: so many for each of 36 pairs of a box and a neighbour

/// The hardest puzzles have about a hundred alleles per box, some boxes over 1,000; an empty box has 9! = 362,880.
/// Memory is bounded: boxes are listed in order of number, each that has at most `max_listed` alleles, fits into what
/// is left of `room`, and has no more half patterns than can be numbered. The count of any other is 0.
///
/// Sets by place: bit k % 64 of places(box)[place * words(box) + k / 64] says whether allele k has the digit of `place`
/// in its row (places 0..26) or column (27..53), numbered as the bits of a BoxBoard::Box. Bits beyond the last allele
/// are all set: an allele that clashes with everything.
struct Alleles {
    static constexpr std::uint32_t max_listed = 5040;  ///< 7!: a box with seven free cells
    static constexpr std::uint32_t room = 8192;
    static constexpr std::uint32_t max_words = (max_listed + 63) / 64;
    static constexpr std::uint32_t place_count = 54;
    static constexpr std::uint32_t set_room = 7136;  ///< in units of 16 bytes; the places of all alleles take 3,456

    std::uint32_t found[9];       ///< alleles of a box, or max_listed + 1 where it has more
    std::uint32_t count[9];       ///< 0: none, or not listed
    std::uint32_t first[9];       ///< of a box's alleles in `numbers`: its words begin there, too
    std::uint16_t numbers[room];  ///< an allele by its half patterns: rows, and columns * 256
    HalfPatterns rows[9], columns[9];
    /// The sets by place, 16 bytes for every two. Behind them, on a GPU, the rows of the table; a CPU has ClashRows.
    alignas(16) unsigned char sets[set_room * sizeof(ClashEntry)];
    ClashTable table;
    std::uint64_t edition;  ///< on a CPU, another number for every puzzle: what is made from the lists is noted by it

    /// 0; 1 where the puzzle has about 2^63 boards or more; 2 where about 2^78. By the sizes of the boxes' numbers of
    /// alleles, a box that is not listed as one with `max_listed`. Requires that all boxes are counted.
    EVODOKU_HD std::uint32_t many_boards() const {
        std::uint32_t bits = 0;
        for (int box = 0; box < 9; ++box) {
            for (std::uint32_t left = found[box]; left != 0; left /= 2) ++bits;
        }
        return std::uint32_t{bits > 66} + std::uint32_t{bits > 82};
    }

    EVODOKU_HD std::uint32_t words(std::uint32_t box) const { return words_for(count[box]); }
    EVODOKU_HD std::uint32_t all_words() const { return first[8] / 64 + words(8); }
    EVODOKU_HD std::uint32_t numbers_of(std::uint32_t box, std::uint32_t allele) const {
        return numbers[first[box] + allele];
    }
    EVODOKU_HD BoxBoard::Box allele(std::uint32_t box, std::uint32_t number) const {
        const std::uint32_t held = numbers_of(box, number);
        return rows[box].half(held & 255) | BoxBoard::Box{columns[box].half(held >> 8)} << 27;
    }
    EVODOKU_HD const std::uint64_t* places(std::uint32_t box) const {
        return reinterpret_cast<const std::uint64_t*>(sets) + first[box] / 64 * place_count;
    }
    EVODOKU_HD const ClashEntry* entries() const { return reinterpret_cast<const ClashEntry*>(sets); }

    // The lists are made step by step. A GPU has a thread for each task of a step.

    /// Counts the alleles of a box, and in how many ways it can be filled where its first open cells have some digits.
    EVODOKU_HD void make(CountAlleles, const Puzzle& puzzle, std::uint32_t task, std::uint32_t /* tasks */) {
        const auto box = static_cast<int>(task);
        found[box] = 0;
        const OpenCells cells(puzzle, box);
        if (!cells.may_fit) return;
        std::uint32_t* const ways_of_box = ways(box);
        ways_of_box[cells.digits] = 1;
        for (std::uint32_t digits = cells.digits; digits != 0;) {
            digits = (digits - 1) & cells.digits;  // the next lower subset: as many first cells as digits
            std::uint32_t sum = 0, open = cells.candidates[count_bits(digits)] & ~digits;
            for (; open != 0; open &= open - 1) sum += ways_of_box[digits | (open & (0u - open))];
            ways_of_box[digits] = sum;
        }
        found[box] = ways_of_box[0] <= max_listed ? ways_of_box[0] : max_listed + 1;
    }

    /// Lists the alleles `begin`, `begin` + `step`, ... of a box.
    EVODOKU_HD void make(ListAlleles, const Puzzle& puzzle, std::uint32_t task, std::uint32_t tasks) {
        const std::uint32_t step = tasks / 9, begin = task % step;
        const auto box = static_cast<int>(task / step);
        std::uint32_t used = 0, own = 0;
        for (int k = 0;; ++k) {
            own = found[k] <= max_listed && used + words_for(found[k]) * 64 <= room ? found[k] : 0;
            if (k == box) break;
            used += words_for(own) * 64;
        }
        if (begin == 0) count[box] = own, first[box] = used;
        const OpenCells cells(puzzle, box);
        for (std::uint32_t k = begin; k < own; k += step) listed()[used + k] = nth_allele(cells, ways(box), k);
    }

    /// Numbers the half patterns of a box, in the order of its list.
    EVODOKU_HD void make(NumberHalves, const Puzzle&, std::uint32_t box, std::uint32_t /* tasks */) {
#if !EVODOKU_ON_DEVICE
        static std::atomic<std::uint64_t> editions = 0;
        if (box == 0) edition = ++editions;
#endif
        rows[box].clear(), columns[box].clear();
        bool numbered = true;
        for (std::uint32_t k = first[box]; k < first[box] + count[box]; ++k) {
            const BoxBoard::Box bits = listed()[k];
            const std::uint32_t row = rows[box].add(row_half(bits)), column = columns[box].add(column_half(bits));
            numbered = numbered && row != HalfPatterns::none && column != HalfPatterns::none;
            numbers[k] = static_cast<std::uint16_t>(row | column << 8);
        }
        if (numbered) return;
        count[box] = 0;
        rows[box].clear(), columns[box].clear();
    }

    /// Makes the sets by place of the words `task`, `task` + `tasks`, ... of all boxes.
    EVODOKU_HD void make(MakeSets, const Puzzle&, std::uint32_t task, std::uint32_t tasks) {
        for (std::uint32_t word = task; word < all_words(); word += tasks) {
            std::uint32_t box = 8;
            while (first[box] > word * 64) --box;
            if (word - first[box] / 64 < words(box)) cut(box, word - first[box] / 64);  // unless it was not numbered
        }
    }

    /// Makes the rows of box `box` and its neighbour k for the half patterns `begin`, `begin` + `step`, ... The other
    /// rows may be made at the same time. Requires that all boxes are listed.
    EVODOKU_HD void make(MakeRows, const Puzzle&, std::uint32_t task, std::uint32_t tasks) {
        const std::uint32_t step = tasks / 36, pair_of_task = task / step, begin = task % step;
        const std::uint32_t box = pair_of_task / 4, k = pair_of_task % 4;
        std::uint32_t used = all_words() * place_count / 2, mine = ClashTable::none;
        bool all_fit = true;
        for (std::uint32_t pair = 0; pair <= box * 4 + k; ++pair) {
            const std::uint32_t needed = entries_for(pair / 4, pair % 4);
            const bool fits = used + needed <= set_room;
            mine = fits ? used : ClashTable::none;
            used += fits ? needed : 0;
            all_fit = all_fit && fits;
        }
        if (begin == 0) {
            table.box[box].first[k] = mine;
            if (k == 0) describe(box);
            if (box == 8 && k == 3)
                table.complete = all_fit && all_listed() && !has_fixed_clash() && many_boards() == 0;
        }
        if (mine == ClashTable::none || count[box] < 2) return;
        const HalfPatterns& listed = half_patterns(box, k);
        auto* rows_of_pair = reinterpret_cast<ClashEntry*>(sets) + mine;
        for (std::uint32_t number = begin; number < listed.count(); number += step) {
            const HalfPlaces half(listed.half(number), k, words(box));
            for (std::uint32_t word = 0; word < words(box); ++word) {
                rows_of_pair[number * words(box) + word] = half.clashes(places(box) + word);
            }
        }
    }

    /// The half patterns of neighbour k of a box: of its rows or of its columns, where the two boxes can clash.
    EVODOKU_HD const HalfPatterns& half_patterns(std::uint32_t box, std::uint32_t k) const {
        const std::uint32_t neighbour = Surroundings(box).neighbour(k);
        return k < 2 ? rows[neighbour] : columns[neighbour];
    }

    EVODOKU_HD static std::uint32_t row_half(BoxBoard::Box box) {
        return static_cast<std::uint32_t>(box & BoxBoard::rows_mask);
    }
    EVODOKU_HD static std::uint32_t column_half(BoxBoard::Box box) {
        return static_cast<std::uint32_t>(box >> 27 & BoxBoard::rows_mask);
    }
    /// The half of neighbour k of a box where the two can clash.
    EVODOKU_HD static std::uint32_t half_facing(std::uint32_t k, BoxBoard::Box neighbour) {
        return k < 2 ? row_half(neighbour) : column_half(neighbour);
    }

private:
    EVODOKU_HD void describe(std::uint32_t box) {
        ClashTable::Box& own = table.box[box];
        own.count = count[box], own.words = words(box), own.numbers = first[box];
        own.ring = Surroundings(box).ring();
        if (box != 0) return;
        table.movable = 0;
        for (std::uint32_t digit = 0; digit < 9; ++digit) table.movable |= std::uint32_t{count[digit] > 1} << digit;
    }
    EVODOKU_HD bool all_listed() const {
        bool all = true;
        for (const std::uint32_t ways : count) all = all && ways != 0;
        return all;
    }
    /// Two neighbours have one allele each, and these clash.
    EVODOKU_HD bool has_fixed_clash() const {
        bool has = false;
        for (std::uint32_t number = 0; number < 18; ++number) {
            const BoxPairs::Pair pair = BoxPairs::pair(number);
            if (count[pair.first] != 1 || count[pair.second] != 1) continue;
            has = has || BoxPairs::clashes(allele(pair.first, 0), allele(pair.second, 0), number) != 0;
        }
        return has;
    }
    EVODOKU_HD std::uint32_t entries_for(std::uint32_t box, std::uint32_t k) const {
        return count[box] < 2 ? 0 : words(box) * half_patterns(box, k).count();
    }
    EVODOKU_HD static constexpr std::uint32_t words_for(std::uint32_t alleles) { return (alleles + 63) / 64; }

    // Until the sets are made, their memory holds the alleles of all boxes, and behind these the ways of each box.
    EVODOKU_HD BoxBoard::Box* listed() { return reinterpret_cast<BoxBoard::Box*>(sets); }
    EVODOKU_HD std::uint32_t* ways(int box) {
        static_assert(room * sizeof(BoxBoard::Box) + 9 * 512 * sizeof(std::uint32_t) <= sizeof sets);
        return reinterpret_cast<std::uint32_t*>(listed() + room) + 512 * box;
    }

    /// The cells of a box that have several candidates.
    struct OpenCells {
        BoxBoard::Box others = 0;    ///< the cells that have one
        std::uint32_t digits = 511;  ///< those that the others do not have
        bool may_fit = true;         ///< each cell has a candidate, and no two of the others have the same
        int count = 0, cell[9];
        std::uint32_t candidates[9];

        EVODOKU_HD OpenCells(const Puzzle& puzzle, int box) {
            for (int within = 0; within < 9; ++within) {
                const std::uint32_t digits_here = puzzle.candidates[cell_in_box(box, within)];
                const std::uint32_t only = (digits_here & (digits_here - 1)) == 0 ? digits_here : 0;
                may_fit = may_fit && digits_here != 0 && (only & ~digits) == 0;
                digits &= ~only, others |= BoxBoard::place_bit(within, only);
                cell[count] = within, candidates[count] = digits_here;
                count += only == 0;
            }
            for (int nth = 0; nth < count; ++nth) candidates[nth] &= digits;
        }
    };

    /// Allele k of a box, in the order of the digits of its cells.
    EVODOKU_HD static BoxBoard::Box nth_allele(const OpenCells& cells, const std::uint32_t* ways, std::uint32_t k) {
        BoxBoard::Box bits = cells.others;
        std::uint32_t used = 0;
        for (int nth = 0; nth < cells.count; ++nth) {
            std::uint32_t open = cells.candidates[nth] & ~used, digit = open & (0u - open);
            for (std::uint32_t with; k >= (with = ways[used | digit]); digit = open & (0u - open))
                k -= with, open ^= digit;
            used |= digit;
            bits |= BoxBoard::place_bit(cells.cell[nth], digit);
        }
        return bits;
    }

    /// Turns 64 alleles of 54 bits into 54 words of 64: a transposition of a 64 x 64 matrix of bits, by halves.
    EVODOKU_HD void cut(std::uint32_t box, std::uint32_t word) {
        std::uint64_t turned[64];
        for (std::uint32_t k = 0; k < 64; ++k) {
            const std::uint32_t number = word * 64 + k;
            turned[k] = number < count[box] ? allele(box, number) : ~std::uint64_t{0};
        }
        for (std::uint32_t half = 32; half != 0; half /= 2) {
            const std::uint64_t low = ~std::uint64_t{0} / ((std::uint64_t{1} << half) + 1);  // 0..01..1 0..01..1 ...
            for (std::uint32_t from = 0; from < 64; from += 2 * half) {
                for (std::uint32_t k = from; k < from + half; ++k) {
                    const std::uint64_t exchanged = (turned[k] >> half ^ turned[k + half]) & low;
                    turned[k] ^= exchanged << half;
                    turned[k + half] ^= exchanged;
                }
            }
        }
        const std::uint32_t stride = words_for(count[box]);
        auto* own = reinterpret_cast<std::uint64_t*>(sets) + first[box] / 64 * place_count;
        for (std::uint32_t k = 0; k < place_count; ++k) own[k * stride + word] = turned[k];
    }
};

static_assert(sizeof(Alleles) <= 160 * 1024);
static_assert(Alleles::place_count * Alleles::max_words * sizeof(std::uint64_t) < 1 << 16, "HalfPlaces");

/// The boxes of a board. One with a single allele takes it: nothing else would give it that.
EVODOKU_HD EVODOKU_INLINE void read_listed(auto board, const Alleles& alleles, BoxBoard::Box (&boxes)[9]) {
    EVODOKU_UNROLLED
    for (int number = 0; number < 9; ++number) {
        const bool single = alleles.count[number] == 1;
        boxes[number] = single ? alleles.allele(static_cast<std::uint32_t>(number), 0) : board.box(number);
    }
}

}  // namespace evodoku
