// Integer arithmetic: add sub mul mad div rem min max neg abs, and with carries: add.cc addc sub.cc subc.
#include "emulator/decoder.hpp"
#include "emulator/operations.hpp"

namespace evodoku::emulator {
namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

/// Twice the width, for products.
template <class T>
struct Twice;
template <>
struct Twice<u16> {
    using Type = u32;
};
template <>
struct Twice<s16> {
    using Type = s32;
};
template <>
struct Twice<u32> {
    using Type = u64;
};
template <>
struct Twice<s32> {
    using Type = s64;
};
__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;
template <>
struct Twice<u64> {
    using Type = u128;
};
template <>
struct Twice<s64> {
    using Type = s128;
};

// Arithmetic is done in unsigned 64 bits, which wraps, and cut to the type.
template <class T>
T cut(u64 value) {
    return static_cast<T>(value);
}

template <class T>
struct Add {
    static T of(T x, T y) { return cut<T>(static_cast<u64>(x) + static_cast<u64>(y)); }
};
template <class T>
struct Subtract {
    static T of(T x, T y) { return cut<T>(static_cast<u64>(x) - static_cast<u64>(y)); }
};
template <class T>
struct MultiplyLow {
    static T of(T x, T y) { return cut<T>(static_cast<u64>(x) * static_cast<u64>(y)); }
};
template <class T>
struct MultiplyHigh {
    static T of(T x, T y) {
        using Wide = typename Twice<T>::Type;
        return static_cast<T>((static_cast<Wide>(x) * static_cast<Wide>(y)) >> (8 * sizeof(T)));
    }
};
template <class T>
struct Minimum {
    static T of(T x, T y) { return x < y ? x : y; }
};
template <class T>
struct Maximum {
    static T of(T x, T y) { return x > y ? x : y; }
};
// Division by zero is unspecified on the device and must not end this process. The most negative number by -1 wraps.
template <class T>
struct Divide {
    static T of(T x, T y) {
        if (y == 0) return static_cast<T>(~T{0});
        if (std::is_signed_v<T> && y == static_cast<T>(-1)) return cut<T>(0 - static_cast<u64>(x));
        return static_cast<T>(x / y);
    }
};
template <class T>
struct Remainder {
    static T of(T x, T y) {
        if (y == 0) return x;
        if (std::is_signed_v<T> && y == static_cast<T>(-1)) return 0;
        return static_cast<T>(x % y);
    }
};
template <class T>
struct Negate {
    static T of(T x) { return cut<T>(0 - static_cast<u64>(x)); }
};
template <class T>
struct Absolute {
    static T of(T x) { return x < 0 ? cut<T>(0 - static_cast<u64>(x)) : x; }
};

/// In two steps: GCC 12 fails (internal error) on a masked minimum of 16 bits with AVX-512.
template <template <class> class Operation>
struct BinaryInTwoSteps {
    template <class T>
    struct Of {
        static void handler(Warp& warp, const Instruction& in) {
            const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b);
            alignas(64) T results[lane_count];
            for (int lane = 0; lane < lane_count; ++lane) results[lane] = Operation<T>::of(a[lane], b[lane]);
            for_each_lane<T>(warp, in.d, [&](int lane) { return results[lane]; });
        }
    };
};
/// a * b + c, where the operation is the product.
template <template <class> class Product>
struct MultiplyAdd {
    template <class T>
    struct Of {
        static void handler(Warp& warp, const Instruction& in) {
            const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b), *c = input<T>(warp, in.c);
            for_each_lane<T>(warp, in.d,
                             [=](int lane) { return Add<T>::of(Product<T>::of(a[lane], b[lane]), c[lane]); });
        }
    };
};
template <class T>
void multiply_wide(Warp& warp, const Instruction& in) {
    using Wide = typename Twice<T>::Type;
    const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b);
    for_each_lane<Wide>(warp, in.d, [=](int lane) { return static_cast<Wide>(a[lane]) * static_cast<Wide>(b[lane]); });
}
template <class T>
void multiply_add_wide(Warp& warp, const Instruction& in) {
    using Wide = typename Twice<T>::Type;
    const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b);
    const Wide* c = input<Wide>(warp, in.c);
    for_each_lane<Wide>(warp, in.d, [=](int lane) {
        return Add<Wide>::of(static_cast<Wide>(a[lane]) * static_cast<Wide>(b[lane]), c[lane]);
    });
}

Handler wide_product(Type type, bool add) {
    switch (type.bytes * 2 + (type.is_signed() ? 1 : 0)) {
        case 4:
            return add ? multiply_add_wide<u16> : multiply_wide<u16>;
        case 5:
            return add ? multiply_add_wide<s16> : multiply_wide<s16>;
        case 8:
            return add ? multiply_add_wide<u32> : multiply_wide<u32>;
        case 9:
            return add ? multiply_add_wide<s32> : multiply_wide<s32>;
        default:
            return nullptr;
    }
}

