// Values move between registers: mov, also of predicates and of packed vectors, cvt, and cvta between address spaces.
#include <algorithm>
#include <cstring>

#include "emulator/decoder.hpp"
#include "emulator/lanes.hpp"

namespace evodoku::emulator {
namespace {

template <class T>
struct Move {
    static void handler(Warp& warp, const Instruction& in) {
        const T* a = input<T>(warp, in.a);
        for_each_lane<T>(warp, in.d, [=](int lane) { return a[lane]; });
    }
};
template <bool negated>
void move_predicate(Warp& warp, const Instruction& in) {
    const u32 a = predicate(warp, in.a);
    set_predicate(warp, in.d, negated ? ~a : a);
}

/// mov.b64 d, {a, b}: the first element is the lowest.
template <class Part, class Whole>
void pack(Warp& warp, const Instruction& in) {
    constexpr int parts = sizeof(Whole) / sizeof(Part);
    for_each_lane<Whole>(warp, in.d, [&warp, &in](int lane) {
        u64 result = 0;
        for (int k = 0; k < parts; ++k) {
            result |= static_cast<u64>(input<Part>(warp, in.v[k])[lane]) << 8 * sizeof(Part) * k;
        }
        return static_cast<Whole>(result);
    });
}
template <class Part, class Whole>
void unpack(Warp& warp, const Instruction& in) {
    constexpr int parts = sizeof(Whole) / sizeof(Part);
    const Whole* a = input<Whole>(warp, in.a);
    for (int k = 0; k < parts; ++k) {
        if (in.v[k] == 0) continue;  // `_`
        for_each_lane<Part>(warp, in.v[k],
                            [=](int lane) { return static_cast<Part>(a[lane] >> 8 * sizeof(Part) * k); });
    }
}

/// From a register cut to a type, then extended to the destination's register, of which the immediate keeps some bits.
template <class SourceRegister, class Cut, class ResultRegister>
void convert(Warp& warp, const Instruction& in) {
    const SourceRegister* a = input<SourceRegister>(warp, in.a);
    const auto kept = static_cast<ResultRegister>(in.immediate);
    for_each_lane<ResultRegister>(warp, in.d, [=](int lane) {
        return static_cast<ResultRegister>(static_cast<ResultRegister>(static_cast<Cut>(a[lane])) & kept);
    });
}
template <class SourceRegister, class Cut>
Handler pick_result_register(unsigned bytes) {
    if (bytes == 2) return convert<SourceRegister, Cut, u16>;
    if (bytes == 4) return convert<SourceRegister, Cut, u32>;
    return bytes == 8 ? convert<SourceRegister, Cut, u64> : nullptr;
}
/// The source register may be wider than the type.
template <class Cut>
Handler pick_source_register(unsigned source_bytes, unsigned result_bytes) {
    if constexpr (sizeof(Cut) <= 2) {
        if (source_bytes == 2) return pick_result_register<u16, Cut>(result_bytes);
    }
    if constexpr (sizeof(Cut) <= 4) {
        if (source_bytes == 4) return pick_result_register<u32, Cut>(result_bytes);
    }
    return source_bytes == 8 ? pick_result_register<u64, Cut>(result_bytes) : nullptr;
}
Handler pick_convert(Type cut, unsigned source_bytes, unsigned result_bytes) {
    switch (cut.bytes * 2 + (cut.is_signed() ? 1 : 0)) {
        case 2:
            return pick_source_register<u8>(source_bytes, result_bytes);
        case 3:
            return pick_source_register<s8>(source_bytes, result_bytes);
        case 4:
            return pick_source_register<u16>(source_bytes, result_bytes);
        case 5:
            return pick_source_register<s16>(source_bytes, result_bytes);
        case 8:
            return pick_source_register<u32>(source_bytes, result_bytes);
        case 9:
            return pick_source_register<s32>(source_bytes, result_bytes);
        case 16:
            return pick_source_register<u64>(source_bytes, result_bytes);
        case 17:
            return pick_source_register<s64>(source_bytes, result_bytes);
        default:
            return nullptr;
    }
}

/// Generic addresses are addresses of this process; those of shared, local and parameter space count from its start.
template <bool to_space>
void convert_address(Warp& warp, const Instruction& in) {
    const u64* a = input<u64>(warp, in.a);
    const Block& block = *warp.block;
    u64 start = 0, step = 0;
    if (in.space == Space::shared) start = reinterpret_cast<u64>(block.shared);
    if (in.space == Space::parameter) start = reinterpret_cast<u64>(block.parameters);
    if (in.space == Space::local) start = reinterpret_cast<u64>(warp.local), step = warp.local_bytes;
    for_each_lane<u64>(warp, in.d, [=](int lane) {
        const u64 base = start + step * static_cast<u64>(lane);
        return to_space ? a[lane] - base : a[lane] + base;
    });
}

void decode_vector_move(Decoding& decoding, Type type, bool packs) {
    Instruction& in = decoding.in;
    const Operand& vector = decoding.operand(packs ? 1 : 0);
    const std::size_t parts = vector.elements.size();
    const unsigned bytes = parts == 0 ? 0 : type.bytes / static_cast<unsigned>(parts);
    if (packs)
        decoding.output(in.d, 0, type.bytes);
    else
        decoding.input(in.a, 1, type.bytes);
    for (std::size_t k = 0; k < std::min<std::size_t>(parts, 4); ++k) {
        if (packs)
            decoding.input(in.v[k], vector.elements[k], bytes);
        else if (vector.elements[k] != "_")
            decoding.output(in.v[k], vector.elements[k], bytes);
    }
    if (type.bytes == 8 && parts == 2)
        in.run = packs ? pack<u32, u64> : unpack<u32, u64>;
    else if (type.bytes == 8 && parts == 4)
        in.run = packs ? pack<u16, u64> : unpack<u16, u64>;
    else if (type.bytes == 4 && parts == 2)
        in.run = packs ? pack<u16, u32> : unpack<u16, u32>;
    else
        decoding.refuse("unknown vector");
}

void decode_move(Decoding& decoding) {
    Instruction& in = decoding.in;
    const Type type = decoding.modifiers.take_type();
    decoding.expect_operands(2, 2);
    if (type.is_predicate()) {
        decoding.output_predicate(in.d, decoding.operand(0).text);
        in.run = decoding.input_predicate(in.a, 1) ? move_predicate<true> : move_predicate<false>;
    } else if (decoding.operand(0).kind == Operand::vector || decoding.operand(1).kind == Operand::vector) {
        decode_vector_move(decoding, type, decoding.operand(1).kind == Operand::vector);
    } else {
        decoding.output(in.d, 0, type.bytes);
        decoding.input(in.a, 1, type.bytes);
        in.run = for_integer<Move>({'u', type.bytes});
    }
}

void decode_convert(Decoding& decoding) {
    Instruction& in = decoding.in;
    const Type source = decoding.modifiers.take_type(), result = decoding.modifiers.take_type();
    decoding.expect_operands(2, 2);
    const unsigned result_bytes = decoding.width(decoding.operand(0).text);
    const unsigned register_bytes = decoding.width(decoding.operand(1).text);
    const unsigned source_bytes = register_bytes != 0 ? register_bytes : std::max(source.bytes, 2u);
    decoding.output(in.d, 0, result_bytes);
    decoding.input(in.a, 1, source_bytes);
    if (register_bytes != 0 && register_bytes < source.bytes) return;
    if (result_bytes < result.bytes) return;
    // The narrower type says what is cut, and with which sign it is extended: no further than an unsigned result.
    const bool widens = result.bytes > source.bytes;
    in.run = pick_convert(widens ? source : result, source_bytes, result_bytes);
    in.immediate = static_cast<s64>(~u64{0} >> (widens && !result.is_signed() ? 64 - 8 * result.bytes : 0));
}

void decode_address(Decoding& decoding) {
    Instruction& in = decoding.in;
    Modifiers& modifiers = decoding.modifiers;
    const bool to = modifiers.take("to");
    constexpr Space spaces[] = {Space::global, Space::shared, Space::local, Space::parameter, Space::global};
    in.space = spaces[modifiers.take_one_of({"global", "shared", "local", "param", "const"})];
    modifiers.take("cta");
    if (modifiers.take_type().bytes != 8) decoding.refuse("unknown type");
    decoding.expect_operands(2, 2);
    decoding.output(in.d, 0, 8);
    decoding.input(in.a, 1, 8);
    in.run = to ? convert_address<true> : convert_address<false>;
}

}  // namespace

bool decode_movement(Decoding& decoding) {
    const std::string_view name = decoding.modifiers.name();
    if (name == "mov")
        decode_move(decoding);
    else if (name == "cvt")
        decode_convert(decoding);
    else if (name == "cvta")
        decode_address(decoding);
    else
        return false;
    return true;
}

}  // namespace evodoku::emulator
