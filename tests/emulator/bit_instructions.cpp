// Shifts, counts of bits, bit fields and bytes.
#include <algorithm>

#include "emulator/decoder.hpp"
#include "emulator/lanes.hpp"

namespace evodoku::emulator {
namespace {

template <class T>
constexpr u32 bits_of = 8 * sizeof(T);

template <class T>
T low_bits(u32 count) {
    return count >= bits_of<T> ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << count) - 1);
}

// Beyond the width: zeros, or copies of the sign. In two halves: C++ shifts by less than the width.
template <class T>
struct ShiftLeft {
    static void handler(Warp& warp, const Instruction& in) {
        const T* a = input<T>(warp, in.a);
        const u32* b = input<u32>(warp, in.b);
        for_each_lane<T>(warp, in.d, [=](int lane) {
            const u32 distance = std::min(b[lane], bits_of<T>), half = distance / 2;
            return static_cast<T>(static_cast<T>(a[lane] << half) << (distance - half));
        });
    }
};
template <class T>
struct ShiftRight {
    static void handler(Warp& warp, const Instruction& in) {
        const T* a = input<T>(warp, in.a);
        const u32* b = input<u32>(warp, in.b);
        for_each_lane<T>(warp, in.d, [=](int lane) {
            const u32 distance = std::min(b[lane], bits_of<T>), half = distance / 2;
            return static_cast<T>(static_cast<T>(a[lane] >> half) >> (distance - half));
        });
    }
};

template <bool right, bool clamp>
void funnel_shift(Warp& warp, const Instruction& in) {
    const u32 *a = input<u32>(warp, in.a), *b = input<u32>(warp, in.b), *c = input<u32>(warp, in.c);
    for_each_lane<u32>(warp, in.d, [=](int lane) {
        const u64 both = u64{b[lane]} << 32 | a[lane];
        const u32 distance = clamp ? std::min(c[lane], u32{32}) : c[lane] & 31;
        return right ? static_cast<u32>(both >> distance) : static_cast<u32>((both << distance) >> 32);
    });
}

template <class T>
void population_count(Warp& warp, const Instruction& in) {
    const T* a = input<T>(warp, in.a);
    for_each_lane<u32>(warp, in.d, [=](int lane) { return static_cast<u32>(__builtin_popcountll(a[lane])); });
}
/// Vectors of few processors count zeros; all convert 32 bits to floating point, here without what could round up.
template <class T>
u32 zeros_above(T x) {
    if constexpr (sizeof(T) != 4) return static_cast<u32>(std::countl_zero(x));
    const float power = static_cast<float>(static_cast<s32>(x & ~(x >> 1)));
    const u32 zeros = std::min(158 - (std::bit_cast<u32>(power) >> 23), u32{32});
    return static_cast<s32>(x) < 0 ? 0 : zeros;
}
template <class T>
void leading_zeros(Warp& warp, const Instruction& in) {
    const T* a = input<T>(warp, in.a);
    for_each_lane<u32>(warp, in.d, [=](int lane) { return zeros_above(a[lane]); });
}
template <class T>
void bit_reverse(Warp& warp, const Instruction& in) {
    const T* a = input<T>(warp, in.a);
    for_each_lane<T>(warp, in.d, [=](int lane) {
        constexpr T ones = ~T{0} / 3, pairs = ~T{0} / 5, fours = ~T{0} / 17;
        T x = a[lane];
        x = (x >> 1 & ones) | (x & ones) << 1;
        x = (x >> 2 & pairs) | (x & pairs) << 2;
        x = (x >> 4 & fours) | (x & fours) << 4;
        return static_cast<T>(sizeof(T) == 4 ? __builtin_bswap32(static_cast<u32>(x)) : __builtin_bswap64(x));
    });
}
/// Highest bit that is set, of a negative number the highest that is not; option: as distance from the top.
template <class T>
struct FindHighest {
    static void handler(Warp& warp, const Instruction& in) {
        using U = std::make_unsigned_t<T>;
        const T* a = input<T>(warp, in.a);
        const bool as_shift = in.option != 0;
        for_each_lane<u32>(warp, in.d, [=](int lane) {
            const U x = static_cast<U>(a[lane] < 0 ? static_cast<T>(~a[lane]) : a[lane]);
            const u32 zeros = zeros_above(x);
            if (zeros == bits_of<T>) return ~u32{0};
            return as_shift ? zeros : bits_of<T> - 1 - zeros;
        });
    }
};
template <bool clamp>
void bit_mask(Warp& warp, const Instruction& in) {
    const u32 *a = input<u32>(warp, in.a), *b = input<u32>(warp, in.b);
    for_each_lane<u32>(warp, in.d, [=](int lane) {
        const u32 start = clamp ? std::min(a[lane], u32{32}) : a[lane] & 31;
        const u32 width = clamp ? std::min(b[lane], u32{32}) : b[lane] & 31;
        return static_cast<u32>(((u64{1} << width) - 1) << start);
    });
}
template <class T>
void bit_field_insert(Warp& warp, const Instruction& in) {
    const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b);
    const u32 *c = input<u32>(warp, in.c), *width = input<u32>(warp, in.v[0]);
    for_each_lane<T>(warp, in.d, [=](int lane) {
        const u32 start = c[lane] & 255, count = width[lane] & 255;
        if (start >= bits_of<T>) return b[lane];
        const T field = static_cast<T>(low_bits<T>(count) << start);
        return static_cast<T>((b[lane] & ~field) | (static_cast<T>(a[lane] << start) & field));
    });
}
/// Beyond the top of the register, a signed field is filled with its sign.
template <class T>
struct BitFieldExtract {
    static void handler(Warp& warp, const Instruction& in) {
        using U = std::make_unsigned_t<T>;
        const T* a = input<T>(warp, in.a);
        const u32 *b = input<u32>(warp, in.b), *c = input<u32>(warp, in.c);
        for_each_lane<T>(warp, in.d, [=](int lane) {
            const u32 start = b[lane] & 255, count = c[lane] & 255;
            if (count == 0) return T{0};
            const U value = start >= bits_of<T> ? U{0} : static_cast<U>(static_cast<U>(a[lane]) >> start);
            const U field = static_cast<U>(value & low_bits<U>(count));
            const u32 top = std::min(start + count - 1, bits_of<T> - 1);
            const bool negative = std::is_signed_v<T> && (static_cast<U>(a[lane]) >> top & 1) != 0;
            // From the field's last bit that lies within the register upwards.
            const U sign = start >= bits_of<T> ? static_cast<U>(~U{0})
                                               : static_cast<U>(~low_bits<U>(std::min(count, bits_of<T> - start)));
            return static_cast<T>(negative ? field | sign : field);
        });
    }
};
void byte_permute(Warp& warp, const Instruction& in) {
    const u32 *a = input<u32>(warp, in.a), *b = input<u32>(warp, in.b), *c = input<u32>(warp, in.c);
    for_each_lane<u32>(warp, in.d, [=](int lane) {
        const u64 both = u64{b[lane]} << 32 | a[lane];
        u32 result = 0;
        for (int k = 0; k < 4; ++k) {
            const u32 selector = c[lane] >> 4 * k & 15;
            const u32 byte = static_cast<u32>(both >> 8 * (selector & 7)) & 255;
            const u32 sign = (byte & 128) != 0 ? 255 : 0;
            result |= ((selector & 8) != 0 ? sign : byte) << 8 * k;
        }
        return result;
    });
}
/// Sources of 32 bits: shf prmt bmsk.
bool decode_words(Decoding& decoding) {
    Instruction& in = decoding.in;
    Modifiers& modifiers = decoding.modifiers;
    const std::string_view name = modifiers.name();
    const bool mask = name == "bmsk";
    if (name != "shf" && name != "prmt" && !mask) return false;
    if (modifiers.take_type().bytes != 4) decoding.refuse("unknown type");
    if (name == "shf") {
        const bool right = modifiers.take_one_of({"l", "r"}) == 1,
                   clamp = modifiers.take_one_of({"wrap", "clamp"}) == 1;
        in.run = right ? (clamp ? funnel_shift<true, true> : funnel_shift<true, false>)
                       : (clamp ? funnel_shift<false, true> : funnel_shift<false, false>);
    }
    if (name == "prmt") in.run = byte_permute;
    if (mask) in.run = modifiers.take_one_of({"wrap", "clamp"}) == 1 ? bit_mask<true> : bit_mask<false>;
    const std::size_t operands = mask ? 3 : 4;
    decoding.expect_operands(operands, operands);
    decoding.output(in.d, 0, 4);
    decoding.input(in.a, 1, 4);
    decoding.input(in.b, 2, 4);
    if (!mask) decoding.input(in.c, 3, 4);
    return true;
}

