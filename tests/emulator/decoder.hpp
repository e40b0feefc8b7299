// Turns statements into instructions. Each family of instructions has a function that decodes its own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "emulator/program.hpp"
#include "emulator/ptx_text.hpp"

namespace evodoku::emulator {

struct Type {
    char kind = 'b';  // u s b, p for predicates
    unsigned bytes = 4;
    bool is_signed() const { return kind == 's'; }
    bool is_predicate() const { return kind == 'p'; }
};

/// The parts of an opcode behind its name. A part that is not taken is an unsupported modifier.
class Modifiers {
public:
    Modifiers(std::string_view opcode, unsigned line);
    std::string_view name() const { return name_; }
    bool take(std::string_view part);
    /// The index of the one part of `parts` that is there. Refuses the statement if there is none.
    unsigned take_one_of(std::initializer_list<std::string_view> parts);
    Type take_type();  ///< the last part that is a type
    std::optional<std::string_view> first_left() const;

private:
    std::string_view name_, opcode_;
    std::vector<std::string_view> parts_;
    unsigned line_;
};

/// Names and their registers. While decoding, instructions hold numbers of virtual registers; lay_out replaces them
/// with offsets. Registers that are never live at the same time share memory, so that a warp's registers fit into the
/// cache.
class Registers {
public:
    struct Register {
        unsigned bytes = 0;  // 0: a predicate
        bool fixed = false;  // constants and special registers, which nothing overwrites
        u32 offset = 0;
    };
    struct Use {
        u32 instruction;
        u32 field;  // byte offset of the field within Instruction
        u32 number;
        bool written;
    };

    void open_scope() { scopes_.emplace_back(); }
    void close_scope() { scopes_.pop_back(); }
    /// `.reg .b32 %r<100>, x;`
    void declare(std::string_view text, unsigned line);
    std::optional<u32> find(std::string_view name);
    u32 constant(u64 value, unsigned bytes);
    u32 special(Special which, unsigned bytes);
    const Register& operator[](u32 number) const { return registers_[number]; }
    void note(const Use& use) { uses_.push_back(use); }
    void lay_out(Program& program);

private:
    u32 add(unsigned bytes, bool fixed);
    struct Range {
        std::string_view stem;
        unsigned bytes;
    };
    std::vector<std::unordered_map<std::string_view, u32>> scopes_{1};
    std::vector<Range> ranges_;
    std::map<std::pair<u64, unsigned>, u32> constants_;
    std::map<std::pair<Special, unsigned>, u32> specials_;
    std::vector<Register> registers_{1};  // number 0: no register
    std::vector<Use> uses_;
};

/// Where the symbols of a kernel lie. Shared and local ones, and parameters, count from the start of their space.
using Symbols = std::unordered_map<std::string_view, u64>;

/// One statement on its way to become one instruction.
class Decoding {
public:
    Decoding(const Statement& from, Registers& registers, const Symbols& symbols, u32 index, Instruction& into)
        : statement(from),
          in(into),
          modifiers(from.opcode, from.line),
          registers_(registers),
          symbols_(symbols),
          index_(index) {}

    const Statement& statement;
    Instruction& in;
    Modifiers modifiers;

    std::size_t operands() const { return statement.operands.size(); }
    void expect_operands(std::size_t at_least, std::size_t at_most) const;
    const Operand& operand(std::size_t which) const;
    /// A register of exactly this width, a symbol or a number.
    void input(u32& field, std::size_t which, unsigned bytes) { input(field, operand(which), bytes); }
    void input(u32& field, const Operand& operand, unsigned bytes);
    void input(u32& field, std::string_view text, unsigned bytes);
    void output(u32& field, std::size_t which, unsigned bytes);
    void output(u32& field, std::string_view text, unsigned bytes);
    /// Returns whether it is negated.
    bool input_predicate(u32& field, std::size_t which);
    void output_predicate(u32& field, std::string_view text);
    void guard();
    /// a, immediate and wide_address from `[base+offset]`. in.space must be set.
    void address(std::size_t which);
    unsigned width(std::string_view text);  ///< of a register; 0 if it is none
    std::optional<u64> symbol(std::string_view name) const;
    [[noreturn]] void refuse(const std::string& what) const;

private:
    void note(u32& field, u32 number, bool written);
    Registers& registers_;
    const Symbols& symbols_;
    u32 index_;
};

// False if the instruction belongs to another family.
bool decode_integer(Decoding& decoding);
bool decode_carry(Decoding& decoding);
bool decode_logic(Decoding& decoding);
bool decode_bits(Decoding& decoding);
bool decode_comparison(Decoding& decoding);
bool decode_movement(Decoding& decoding);
bool decode_memory(Decoding& decoding);
bool decode_atomic(Decoding& decoding);
bool decode_warp(Decoding& decoding);
bool decode_flow(Decoding& decoding);

/// The handler for a type out of 16, 32 and 64 bits, signed or not. nullptr for another one.
template <template <class> class Pick>
Handler for_integer(Type type) {
    switch (type.bytes * 2 + (type.is_signed() ? 1 : 0)) {
        case 4:
            return Pick<u16>::handler;
        case 5:
            return Pick<s16>::handler;
        case 8:
            return Pick<u32>::handler;
        case 9:
            return Pick<s32>::handler;
        case 16:
            return Pick<u64>::handler;
        case 17:
            return Pick<s64>::handler;
        default:
            return nullptr;
    }
}

}  // namespace evodoku::emulator
