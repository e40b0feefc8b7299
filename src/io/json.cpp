// Escapes and numbers of written JSON; and the reader of objects.
#include "io/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "io/characters.hpp"
#include "io/described_json.hpp"

namespace evodoku::io {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument(fault); }
[[noreturn]] void refuse_field(const char* name, std::string_view wanted) {
    refuse(fmt::format("'{}' is not {}", name, wanted));
}

/// Seconds, costs and means are far below the limit.
bool is_quantity(const Json& json) { return json.is_number() && json.get<double>() >= 0 && json.get<double>() <= 1e15; }
template <auto is_right>
bool is_list_of(const Json& json) {
    return json.is_array() && std::ranges::all_of(json, is_right);
}

}  // namespace

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

std::string text_in_json(std::string_view json) { return Json::parse(json).get<std::string>(); }
std::string indented_json(std::string_view json) { return Json::parse(json).dump(2); }

DescribedReader::DescribedReader(std::string_view text) {
    Json json;
    try {
        json = Json::parse(text);
    } catch (const Json::parse_error& error) {
        refuse(fmt::format("it is not JSON, from byte {} on", error.byte));
    } catch (const Json::out_of_range&) {
        refuse("it has a number above 1.8e308");
    }
    if (!json.is_object()) refuse("it is not a JSON object");
    object_ = std::make_shared<const Json>(std::move(json));
}

DescribedReader::DescribedReader(const std::vector<NamedField>& fields) {
    Json json;
    for (const auto& [name, value, is_text] : fields) {
        Json read = is_text ? Json(value) : Json::parse(value, nullptr, false);
        if (read.is_discarded()) refuse(fmt::format("'{}' has no valid value", name));
        json[name] = std::move(read);
    }
    object_ = std::make_shared<const Json>(std::move(json));
}

bool DescribedReader::has(const char* name) const { return object_->contains(name); }

/// A field for which `is_right` is true; `wanted` says in words what that is.
const Json& DescribedReader::field(const char* name, const auto& is_right, const char* wanted) const {
    const auto found = object_->find(name);
    if (found == object_->end()) refuse(fmt::format("it lacks the field '{}'", name));
    if (!std::invoke(is_right, *found)) refuse_field(name, wanted);
    return *found;
}

void DescribedReader::operator()(const char* name, bool& value) const {
    field(name, &Json::is_boolean, "true or false").get_to(value);
}
void DescribedReader::operator()(const char* name, double& value) const {
    field(name, is_quantity, "a number from 0").get_to(value);
}
void DescribedReader::operator()(const char* name, std::string& value) const {
    field(name, &Json::is_string, "a text").get_to(value);
}
void DescribedReader::operator()(const char* name, std::vector<double>& value) const {
    field(name, is_list_of<is_quantity>, "a list of numbers from 0").get_to(value);
}
void DescribedReader::operator()(const char* name, std::vector<std::string>& value) const {
    field(name, is_list_of<&Json::is_string>, "a list of texts").get_to(value);
}
void DescribedReader::operator()(const char* name, TextTable& value) const {
    const auto is_table = [](const Json& json) {
        return json.is_object() && std::ranges::all_of(json, &Json::is_string);
    };
    for (const auto& [key, text] : field(name, is_table, "a table of texts").items())
        value.emplace_back(key, text.get<std::string>());
}

std::uint64_t DescribedReader::whole(const char* name, std::uint64_t lowest, std::uint64_t highest) const {
    const char* const wanted = "a whole number in its range";
    const auto number = field(name, &Json::is_number_unsigned, wanted).get<std::uint64_t>();
    if (number < lowest || number > highest) refuse_field(name, wanted);
    return number;
}

std::vector<std::vector<double>> DescribedReader::rows(const char* name, std::size_t columns) const {
    const std::string wanted = fmt::format("a list of rows of {} numbers", columns);
    const Json& list = field(name, is_list_of<is_list_of<is_quantity>>, wanted.c_str());
    if (!std::ranges::all_of(list, [=](const Json& row) { return row.size() == columns; })) refuse_field(name, wanted);
    return list.get<std::vector<std::vector<double>>>();
}

DescribedReader DescribedReader::object(const char* name) const {
    return DescribedReader(std::shared_ptr<const Json>(object_, &field(name, &Json::is_object, "an object")));
}

std::vector<DescribedReader> DescribedReader::objects(const char* name) const {
    std::vector<DescribedReader> objects;
    for (const Json& each : field(name, is_list_of<&Json::is_object>, "a list of objects"))
        objects.push_back(DescribedReader(std::shared_ptr<const Json>(object_, &each)));
    return objects;
}

void DescribedReader::hexadecimal(const char* name, std::uint64_t& value) const {
    const auto digits = get<std::string>(name);
    const char* const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, value, 16);
    if (error != std::errc() || end != last) refuse(fmt::format("'{}' is not a hexadecimal number", name));
}

}  // namespace evodoku::io
