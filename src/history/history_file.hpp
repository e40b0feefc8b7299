// A file of history that grows line by line, as JSON lines or as CSV.
#pragma once

#include <chrono>
#include <fstream>
#include <string>
#include <string_view>

#include "files/written_file.hpp"
#include "history/line.hpp"

namespace evodoku::history {

/// The file can't be opened.
using HistoryFileError = FileError;

enum class FileFormat { json_lines, csv };

/// By the ending of the name, .jsonl or .csv. Throws SettingError for any other; `label` names the setting.
FileFormat format_of(std::string_view label, std::string_view name);

class HistoryFile {
public:
    /// Replaces an existing file; with `append` it goes on after its last complete line. Throws HistoryFileError.
    HistoryFile(std::string name, FileFormat format, bool append = false);

    const std::string& name() const { return name_; }
    /// Once, before all other lines.
    void begin(const Line& header);
    /// After a failure nothing more is written. Lines reach the operating system within a second.
    void add(const Line& line);
    void flush();
    /// Why writing failed, or empty.
    const std::string& failure() const { return failure_; }

private:
    void write(const std::string& text);

    std::string name_;
    FileLock lock_;  ///< before the file is emptied
    FileFormat format_;
    bool goes_on_;  ///< there are lines already
    std::ofstream file_;
    std::string failure_;
    std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

}  // namespace evodoku::history
