// Character by character, in the memory of one token.
#include "json_tokens.hpp"

#include <string_view>

#include "cell_text.hpp"

namespace evodoku::io {
namespace {

constexpr std::size_t longest_token = 65536;

char next_of(Text& text) {
    const std::string_view head = text.head(1);
    return head.empty() ? '\0' : head.front();
}

/// The character after a backslash. Other letters are never cells.
char unescaped(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c; }

}  // namespace

void pass_over_json_blanks(Text& text) {
    while (!text.at_end()) {
        const char c = next_of(text);
        if (c == '#' || text.bytes(2) == "//") {
            while (!text.at_end() && next_of(text) != '\n') text.skip(1);
        } else if (c == ' ' || c == '\t' || c == '\n' || c == ',' || c == ';') {
            text.skip(1);
        } else {
            return;
        }
    }
}

JsonToken take_json_token(Text& text) {
    using Kind = JsonToken::Kind;
    pass_over_json_blanks(text);
    JsonToken token;
    token.line = text.number();
    if (text.at_end()) return token;
    const char first = next_of(text);
    if (std::string_view("[{(]}):").find(first) != std::string_view::npos) {
        text.skip(1);
        token.bracket = first;
        token.kind = first == ':'                                                    ? Kind::colon
                     : std::string_view("[{(").find(first) != std::string_view::npos ? Kind::open
                                                                                     : Kind::close;
        return token;
    }
    if (first == '"' || first == '\'' || first == '`') {
        text.skip(1);
        token.kind = Kind::text;
        while (!text.at_end() && next_of(text) != first) {
            char c = next_of(text);
            if (c == '\n' && first != '`') break;  // the string is cut off: the next line may be a whole object
            text.skip(1);
            if (c == '\\' && !text.at_end()) {
                c = unescaped(next_of(text));
                text.skip(1);
            }
            token.text += c;
            if (token.text.size() > longest_token) break;
        }
        if (next_of(text) == first)
            text.skip(1);
        else
            token.kind = text.at_end() ? Kind::end : Kind::bad;
        return token;
    }
    token.kind = Kind::word;
    while (!text.at_end()) {
        const char c = next_of(text);
        if (!is_letter(c) && !is_digit(c) && std::string_view("+-._*").find(c) == std::string_view::npos) break;
        token.text += c;
        text.skip(1);
        if (token.text.size() > longest_token) break;
    }
    if (token.text.empty() || token.text.size() > longest_token) token.kind = Kind::bad;
    return token;
}

}  // namespace evodoku::io
