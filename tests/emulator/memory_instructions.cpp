// ld and st of every width and space, with vectors; fences and prefetches.
#include <cstring>

#include "emulator/addresses.hpp"
#include "emulator/decoder.hpp"
#include "emulator/lanes.hpp"

namespace evodoku::emulator {
namespace {

template <class T, int count>
struct Elements {
    T of[count];
};

/// 16 bytes are moved at once: CUB's kernels rely on it between blocks.
template <class T, int count>
Elements<T, count> load_elements(u64 address) {
    Elements<T, count> elements;
    if constexpr (sizeof(elements) == 16) {
        using Whole = s64 __attribute__((vector_size(16)));
        const Whole whole = *reinterpret_cast<const volatile Whole*>(address);
        std::memcpy(&elements, &whole, 16);
    } else {
        for (int k = 0; k < count; ++k) elements.of[k] = reinterpret_cast<const T*>(address)[k];
    }
    return elements;
}
template <class T, int count>
void store_elements(u64 address, const Elements<T, count>& elements) {
    if constexpr (sizeof(elements) == 16) {
        using Whole = s64 __attribute__((vector_size(16)));
        Whole whole;
        std::memcpy(&whole, &elements, 16);
        *reinterpret_cast<volatile Whole*>(address) = whole;
    } else {
        for (int k = 0; k < count; ++k) reinterpret_cast<T*>(address)[k] = elements.of[k];
    }
}

template <class T, class Register, int count>
void load(Warp& warp, const Instruction& in) {
    Addresses addresses;
    find_addresses(warp, in, addresses);
    const auto lane_loads = [&](int lane) {
        const Elements<T, count> elements = load_elements<T, count>(addresses.of[lane]);
        for (int k = 0; k < count; ++k) {
            if (in.v[k] != 0) output<Register>(warp, in.v[k])[lane] = static_cast<Register>(elements.of[k]);
        }
    };
    if (warp.mask == all_lanes) {
        if constexpr (count == 1) {
            Register* d = output<Register>(warp, in.v[0]);
            for (int lane = 0; lane < lane_count; ++lane) {
                d[lane] = static_cast<Register>(*reinterpret_cast<const T*>(addresses.of[lane]));
            }
        } else {
            for (int lane = 0; lane < lane_count; ++lane) lane_loads(lane);
        }
    } else {
        for_active_lanes(warp.mask, lane_loads);
    }
}

template <class T, class Register, int count>
void store(Warp& warp, const Instruction& in) {
    Addresses addresses;
    find_addresses(warp, in, addresses);
    // If several lanes write to the same place, the highest wins.
    for_active_lanes(warp.mask, [&](int lane) {
        Elements<T, count> elements;
        for (int k = 0; k < count; ++k) elements.of[k] = static_cast<T>(input<Register>(warp, in.v[k])[lane]);
        store_elements<T, count>(addresses.of[lane], elements);
    });
}

/// A parameter at a known place: the same value for all lanes.
template <class T, class Register, int count>
void load_parameter(Warp& warp, const Instruction& in) {
    for (int k = 0; k < count; ++k) {
        if (in.v[k] == 0) continue;
        T value;
        std::memcpy(&value, warp.block->parameters + in.immediate + k * static_cast<int>(sizeof(T)), sizeof(T));
        const Register wide = static_cast<Register>(value);
        for_each_lane<Register>(warp, in.v[k], [=](int) { return wide; });
    }
}

struct Handlers {
    Handler load, store, load_parameter;
};

template <class T, class Register>
Handlers pick_count(unsigned count) {
    switch (count) {
        case 1:
            return {load<T, Register, 1>, store<T, Register, 1>, load_parameter<T, Register, 1>};
        case 2:
            return {load<T, Register, 2>, store<T, Register, 2>, load_parameter<T, Register, 2>};
        default:
            break;
    }
    if constexpr (sizeof(T) <= 4) {
        return {load<T, Register, 4>, store<T, Register, 4>, load_parameter<T, Register, 4>};
    }
    return {};
}
/// Signed values fill a wider register with their sign.
template <class Register>
Handlers pick_memory_type(Type type, unsigned count) {
    switch (type.bytes * 2 + (type.is_signed() ? 1 : 0)) {
        case 2:
            return pick_count<u8, Register>(count);
        case 3:
            return pick_count<s8, Register>(count);
        case 4:
            return pick_count<u16, Register>(count);
        case 5:
            return pick_count<s16, Register>(count);
        default:
            break;
    }
    if constexpr (sizeof(Register) >= 4) {
        if (type.bytes == 4)
            return type.is_signed() ? pick_count<s32, Register>(count) : pick_count<u32, Register>(count);
    }
    if constexpr (sizeof(Register) == 8) {
        if (type.bytes == 8) return pick_count<u64, Register>(count);
    }
    return {};
}

void fence(Warp&, const Instruction&) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

bool decode_fence(Decoding& decoding) {
    Modifiers& modifiers = decoding.modifiers;
    const std::string_view name = modifiers.name();
    if (name != "membar" && name != "fence") return false;
    if (name == "fence") modifiers.take("sc"), modifiers.take("acq_rel");
    modifiers.take_one_of({"cta", "gl", "sys", "gpu", "cluster"});
    decoding.expect_operands(0, 0);
    decoding.in.run = fence;
    return true;
}

/// Hints for caches, and orders of memory that this emulator keeps anyway.
void take_hints(Decoding& decoding) {
    Modifiers& modifiers = decoding.modifiers;
    for (const char* hint : {"relaxed", "acquire", "release", "volatile"}) {
        decoding.in.volatile_access |= modifiers.take(hint);
    }
    for (const char* hint : {"cta",
                             "cluster",
                             "gpu",
                             "sys",
                             "weak",
                             "nc",
                             "ca",
                             "cg",
                             "cs",
                             "lu",
                             "cv",
                             "wb",
                             "wt",
                             "L1::evict_normal",
                             "L1::evict_unchanged",
                             "L1::evict_first",
                             "L1::evict_last",
                             "L1::no_allocate",
                             "L2::64B",
                             "L2::128B",
                             "L2::256B"}) {
        modifiers.take(hint);
    }
}

}  // namespace

bool decode_memory(Decoding& decoding) {
    if (decode_fence(decoding)) return true;
    Instruction& in = decoding.in;
    Modifiers& modifiers = decoding.modifiers;
    const std::string_view name = modifiers.name();
    const bool is_load = name == "ld" || name == "ldu";
    if (!is_load && name != "st") return false;
    take_hints(decoding);
    in.space = modifiers.take("global") || modifiers.take("const")         ? Space::global
               : modifiers.take("shared") || modifiers.take("shared::cta") ? Space::shared
               : modifiers.take("local")                                   ? Space::local
               : modifiers.take("param")                                   ? Space::parameter
                                                                           : Space::generic;
    in.access = is_load ? Access::read : Access::write;
    if (in.space == Space::parameter && !is_load) decoding.refuse("unknown store");
    const unsigned count = modifiers.take("v2") ? 2 : modifiers.take("v4") ? 4 : 1;
    const Type type = modifiers.take_type();
    in.bytes = static_cast<u8>(type.bytes * count);
    decoding.expect_operands(2, 2);

    const Operand& values = decoding.operand(is_load ? 0 : 1);
    const std::vector<std::string_view> elements = count == 1 ? std::vector{values.text} : values.elements;
    if (elements.size() != count || (values.kind == Operand::vector) != (count > 1)) decoding.refuse("unknown vector");
    unsigned register_bytes = 0;
    for (const std::string_view element : elements) register_bytes = std::max(register_bytes, decoding.width(element));
    if (register_bytes == 0) register_bytes = std::max(type.bytes, 2u);
    for (unsigned k = 0; k < count; ++k) {
        if (!is_load)
            decoding.input(in.v[k], elements[k], register_bytes);
        else if (elements[k] != "_")
            decoding.output(in.v[k], elements[k], register_bytes);
    }
    Handlers handlers{};
    if (register_bytes == 2) handlers = pick_memory_type<u16>(type, count);
    if (register_bytes == 4) handlers = pick_memory_type<u32>(type, count);
    if (register_bytes == 8) handlers = pick_memory_type<u64>(type, count);
    in.run = is_load ? handlers.load : handlers.store;

    const Operand& address = decoding.operand(is_load ? 1 : 0);
    const auto fixed = in.space == Space::parameter ? decoding.symbol(address.text) : std::nullopt;
    if (fixed) {
        in.immediate = static_cast<s64>(*fixed) + address.offset;
        in.run = handlers.load_parameter;
    } else {
        decoding.address(is_load ? 1 : 0);
        if (count == 1 && is_load && in.v[0] == 0) decoding.refuse("unknown destination");
    }
    return true;
}

}  // namespace evodoku::emulator
