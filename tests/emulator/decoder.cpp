#include "emulator/decoder.hpp"

#include <algorithm>

#include "emulator/emulator.hpp"

namespace evodoku::emulator {
namespace {

std::optional<Type> read_type(std::string_view part) {
    if (part == "pred") return Type{'p', 0};
    if (part.size() < 2 || std::string_view("bus").find(part[0]) == part.npos) return std::nullopt;
    for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
        if (part.substr(1) == std::to_string(bytes * 8)) return Type{part[0], bytes};
    }
    return std::nullopt;
}

const std::map<std::string_view, Special>& special_registers() {
    static const std::map<std::string_view, Special> names = {
        {"%tid.x", Special::tid_x},
        {"%tid.y", Special::tid_y},
        {"%tid.z", Special::tid_z},
        {"%ntid.x", Special::ntid_x},
        {"%ntid.y", Special::ntid_y},
        {"%ntid.z", Special::ntid_z},
        {"%ctaid.x", Special::ctaid_x},
        {"%ctaid.y", Special::ctaid_y},
        {"%ctaid.z", Special::ctaid_z},
        {"%nctaid.x", Special::nctaid_x},
        {"%nctaid.y", Special::nctaid_y},
        {"%nctaid.z", Special::nctaid_z},
        {"%laneid", Special::laneid},
        {"%lanemask_lt", Special::lanemask_lt},
        {"%lanemask_le", Special::lanemask_le},
        {"%lanemask_gt", Special::lanemask_gt},
        {"%lanemask_ge", Special::lanemask_ge},
        {"%lanemask_eq", Special::lanemask_eq},
        {"%warpid", Special::warpid},
        {"%nwarpid", Special::nwarpid},
        {"%smid", Special::smid},
    };
    return names;
}

}  // namespace

Modifiers::Modifiers(std::string_view opcode, unsigned line) : opcode_(opcode), line_(line) {
    std::size_t begin = 0;
    while (true) {
        const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
        parts_.push_back(opcode.substr(begin, end - begin));
        if (end == opcode.size()) break;
        begin = end + 1;
    }
    name_ = parts_.front();
    parts_.erase(parts_.begin());
}

bool Modifiers::take(std::string_view part) {
    const auto found = std::find(parts_.begin(), parts_.end(), part);
    if (found == parts_.end()) return false;
    parts_.erase(found);
    return true;
}

unsigned Modifiers::take_one_of(std::initializer_list<std::string_view> parts) {
    unsigned index = 0;
    for (const std::string_view part : parts) {
        if (take(part)) return index;
        ++index;
    }
    emulator::refuse(line_, "unknown variant of an instruction", opcode_);
}

Type Modifiers::take_type() {
    for (std::size_t n = parts_.size(); n-- > 0;) {
        if (const auto type = read_type(parts_[n])) {
            parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(n));
            return *type;
        }
    }
    emulator::refuse(line_, "no type that the emulator knows", opcode_);
}

std::optional<std::string_view> Modifiers::first_left() const {
    if (parts_.empty()) return std::nullopt;
    return parts_.front();
}

void Decoding::refuse(const std::string& what) const { emulator::refuse(statement.line, what, statement.text); }

void Decoding::expect_operands(std::size_t at_least, std::size_t at_most) const {
    if (operands() < at_least || operands() > at_most) refuse("wrong number of operands");
}

const Operand& Decoding::operand(std::size_t which) const {
    if (which >= operands()) refuse("too few operands");
    return statement.operands[which];
}

void Decoding::note(u32& field, u32 number, bool written) {
    field = number;
    const auto offset = reinterpret_cast<const std::byte*>(&field) - reinterpret_cast<const std::byte*>(&in);
    registers_.note({index_, static_cast<u32>(offset), number, written});
}

void Decoding::input(u32& field, const Operand& from, unsigned bytes) {
    if (from.kind != Operand::single || from.negated || !from.second.empty())
        refuse("operand of another kind expected");
    input(field, from.text, bytes);
}

void Decoding::input(u32& field, std::string_view text, unsigned bytes) {
    if (const auto number = registers_.find(text)) {
        if (registers_[*number].bytes != bytes) refuse("register " + std::string(text) + " has another width");
        note(field, *number, false);
    } else if (const auto special = special_registers().find(text); special != special_registers().end()) {
        note(field, registers_.special(special->second, bytes), false);
    } else if (const auto symbol = symbols_.find(text); symbol != symbols_.end()) {
        note(field, registers_.constant(symbol->second, bytes), false);
    } else if (is_number(text)) {
        const u64 value = read_number(text, statement.line);
        note(field, registers_.constant(bytes == 8 ? value : value & ((u64{1} << 8 * bytes) - 1), bytes), false);
    } else {
        refuse("unknown operand " + std::string(text));
    }
}

void Decoding::output(u32& field, std::size_t which, unsigned bytes) {
    const Operand& to = operand(which);
    if (to.kind != Operand::single || to.negated || !to.second.empty()) refuse("operand of another kind expected");
    output(field, to.text, bytes);
}

void Decoding::output(u32& field, std::string_view text, unsigned bytes) {
    const auto number = registers_.find(text);
    if (!number) refuse("unknown register " + std::string(text));
    if (registers_[*number].bytes != bytes) refuse("register " + std::string(text) + " has another width");
    note(field, *number, true);
}

bool Decoding::input_predicate(u32& field, std::size_t which) {
    const Operand& from = operand(which);
    if (from.kind != Operand::single || !from.second.empty()) refuse("operand of another kind expected");
    if (is_number(from.text)) {
        note(field, registers_.constant(read_number(from.text, statement.line) != 0 ? all_lanes : 0, 0), false);
    } else {
        input(field, from.text, 0);
    }
    return from.negated;
}

void Decoding::output_predicate(u32& field, std::string_view text) { output(field, text, 0); }

void Decoding::guard() {
    if (statement.guard.empty()) return;
    in.guard_negated = statement.guard_negated;
    input(in.guard, statement.guard, 0);
}

void Decoding::address(std::size_t which) {
    const Operand& from = operand(which);
    if (from.kind != Operand::address) refuse("address expected");
    in.immediate = from.offset;
    const unsigned bytes = width(from.text);
    if (bytes != 0 && bytes != 4 && bytes != 8) refuse("address in a register of another width");
    in.wide_address = bytes != 4;
    input(in.a, from.text, in.wide_address ? 8 : 4);
}

std::optional<u64> Decoding::symbol(std::string_view name) const {
    const auto found = symbols_.find(name);
    return found == symbols_.end() ? std::nullopt : std::optional<u64>(found->second);
}

unsigned Decoding::width(std::string_view text) {
    const auto number = registers_.find(text);
    return number ? registers_[*number].bytes : 0;
}

}  // namespace evodoku::emulator
