// JSON objects: written field by field, in the order given, and read by the names of their fields.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evodoku::io {

/// `text` in quotation marks, with escapes; bytes that are not UTF-8 become U+FFFD: a file name may hold any bytes.
std::string json_quoted(std::string_view text);

/// "[", each value on its own line, "]". `indent`: of the last line.
std::string json_list(const std::vector<std::string>& values, const std::string& indent);

/// The shortest text that reads back to the same number, with a point or an exponent; null for any other value.
std::string json_number(double number);

class JsonObject {
public:
    JsonObject() { fields_.reserve(24); }  // a result of `evodoku solve` has 22

    void put(std::string_view name, std::string_view text) { put_json(name, json_quoted(text)); }
    void put(std::string_view name, const char* text) { put(name, std::string_view(text)); }
    void put(std::string_view name, bool truth) { put_json(name, truth ? "true" : "false"); }
    void put(std::string_view name, double number) { put_json(name, json_number(number)); }
    void put(std::string_view name, std::integral auto number) { put_json(name, std::to_string(number)); }
    /// null where there is none.
    template <class Value>
    void put(std::string_view name, const std::optional<Value>& value) {
        if (value)
            put(name, *value);
        else
            put_json(name, "null");
    }
    /// `json`: a value as JSON.
    void put_json(std::string_view name, std::string json) { fields_.emplace_back(name, std::move(json)); }

    /// {"name":value,...}
    std::string on_one_line() const;
    /// A line per field, each begun with `indent` and two spaces.
    std::string on_lines(const std::string& indent) const;
    const std::vector<std::pair<std::string, std::string>>& fields() const { return fields_; }

private:
    std::vector<std::pair<std::string, std::string>> fields_;  ///< name, value as JSON
};

/// The fields of one object, taken by name. All but empty() and has() throw std::invalid_argument, with the name of a
/// field that is missing or has another type.
class JsonFields {
public:
    JsonFields();                                  ///< none
    explicit JsonFields(std::string_view object);  ///< its text
    JsonFields(JsonFields&&) noexcept;
    JsonFields& operator=(JsonFields&&) noexcept;
    ~JsonFields();

    bool empty() const;
    bool has(const char* name) const;

    void put_text(const std::string& name, std::string text);
    void put_json(const std::string& name, std::string_view value);

    void take(const char* name, std::string& to) const;
    void take(const char* name, bool& to) const;
    void take(const char* name, double& to) const;  ///< from 0 to 1e15: seconds, costs and means are far below
    template <std::unsigned_integral Number>
    void take(const char* name, Number& to, std::uint64_t lowest = 0) const {
        to = static_cast<Number>(whole_number(name, lowest, std::numeric_limits<Number>::max()));
    }
    void take_hexadecimal(const char* name, std::uint64_t& to) const;  ///< a text
    std::vector<std::string> texts(const char* name) const;
    std::vector<std::pair<std::string, std::string>> table_of_texts(const char* name) const;  ///< in its order
    JsonFields fields(const char* name) const;             ///< an object within this one
    std::vector<JsonFields> list(const char* name) const;  ///< of objects
    std::vector<double> numbers(const char* name) const;
    /// A list of lists of `columns` numbers each.
    std::vector<std::vector<double>> rows(const char* name, std::size_t columns) const;

private:
    struct Object;
    std::uint64_t whole_number(const char* name, std::uint64_t lowest, std::uint64_t highest) const;
    std::unique_ptr<Object> object_;
};

}  // namespace evodoku::io
