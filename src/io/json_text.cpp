// Escapes and numbers.
#include "io/json_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/utf8.hpp"

namespace evodoku::io {
namespace {

/// True if every character stands for itself.
bool is_plain(std::string_view text) {
    bool plain = true;  // without a jump, so that the compiler makes many characters at once
    for (const char letter : text) plain &= letter >= 0x20 && letter != '"' && letter != '\\' && letter != 0x7f;
    return plain;
}

/// Text in UTF-8 that begins with a control character: C0, DEL or C1. A terminal may execute it.
bool is_control(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    return first < 0x20 || first == 0x7f || (first == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0);
}

void add_quoted(std::string& quoted, std::string_view text) {
    quoted += '"';
    if (is_plain(text)) {
        quoted += text;
        text = {};
    }
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char letter = text.front();
        if (length == 0) {
            quoted += replacement_character;
        } else if (letter == '"' || letter == '\\') {
            quoted += '\\', quoted += letter;
        } else if (letter == '\n') {
            quoted += "\\n";
        } else if (letter == '\t') {
            quoted += "\\t";
        } else if (is_control(text)) {
            quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(text[length - 1]));
        } else {
            quoted += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    quoted += '"';
}

}  // namespace

std::string json_quoted(std::string_view text) {
    std::string quoted;
    add_quoted(quoted, text);
    return quoted;
}

std::string json_number(double number) {
    if (!std::isfinite(number)) return "null";
    const std::string text = fmt::format("{}", number);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string json_list(const std::vector<std::string>& values, const std::string& indent) {
    std::string text = "[";
    for (const std::string& value : values) text += (text == "[" ? "\n" : ",\n") + indent + "  " + value;
    return text + (values.empty() ? "]" : "\n" + indent + "]");
}

std::string JsonObject::on_one_line() const {
    std::string text = "{";
    for (const auto& [name, value] : fields_) {
        if (text.size() > 1) text += ',';
        add_quoted(text, name);
        text += ':';
        text += value;
    }
    return text + '}';
}

std::string JsonObject::on_lines(const std::string& indent) const {
    std::string text;
    for (const auto& [name, value] : fields_) {
        text += fmt::format("{}\n{}  {}: {}", text.empty() ? "" : ",", indent, json_quoted(name), value);
    }
    return "{" + text + "\n" + indent + "}";
}

}  // namespace evodoku::io
