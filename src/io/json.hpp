// JSON values as text, and objects that are written field by field, in the order given or as a description lists them.
// One description of the fields writes, with Record, and reads:
//
//   void describe(auto& fields, io::Described<Point> auto& point) {  // in the namespace of Point
//       fields("x", point.x);                                        // a number, a text, a list, or a described object
//       fields.optional("name", point.name, !point.name.empty());
//       fields.derived("length", length_of(point));                  // for readers; it is not read back
//   }
#pragma once

#include <fmt/format.h>

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
#include <variant>
#include <vector>

#include "evodoku/io/grid_text.hpp"

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

std::string json_list_of(const auto& values, const auto& make) {
    std::string list;
    for (const auto& value : values) list.append(list.empty() ? "" : ",").append(make(value));
    return "[" + list + "]";
}

using TextTable = std::vector<std::pair<std::string, std::string>>;

// What is written as a text: texts, boards as their lines, and the names of values that have some.
inline std::string_view text_of(std::string_view text) { return text; }
inline std::string text_of(const Grid& board) { return to_line(board); }
template <class Value>
requires std::is_enum_v<Value>
auto text_of(Value value) { return to_text(value); }
template <class Value>
concept TextLike = requires(const Value& value) {
    text_of(value);
};

/// Appends the JSON of a value: a number, a text, true or false, a board, a list of values, an object with a
/// description, one of several of these, or one that may be missing: null.
template <class Value>
void add_json(std::string& text, const Value& value);
std::string json_of(const auto& value) {
    std::string text;
    add_json(text, value);
    return text;
}

/// The named fields of a record, put one by one or by its description, as an object of JSON or a row of a table.
class Record {
public:
    /// `is_row`: of a table, which has the columns of optional fields in every row.
    explicit Record(bool is_row = false) : is_row_(is_row) {}

    template <class Value>
    void put(std::string_view name, const Value& value) {
        if constexpr (requires { value.has_value(); }) {
            value ? put(name, *value) : put_json(name, "null");
        } else if constexpr (TextLike<Value>) {
            begin(name), texts_ += text_of(value);
            all_.back().is_text = true;
        } else {
            begin(name), add_json(texts_, value);
        }
    }
    /// `json`: a value as JSON.
    void put_json(std::string_view name, std::string_view json) { begin(name), texts_ += json; }

    // For a description. `how`: the lowest value that is read, and what the field is, in words.

    void operator()(std::string_view name, const auto& value, const auto&... /*how*/) { put(name, value); }
    void optional(std::string_view name, const auto& value, bool is_there, const auto&... /*how*/) {
        if (is_there || is_row_) put(name, value);
    }
    /// Fields that are there together: describe_part(fields).
    void part(bool is_there, const auto& describe_part) {
        if (is_there || is_row_) describe_part(*this);
    }
    void or_null(std::string_view name, const auto& value, bool is_known, const auto&... /*how*/) {
        is_known ? put(name, value) : put_json(name, "null");
    }
    void hexadecimal(std::string_view name, std::uint64_t value, const auto&... /*how*/) {
        put(name, fmt::format("{:016x}", value));
    }
    void derived(std::string_view name, const auto& value) { put(name, value); }
    void require(bool /*holds*/, const char* /*fault*/) {}

    /// {"name":value,...}
    std::string on_one_line() const { return object("", ":") + "}"; }
    /// A line per field, each begun with `indent` and two spaces.
    std::string on_lines(const std::string& indent) const {
        return object("\n" + indent + "  ", ": ") + "\n" + indent + "}";
    }
    std::size_t size() const { return all_.size(); }
    /// The value: a text as it is, anything else as JSON.
    struct Field {
        std::string_view name, value;
        bool is_text;
    };
    Field field(std::size_t k) const;
    /// For the head of a table.
    std::vector<std::string> names() const;
    /// A row of a table, without a line end: null is empty, and bytes that are not UTF-8 become U+FFFD.
    std::string csv(char separator = ',') const;

private:
    /// Where a name and its value begin in `texts_`. The value ends where the next name begins.
    struct Places {
        std::size_t name, value;
        bool is_text = false;
    };
    void begin(std::string_view name);
    std::string object(std::string_view before_name, std::string_view before_value) const;

    bool is_row_;
    std::string texts_;
    std::vector<Places> all_;
};

/// Records line by line: as JSON, or as rows of a table, the first of them below its head.
class RecordLines {
public:
    /// `separator`: of the table; '\0': JSON.
    explicit RecordLines(char separator) : separator_(separator) {}
    std::string line(const Record& record);
    std::string line_of(const auto& described) {
        Record record;
        describe(record, described);
        return line(record);
    }

private:
    char separator_;
    bool has_head_ = false;
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
        std::visit([&](const auto& alternative) { add_json(text, alternative); }, value);
    } else if constexpr (TextLike<Value>) {
        add_quoted(text, text_of(value));
    } else if constexpr (std::is_same_v<Value, TextTable>) {
        Record table;
        for (const auto& [name, each] : value) table.put(name, each);
        text += table.on_one_line();
    } else if constexpr (requires { value.has_value(); }) {
        value ? add_json(text, *value) : void(text += "null");
    } else if constexpr (requires { value.begin(); }) {
        text += json_list_of(value, [](const auto& entry) { return json_of(entry); });
    } else {
        Record fields;
        describe(fields, value);
        text += fields.on_one_line();
    }
}

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
    void operator()(const char* name, double& value, bool any_sign = false) const;  ///< else from 0 to 1e15
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

    const Json& field(const char* name, const auto& is_right, const char* wanted) const;
    std::uint64_t whole(const char* name, std::uint64_t lowest, std::uint64_t highest) const;
    std::vector<std::vector<double>> rows(const char* name, std::size_t columns) const;
    DescribedReader object(const char* name) const;
    std::vector<DescribedReader> objects(const char* name) const;

    std::shared_ptr<const Json> object_;
};

}  // namespace evodoku::io
