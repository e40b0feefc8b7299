// atom and red: add and or xor min max exch cas, inc and dec. In device memory they are atomic operations of this
// machine, because blocks may run on several threads.
#include <algorithm>

#include "emulator/addresses.hpp"
#include "emulator/decoder.hpp"
#include "emulator/lanes.hpp"

namespace evodoku::emulator {
namespace {

enum class Update { add, bit_and, bit_or, bit_xor, minimum, maximum, exchange, compare_and_swap, increment, decrement };

template <class T, Update update>
T updated(T old, T b, T c) {
    using U = std::make_unsigned_t<T>;
    switch (update) {
        case Update::add:
            return static_cast<T>(static_cast<U>(old) + static_cast<U>(b));
        case Update::bit_and:
            return old & b;
        case Update::bit_or:
            return old | b;
        case Update::bit_xor:
            return old ^ b;
        case Update::minimum:
            return std::min(old, b);
        case Update::maximum:
            return std::max(old, b);
        case Update::exchange:
            return b;
        case Update::compare_and_swap:
            return old == b ? c : old;
        case Update::increment:
            return old >= b ? T{0} : static_cast<T>(old + 1);
        case Update::decrement:
            return old == 0 || old > b ? b : static_cast<T>(old - 1);
    }
    return old;
}

template <class T, Update update>
void update_memory(Warp& warp, const Instruction& in) {
    Addresses addresses;
    find_addresses(warp, in, addresses);
    const T *b = input<T>(warp, in.b), *c = update == Update::compare_and_swap ? input<T>(warp, in.c) : b;
    T* d = in.d != 0 ? output<T>(warp, in.d) : nullptr;
    for_active_lanes(warp.mask, [&](int lane) {
        T* place = reinterpret_cast<T*>(addresses.of[lane]);
        T old = __atomic_load_n(place, __ATOMIC_RELAXED);
        if (DeviceMemory::instance().owns_address(addresses.of[lane])) {
            while (!__atomic_compare_exchange_n(place, &old, updated<T, update>(old, b[lane], c[lane]), false,
                                                __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
            }
        } else {  // shared or local memory belongs to one host thread
            *place = updated<T, update>(old, b[lane], c[lane]);
        }
        if (d != nullptr) d[lane] = old;
    });
}

template <Update update>
struct Pick {
    static Handler handler(Type type) {
        if (type.bytes == 4) return type.is_signed() ? update_memory<s32, update> : update_memory<u32, update>;
        if (type.bytes == 8) return type.is_signed() ? update_memory<s64, update> : update_memory<u64, update>;
        return nullptr;
    }
};

}  // namespace

bool decode_atomic(Decoding& decoding) {
    Instruction& in = decoding.in;
    Modifiers& modifiers = decoding.modifiers;
    const std::string_view name = modifiers.name();
    if (name != "atom" && name != "red") return false;
    for (const char* order : {"relaxed", "acquire", "release", "acq_rel", "cta", "cluster", "gpu", "sys"}) {
        modifiers.take(order);
    }
    in.space = modifiers.take("global")                                    ? Space::global
               : modifiers.take("shared") || modifiers.take("shared::cta") ? Space::shared
                                                                           : Space::generic;
    in.access = Access::atomic;
    constexpr Handler (*picks[])(Type) = {Pick<Update::add>::handler,       Pick<Update::bit_and>::handler,
                                          Pick<Update::bit_or>::handler,    Pick<Update::bit_xor>::handler,
                                          Pick<Update::minimum>::handler,   Pick<Update::maximum>::handler,
                                          Pick<Update::exchange>::handler,  Pick<Update::compare_and_swap>::handler,
                                          Pick<Update::increment>::handler, Pick<Update::decrement>::handler};
    const unsigned update =
        modifiers.take_one_of({"add", "and", "or", "xor", "min", "max", "exch", "cas", "inc", "dec"});
    const Type type = modifiers.take_type();
    in.bytes = static_cast<u8>(type.bytes);
    const std::size_t first = name == "atom" ? 1 : 0, sources = update == 7 ? 2 : 1;
    decoding.expect_operands(first + 1 + sources, first + 1 + sources);
    if (first == 1 && decoding.operand(0).text != "_") decoding.output(in.d, 0, type.bytes);
    decoding.address(first);
    decoding.input(in.b, first + 1, type.bytes);
    if (sources == 2) decoding.input(in.c, first + 2, type.bytes);
    in.run = picks[update](type);
    return true;
}

}  // namespace evodoku::emulator
