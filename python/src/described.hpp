// Records as Python sees them: an attribute for each field of the one description that a record has.
#pragma once

#include <string_view>
#include <type_traits>

#include "bindings.hpp"

namespace evodoku::python {

/// Calls a function with the name, the value and the explanation of each field of a description. What a description
/// leaves out because it is empty has its empty value; what has no meaning is None.
template <class Visit>
struct EachField : Visit {
    explicit EachField(Visit visit) : Visit(visit) {}
    void optional(const char* name, const auto& value, bool, const char* what) { (*this)(name, value, what); }
    void or_null(const char* name, const auto& value, bool is_known, const char* what) {
        (*this)(name, is_known ? std::optional(value) : std::nullopt, what);
    }
    void hexadecimal(const char* name, const auto& value, const char* what) { (*this)(name, value, what); }
    void part(bool is_there, const auto& describe_part) {
        python::EachField fields(
            [&](const char* name, const auto& value, const char* what) { this->or_null(name, value, is_there, what); });
        describe_part(fields);
    }
};

/// A copy: uint8[N, N].
inline Cells array_of(const Grid& grid) {
    const auto size = static_cast<std::size_t>(grid.size());
    return numpy_array(std::vector<std::uint8_t>(grid.cells().begin(), grid.cells().end()), {size, size});
}

/// Boards are arrays, and one of several named values is a text.
inline std::optional<Cells> for_python(const std::optional<Grid>& grid) {
    return grid ? std::optional(array_of(*grid)) : std::nullopt;
}
template <class Value>
auto for_python(const Value& value) {
    if constexpr (std::is_enum_v<Value>)
        return to_text(value);
    else
        return value;
}

/// Requires that a field has its name and its type for every record.
template <class Record>
nb::class_<Record>& bind_fields(nb::class_<Record>&& bound) {
    EachField all([&](const char* name, const auto& example, const char* what) {
        using Value = std::remove_cvref_t<decltype(example)>;
        const auto get = [name](const Record& of) {
            Value found{};
            EachField pick([&](std::string_view each, const auto& value, const char*) {
                if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Value>)
                    if (each == name) found = value;
            });
            describe(pick, of);
            return for_python(found);
        };
        bound.def_prop_ro(name, get, nb::rv_policy::automatic, what);
    });
    describe(all, Record{});
    return bound;
}

}  // namespace evodoku::python
