// JSON objects that one description of their fields writes, with JsonObject, and reads:
//
//   void describe(auto& fields, io::Described<Point> auto& point) {  // in the namespace of Point
//       fields("x", point.x);                                        // a number, a text, a list, or a described object
//       fields.optional("name", point.name, !point.name.empty());
//       fields.derived("length", length_of(point));                  // for readers; it is not read back
//   }
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/json.hpp"

namespace evodoku::io {

using Json = nlohmann::ordered_json;

/// An object that is written, or read.
template <class Value, class Type>
concept Described = std::same_as<std::remove_const_t<Value>, Type>;

/// Reads the fields of an object. All but has() throw std::invalid_argument, with the name of a field that is missing
/// or has another type.
class DescribedReader {
public:
    /// `object` must outlive it.
    explicit DescribedReader(const Json& object) : object_(object) {}

    bool has(const char* name) const { return object_.contains(name); }

    template <class Value>
    void operator()(const char* name, Value& value, std::uint64_t lowest = 0) const {
        if constexpr (std::is_same_v<Value, std::string>) {
            field(name, is_text, "a text").get_to(value);
        } else if constexpr (std::is_same_v<Value, bool>) {
            field(
                name, [](const Json& json) { return json.is_boolean(); }, "true or false")
                .get_to(value);
        } else if constexpr (std::unsigned_integral<Value>) {
            const auto is_in_range = [lowest](const Json& json) {
                return json.is_number_unsigned() && json.get<std::uint64_t>() >= lowest &&
                       json.get<std::uint64_t>() <= std::numeric_limits<Value>::max();
            };
            field(name, is_in_range, "a whole number in its range").get_to(value);
        } else if constexpr (std::is_same_v<Value, double>) {
            field(name, is_quantity, "a number from 0").get_to(value);
        } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
            field(name, is_list_of(is_text), "a list of texts").get_to(value);
        } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
            field(name, is_list_of(is_quantity), "a list of numbers from 0").get_to(value);
        } else if constexpr (requires { value.front().fill(0.0); }) {
            const std::size_t columns = std::tuple_size_v<typename Value::value_type>;
            const auto is_row = [=](const Json& row) { return row.size() == columns && is_list_of(is_quantity)(row); };
            field(name, is_list_of(is_row), fmt::format("a list of rows of {} numbers", columns)).get_to(value);
        } else if constexpr (std::is_same_v<Value, TextTable>) {
            const auto is_table = [](const Json& json) {
                return json.is_object() && std::ranges::all_of(json, is_text);
            };
            for (const auto& [key, text] : field(name, is_table, "a table of texts").items())
                value.emplace_back(key, text.template get<std::string>());
        } else if constexpr (requires { value.has_value(); }) {
            (*this)(name, value.emplace());
        } else if constexpr (requires { value.emplace_back(); }) {
            for (const Json& each : field(name, is_list_of(is_object), "a list of objects"))
                read(each, value.emplace_back());
        } else {
            read(field(name, is_object, "an object"), value);
        }
    }
    void optional(const char* name, auto& value, bool /*is_there*/) const {
        if (has(name)) (*this)(name, value);
    }
    void hexadecimal(const char* name, std::uint64_t& value) const {
        const auto text = get<std::string>(name);
        const char* const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), last, value, 16);
        if (error != std::errc() || end != last) refuse(fmt::format("'{}' is not a hexadecimal number", name));
    }
    void derived(const char* /*name*/, const auto& /*value*/) const {}
    void require(bool holds, const char* fault) const {
        if (!holds) refuse(fault);
    }

    template <class Value>
    Value get(const char* name, std::uint64_t lowest = 0) const {
        Value value{};
        (*this)(name, value, lowest);
        return value;
    }
    static void read(const Json& object, auto& value) {
        DescribedReader fields(object);
        describe(fields, value);
    }

private:
    [[noreturn]] static void refuse(const std::string& fault) { throw std::invalid_argument(fault); }
    static bool is_text(const Json& json) { return json.is_string(); }
    static bool is_object(const Json& json) { return json.is_object(); }
    /// Seconds, costs and means are far below the limit.
    static bool is_quantity(const Json& json) {
        return json.is_number() && json.get<double>() >= 0 && json.get<double>() <= 1e15;
    }
    static auto is_list_of(const auto& is_right) {
        return [=](const Json& json) { return json.is_array() && std::ranges::all_of(json, is_right); };
    }
    /// A field for which `is_right` is true; `wanted` says in words what that is.
    const Json& field(const char* name, const auto& is_right, const std::string& wanted) const {
        const auto found = object_.find(name);
        if (found == object_.end()) refuse(fmt::format("it lacks the field '{}'", name));
        if (!is_right(*found)) refuse(fmt::format("'{}' is not {}", name, wanted));
        return *found;
    }

    const Json& object_;
};

/// The object that a text is. Throws std::invalid_argument.
Json parse_object(std::string_view text);

}  // namespace evodoku::io
