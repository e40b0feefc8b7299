// Boards of 9 x 9 from and to bytes by vectors of AVX2 or AVX-512, several times as fast as by loops, with the same
// results. Only for code of the CPU: a device and other processors use the loops, in cell_board.hpp and box_board.hpp.
#pragma once

#if defined(__AVX2__) && !defined(__CUDACC__)
#define EVODOKU_DIGIT_VECTORS 1

#include <immintrin.h>

#include <cstdint>
#include <cstring>

namespace evodoku::digit_vectors {

/// 32 bytes, or eight words; a half has 16 bytes. A triple is a word of a CellBoard: three cells, nine bits each.
using Vector = __m256i;
using Half = __m128i;

template <class T>
Vector load(const T* from) {
    return _mm256_loadu_si256(reinterpret_cast<const Vector*>(from));
}
inline void store(void* to, Vector vector) { _mm256_storeu_si256(static_cast<Vector*>(to), vector); }
inline void store(void* to, Half half) { _mm_storeu_si128(static_cast<Half*>(to), half); }
inline Half low(Vector vector) { return _mm256_castsi256_si128(vector); }
inline Half high(Vector vector) { return _mm256_extracti128_si256(vector, 1); }
inline Vector either(Vector a, Vector b) { return _mm256_or_si256(a, b); }
inline Vector either(Vector a, Vector b, Vector c) { return either(either(a, b), c); }
/// In both halves: the 16 bytes at each of two places.
inline Vector load_halves(const std::uint8_t* one, const std::uint8_t* other) {
    const auto half = [](const std::uint8_t* from) { return _mm_loadu_si128(reinterpret_cast<const Half*>(from)); };
    return _mm256_set_m128i(half(other), half(one));
}

/// True if all 81 are 1..9.
inline bool are_digits(const std::uint8_t* cells) {
    const Vector a = load(cells), b = load(cells + 32), c = load(cells + 49);
    const Vector one = _mm256_set1_epi8(1), nine = _mm256_set1_epi8(9);
    const Vector most = _mm256_max_epu8(_mm256_max_epu8(a, b), _mm256_max_epu8(c, nine));
    const Vector least = _mm256_min_epu8(_mm256_min_epu8(a, b), _mm256_min_epu8(c, one));
    const Vector fits = _mm256_and_si256(_mm256_cmpeq_epi8(most, nine), _mm256_cmpeq_epi8(least, one));
    return _mm256_movemask_epi8(fits) == -1;
}

/// A byte per word for a shuffle: byte `first` of a half, the third after it, and so on. Three bytes of a word become
/// 0.
inline Half bytes_of_triples(int first) {
    constexpr int only = ~0xFF;
    return _mm_add_epi32(_mm_setr_epi32(only, only + 3, only + 6, only + 9), _mm_set1_epi32(first));
}

/// In each half: four triples from twelve digits, which begin at byte `first` of the half.
template <int first>
Vector triples(Vector digits) {
    const auto in_place = [&](int column) {
        const Vector shifts =
            _mm256_shuffle_epi8(digits, _mm256_broadcastsi128_si256(bytes_of_triples(first + column)));
        return _mm256_sllv_epi32(_mm256_set1_epi32(1 << 9 * column), shifts);
    };
    return _mm256_srli_epi32(either(in_place(0), in_place(1), in_place(2)), 1);
}

/// The reverse, from the cells of each triple as one bit of nine: twelve digits in each half, 0 for a cell without one.
inline Vector digits(Vector first, Vector second, Vector third) {
    // The exponent of a power of two is its logarithm plus 127.
    const auto exponent = [](Vector bit) {
        return _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(bit)), 23);
    };
    const Vector words =
        either(exponent(first), _mm256_slli_epi32(exponent(second), 8), _mm256_slli_epi32(exponent(third), 16));
    const Half three_of_four = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    return _mm256_shuffle_epi8(_mm256_subs_epu8(words, _mm256_set1_epi8(126)),
                               _mm256_broadcastsi128_si256(three_of_four));
}
inline Vector nine_bits(Vector words) { return _mm256_and_si256(words, _mm256_set1_epi32(0x1FF)); }

