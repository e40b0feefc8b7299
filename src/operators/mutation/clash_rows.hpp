// Which alleles of a box clash with an arrangement of a neighbour: rows of a table that a CPU thread makes when it
// first wants one. Not an operator.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

#include "core/bits.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/box_pairs.hpp"
#include "operators/mutation/vector_words.hpp"

namespace evodoku {

#if !EVODOKU_ON_DEVICE

/// The boxes of a board, and by their numbers what they look like: the rows of box b are lines[b], its columns
/// lines[9 + b]. Arrangements::none where no allele has them.
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
        const BoxBoard::Box neighbour = of[around.neighbour(k)];
        return k < 2 ? Alleles::row_half(neighbour) : Alleles::column_half(neighbour);
    }
    void set(std::uint32_t box, BoxBoard::Box bits, std::uint32_t numbers) {
        of[box] = bits;
        lines[box] = static_cast<std::uint8_t>(numbers), lines[9 + box] = static_cast<std::uint8_t>(numbers >> 8);
    }
};

/// A row is two sets of alleles, words(box) words each: those that clash with the arrangement, those that clash twice.
///
///   one[0] one[1] ... two[0] two[1] ...      bit k % 64 of word k / 64: allele k
///
/// The rows that 16 generations of a hardest puzzle want are about 35 KB. Most of an easy puzzle are never wanted, so
/// none is made beforehand. Each thread has rows of its own: there is nothing to wait for. They are those of one puzzle
/// at a time, and a second beginning where they fill the table.
class ClashRows {
public:
    /// Those of this thread, for the alleles of a puzzle.
    static ClashRows& of_thread(const Alleles& alleles) {
        thread_local const std::unique_ptr<ClashRows> rows = std::make_unique<ClashRows>();
        if (rows->edition_ != alleles.edition) rows->begin(alleles);
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

    void begin(const Alleles& alleles) {
        edition_ = alleles.edition;
        forget();
    }
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
                const bool listed = number != Arrangements::none;
                std::uint64_t* made = listed ? sets_ + 2 * std::size_t{end_} : unlisted_[k];
                fill(alleles, box, k, boxes.half(around, k), made);
                rows.of[k] = made;
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
        if (alleles.words(box) > words_of<WordVector>) return fill_by<WideVector>(alleles, box, k, half, row);
        fill_by<WordVector>(alleles, box, k, half, row);
    }
    template <class Vector>
    static void fill_by(const Alleles& alleles, std::uint32_t box, std::uint32_t k, std::uint32_t half,
                        std::uint64_t* row) {
        constexpr std::uint32_t at_once = words_of<Vector>;
        const std::uint32_t words = alleles.words(box);
        const std::uint64_t* first = alleles.places(box) + (k < 2 ? 0 : 27 * words);
        const std::uint64_t* place[9];
        for (auto& each : place) {
            each = first + static_cast<std::uint32_t>(lowest_bit(half)) * words;
            half &= half - 1;
        }
        // From the end: what a vector writes too much of one set, the other or the vector before it puts right.
        for (std::uint32_t word = (words - 1) / at_once * at_once;; word -= at_once) {
            Vector one = load_words<Vector>(place[0] + word), two = one & ~one;
            for (int digit = 1; digit < 9; ++digit) {
                const Vector clash = load_words<Vector>(place[digit] + word);
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
    /// That of Arrangements::none is always 0. 32 more: rows of a power of two would share few sets of the cache.
    std::uint16_t entry_[36][Arrangements::max_count + 1 + 32];
    std::uint64_t sets_[2 * std::size_t{room} + slack];
    std::uint64_t unlisted_[4][2 * Alleles::max_words + slack];
};

#endif

}  // namespace evodoku
