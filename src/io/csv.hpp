// Rows of CSV and TSV.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evodoku::io {

struct CsvRow {
    std::vector<std::string> fields;  ///< of "a ""b""" without the quotation marks around it
    bool is_open = false;             ///< the last field has no closing quotation mark
};
CsvRow read_csv_row(std::string_view row, char separator = ',');

/// `text` as a field: in quotation marks where it needs them. Line breaks become blanks.
std::string csv_field(const std::string& text);
/// A value of JSON as a field; null is empty.
std::string csv_value(std::string_view json);
/// A row, with a line end.
std::string csv_row(const std::vector<std::string>& fields, char separator = ',');

}  // namespace evodoku::io