/// The 27 triples of a CellBoard. False, and nothing is written, if a cell is not 1..9.
inline bool pack_cells(const std::uint8_t* cells, std::uint32_t* words) {
#if defined(__AVX512BW__)  // cells 0 to 63, and those from 48 on
    constexpr __mmask64 of_last = (__mmask64{1} << 33) - 1;
    const __m512i first = _mm512_loadu_si512(cells), last = _mm512_maskz_loadu_epi8(of_last, cells + 48);
    const auto wrong = [](__m512i digits) {
        return _mm512_cmpge_epu8_mask(_mm512_sub_epi8(digits, _mm512_set1_epi8(1)), _mm512_set1_epi8(9));
    };
    if ((wrong(first) | (wrong(last) & of_last)) != 0) return false;
    const auto sixteen = [](__m512i digits) {
        constexpr __mmask16 all = 0xFFFF;  // g++ 12 warns of its own headers where there is no mask
        const __m512i twelve_each = _mm512_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12);
        const __m512i quarters = _mm512_maskz_permutexvar_epi32(all, twelve_each, digits);
        const auto in_place = [&](int column) {
            const __m512i at = _mm512_maskz_broadcast_i32x4(all, bytes_of_triples(column));
            const __m512i bit = _mm512_set1_epi32(1 << 9 * column);
            return _mm512_maskz_sllv_epi32(all, bit, _mm512_shuffle_epi8(quarters, at));
        };
        const __m512i triples = _mm512_or_si512(_mm512_or_si512(in_place(0), in_place(1)), in_place(2));
        return _mm512_maskz_srli_epi32(all, triples, 1);
    };
    _mm512_storeu_si512(words, sixteen(first));
    _mm512_mask_storeu_epi32(words + 16, 0x7FF, sixteen(last));
#else
    if (!are_digits(cells)) return false;
    for (int k = 0; k < 24; k += 8) {
        const Vector twelve_each = _mm256_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6);
        store(words + k, triples<0>(_mm256_permutevar8x32_epi32(load(cells + 3 * k), twelve_each)));
    }
    const Half last = low(triples<7>(load_halves(cells + 65, cells + 65)));  // nothing behind the end
    _mm_storel_epi64(reinterpret_cast<Half*>(words + 24), last);
    words[26] = static_cast<std::uint32_t>(_mm_extract_epi32(last, 2));
#endif
    return true;
}
/// Cells 0 to 71 of a CellBoard, and bytes behind them.
inline void unpack_cells(const std::uint32_t* words, std::uint8_t* cells) {
    for (int k = 0; k < 24; k += 8) {
        const Vector eight = load(words + k);
        const Vector made =
            digits(nine_bits(eight), nine_bits(_mm256_srli_epi32(eight, 9)), _mm256_srli_epi32(eight, 18));
        store(cells + 3 * k, low(made));
        if (k < 16) store(cells + 3 * k + 12, high(made));
        if (k == 16) _mm_storel_epi64(reinterpret_cast<Half*>(cells + 60), high(made));
        if (k == 16) std::memcpy(cells + 68, reinterpret_cast<const char*>(&made) + 24, 4);
    }
}

/// The boxes of a band in each half, a word per box: which digits its rows hold, and its columns; and whether all are
/// there. Layout: BoxBits.
struct Bands {
    Vector rows, columns, whole;
};
/// From the triples of their three rows.
inline Bands bands(Vector first, Vector second, Vector third) {
    const auto held = [](Vector triples) {
        return nine_bits(either(triples, _mm256_srli_epi32(triples, 9), _mm256_srli_epi32(triples, 18)));
    };
    const Vector columns = either(first, second, third);
    return {either(held(first), _mm256_slli_epi32(held(second), 9), _mm256_slli_epi32(held(third), 18)), columns,
            _mm256_cmpeq_epi32(held(columns), _mm256_set1_epi32(0x1FF))};
}

