// Jumps, ends and barriers. They only describe; the scheduler executes them.

#include "emulator/decoder.hpp"
#include "emulator/lanes.hpp"
#include "emulator/scheduler.hpp"

namespace evodoku::emulator {
namespace {

void trap(Warp& warp, const Instruction& in) {
    fault_at(warp, in, std::countr_zero(warp.mask), Fault::launch_failure, "the kernel executed trap");
}

void decode_block_barrier(Decoding& decoding) {
    Instruction& in = decoding.in;
    Modifiers& modifiers = decoding.modifiers;
    in.flow = Flow::block_barrier;
    modifiers.take("cta");
    const bool reduces = modifiers.take_one_of({"sync", "red"}) == 1;
    if (modifiers.name() == "barrier" && !modifiers.take("aligned")) decoding.refuse("a barrier that is not aligned");
    const std::size_t first = reduces ? 1 : 0, count = decoding.operands() - first - (reduces ? 1 : 0);
    decoding.expect_operands(reduces ? 3 : 1, reduces ? 4 : 2);
    decoding.input(in.a, first, 4);
    if (count == 2) decoding.input(in.b, first + 1, 4);
    if (!reduces) return;
    const unsigned reduction = modifiers.take_one_of({"and", "or", "popc"});
    const Type type = modifiers.take_type();
    in.option = static_cast<u8>(reduction + 1);
    if (type.is_predicate())
        decoding.output_predicate(in.d, decoding.operand(0).text);
    else
        decoding.output(in.d, 0, 4);
    if (type.is_predicate() != (reduction != 2)) decoding.refuse("unknown type");
    if (decoding.input_predicate(in.c, decoding.operands() - 1)) in.option |= barrier_negates;
}

}  // namespace

bool decode_flow(Decoding& decoding) {
    Instruction& in = decoding.in;
    Modifiers& modifiers = decoding.modifiers;
    const std::string_view name = modifiers.name();
    if (name == "bra") {
        modifiers.take("uni");
        decoding.expect_operands(1, 1);
        in.flow = Flow::branch;
    } else if (name == "ret" || name == "exit") {
        modifiers.take("uni");
        decoding.expect_operands(0, 0);
        in.flow = Flow::leave;
    } else if (name == "nanosleep") {
        modifiers.take_type();
        decoding.expect_operands(1, 1);
        in.flow = Flow::pause;
    } else if (name == "trap") {
        decoding.expect_operands(0, 0);
        in.run = trap;
    } else if (name == "bar" && modifiers.take("warp")) {
        if (!modifiers.take("sync")) decoding.refuse("a form without .sync");
        decoding.expect_operands(1, 1);
        decoding.input(in.v[3], 0, 4);
        in.flow = Flow::warp_barrier;
    } else if (name == "bar" || name == "barrier") {
        decode_block_barrier(decoding);
    } else {
        return false;
    }
    return true;
}

}  // namespace evodoku::emulator