void decode_product(Decoding& decoding, bool add) {
    Instruction& in = decoding.in;
    Modifiers& modifiers = decoding.modifiers;
    const unsigned part = modifiers.take_one_of({"lo", "hi", "wide"});
    const Type type = modifiers.take_type();
    const unsigned result_bytes = part == 2 ? 2 * type.bytes : type.bytes;
    decoding.expect_operands(add ? 4 : 3, add ? 4 : 3);
    decoding.output(in.d, 0, result_bytes);
    decoding.input(in.a, 1, type.bytes);
    decoding.input(in.b, 2, type.bytes);
    if (add) decoding.input(in.c, 3, result_bytes);
    if (part == 0)
        in.run = add ? for_integer<MultiplyAdd<MultiplyLow>::Of>(type) : for_integer<Binary<MultiplyLow>::Of>(type);
    if (part == 1)
        in.run = add ? for_integer<MultiplyAdd<MultiplyHigh>::Of>(type) : for_integer<Binary<MultiplyHigh>::Of>(type);
    if (part == 2) in.run = wide_product(type, add);
}

/// Carry in, carry out. Subtraction adds the complement: its carry is "no borrow".
template <class T, bool subtract, bool carry_in, bool carry_out>
void with_carry(Warp& warp, const Instruction& in) {
    const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b);
    T* d = output<T>(warp, in.d);
    const u32 carries = warp.carry;
    for_active_lanes(warp.mask, [&](int lane) {
        const T x = a[lane], y = subtract ? static_cast<T>(~b[lane]) : b[lane];
        const T carry = carry_in ? static_cast<T>(carries >> lane & 1) : static_cast<T>(subtract ? 1 : 0);
        const T sum = static_cast<T>(x + y), result = static_cast<T>(sum + carry);
        const u32 out = sum < x || result < sum ? 1 : 0;
        d[lane] = result;
        if (carry_out) warp.carry = (warp.carry & ~(u32{1} << lane)) | out << lane;
    });
}

template <class T, bool subtract>
Handler pick_carry(bool carry_in, bool carry_out) {
    if (!carry_in) return with_carry<T, subtract, false, true>;
    return carry_out ? with_carry<T, subtract, true, true> : with_carry<T, subtract, true, false>;
}

}  // namespace

bool decode_carry(Decoding& decoding) {
    Instruction& in = decoding.in;
    const std::string_view name = decoding.modifiers.name();
    const bool carry_in = name == "addc" || name == "subc", subtract = name == "sub" || name == "subc";
    if (!carry_in && name != "add" && !subtract) return false;
    const bool carry_out = decoding.modifiers.take("cc");
    const Type type = decoding.modifiers.take_type();
    decoding.expect_operands(3, 3);
    decoding.output(in.d, 0, type.bytes);
    decoding.input(in.a, 1, type.bytes);
    decoding.input(in.b, 2, type.bytes);
    if (type.bytes == 4)
        in.run = subtract ? pick_carry<u32, true>(carry_in, carry_out) : pick_carry<u32, false>(carry_in, carry_out);
    if (type.bytes == 8)
        in.run = subtract ? pick_carry<u64, true>(carry_in, carry_out) : pick_carry<u64, false>(carry_in, carry_out);
    return true;
}

bool decode_integer(Decoding& decoding) {
    Instruction& in = decoding.in;
    const std::string_view name = decoding.modifiers.name();
    if (name == "mul" || name == "mad") {
        decode_product(decoding, name == "mad");
        return true;
    }
    Handler (*pick)(Type) = nullptr;
    bool unary = false;
    if ((name == "add" || name == "sub") && decoding.statement.opcode.find(".cc.") == std::string_view::npos) {
        pick = name == "add" ? for_integer<Binary<Add>::Of> : for_integer<Binary<Subtract>::Of>;
    }
    if (name == "min") pick = for_integer<BinaryInTwoSteps<Minimum>::Of>;
    if (name == "max") pick = for_integer<BinaryInTwoSteps<Maximum>::Of>;
    if (name == "div") pick = for_integer<Binary<Divide>::Of>;
    if (name == "rem") pick = for_integer<Binary<Remainder>::Of>;
    if (name == "neg") pick = for_integer<Unary<Negate>::Of>, unary = true;
    if (name == "abs") pick = for_integer<Unary<Absolute>::Of>, unary = true;
    if (pick == nullptr) return false;
    const Type type = decoding.modifiers.take_type();
    decoding.expect_operands(unary ? 2 : 3, unary ? 2 : 3);
    decoding.output(in.d, 0, type.bytes);
    decoding.input(in.a, 1, type.bytes);
    if (!unary) decoding.input(in.b, 2, type.bytes);
    in.run = pick(type);
    return true;
}

}  // namespace evodoku::emulator
