// The alleles of a puzzle: for each box, every arrangement of its missing digits that its candidates allow, as a list
// and sliced by place. What the heat bath draws from; made once a puzzle, on the device that runs it.
#pragma once

#include <cstdint>

#include "evodoku/core/puzzle.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku {

/// Both forms of the alleles of nine boxes. The hardest puzzles have about a hundred alleles a box, some boxes over
/// 1,000; an empty box has 9! = 362,880. Memory is bounded whatever the puzzle:
///
///   up to `few`     listed
///   up to `most`    listed and sliced. 7! = 5,040: every box with at most seven free cells, whatever its candidates
///   beyond          neither: count is 0, and whoever redraws such a box must do without
///
/// Sliced: bit k % 64 of slice[box][k / 64 / 4][place][k / 64 % 4] says whether allele k has the digit of `place` in
/// its row (places 0..26) or column (27..53), numbered as the bits of a BoxBoard::Box. The slices of a box are no
/// larger than its list: 54 bits an allele. Bits beyond the last allele are all set: an allele that clashes with
/// everybody.
struct Alleles {
    static constexpr std::uint32_t few = 4;
    static constexpr std::uint32_t most = 5040;
    static constexpr int places = 54;
    static constexpr std::uint32_t words = 4;          ///< of a place in a slice: one AVX2 register, two 16-byte loads
    static constexpr std::uint32_t span = 64 * words;  ///< alleles a slice
    static constexpr std::uint32_t most_slices = (most + span - 1) / span;

    /// What 256 alleles hold, place by place.
    struct alignas(32) Slice {
        std::uint64_t of[places][words];
    };

    std::uint32_t count[9];  ///< 0: none, or too many to list
    BoxBoard::Box of[9][most];
    Slice slice[9][most_slices];

    EVODOKU_HD bool is_sliced(int box) const { return count[box] > few; }
    EVODOKU_HD static constexpr std::uint32_t slices_of(std::uint32_t alleles) { return (alleles + span - 1) / span; }

    /// Lists and slices those of one box.
    EVODOKU_HD void prepare(const Puzzle& puzzle, int box) {
        list(puzzle, box);
        if (!is_sliced(box)) return;
        const std::uint32_t words_in_use = slices_of(count[box]) * words;
        for (std::uint32_t word = 0; word < words_in_use; ++word) cut(box, word);
    }

private:
    /// In the order of the cells and of the candidates' digits.
    EVODOKU_HD void list(const Puzzle& puzzle, int box) {
        std::uint32_t found = 0;
        std::uint32_t open[9], used[9];  // by depth: digits not tried yet in that cell; digits of the cells before
        BoxBoard::Box placed[9];
        int depth = 0;
        open[0] = puzzle.candidates[cell_in_box(box, 0)], used[0] = 0, placed[0] = 0;
        count[box] = 0;
        while (depth >= 0) {
            if (open[depth] == 0) {
                --depth;
                continue;
            }
            const std::uint32_t digit = open[depth] & (0u - open[depth]);
            open[depth] ^= digit;
            const BoxBoard::Box with = placed[depth] | BoxBoard::place(depth, lowest_bit(digit) + 1);
            if (depth == 8) {
                if (found == most) return;
                of[box][found++] = with;
            } else {
                const std::uint32_t taken = used[depth] | digit;
                ++depth;
                open[depth] = puzzle.candidates[cell_in_box(box, depth)] & ~taken, used[depth] = taken,
                placed[depth] = with;
            }
        }
        count[box] = found;
    }

    /// Turns 64 alleles of 54 bits into 54 words of 64: a transposition of a 64 x 64 matrix of bits, by halves.
    EVODOKU_HD void cut(int box, std::uint32_t word) {
        std::uint64_t rows[64];
        for (std::uint32_t k = 0; k < 64; ++k) {
            const std::uint32_t allele = word * 64 + k;
            rows[k] = allele < count[box] ? of[box][allele] : ~std::uint64_t{0};
        }
        for (std::uint32_t half = 32; half != 0; half /= 2) {
            const std::uint64_t low = ~std::uint64_t{0} / ((std::uint64_t{1} << half) + 1);  // 0..01..1 0..01..1 ...
            for (std::uint32_t first = 0; first < 64; first += 2 * half) {
                for (std::uint32_t k = first; k < first + half; ++k) {
                    const std::uint64_t exchanged = (rows[k] >> half ^ rows[k + half]) & low;
                    rows[k] ^= exchanged << half;
                    rows[k + half] ^= exchanged;
                }
            }
        }
        Slice& slices = slice[box][word / words];
        for (int place = 0; place < places; ++place) slices.of[place][word % words] = rows[place];
    }
};

}  // namespace evodoku
