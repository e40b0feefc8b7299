// JSON values as text, and objects that are written field by field, in the order given.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace evodoku::io {

/// Appends `text` in quotation marks, with escapes; bytes that are not UTF-8, as in some file names, become U+FFFD.
void add_quoted(std::string& json, std::string_view text);

/// "[", each value on its own line, "]". `indent`: of the last line.
std::string json_list(const std::vector<std::string>& values, const std::string& indent);

/// The shortest text that reads back to the same number, with a point or an exponent; null for any other value.
std::string json_number(double number);

/// The text that a value is, without quotation marks and escapes.
std::string text_in_json(std::string_view json);

/// A line per value, two spaces deeper in each object and list.
std::string indented_json(std::string_view json);

/// `make` makes the JSON of one value.
std::string json_list_of(const auto& values, const auto& make) {
    std::string list;
    for (const auto& value : values) list.append(list.empty() ? "" : ",").append(make(value));
    return "[" + list + "]";
}

using TextTable = std::vector<std::pair<std::string, std::string>>;

/// Appends the JSON of a value: a number, a text, true or false, a list of values, an object with a description (see
/// described_json.hpp), one of several of these, or one that may be missing: null.
template <class Value>
void add_json(std::string& text, const Value& value);
std::string json_of(const auto& value) {
    std::string text;
    add_json(text, value);
    return text;
}

class JsonObject {
public:
    void put(std::string_view name, const auto& value) {
        add_name(name);
        add_json(text_, value);
        ends_.back().value = text_.size();
    }
    /// `json`: a value as JSON.
    void put_json(std::string_view name, std::string_view json);

    /// {"name":value,...}
    std::string on_one_line() const;
    /// A line per field, each begun with `indent` and two spaces.
    std::string on_lines(const std::string& indent) const;
    /// Each name, with escapes, and its value as JSON.
    std::vector<std::pair<std::string_view, std::string_view>> fields() const;

    // For a description, which also says how the fields are read.

    void operator()(std::string_view name, const auto& value, std::uint64_t /*lowest*/ = 0) { put(name, value); }
    void optional(std::string_view name, const auto& value, bool is_there) {
        if (is_there) put(name, value);
    }
    void hexadecimal(std::string_view name, std::uint64_t value) { put(name, fmt::format("{:016x}", value)); }
    void derived(std::string_view name, const auto& value) { put(name, value); }
    void require(bool /*holds*/, const char* /*fault*/) {}

private:
    void add_name(std::string_view name);

    /// Where a name ends in the text, and where its value does.
    struct Ends {
        std::size_t name, value;
    };
    std::string text_;  ///< "name":value,"name":value
    std::vector<Ends> ends_;
};

template <class Value>
void add_json(std::string& text, const Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
        text += value ? "true" : "false";
    } else if constexpr (std::integral<Value>) {
        const fmt::format_int number(value);
        text.append(number.data(), number.size());
    } else if constexpr (std::floating_point<Value>) {
        text += json_number(value);
    } else if constexpr (std::is_same_v<Value, std::monostate>) {
        text += "null";
    } else if constexpr (requires { value.valueless_by_exception(); }) {
        std::visit([&](const auto& each) { add_json(text, each); }, value);
    } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
        add_quoted(text, value);
    } else if constexpr (std::is_same_v<Value, TextTable>) {
        JsonObject table;
        for (const auto& [name, each] : value) table.put(name, each);
        text += table.on_one_line();
    } else if constexpr (requires { value.has_value(); }) {
        value ? add_json(text, *value) : void(text += "null");
    } else if constexpr (requires { value.begin(); }) {
        text += json_list_of(value, [](const auto& each) { return json_of(each); });
    } else {
        JsonObject object;
        describe(object, value);
        text += object.on_one_line();
    }
}

}  // namespace evodoku::io
