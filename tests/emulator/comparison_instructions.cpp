// setp and selp.
#include "emulator/decoder.hpp"
#include "emulator/lanes.hpp"

namespace evodoku::emulator {
namespace {

enum Relation { equal, not_equal, less, less_equal, greater, greater_equal };

template <Relation relation>
struct Compare {
    template <class T>
    struct Of {
        static bool holds(T x, T y) {
            if constexpr (relation == equal) return x == y;
            if constexpr (relation == not_equal) return x != y;
            if constexpr (relation == less) return x < y;
            if constexpr (relation == less_equal) return x <= y;
            if constexpr (relation == greater) return x > y;
            return x >= y;
        }
        static u32 bits(const Warp& warp, const Instruction& in) {
            const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b);
            u32 result = 0;
            for (int lane = 0; lane < lane_count; ++lane) {
                result |= (holds(a[lane], b[lane]) ? u32{1} : u32{0}) << lane;
            }
            return result;
        }
        static void handler(Warp& warp, const Instruction& in) {
            const u32 result = bits(warp, in);
            if (in.option == 0) return set_predicate(warp, in.d, result);
            // setp.lt.and p|q: p = result op c, q = !result op c
            const u32 c = (in.option & 8) != 0 ? ~predicate(warp, in.c) : predicate(warp, in.c);
            const auto combine = [&](u32 x) {
                return (in.option & 3) == 0 ? x : (in.option & 3) == 1 ? x & c : (in.option & 3) == 2 ? x | c : x ^ c;
            };
            set_predicate(warp, in.d, combine(result));
            if ((in.option & 4) != 0) set_predicate(warp, in.v[0], combine(~result));
        }
    };
};

template <class T>
struct Select {
    static void handler(Warp& warp, const Instruction& in) {
        const T *a = input<T>(warp, in.a), *b = input<T>(warp, in.b);
        const u32 c = in.option != 0 ? ~predicate(warp, in.c) : predicate(warp, in.c);
        for_each_lane<T>(warp, in.d, [=](int lane) { return (c >> lane & 1) != 0 ? a[lane] : b[lane]; });
    }
};

void decode_setp(Decoding& decoding) {
    Instruction& in = decoding.in;
    Modifiers& modifiers = decoding.modifiers;
    const Type type = modifiers.take_type();
    unsigned relation = modifiers.take_one_of({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"});
    if (relation >= 6) relation -= 4;
    unsigned option = modifiers.take("and") ? 1 : modifiers.take("or") ? 2 : modifiers.take("xor") ? 3 : 0;
    const Operand& to = decoding.operand(0);
    decoding.expect_operands(option == 0 ? 3 : 4, option == 0 ? 3 : 4);
    decoding.output_predicate(in.d, to.text);
    decoding.input(in.a, 1, type.bytes);
    decoding.input(in.b, 2, type.bytes);
    if (option != 0 && decoding.input_predicate(in.c, 3)) option |= 8;
    if (!to.second.empty()) decoding.output_predicate(in.v[0], to.second), option |= 4;
    in.option = static_cast<u8>(option);
    constexpr Handler (*picks[])(Type) = {for_integer<Compare<equal>::Of>,   for_integer<Compare<not_equal>::Of>,
                                          for_integer<Compare<less>::Of>,    for_integer<Compare<less_equal>::Of>,
                                          for_integer<Compare<greater>::Of>, for_integer<Compare<greater_equal>::Of>};
    in.run = picks[relation](type);
}

}  // namespace

bool decode_comparison(Decoding& decoding) {
    Instruction& in = decoding.in;
    const std::string_view name = decoding.modifiers.name();
    if (name == "setp") {
        decode_setp(decoding);
        return true;
    }
    if (name != "selp") return false;
    const Type type = decoding.modifiers.take_type();
    decoding.expect_operands(4, 4);
    decoding.output(in.d, 0, type.bytes);
    decoding.input(in.a, 1, type.bytes);
    decoding.input(in.b, 2, type.bytes);
    in.option = decoding.input_predicate(in.c, 3) ? 1 : 0;
    in.run = for_integer<Select>({'u', type.bytes});
    return true;
}

}  // namespace evodoku::emulator
