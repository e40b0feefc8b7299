// Rows of CSV and TSV, and of tables for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evodoku::io {

/// The fields of a row of a table, without quotation marks and surrounding spaces.
std::vector<std::string_view> split_row(std::string_view text, char separator);

struct CsvRow {
    std::vector<std::string> fields;  ///< of "a ""b""" without the quotation marks around it
    bool is_open = false;             ///< the last field has no closing quotation mark
};
CsvRow read_csv_row(std::string_view row, char separator = ',');
/// The end of the first row of `text`: the position of its line break, or the size of the text. npos if a field in
/// quotation marks has no end, or something between its end and the next separator.
std::size_t csv_row_end(std::string_view text, char separator);

/// `text` as a field: in quotation marks where it needs them. Line breaks become blanks.
std::string csv_field(std::string text);
/// A row, with a line end. Line breaks in fields stay.
std::string csv_row(const std::vector<std::string>& fields, char separator = ',');

/// Lines of a table for people: the first column left-aligned, the others right-aligned, two spaces between; printable.
std::string aligned(std::vector<std::vector<std::string>> rows);

}  // namespace evodoku::io
