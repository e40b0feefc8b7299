// Escapes and numbers of written JSON; and the parser of objects.
#include "io/json.hpp"

#include <cmath>

#include "io/characters.hpp"
#include "io/described_json.hpp"

namespace evodoku::io {

void add_quoted(std::string& quoted, std::string_view text) {
    quoted += '"';
    if (is_plain_json(text)) {
        quoted += text;
        text = {};
    }
    for (std::size_t at = 0; at < text.size();) {
        const Character character = character_at(text, at);
        const std::uint32_t code = character.code;
        if (!character.utf8) {
            quoted += replacement_character;
        } else if (code == '"' || code == '\\') {
            quoted += '\\', quoted += text[at];
        } else if (code == '\n' || code == '\t') {
            quoted += code == '\n' ? "\\n" : "\\t";
        } else if (code < 0x20 || (code >= 0x7F && code < 0xA0)) {  // C0, DEL or C1: a terminal may execute it
            quoted += fmt::format("\\u{:04x}", code);
        } else {
            quoted += text.substr(at, character.length);
        }
        at += character.length;
    }
    quoted += '"';
}

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

void JsonObject::add_name(std::string_view name) {
    if (!text_.empty()) text_ += ',';
    add_quoted(text_, name);
    ends_.push_back({text_.size(), 0});
    text_ += ':';
}

void JsonObject::put_json(std::string_view name, std::string_view json) {
    add_name(name);
    text_ += json;
    ends_.back().value = text_.size();
}

std::vector<std::pair<std::string_view, std::string_view>> JsonObject::fields() const {
    std::vector<std::pair<std::string_view, std::string_view>> fields;
    std::size_t begin = 0;
    for (const auto [name, value] : ends_) {
        const std::string_view field = std::string_view(text_).substr(begin, value - begin);
        fields.emplace_back(field.substr(1, name - begin - 2), field.substr(name - begin + 1));
        begin = value + 1;
    }
    return fields;
}

std::string JsonObject::on_one_line() const { return "{" + text_ + "}"; }

std::string JsonObject::on_lines(const std::string& indent) const {
    std::string text;
    for (const auto& [name, value] : fields())
        text += fmt::format("{}\n{}  \"{}\": {}", text.empty() ? "" : ",", indent, name, value);
    return "{" + text + "\n" + indent + "}";
}

Json parse_object(std::string_view text) {
    Json json;
    try {
        json = Json::parse(text);
    } catch (const Json::parse_error& error) {
        throw std::invalid_argument(fmt::format("it is not JSON, from byte {} on", error.byte));
    } catch (const Json::out_of_range&) {
        throw std::invalid_argument("it has a number above 1.8e308");
    }
    if (!json.is_object()) throw std::invalid_argument("it is not a JSON object");
    return json;
}

}  // namespace evodoku::io