/// popc clz brev bfind, of 32 or 64 bits.
bool decode_counts(Decoding& decoding) {
    Instruction& in = decoding.in;
    const std::string_view name = decoding.modifiers.name();
    const bool reverse = name == "brev", find = name == "bfind";
    if (!reverse && !find && name != "popc" && name != "clz") return false;
    const Type type = decoding.modifiers.take_type();
    const bool wide = type.bytes == 8;
    if (type.bytes < 4) decoding.refuse("unknown type");
    if (find) in.option = decoding.modifiers.take("shiftamt") ? 1 : 0;
    decoding.expect_operands(2, 2);
    decoding.output(in.d, 0, reverse ? type.bytes : 4);
    decoding.input(in.a, 1, type.bytes);
    if (name == "popc") in.run = wide ? population_count<u64> : population_count<u32>;
    if (name == "clz") in.run = wide ? leading_zeros<u64> : leading_zeros<u32>;
    if (reverse) in.run = wide ? bit_reverse<u64> : bit_reverse<u32>;
    if (find) in.run = for_integer<FindHighest>(type);
    return true;
}

}  // namespace

bool decode_bits(Decoding& decoding) {
    Instruction& in = decoding.in;
    if (decode_words(decoding) || decode_counts(decoding)) return true;
    const std::string_view name = decoding.modifiers.name();
    const bool left = name == "shl", insert = name == "bfi", extract = name == "bfe";
    if (!left && name != "shr" && !insert && !extract) return false;
    const Type type = decoding.modifiers.take_type();
    decoding.output(in.d, 0, type.bytes);
    decoding.input(in.a, 1, type.bytes);
    if (insert) {
        if (type.bytes < 4) decoding.refuse("unknown type");
        decoding.expect_operands(5, 5);
        decoding.input(in.b, 2, type.bytes);
        decoding.input(in.c, 3, 4);
        decoding.input(in.v[0], 4, 4);
        in.run = type.bytes == 8 ? bit_field_insert<u64> : bit_field_insert<u32>;
        return true;
    }
    decoding.expect_operands(extract ? 4 : 3, extract ? 4 : 3);
    decoding.input(in.b, 2, 4);
    if (extract) decoding.input(in.c, 3, 4);
    in.run = left      ? for_integer<ShiftLeft>({'u', type.bytes})
             : extract ? for_integer<BitFieldExtract>(type)
                       : for_integer<ShiftRight>(type);
    return true;
}

}  // namespace evodoku::emulator
