// Lanes of a warp exchange values: shfl vote match activemask. The scheduler sees to it that all lanes of the member
// mask are there (warp.active) before a handler runs.
#include "emulator/decoder.hpp"
#include "emulator/lanes.hpp"

namespace evodoku::emulator {
namespace {

enum class From { index, up, down, butterfly };

/// c: bits 0-4 clamp, bits 8-12 segment mask.
template <From from>
void shuffle(Warp& warp, const Instruction& in) {
    const u32 *a = input<u32>(warp, in.a), *b = input<u32>(warp, in.b), *c = input<u32>(warp, in.c);
    u32 results[lane_count], inside = 0;  // all are read before the first is written
    for (int lane = 0; lane < lane_count; ++lane) {
        const int distance = static_cast<int>(b[lane] & 31), clamp = static_cast<int>(c[lane] & 31);
        const int segment = static_cast<int>(c[lane] >> 8 & 31);
        const int least = lane & segment, limit = least | (clamp & ~segment);
        int source = 0;
        bool in_range = false;
        if (from == From::up) source = lane - distance, in_range = source >= limit;
        if (from == From::down) source = lane + distance, in_range = source <= limit;
        if (from == From::butterfly) source = lane ^ distance, in_range = source <= limit;
        if (from == From::index) source = least | (distance & ~segment), in_range = source <= limit;
        if (!in_range) source = lane;
        if ((warp.mask >> lane & 1) != 0 && (warp.mask >> source & 1) == 0) {
            fault_at(warp, in, lane, Fault::illegal_instruction,
                     "a shuffle reads lane " + std::to_string(source) + ", which does not take part");
        }
        results[lane] = a[source];
        inside |= u32{in_range} << lane;
    }
    for_each_lane<u32>(warp, in.d, [&](int lane) { return results[lane]; });
    if (in.v[0] != 0) set_predicate(warp, in.v[0], inside);
}

enum class Vote { ballot, any, all, uniform };

template <Vote vote>
void take_vote(Warp& warp, const Instruction& in) {
    const u32 yes = (in.option != 0 ? ~predicate(warp, in.a) : predicate(warp, in.a)) & warp.mask;
    const bool all = yes == warp.mask;
    if constexpr (vote == Vote::ballot) {
        for_each_lane<u32>(warp, in.d, [=](int) { return yes; });
    } else {
        const bool result = vote == Vote::any ? yes != 0 : vote == Vote::all ? all : all || yes == 0;
        set_predicate(warp, in.d, result ? all_lanes : 0);
    }
}

void active_mask(Warp& warp, const Instruction& in) {
    const u32 active = warp.mask;
    for_each_lane<u32>(warp, in.d, [=](int) { return active; });
}

/// any: the lanes with this lane's value. all: every lane if all have the same value, otherwise none; p says which.
template <class T, bool all>
void match(Warp& warp, const Instruction& in) {
    const T* a = input<T>(warp, in.a);
    u32 results[lane_count] = {};
    bool same = true;
    for_active_lanes(warp.mask, [&](int lane) {
        for_active_lanes(warp.mask, [&](int other) {
            if (a[lane] == a[other]) results[lane] |= u32{1} << other;
        });
        same = same && results[lane] == warp.mask;
    });
    const u32 everyone = same ? warp.mask : 0;
    for_each_lane<u32>(warp, in.d, [&](int lane) { return all ? everyone : results[lane]; });
    if (in.v[0] != 0) set_predicate(warp, in.v[0], same ? all_lanes : 0);
}

/// The member mask is operand `which`.
void member_mask(Decoding& decoding, std::size_t which) {
    decoding.in.flow = Flow::warp_exchange;
    if (!decoding.modifiers.take("sync")) decoding.refuse("a form without .sync");
    decoding.input(decoding.in.v[3], which, 4);
}

void decode_shuffle(Decoding& decoding) {
    Instruction& in = decoding.in;
    constexpr Handler handlers[] = {shuffle<From::index>, shuffle<From::up>, shuffle<From::down>,
                                    shuffle<From::butterfly>};
    decoding.expect_operands(5, 5);
    member_mask(decoding, 4);
    in.run = handlers[decoding.modifiers.take_one_of({"idx", "up", "down", "bfly"})];
    if (decoding.modifiers.take_type().bytes != 4) decoding.refuse("unknown type");
    const Operand& to = decoding.operand(0);
    decoding.output(in.d, to.text, 4);
    if (!to.second.empty()) decoding.output_predicate(in.v[0], to.second);
    decoding.input(in.a, 1, 4);
    decoding.input(in.b, 2, 4);
    decoding.input(in.c, 3, 4);
}

void decode_vote(Decoding& decoding) {
    Instruction& in = decoding.in;
    constexpr Handler handlers[] = {take_vote<Vote::ballot>, take_vote<Vote::any>, take_vote<Vote::all>,
                                    take_vote<Vote::uniform>};
    decoding.expect_operands(3, 3);
    member_mask(decoding, 2);
    const unsigned vote = decoding.modifiers.take_one_of({"ballot", "any", "all", "uni"});
    decoding.modifiers.take_type();
    in.run = handlers[vote];
    if (vote == 0)
        decoding.output(in.d, 0, 4);
    else
        decoding.output_predicate(in.d, decoding.operand(0).text);
    in.option = decoding.input_predicate(in.a, 1) ? 1 : 0;
}

void decode_match(Decoding& decoding) {
    Instruction& in = decoding.in;
    decoding.expect_operands(3, 3);
    member_mask(decoding, 2);
    const bool all = decoding.modifiers.take_one_of({"any", "all"}) == 1;
    const Type type = decoding.modifiers.take_type();
    const Operand& to = decoding.operand(0);
    decoding.output(in.d, to.text, 4);
    if (!to.second.empty()) decoding.output_predicate(in.v[0], to.second);
    decoding.input(in.a, 1, type.bytes);
    if (type.bytes == 4) in.run = all ? match<u32, true> : match<u32, false>;
    if (type.bytes == 8) in.run = all ? match<u64, true> : match<u64, false>;
    if (in.run == nullptr) decoding.refuse("unknown type");
}

}  // namespace

bool decode_warp(Decoding& decoding) {
    const std::string_view name = decoding.modifiers.name();
    if (name == "shfl")
        decode_shuffle(decoding);
    else if (name == "vote")
        decode_vote(decoding);
    else if (name == "match")
        decode_match(decoding);
    else if (name == "activemask") {
        decoding.modifiers.take_type();
        decoding.expect_operands(1, 1);
        decoding.output(decoding.in.d, 0, 4);
        decoding.in.run = active_mask;
    } else {
        return false;
    }
    return true;
}

}  // namespace evodoku::emulator
