// A file of results that grows line by line and survives a crash.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/record.hpp"
#include "files/written_file.hpp"

namespace evodoku::experiment {

/// A file that can't be opened, read or written, or that another process is writing.
using ResultFileError = FileError;

/// A file with other contents; it stays unchanged.
class ForeignFileError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

class ResultFile {
public:
    /// Opens or creates the file and locks it against other experiments. Reads its contents and changes nothing. Throws
    /// ResultFileError, ForeignFileError.
    explicit ResultFile(std::string name);
    ~ResultFile();
    ResultFile(const ResultFile&) = delete;
    ResultFile& operator=(const ResultFile&) = delete;

    const std::string& name() const { return name_; }
    /// The complete lines already in the file; records()[k] is line k + 1.
    const std::vector<Record>& records() const { return records_; }
    /// Bytes of an incomplete last line; 0 if there is none.
    std::size_t torn_bytes() const { return torn_.size(); }

    /// Removes such a line. Call it before the first append.
    void drop_torn_line();
    /// Writes a whole line to the operating system, where it survives a crash of the program. Data are flushed to the
    /// disk if a second has passed since the last flush, and at the end. Throws ResultFileError.
    void append(const Record& record);

private:
    std::string read_all() const;

    std::string name_;
    FileLock lock_;
    int descriptor_ = -1;
    std::vector<Record> records_;
    std::size_t complete_bytes_ = 0;
    std::string torn_;
    std::chrono::steady_clock::time_point on_disk_ = std::chrono::steady_clock::now();
};

}  // namespace evodoku::experiment
