// PTX as text: words, statements and their operands. Knows no instruction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evodoku::emulator {

/// Throws PtxError: "PTX line 12: unknown instruction: foo.s32 %r1, %r2".
[[noreturn]] void refuse(unsigned line, const std::string& what, std::string_view text);

/// Splits PTX into words, quoted strings and single characters. A word may hold dots, %, $ and "::".
class Scanner {
public:
    explicit Scanner(std::string_view text, unsigned line = 1) : text_(text), line_(line) {}

    std::string_view next();        ///< empty at the end
    std::string_view peek() const;  ///< what next would return
    bool take(std::string_view token);
    void expect(std::string_view token);
    /// Behind the brace that matches the one just taken.
    void skip_braces();
    unsigned line() const { return line_; }  ///< of the token last taken
    std::size_t position() const { return position_; }
    std::string_view text() const { return text_; }

private:
    std::string_view text_;
    std::size_t position_ = 0;
    unsigned line_;
};

struct Operand {
    enum Kind : std::uint8_t { single, vector, address };
    Kind kind = single;
    bool negated = false;                    ///< `!` in front
    std::string_view text;                   ///< register, symbol or number; of an address: its base
    std::string_view second;                 ///< of `d|p`
    std::int64_t offset = 0;                 ///< of an address
    std::vector<std::string_view> elements;  ///< of a vector
};

struct Statement {
    enum Kind : std::uint8_t { instruction, label, directive, open, close };
    Kind kind = instruction;
    unsigned line = 0;
    unsigned file = 0, source_line = 0;  ///< of the .loc in front
    std::string_view guard;              ///< predicate's register; empty without one
    bool guard_negated = false;
    std::string_view opcode;  ///< of a directive: its name; of a label: the label
    std::vector<Operand> operands;
    std::string_view text;  ///< without guard and semicolon
};

/// The statements of one body, without its outer braces. `.loc` lines become file and source_line of what follows.
std::vector<Statement> read_statements(std::string_view body, unsigned first_line);

/// "12", "-3", "0x1f", "017", "0b101", each also with U at its end. Throws PtxError, for floating-point numbers too.
std::uint64_t read_number(std::string_view text, unsigned line);
bool is_number(std::string_view text);

/// A variable's declaration behind its state space: `.align 16 .b8 name[100]`.
struct Declaration {
    std::string_view name;
    unsigned alignment = 1, element_bytes = 1;
    std::uint64_t bytes = 0;
};
/// Reads up to the token behind the declaration.
Declaration read_declaration(Scanner& scanner);

/// Comments become spaces. Line breaks stay, so that line numbers stay.
void blank_comments(std::string& ptx);

}  // namespace evodoku::emulator
