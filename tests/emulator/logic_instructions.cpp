// Logic on registers and on predicates: and or xor not cnot lop3.
#include <array>

#include "emulator/decoder.hpp"
#include "emulator/operations.hpp"

namespace evodoku::emulator {
namespace {

template <class T>
struct And {
    static T of(T x, T y) { return static_cast<T>(x & y); }
};
template <class T>
struct Or {
    static T of(T x, T y) { return static_cast<T>(x | y); }
};
template <class T>
struct Xor {
    static T of(T x, T y) { return static_cast<T>(x ^ y); }
};

template <class T>
struct Not {
    static T of(T x) { return static_cast<T>(~x); }
};
template <class T>
struct LogicalNot {
    static T of(T x) { return static_cast<T>(x == 0 ? 1 : 0); }
};

/// The immediate holds the truth table: bit abc is the result for those three bits.
void logic_of_three(Warp& warp, const Instruction& in) {
    const u32 *a = input<u32>(warp, in.a), *b = input<u32>(warp, in.b), *c = input<u32>(warp, in.c);
    std::array<u32, 4> without_c, by_c;  // for each ab: the result where c is 0, and whether it hangs on c
    for (u32 ab = 0; ab < 4; ++ab) {
        const u32 row = static_cast<u32>(in.immediate) >> 2 * ab;
        without_c[ab] = 0 - (row & 1), by_c[ab] = 0 - ((row ^ row >> 1) & 1);
    }
    for_each_lane<u32>(warp, in.d, [=](int lane) {
        const auto choose = [](u32 by, u32 no, u32 yes) { return no ^ (by & (no ^ yes)); };
        const auto of = [&](u32 ab) { return without_c[ab] ^ (c[lane] & by_c[ab]); };
        return choose(a[lane], choose(b[lane], of(0), of(1)), choose(b[lane], of(2), of(3)));
    });
}

template <char operation>
void on_predicates(Warp& warp, const Instruction& in) {
    const u32 a = predicate(warp, in.a), b = predicate(warp, in.b);
    set_predicate(warp, in.d, operation == '&' ? a & b : operation == '|' ? a | b : a ^ b);
}
void not_predicate(Warp& warp, const Instruction& in) { set_predicate(warp, in.d, ~predicate(warp, in.a)); }

void decode_table(Decoding& decoding) {
    Instruction& in = decoding.in;
    if (decoding.modifiers.take_type().bytes != 4) decoding.refuse("unknown type");
    decoding.expect_operands(5, 5);
    decoding.output(in.d, 0, 4);
    decoding.input(in.a, 1, 4);
    decoding.input(in.b, 2, 4);
    decoding.input(in.c, 3, 4);
    in.immediate = static_cast<s64>(read_number(decoding.operand(4).text, decoding.statement.line));
    in.run = logic_of_three;
}

}  // namespace

bool decode_logic(Decoding& decoding) {
    Instruction& in = decoding.in;
    const std::string_view name = decoding.modifiers.name();
    if (name == "lop3") {
        decode_table(decoding);
        return true;
    }
    const bool unary = name == "not" || name == "cnot";
    if (!unary && name != "and" && name != "or" && name != "xor") return false;
    const Type type = decoding.modifiers.take_type();
    const Type plain{'u', type.bytes};
    decoding.expect_operands(unary ? 2 : 3, unary ? 2 : 3);
    if (type.is_predicate()) {
        decoding.output_predicate(in.d, decoding.operand(0).text);
        bool negated = decoding.input_predicate(in.a, 1);
        if (!unary) negated |= decoding.input_predicate(in.b, 2);
        if (negated || name == "cnot") decoding.refuse("unknown form");
        in.run = name == "and"   ? on_predicates<'&'>
                 : name == "or"  ? on_predicates<'|'>
                 : name == "xor" ? on_predicates<'^'>
                                 : not_predicate;
        return true;
    }
    decoding.output(in.d, 0, type.bytes);
    decoding.input(in.a, 1, type.bytes);
    if (!unary) decoding.input(in.b, 2, type.bytes);
    if (name == "and") in.run = for_integer<Binary<And>::Of>(plain);
    if (name == "or") in.run = for_integer<Binary<Or>::Of>(plain);
    if (name == "xor") in.run = for_integer<Binary<Xor>::Of>(plain);
    if (name == "not") in.run = for_integer<Unary<Not>::Of>(plain);
    if (name == "cnot") in.run = for_integer<Unary<LogicalNot>::Of>(plain);
    return true;
}

}  // namespace evodoku::emulator
