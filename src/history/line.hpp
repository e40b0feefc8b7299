// A line of a history: named values in order, as JSON or as a row of CSV. docs/history.md explains the names.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evodoku/core/grid.hpp"

namespace evodoku::history {

class Line {
public:
    /// "header", "puzzle", "generation", "event" or "result".
    explicit Line(std::string_view kind) { put("kind", kind); }

    void put(std::string_view name, std::string_view text) { fields_.push_back({name, std::string(text), true}); }
    void put(std::string_view name, const char* text) { put(name, std::string_view(text)); }
    /// A symbol per cell, with a dot for a blank cell; numbers of 49 x 49 (docs/formats.md).
    void put(std::string_view name, const Grid& grid);
    void put(std::string_view name, bool truth) { put_plain(name, truth ? "true" : "false"); }
    void put(std::string_view name, std::integral auto number) { put_plain(name, std::to_string(number)); }
    /// With `places` decimal places.
    void put(std::string_view name, double number, int places);
    void put_list(std::string_view name, const std::vector<std::string>& texts);
    void put_table(std::string_view name, const std::vector<std::pair<std::string, std::string>>& values);

    /// The text of a field; empty if the line does not have it.
    std::string_view value(std::string_view name) const;

    /// {"kind":"generation",...}
    std::string json() const;
    /// One field per name of csv_columns(); a field without a value is empty.
    std::string csv() const;
    /// One line per field, "# name = value": for the head of a CSV file.
    std::string comment() const;

private:
    struct Field {
        std::string_view name;  ///< a literal
        std::string text;       ///< as JSON, unless it is quoted there
        bool quoted;
    };
    void put_plain(std::string_view name, std::string json) { fields_.push_back({name, std::move(json), false}); }

    std::vector<Field> fields_;
};

/// "kind,event,seed,...".
std::string csv_columns();

}  // namespace evodoku::history