/// The bytes of a BoxBoard without notes, from digits 1..9. False if a box has one twice; the bytes are then undefined.
inline bool pack_boxes(const std::uint8_t* cells, std::uint8_t* bytes) {
    const auto two = [&](int row) { return triples<0>(load_halves(cells + 9 * row, cells + 27 + 9 * row)); };
    const auto one = [&](int row) { return triples<0>(load_halves(cells + 9 * row, cells + 9 * row)); };
    const Bands upper = bands(two(0), two(1), two(2));
    const Bands lowest = bands(one(6), one(7), triples<7>(load_halves(cells + 65, cells + 65)));  // none behind the end
    const auto write = [&](int band, Half rows, Half columns) {
        const Vector boxes = either(_mm256_cvtepu32_epi64(rows), _mm256_slli_epi64(_mm256_cvtepu32_epi64(columns), 27));
        const Half seven_each = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, -1, -1);
        store(bytes + 21 * band, _mm_shuffle_epi8(low(boxes), seven_each));
        _mm_storel_epi64(reinterpret_cast<Half*>(bytes + 21 * band + 14), high(boxes));
    };
    write(0, low(upper.rows), low(upper.columns));
    write(1, high(upper.rows), high(upper.columns));
    write(2, low(lowest.rows), low(lowest.columns));
    const int three_boxes_each = 0x0FFF0FFF;
    const Vector whole = _mm256_and_si256(upper.whole, lowest.whole);
    return (_mm256_movemask_epi8(whole) & three_boxes_each) == three_boxes_each;
}

/// The digits in a row of the bands in both halves; see Bands.
inline Vector row_of(Vector rows, Vector columns, int row) {
    const Vector in_row = nine_bits(_mm256_srli_epi32(rows, 9 * row));
    const auto cell = [&](int column) { return _mm256_and_si256(in_row, _mm256_srli_epi32(columns, 9 * column)); };
    return digits(cell(0), cell(1), cell(2));
}

/// The cells of a BoxBoard.
inline void unpack_boxes(const std::uint8_t* bytes, std::uint8_t* cells) {
    const auto box = [&](int number) {
        long long bits;
        std::memcpy(&bits, bytes + 7 * number, sizeof bits);
        return bits;
    };
    Half rows[3], columns[3];  // of each band: those of its boxes, in the lowest bits of a word each
    for (int band = 0; band < 3; ++band) {
        const Half two = _mm_set_epi64x(box(3 * band + 1), box(3 * band)), third = _mm_cvtsi64_si128(box(3 * band + 2));
        const auto words = [](Half a, Half b) {
            return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), _MM_SHUFFLE(0, 0, 2, 0)));
        };
        rows[band] = words(two, third);
        columns[band] = words(_mm_srli_epi64(two, 27), _mm_srli_epi64(third, 27));
    }
    const Vector upper_rows = _mm256_set_m128i(rows[1], rows[0]), lowest_rows = _mm256_castsi128_si256(rows[2]);
    const Vector upper = _mm256_set_m128i(columns[1], columns[0]), lowest = _mm256_castsi128_si256(columns[2]);
    Vector in_upper[3];
    for (int row = 0; row < 3; ++row) in_upper[row] = row_of(upper_rows, upper, row);
    // 16 bytes for each row of nine: the next row is written over the rest.
    for (int row = 0; row < 3; ++row) store(cells + 9 * row, low(in_upper[row]));
    for (int row = 0; row < 3; ++row) store(cells + 27 + 9 * row, high(in_upper[row]));
    for (int row = 0; row < 2; ++row) store(cells + 54 + 9 * row, low(row_of(lowest_rows, lowest, row)));
    const Half last = low(row_of(lowest_rows, lowest, 2));
    _mm_storel_epi64(reinterpret_cast<Half*>(cells + 72), last);
    cells[80] = static_cast<std::uint8_t>(_mm_extract_epi8(last, 8));
}

}  // namespace evodoku::digit_vectors

#else
#define EVODOKU_DIGIT_VECTORS 0
#endif
