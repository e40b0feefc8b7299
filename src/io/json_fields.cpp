// Types and ranges of fields.
#include "io/json_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace evodoku::io {

using Json = nlohmann::ordered_json;

namespace {

[[noreturn]] void refuse(const std::string& fault) { throw std::invalid_argument(fault); }

bool is_text(const Json& value) { return value.is_string(); }

bool is_quantity(const Json& value) {
    return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1e15;
}

}  // namespace

struct JsonFields::Object {
    Json json = Json::object();

    const Json& at(const char* name) const {
        const auto found = json.find(name);
        if (found == json.end()) refuse(fmt::format("it lacks the field '{}'", name));
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
    const Json& value = object_->at(name);
    if (!is_text(value)) refuse(fmt::format("'{}' is not a text", name));
    to = value.get<std::string>();
}

void JsonFields::take(const char* name, bool& to) const {
    const Json& value = object_->at(name);
    if (!value.is_boolean()) refuse(fmt::format("'{}' is not true or false", name));
    to = value.get<bool>();
}

void JsonFields::take(const char* name, double& to) const {
    const Json& value = object_->at(name);
    if (!is_quantity(value)) refuse(fmt::format("'{}' is not a number from 0", name));
    to = value.get<double>();
}

std::uint64_t JsonFields::whole_number(const char* name, std::uint64_t lowest, std::uint64_t highest) const {
    const Json& value = object_->at(name);
    const std::uint64_t number = value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
    if (!value.is_number_unsigned() || number < lowest || number > highest) {
        refuse(fmt::format("'{}' is not a whole number in its range", name));
    }
    return number;
}

void JsonFields::take_hexadecimal(const char* name, std::uint64_t& to) const {
    std::string text;
    take(name, text);
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, to, 16);
    if (error != std::errc() || end != last) refuse(fmt::format("'{}' is not a hexadecimal number", name));
}

std::vector<std::string> JsonFields::texts(const char* name) const {
    const Json& list = object_->at(name);
    if (!list.is_array() || !std::ranges::all_of(list, is_text))
        refuse(fmt::format("'{}' is not a list of texts", name));
    return list.get<std::vector<std::string>>();
}

std::vector<std::pair<std::string, std::string>> JsonFields::table_of_texts(const char* name) const {
    const Json& table = object_->at(name);
    if (!table.is_object() || !std::ranges::all_of(table, is_text)) {
        refuse(fmt::format("'{}' is not a table of texts", name));
    }
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& [key, value] : table.items()) pairs.emplace_back(key, value.get<std::string>());
    return pairs;
}

JsonFields JsonFields::fields(const char* name) const {
    const Json& value = object_->at(name);
    if (!value.is_object()) refuse(fmt::format("'{}' is not an object", name));
    JsonFields inner;
    inner.object_->json = value;
    return inner;
}

std::vector<JsonFields> JsonFields::list(const char* name) const {
    const Json& values = object_->at(name);
    if (!values.is_array() || !std::ranges::all_of(values, [](const Json& value) { return value.is_object(); })) {
        refuse(fmt::format("'{}' is not a list of objects", name));
    }
    std::vector<JsonFields> list(values.size());
    for (std::size_t number = 0; number < list.size(); ++number) list[number].object_->json = values[number];
    return list;
}

std::vector<double> JsonFields::numbers(const char* name) const {
    const Json& list = object_->at(name);
    if (!list.is_array() || !std::ranges::all_of(list, is_quantity)) {
        refuse(fmt::format("'{}' is not a list of numbers from 0", name));
    }
    return list.get<std::vector<double>>();
}

std::vector<std::vector<double>> JsonFields::rows(const char* name, std::size_t columns) const {
    const auto is_row = [columns](const Json& row) {
        return row.is_array() && row.size() == columns && std::ranges::all_of(row, is_quantity);
    };
    const Json& list = object_->at(name);
    if (!list.is_array() || !std::ranges::all_of(list, is_row)) {
        refuse(fmt::format("'{}' is not a list of rows of {} numbers", name, columns));
    }
    return list.get<std::vector<std::vector<double>>>();
}

}  // namespace evodoku::io
