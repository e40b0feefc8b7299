// Escapes and numbers of written JSON; types and ranges of the fields that are read.
#include "io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/characters.hpp"

namespace evodoku::io {

using Json = nlohmann::ordered_json;

namespace {

/// True if every character stands for itself.
bool is_plain(std::string_view text) {
    bool plain = true;  // without a jump, so that the compiler makes many characters at once
    for (const char letter : text) plain &= letter >= 0x20 && letter != '"' && letter != '\\' && letter != 0x7f;
    return plain;
}

void add_quoted(std::string& quoted, std::string_view text) {
    quoted += '"';
    if (is_plain(text)) {
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

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument(fault); }

bool is_text(const Json& value) { return value.is_string(); }
bool is_object(const Json& value) { return value.is_object(); }
bool is_quantity(const Json& value) {
    return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1e15;
}
template <class Check>
auto is_list_of(const Check& is_right) {
    return [=](const Json& value) { return value.is_array() && std::ranges::all_of(value, is_right); };
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

struct JsonFields::Object {
    Json json = Json::object();

    /// A field for which `is_right` is true; `wanted` says in words what that is.
    template <class Check>
    const Json& at(const char* name, const Check& is_right, const std::string& wanted) const {
        const auto found = json.find(name);
        if (found == json.end()) refuse(fmt::format("it lacks the field '{}'", name));
        if (!is_right(*found)) refuse(fmt::format("'{}' is not {}", name, wanted));
        return *found;
    }
};

JsonFields::JsonFields() : object_(std::make_unique<Object>()) {}
JsonFields::JsonFields(std::string_view object) : JsonFields() {
    try {
        object_->json = Json::parse(object);
    } catch (const Json::parse_error& error) {
        refuse(fmt::format("it is not JSON, from byte {} on", error.byte));
    } catch (const Json::out_of_range&) {
        refuse("it has a number above 1.8e308");
    }
    if (!object_->json.is_object()) refuse("it is not a JSON object");
}
JsonFields::JsonFields(JsonFields&&) noexcept = default;
JsonFields& JsonFields::operator=(JsonFields&&) noexcept = default;
JsonFields::~JsonFields() = default;

bool JsonFields::empty() const { return object_->json.empty(); }
bool JsonFields::has(const char* name) const { return object_->json.contains(name); }

void JsonFields::put_text(const std::string& name, std::string text) { object_->json[name] = std::move(text); }

void JsonFields::put_json(const std::string& name, std::string_view value) {
    Json parsed = Json::parse(value, nullptr, false);
    if (parsed.is_discarded()) refuse(fmt::format("'{}' has no valid value", name));
    object_->json[name] = std::move(parsed);
}

void JsonFields::take(const char* name, std::string& to) const {
    to = object_->at(name, is_text, "a text").get<std::string>();
}

void JsonFields::take(const char* name, bool& to) const {
    const auto is_bool = [](const Json& value) { return value.is_boolean(); };
    to = object_->at(name, is_bool, "true or false").get<bool>();
}

void JsonFields::take(const char* name, double& to) const {
    to = object_->at(name, is_quantity, "a number from 0").get<double>();
}

std::uint64_t JsonFields::whole_number(const char* name, std::uint64_t lowest, std::uint64_t highest) const {
    const auto is_in_range = [&](const Json& value) {
        return value.is_number_unsigned() && value.get<std::uint64_t>() >= lowest &&
               value.get<std::uint64_t>() <= highest;
    };
    return object_->at(name, is_in_range, "a whole number in its range").get<std::uint64_t>();
}

void JsonFields::take_hexadecimal(const char* name, std::uint64_t& to) const {
    std::string text;
    take(name, text);
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, to, 16);
    if (error != std::errc() || end != last) refuse(fmt::format("'{}' is not a hexadecimal number", name));
}

std::vector<std::string> JsonFields::texts(const char* name) const {
    return object_->at(name, is_list_of(is_text), "a list of texts").get<std::vector<std::string>>();
}

std::vector<std::pair<std::string, std::string>> JsonFields::table_of_texts(const char* name) const {
    const auto is_table = [](const Json& value) { return value.is_object() && std::ranges::all_of(value, is_text); };
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& [key, value] : object_->at(name, is_table, "a table of texts").items())
        pairs.emplace_back(key, value.get<std::string>());
    return pairs;
}

JsonFields JsonFields::fields(const char* name) const {
    JsonFields inner;
    inner.object_->json = object_->at(name, is_object, "an object");
    return inner;
}

std::vector<JsonFields> JsonFields::list(const char* name) const {
    const Json& values = object_->at(name, is_list_of(is_object), "a list of objects");
    std::vector<JsonFields> list(values.size());
    for (std::size_t number = 0; number < list.size(); ++number) list[number].object_->json = values[number];
    return list;
}

std::vector<double> JsonFields::numbers(const char* name) const {
    return object_->at(name, is_list_of(is_quantity), "a list of numbers from 0").get<std::vector<double>>();
}

std::vector<std::vector<double>> JsonFields::rows(const char* name, std::size_t columns) const {
    const auto is_row = [columns](const Json& row) { return row.size() == columns && is_list_of(is_quantity)(row); };
    return object_->at(name, is_list_of(is_row), fmt::format("a list of rows of {} numbers", columns))
        .get<std::vector<std::vector<double>>>();
}

}  // namespace evodoku::io
