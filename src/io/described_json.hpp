// JSON objects that one description of their fields writes and reads:
//
//   void describe(auto& fields, io::Described<Point> auto& point) {  // in the namespace of Point
//       fields("x", point.x);                                        // a number, a text, a list, or a described object
//       fields.optional("name", point.name, !point.name.empty());
//       fields.derived("length", length_of(point));                  // for readers; it is not read back
//   }
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/json.hpp"

namespace evodoku::io {

/// An object that is written, or read.
template <class Value, class Type>
concept Described = std::same_as<std::remove_const_t<Value>, Type>;

using TextTable = std::vector<std::pair<std::string, std::string>>;

/// `make` makes the JSON of one value.
template <class Values, class Make>
std::string json_list_of(const Values& values, const Make& make) {
    std::string list;
    for (const auto& value : values) list.append(list.empty() ? "" : ",").append(make(value));
    return "[" + list + "]";
}

class DescribedWriter {
public:
    void operator()(std::string_view name, const auto& value, std::uint64_t /*lowest*/ = 0) {
        object.put_json(name, json_of(value));
    }
    void optional(std::string_view name, const auto& value, bool is_there) {
        if (is_there) (*this)(name, value);
    }
    template <class Value>
    void optional(std::string_view name, const std::optional<Value>& value) {
        if (value) (*this)(name, *value);
    }
    void hexadecimal(std::string_view name, std::uint64_t value) { object.put(name, fmt::format("{:016x}", value)); }
    void derived(std::string_view name, const auto& value) { (*this)(name, value); }
    void require(bool /*holds*/, const char* /*fault*/) {}

    template <class Value>
    static std::string json_of(const Value& value) {
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
        } else if constexpr (requires { value.begin(); }) {
            return json_list_of(value, [](const auto& each) { return json_of(each); });
        } else {
            DescribedWriter inner;
            describe(inner, value);
            return inner.object.on_one_line();
        }
    }

    JsonObject object;
};

/// Throws std::invalid_argument as JsonFields does.
class DescribedReader {
public:
    explicit DescribedReader(const JsonFields& from) : from_(from) {}

    template <class Value>
    void operator()(const char* name, Value& value, auto... lowest) {
        if constexpr (requires { from_.take(name, value, lowest...); }) {
            from_.take(name, value, lowest...);
        } else if constexpr (std::is_same_v<Value, TextTable>) {
            value = from_.table_of_texts(name);
        } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
            value = from_.texts(name);
        } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
            value = from_.numbers(name);
        } else if constexpr (requires { value.emplace_back(); }) {
            for (const JsonFields& each : from_.list(name)) read(each, value.emplace_back());
        } else {
            read(from_.fields(name), value);
        }
    }
    void optional(const char* name, auto& value, bool /*is_there*/) {
        if (from_.has(name)) (*this)(name, value);
    }
    template <class Value>
    void optional(const char* name, std::optional<Value>& value) {
        if (from_.has(name)) (*this)(name, value.emplace());
    }
    void hexadecimal(const char* name, std::uint64_t& value) { from_.take_hexadecimal(name, value); }
    void derived(const char* /*name*/, const auto& /*value*/) {}
    void require(bool holds, const char* fault) {
        if (!holds) throw std::invalid_argument(fault);
    }

    static void read(const JsonFields& from, auto& value) {
        DescribedReader inner(from);
        describe(inner, value);
    }

private:
    const JsonFields& from_;
};

}  // namespace evodoku::io
