// JSON objects written field by field, in the order given. For reports; what is read back uses a library.
#pragma once

#include <concepts>
#include <cstdint>
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

}  // namespace evodoku::io
