// The fields of one JSON object, taken by name: what results and histories are read with.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evodoku::io {

/// All but empty() and has() throw std::invalid_argument, with the name of a field that is missing or has another type.
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
