// Which alleles of a box clash with an arrangement of a neighbour: rows of a table that a CPU thread makes when it
// first wants one. Not an operator.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

#include "core/bits.hpp"
#include "operators/mutation/alleles.hpp"
#include "operators/mutation/vector_words.hpp"

namespace evodoku {

class ClashRows;

#if !EVODOKU_ON_DEVICE

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

    /// Call this before looking up the four rows of a box: they stay where they are until the next call.
    void make_room(std::uint32_t words) {
        if (end_ + 4 * words > room) forget();
    }

    /// The row of box `box` for arrangement `number` of box `neighbour`, its neighbour k (see Surroundings).
    const std::uint64_t* row(const Alleles& alleles, std::uint32_t box, std::uint32_t k, std::uint32_t neighbour,
                             std::uint32_t number) {
        const std::uint32_t entry = entry_[box * 4 + k][number];
        if (entry == 0) [[unlikely]]
            return new_row(alleles, box, k, neighbour, number);
        return sets_ + 2 * std::size_t{entry};
    }

    /// The row for a half that has no number, as in a random board that ignores the candidates.
    EVODOKU_SELDOM const std::uint64_t* unlisted_row(const Alleles& alleles, std::uint32_t box, std::uint32_t k,
                                                     std::uint32_t half) {
        fill(alleles, box, k, half, unlisted_[k]);
        return unlisted_[k];
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

    EVODOKU_SELDOM const std::uint64_t* new_row(const Alleles& alleles, std::uint32_t box, std::uint32_t k,
                                                std::uint32_t neighbour, std::uint32_t number) {
        const Arrangements& listed = k < 2 ? alleles.rows[neighbour] : alleles.columns[neighbour];
        std::uint64_t* row = sets_ + 2 * std::size_t{end_};
        entry_[box * 4 + k][number] = static_cast<std::uint16_t>(end_);
        end_ += alleles.words(box);
        fill(alleles, box, k, listed.half(number), row);
        return row;
    }

    static void fill(const Alleles& alleles, std::uint32_t box, std::uint32_t k, std::uint32_t half,
                     std::uint64_t* row) {
        const std::uint32_t words = alleles.words(box);
        const std::uint64_t* first = alleles.places(box) + (k < 2 ? 0 : 27 * words);
        const std::uint64_t* place[9];
        for (auto& each : place) {
            each = first + static_cast<std::uint32_t>(lowest_bit(half)) * words;
            half &= half - 1;
        }
        // From the end: what a vector writes too much of one set, the other or the vector before it puts right.
        for (std::uint32_t word = (words - 1) / vector_words * vector_words;; word -= vector_words) {
            WordVector one = load_words(place[0] + word), two = one & ~one;
            for (int digit = 1; digit < 9; ++digit) {
                const WordVector clash = load_words(place[digit] + word);
                two |= one & clash;
                one |= clash;
            }
            store_words(row + word, one);
            store_words(row + words + word, two);
            if (word == 0) break;
        }
    }

    static constexpr std::uint32_t slack = vector_words;
    std::uint64_t edition_ = 0;
    std::uint32_t end_ = 1;  ///< in units of a word of both sets, as entries; 0 is none
    std::uint16_t entry_[36][Arrangements::max_count];
    std::uint64_t sets_[2 * std::size_t{room} + slack];
    std::uint64_t unlisted_[4][2 * Alleles::max_words + slack];
};

#endif

}  // namespace evodoku
