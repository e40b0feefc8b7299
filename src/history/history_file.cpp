// Opens, writes, and notes the first failure.
#include "history/history_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "evodoku/engine/errors.hpp"

namespace evodoku::history {
namespace {

/// Removes an incomplete last line: a run that was killed may have left one. True if complete lines stay.
bool drop_torn_line(const std::string& name) {
    std::error_code error;
    const auto size = std::filesystem::file_size(name, error);
    if (error || size == 0) return false;
    std::ifstream file(name, std::ios::binary);
    std::uintmax_t end = size;
    for (char letter = 0; end != 0; --end) {
        file.seekg(static_cast<std::streamoff>(end - 1));
        if (!file.get(letter) || letter == '\n') break;
    }
    if (end != size) std::filesystem::resize_file(name, end, error);
    return end != 0;
}

}  // namespace

FileFormat format_of(std::string_view label, std::string_view name) {
    if (name.ends_with(".jsonl")) return FileFormat::json_lines;
    if (name.ends_with(".csv")) return FileFormat::csv;
    throw SettingError(fmt::format("{} is '{}'; the name of the file must end in .jsonl or .csv", label, name));
}

HistoryFile::HistoryFile(std::string name, FileFormat format, bool append)
    : name_(std::move(name)),
      lock_(name_),
      format_(format),
      goes_on_(append && drop_torn_line(name_)),
      file_(name_, append ? std::ios::binary | std::ios::app : std::ios::binary) {
    if (!file_) throw HistoryFileError(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
}

void HistoryFile::begin(const Line& header) {
    const std::string columns = goes_on_ ? "" : csv_columns() + "\n";
    write(format_ == FileFormat::csv ? header.comment() + columns : header.json() + "\n");
    flush();
}

void HistoryFile::add(const Line& line) {
    write((format_ == FileFormat::csv ? line.csv() : line.json()) + "\n");
    if (std::chrono::steady_clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

void HistoryFile::flush() {
    write("");
    file_.flush();
    flushed_ = std::chrono::steady_clock::now();
    write("");
}

/// A failure of an earlier flush shows here, too.
void HistoryFile::write(const std::string& text) {
    if (!failure_.empty()) return;
    if (file_) {
        errno = 0;
        file_ << text;
    }
    if (file_) return;
    failure_ = fmt::format("cannot write {}: {}", name_, errno != 0 ? std::strerror(errno) : "the disk may be full");
}

}  // namespace evodoku::history
