// JSON objects that one description of their fields writes, with Record, and reads:
//
//   void describe(auto& fields, io::Described<Point> auto& point) {  // in the namespace of Point
//       fields("x", point.x);                                        // a number, a text, a list, or a described object
//       fields.optional("name", point.name, !point.name.empty());
//       fields.derived("length", length_of(point));                  // for readers; it is not read back
//   }
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
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

/// Reads the fields of an object. All but has() throw std::invalid_argument, with the name of a field that is missing
/// or has another type. Only json.cpp sees the library behind it, which takes long to compile.
class DescribedReader {
public:
    /// `text`: an object as JSON.
    explicit DescribedReader(std::string_view text);

    bool has(const char* name) const;

    void operator()(const char* name, bool& value) const;
    void operator()(const char* name, double& value) const;  ///< from 0 to 1e15
    void operator()(const char* name, std::string& value) const;
    void operator()(const char* name, std::vector<double>& value) const;
    void operator()(const char* name, std::vector<std::string>& value) const;
    void operator()(const char* name, TextTable& value) const;
    template <class Value>
    void operator()(const char* name, Value& value, std::uint64_t lowest = 0) const {
        if constexpr (std::unsigned_integral<Value>) {
            value = static_cast<Value>(whole(name, lowest, std::numeric_limits<Value>::max()));
        } else if constexpr (requires { value.front().fill(0.0); }) {
            for (const std::vector<double>& row : rows(name, std::tuple_size_v<typename Value::value_type>))
                std::ranges::copy(row, value.emplace_back().begin());
        } else if constexpr (requires { value.has_value(); }) {
            (*this)(name, value.emplace());
        } else if constexpr (requires { value.emplace_back(); }) {
            for (const DescribedReader& reader : objects(name)) describe(reader, value.emplace_back());
        } else {
            const DescribedReader reader = object(name);
            describe(reader, value);
        }
    }
    void optional(const char* name, auto& value, bool /*is_there*/, auto... lowest) const {
        if (has(name)) (*this)(name, value, lowest...);
    }
    void hexadecimal(const char* name, std::uint64_t& value) const;
    void derived(const char* /*name*/, const auto& /*value*/) const {}
    void require(bool holds, const char* fault) const {
        if (!holds) throw std::invalid_argument(fault);
    }

    template <class Value>
    Value get(const char* name, auto... lowest) const {
        Value value{};
        (*this)(name, value, lowest...);
        return value;
    }

private:
    using Json = nlohmann::ordered_json;

    explicit DescribedReader(std::shared_ptr<const Json> object) : object_(std::move(object)) {}

    const Json& present(const char* name) const;
    const Json& field(const char* name, const auto& is_right, const char* wanted) const;
    std::uint64_t whole(const char* name, std::uint64_t lowest, std::uint64_t highest) const;
    std::vector<std::vector<double>> rows(const char* name, std::size_t columns) const;
    DescribedReader object(const char* name) const;
    std::vector<DescribedReader> objects(const char* name) const;

    std::shared_ptr<const Json> object_;
};

}  // namespace evodoku::io
