#include "emulator/ptx_text.hpp"

#include <algorithm>
#include <charconv>

#include "emulator/emulator.hpp"

namespace evodoku::emulator {
namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '%' || c == '.';
}
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t end_of_token(std::string_view text, std::size_t at) {
    if (text[at] == '"') return std::min(text.find('"', at + 1), text.size() - 1) + 1;
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) {
        ++end;
        if (end + 2 < text.size() && text[end] == ':' && text[end + 1] == ':' && is_word(text[end + 2])) end += 2;
    }
    return std::max(end, at + 1);
}

/// Both are views of one text; everything between them, without the spaces at its ends.
std::string_view span(std::string_view text, std::size_t begin, std::size_t end) {
    while (begin < end && is_space(text[begin])) ++begin;
    while (begin < end && is_space(text[end - 1])) --end;
    return text.substr(begin, end - begin);
}

/// A register, a symbol, or a number with its sign.
std::string_view read_value(Scanner& scanner) {
    const std::string_view sign = scanner.next();
    if (sign != "-") return sign;
    const std::string_view digits = scanner.next();
    return {sign.data(), static_cast<std::size_t>(digits.data() + digits.size() - sign.data())};
}

Operand read_operand(Scanner& scanner) {
    Operand operand;
    if (scanner.take("[")) {
        operand.kind = Operand::address;
        operand.text = read_value(scanner);
        if (scanner.take("+")) {
            operand.offset = static_cast<std::int64_t>(read_number(read_value(scanner), scanner.line()));
        }
        scanner.expect("]");
    } else if (scanner.take("{")) {
        operand.kind = Operand::vector;
        do {
            operand.elements.push_back(read_value(scanner));
        } while (scanner.take(","));
        scanner.expect("}");
    } else {
        operand.negated = scanner.take("!");
        operand.text = read_value(scanner);
        if (scanner.take("|")) operand.second = read_value(scanner);
    }
    return operand;
}

void skip_statement(Scanner& scanner) {
    while (true) {
        const std::string_view token = scanner.next();
        if (token.empty()) refuse(scanner.line(), "no semicolon behind a directive", "");
        if (token == ";") return;
    }
}

}  // namespace

void refuse(unsigned line, const std::string& what, std::string_view text) {
    throw PtxError("PTX line " + std::to_string(line) + ": " + what +
                   (text.empty() ? std::string() : ": " + std::string(text.substr(0, 300))));
}

std::string_view Scanner::next() {
    while (position_ < text_.size() && is_space(text_[position_])) {
        if (text_[position_] == '\n') ++line_;
        ++position_;
    }
    if (position_ == text_.size()) return {};
    const std::size_t begin = position_;
    position_ = end_of_token(text_, begin);
    return text_.substr(begin, position_ - begin);
}

std::string_view Scanner::peek() const {
    Scanner copy = *this;
    return copy.next();
}

bool Scanner::take(std::string_view token) {
    Scanner copy = *this;
    if (copy.next() != token) return false;
    *this = copy;
    return true;
}

void Scanner::expect(std::string_view token) {
    const std::string_view found = next();
    if (found != token) refuse(line_, "expected `" + std::string(token) + "`", found);
}

void Scanner::skip_braces() {
    const std::size_t begin = position_;
    for (int depth = 1; depth > 0;) {  // from brace to brace: kernels are long, and most are never used
        const std::string_view here = text_.substr(0, text_.find('}', position_));
        if (here.size() == text_.size()) refuse(line_, "a brace is not closed", "");
        const std::size_t brace = std::min(here.find('{', position_), here.size()), quote = here.find('"', position_);
        depth += quote < brace ? 0 : brace < here.size() ? 1 : -1;
        position_ = quote < brace ? end_of_token(text_, quote) : brace + 1;
    }
    line_ += static_cast<unsigned>(std::count(text_.data() + begin, text_.data() + position_, '\n'));
}

