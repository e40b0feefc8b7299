// JSON values as text, and objects that are written field by field, in the order given.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace evodoku::io {

/// `text` in quotation marks, with escapes; bytes that are not UTF-8 become U+FFFD: a file name may hold any bytes.
std::string json_quoted(std::string_view text);

/// "[", each value on its own line, "]". `indent`: of the last line.
std::string json_list(const std::vector<std::string>& values, const std::string& indent);

/// The shortest text that reads back to the same number, with a point or an exponent; null for any other value.
std::string json_number(double number);

/// `make` makes the JSON of one value.
template <class Values, class Make>
std::string json_list_of(const Values& values, const Make& make) {
    std::string list;
    for (const auto& value : values) list.append(list.empty() ? "" : ",").append(make(value));
    return "[" + list + "]";
}

using TextTable = std::vector<std::pair<std::string, std::string>>;

/// A number, a text, true or false, a list of values, an object with a description (see described_json.hpp), or one of
/// these that may be missing: null.
template <class Value>
std::string json_of(const Value& value);

class JsonObject {
public:
    JsonObject() { fields_.reserve(24); }  // a result of `evodoku solve` has 22

    void put(std::string_view name, const auto& value) { put_json(name, json_of(value)); }
    /// `json`: a value as JSON.
    void put_json(std::string_view name, std::string json) { fields_.emplace_back(name, std::move(json)); }

    /// {"name":value,...}
    std::string on_one_line() const;
    /// A line per field, each begun with `indent` and two spaces.
    std::string on_lines(const std::string& indent) const;
    const TextTable& fields() const { return fields_; }

    // For a description, which also says how the fields are read.

    void operator()(std::string_view name, const auto& value, std::uint64_t /*lowest*/ = 0) { put(name, value); }
    void optional(std::string_view name, const auto& value, bool is_there) {
        if (is_there) put(name, value);
    }
    void hexadecimal(std::string_view name, std::uint64_t value) { put(name, fmt::format("{:016x}", value)); }
    void derived(std::string_view name, const auto& value) { put(name, value); }
    void require(bool /*holds*/, const char* /*fault*/) {}

private:
    TextTable fields_;  ///< name, value as JSON
};

template <class Value>
std::string json_of(const Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
        return value ? "true" : "false";
    } else if constexpr (std::integral<Value>) {
        return std::to_string(value);
    } else if constexpr (std::floating_point<Value>) {
        return json_number(value);
    } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
        return json_quoted(value);
    } else if constexpr (std::is_same_v<Value, TextTable>) {
        JsonObject table;
        for (const auto& [name, text] : value) table.put(name, text);
        return table.on_one_line();
    } else if constexpr (requires { value.has_value(); }) {
        return value ? json_of(*value) : "null";
    } else if constexpr (requires { value.begin(); }) {
        return json_list_of(value, [](const auto& each) { return json_of(each); });
    } else {
        JsonObject object;
        describe(object, value);
        return object.on_one_line();
    }
}

}  // namespace evodoku::io
