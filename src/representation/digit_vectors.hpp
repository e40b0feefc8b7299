// Boards of 9 x 9 from and to bytes by vectors, several times as fast as by loops, with the same results. Only for code
// of the CPU: a device, and processors without vectors, use the loops, in cell_board.hpp and box_board.hpp.
#pragma once

#include "core/vectors.hpp"

#if !defined(__CUDACC__) && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#define EVODOKU_DIGIT_VECTORS 1

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "evodoku/core/hd.hpp"

namespace evodoku::digit_vectors {

namespace hn = hwy::HWY_NAMESPACE;

/// Parts of 16 bytes, or four words: two where the processor has them, else one. A triple is a word of a CellBoard:
/// three cells, nine bits each.
inline constexpr hn::CappedTag<std::uint8_t, 32> bytes;
inline constexpr hn::Repartition<std::uint32_t, decltype(bytes)> words;
inline constexpr int parts = hn::MaxLanes(bytes) / 16;
using Bytes = hn::Vec<decltype(bytes)>;
using Words = hn::Vec<decltype(words)>;

/// Templates, so that only one of two branches has to exist.
template <class Tag>
Bytes load_parts(Tag all, const std::uint8_t* first, const std::uint8_t* second) {
    if constexpr (constexpr hn::Half<Tag> half; parts == 2) {
        return hn::Combine(all, hn::LoadU(half, second), hn::LoadU(half, first));
    } else {
        return hn::LoadU(all, first);
    }
}
template <class Tag>
void store_part(Tag all, Bytes cell_digits, std::uint8_t* to) {
    if constexpr (constexpr hn::Half<Tag> half; parts == 2) {
        hn::StoreU(hn::LowerHalf(half, cell_digits), half, to);
    } else {
        hn::StoreU(cell_digits, all, to);
    }
}
template <class Tag>
void store_second_part(Tag, Bytes cell_digits, std::uint8_t* to) {
    if constexpr (constexpr hn::Half<Tag> half; parts == 2) hn::StoreU(hn::UpperHalf(half, cell_digits), half, to);
}

/// True if all 81 are 1..9.
inline bool are_digits(const std::uint8_t* cells) {
    const Bytes eight = hn::Set(bytes, 8), one = hn::Set(bytes, 1);
    Bytes most = eight;
    for (int k = 0; k < 81; k += 16 * parts) {
        most = hn::Max(most, hn::Sub(hn::LoadU(bytes, cells + std::min(k, 81 - 16 * parts)), one));
    }
    return hn::AllTrue(bytes, hn::Eq(most, eight));
}

/// Four triples from twelve digits of each part, which begin at its byte `first`.
template <int first>
Words triples(Bytes digits) {
    // A byte per word, the third after it, and so on; three bytes of a word become 0.
    alignas(16) static constexpr std::uint32_t only = ~0xFFu, each[4] = {only, only + 3, only + 6, only + 9};
    const auto in_place = [&](std::uint32_t column) {
        const Words from = hn::Add(hn::LoadDup128(words, each), hn::Set(words, first + column));
        return hn::Shl(hn::Set(words, 1u << 9 * column),
                       hn::BitCast(words, hn::TableLookupBytesOr0(digits, hn::BitCast(bytes, from))));
    };
    return hn::ShiftRight<1>(hn::Or3(in_place(0), in_place(1), in_place(2)));
}

/// The reverse, from the cells of each triple as one bit of nine: twelve digits in each part, 0 for a cell without one.
inline Bytes digits(Words first, Words second, Words third) {
    // The exponent of a power of two is its logarithm plus 127.
    const auto exponent = [](Words bit) {
        constexpr hn::RebindToSigned<decltype(words)> integers;
        constexpr hn::RebindToFloat<decltype(words)> floats;
        return hn::ShiftRight<23>(hn::BitCast(words, hn::ConvertTo(floats, hn::BitCast(integers, bit))));
    };
    const Words all = hn::Or3(exponent(first), hn::ShiftLeft<8>(exponent(second)), hn::ShiftLeft<16>(exponent(third)));
    alignas(16) static constexpr std::uint8_t three_of_four[16] = {0,  1,  2,  4,  5,   6,   8,   9,
                                                                   10, 12, 13, 14, 255, 255, 255, 255};
    return hn::TableLookupBytesOr0(hn::SaturatedSub(hn::BitCast(bytes, all), hn::Set(bytes, 126)),
                                   hn::LoadDup128(bytes, three_of_four));
}
inline Words nine_bits(Words bits) { return hn::And(bits, hn::Set(words, 0x1FF)); }

/// The first 24 triples of a CellBoard.
inline void pack_cells(const std::uint8_t* cells, std::uint32_t* to) {
    alignas(64) static constexpr std::uint32_t twelve_each[8] = {0, 1, 2, 3, 3, 4, 5, 6};
    for (int k = 0; k < 24; k += 4 * parts) {
        const Words loaded = hn::BitCast(words, hn::LoadU(bytes, cells + 3 * k));
        const Words apart = hn::TableLookupLanes(loaded, hn::SetTableIndices(words, twelve_each));
        hn::StoreU(triples<0>(hn::BitCast(bytes, apart)), words, to + k);
    }
}
/// Their cells, and bytes behind them.
inline void unpack_cells(const std::uint32_t* from, std::uint8_t* cells) {
    for (int k = 0; k < 24; k += 4 * parts) {
        const Words all = hn::LoadU(words, from + k);
        const Bytes cell_digits = digits(nine_bits(all), nine_bits(hn::ShiftRight<9>(all)), hn::ShiftRight<18>(all));
        store_part(bytes, cell_digits, cells + 3 * k), store_second_part(bytes, cell_digits, cells + 3 * k + 12);
    }
}

/// The bytes of a BoxBoard (layout: BoxBits) from two words per box, three boxes per band: digits in its rows, and in
/// its columns. Bytes of a band from 0 and from 6 on: those of low words, rows and five bits of columns, and of high
/// words.
inline constexpr std::uint8_t no = 255;
using Places = std::uint8_t[16];
alignas(16) inline constexpr Places low_at_0 = {0, 1, 2, 3, no, no, no, 4, 5, 6, 7, no, no, no, 8, 9};
alignas(16) inline constexpr Places high_at_0 = {no, no, no, no, 0, 1, 2, no, no, no, no, 4, 5, 6, no, no};
alignas(16) inline constexpr Places low_at_6 = {no, 4, 5, 6, 7, no, no, no, 8, 9, 10, 11, no, no, no, no};
alignas(16) inline constexpr Places high_at_6 = {2, no, no, no, no, 4, 5, 6, no, no, no, no, 8, 9, 10, no};
alignas(16) inline constexpr Places rows_at_0 = {0, 1, 2, 3, 7, 8, 9, 10, no, no, no, no, no, no, no, no};
alignas(16) inline constexpr Places rows_at_6 = {no, no, no, no, no, no, no, no, 8, 9, 10, 11, no, no, no, no};
alignas(16) inline constexpr Places columns_at_0 = {3, 4, 5, 6, 10, 11, 12, 13, no, no, no, no, no, no, no, no};
alignas(16) inline constexpr Places columns_at_6 = {no, no, no, no, no, no, no, no, 11, 12, 13, 14, no, no, no, no};
inline Bytes merged(Bytes a, const Places& from_a, Bytes b, const Places& from_b) {
    return hn::Or(hn::TableLookupBytesOr0(a, hn::LoadDup128(bytes, from_a)),
                  hn::TableLookupBytesOr0(b, hn::LoadDup128(bytes, from_b)));
}

/// From digits 1..9, without notes. False if a box has one twice; the bytes are then undefined.
inline bool pack_boxes(const std::uint8_t* cells, std::uint8_t* board) {
    Words missing = hn::Zero(words);
    EVODOKU_UNROLLED
    for (int band = 0; band < 3; band += parts) {
        const std::uint8_t *first = cells + 27 * band, *second = cells + 27 * std::min(band + 1, 2);
        const Words top = triples<0>(load_parts(bytes, first, second)),
                    middle = triples<0>(load_parts(bytes, first + 9, second + 9)),
                    bottom = band == 2 ? triples<7>(load_parts(bytes, cells + 65, cells + 65))  // none behind the end
                                       : triples<0>(load_parts(bytes, first + 18, second + 18));
        const auto held = [](Words three) {
            return nine_bits(hn::Or3(three, hn::ShiftRight<9>(three), hn::ShiftRight<18>(three)));
        };
        const Words columns = hn::Or3(top, middle, bottom);
        const Words rows = hn::Or3(held(top), hn::ShiftLeft<9>(held(middle)), hn::ShiftLeft<18>(held(bottom)));
        missing = hn::Or(missing, hn::AndNot(held(columns), hn::Set(words, 0x1FF)));
        const Bytes low = hn::BitCast(bytes, hn::Or(rows, hn::ShiftLeft<27>(columns))),
                    high = hn::BitCast(bytes, hn::ShiftRight<5>(columns));
        const Bytes at_0 = merged(low, low_at_0, high, high_at_0), at_6 = merged(low, low_at_6, high, high_at_6);
        std::uint8_t* to = board + 21 * band;
        store_part(bytes, at_0, to), store_part(bytes, at_6, to + 6);
        if (band != 2) store_second_part(bytes, at_0, to + 21), store_second_part(bytes, at_6, to + 27);
    }
    alignas(16) static constexpr std::uint32_t three[4] = {~0u, ~0u, ~0u, 0};
    return hn::AllTrue(words, hn::Eq(hn::And(missing, hn::LoadDup128(words, three)), hn::Zero(words)));
}
/// The cells of a BoxBoard.
inline void unpack_boxes(const std::uint8_t* board, std::uint8_t* cells) {
    EVODOKU_UNROLLED
    for (int band = 0; band < 3; band += parts) {
        const std::uint8_t *first = board + 21 * band, *second = board + 21 * std::min(band + 1, 2);
        const Bytes at_0 = load_parts(bytes, first, second), at_6 = load_parts(bytes, first + 6, second + 6);
        const Words rows = hn::BitCast(words, merged(at_0, rows_at_0, at_6, rows_at_6)),
                    columns = hn::ShiftRight<3>(hn::BitCast(words, merged(at_0, columns_at_0, at_6, columns_at_6)));
        const Words in_row[3] = {nine_bits(rows), nine_bits(hn::ShiftRight<9>(rows)),
                                 nine_bits(hn::ShiftRight<18>(rows))};
        Bytes made[3];
        for (int row = 0; row < 3; ++row) {
            made[row] = digits(hn::And(in_row[row], columns), hn::And(in_row[row], hn::ShiftRight<9>(columns)),
                               hn::And(in_row[row], hn::ShiftRight<18>(columns)));
        }
        // 16 bytes for each row of nine: the next row is written over the rest.
        std::uint8_t* to = cells + 27 * band;
        for (int row = 0; row < 3 && band + row < 4; ++row) store_part(bytes, made[row], to + 9 * row);
        if (band == 2) {
            const std::uint64_t eight =
                hn::GetLane(hn::BitCast(hn::Repartition<std::uint64_t, decltype(bytes)>{}, made[2]));
            std::memcpy(to + 18, &eight, sizeof eight);
            to[26] = hn::GetLane(hn::ShiftRightBytes<8>(bytes, made[2]));
        } else {
            for (int row = 0; row < 3; ++row) store_second_part(bytes, made[row], to + 27 + 9 * row);
        }
    }
}

}  // namespace evodoku::digit_vectors

#else
#define EVODOKU_DIGIT_VECTORS 0
#endif