std::vector<Statement> read_statements(std::string_view body, unsigned first_line) {
    std::vector<Statement> statements;
    Scanner scanner(body, first_line);
    unsigned file = 0, source_line = 0;
    while (true) {
        Statement statement;
        std::string_view token = scanner.next();
        if (token.empty()) return statements;
        statement.line = scanner.line(), statement.file = file, statement.source_line = source_line;
        if (token == ".loc") {  // it ends with its line, but nothing in it looks like another statement
            file = static_cast<unsigned>(read_number(scanner.next(), scanner.line()));
            source_line = static_cast<unsigned>(read_number(scanner.next(), scanner.line()));
            scanner.next();  // column
            while (scanner.take(",")) {
                const bool inlined = scanner.peek() == "inlined_at";
                for (int words = inlined ? 4 : 2; words > 0; --words) scanner.next();
                if (scanner.take("+")) scanner.next();  // function_name label+offset
            }
            continue;
        }
        if (token == "{" || token == "}") {
            statement.kind = token == "{" ? Statement::open : Statement::close;
            statements.push_back(statement);
            continue;
        }
        if (token[0] == '.') {
            statement.kind = Statement::directive;
            statement.opcode = token;
            const std::size_t begin = scanner.position();
            skip_statement(scanner);
            statement.text = span(body, begin, scanner.position() - 1);
            statements.push_back(statement);
            continue;
        }
        if (token == "@") {
            statement.guard_negated = scanner.take("!");
            statement.guard = scanner.next();
            token = scanner.next();
        } else if (scanner.take(":")) {
            statement.kind = Statement::label;
            statement.opcode = token;
            statements.push_back(statement);
            continue;
        }
        statement.opcode = token;
        const std::size_t begin = scanner.position() - token.size();
        if (!scanner.take(";")) {
            do {
                statement.operands.push_back(read_operand(scanner));
            } while (scanner.take(","));
            scanner.expect(";");
        }
        statement.text = span(body, begin, scanner.position() - 1);
        statements.push_back(std::move(statement));
    }
}

bool is_number(std::string_view text) {
    return !text.empty() && ((text[0] >= '0' && text[0] <= '9') || (text[0] == '-' && text.size() > 1));
}

std::uint64_t read_number(std::string_view text, unsigned line) {
    std::string_view digits = text;
    const bool negative = !digits.empty() && digits[0] == '-';
    if (negative) digits.remove_prefix(1);
    while (!digits.empty() && is_space(digits[0])) digits.remove_prefix(1);
    if (!digits.empty() && digits.back() == 'U') digits.remove_suffix(1);
    int base = 10;
    const char second = digits.size() > 2 && digits[0] == '0' ? digits[1] : '0';
    if (second == 'x' || second == 'X')
        base = 16, digits.remove_prefix(2);
    else if (second == 'b' || second == 'B')
        base = 2, digits.remove_prefix(2);
    else if (digits.size() > 1 && digits[0] == '0')
        base = 8;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size()) refuse(line, "not an integer", text);
    return negative ? 0 - value : value;
}

Declaration read_declaration(Scanner& scanner) {
    Declaration declaration;
    bool aligned = false;
    while (true) {
        const std::string_view token = scanner.next();
        if (token == ".align") {
            declaration.alignment = static_cast<unsigned>(read_number(scanner.next(), scanner.line()));
            aligned = true;
        } else if (token.size() > 2 && token[0] == '.' && std::string_view("busf").find(token[1]) != token.npos &&
                   is_number(token.substr(2))) {
            declaration.element_bytes = static_cast<unsigned>(read_number(token.substr(2), scanner.line()) / 8);
        } else if (token == ".ptr" || token == ".global" || token == ".shared" || token == ".const") {
            continue;  // what a parameter points to
        } else if (token.empty() || !is_word(token[0]) || token[0] == '.') {
            refuse(scanner.line(), "unknown in a declaration", token);
        } else {
            declaration.name = token;
            break;
        }
    }
    if (!aligned) declaration.alignment = declaration.element_bytes;
    std::uint64_t count = 1;
    while (scanner.take("[")) {
        if (scanner.take("]"))
            count = 0;
        else
            count *= read_number(scanner.next(), scanner.line()), scanner.expect("]");
    }
    declaration.bytes = count * declaration.element_bytes;
    return declaration;
}

void blank_comments(std::string& ptx) {
    std::size_t quote = ptx.find('"');
    for (std::size_t at = ptx.find('/'); at != ptx.npos; at = ptx.find('/', at)) {
        std::size_t end = at;
        if (quote < at) {  // a string, which holds no comment
            at = std::min(ptx.find('"', quote + 1), ptx.size() - 1) + 1;
            quote = ptx.find('"', at);
            continue;
        }
        if (ptx.compare(at, 2, "//") == 0) end = std::min(ptx.find('\n', at), ptx.size());
        if (ptx.compare(at, 2, "/*") == 0) end = std::min(ptx.find("*/", at + 2), ptx.size() - 2) + 2;
        if (end == at) ++at;  // no comment begins here
        for (; at < end; ++at) {
            if (ptx[at] != '\n') ptx[at] = ' ';
        }
        if (quote < at) quote = ptx.find('"', at);
    }
}

}  // namespace evodoku::emulator
