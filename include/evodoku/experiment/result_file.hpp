// A file of results that grows a line at a time and survives being cut off.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/experiment/record.hpp"

namespace evodoku::experiment {

/// A file that can't be opened, read or written, or that another experiment writes to.
class ResultFileError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file with something else in it: it is left as it is.
class ForeignFileError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

class ResultFile {
public:
    /// Opens the file, or makes it, and keeps every other experiment out. Reads what is there and changes nothing.
    /// Throws ResultFileError, ForeignFileError.
    explicit ResultFile(std::string name);
    ~ResultFile();
    ResultFile(const ResultFile&) = delete;
    ResultFile& operator=(const ResultFile&) = delete;

    const std::string& name() const { return name_; }
    /// The complete lines that were there; records()[k] is line k + 1.
    const std::vector<Record>& records() const { return records_; }
    /// Bytes of a last line that was cut off; 0 where there is none.
    std::size_t torn_bytes() const { return torn_.size(); }

    /// Takes such a line away. To be called before the first append.
    void drop_torn_line();
    /// Writes a whole line, which then is with the system: whatever becomes of this program, it stays. What the system
    /// has is put on the disk with it if a second has gone by since the last time, and in the end.
    /// Throws ResultFileError.
    void append(const Record& record);

private:
    std::string read_all() const;

    std::string name_;
    int descriptor_ = -1;
    std::vector<Record> records_;
    std::size_t complete_bytes_ = 0;
    std::string torn_;
    std::chrono::steady_clock::time_point on_disk_ = std::chrono::steady_clock::now();
};

}  // namespace evodoku::experiment
