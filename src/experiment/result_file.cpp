// Lines of records in a file, by POSIX calls: one write per line.
#include "experiment/result_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace evodoku::experiment {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& name) {
    throw ResultFileError(fmt::format("cannot {} {}: {}", what, name, std::strerror(errno)));
}

/// True if the text may be the beginning of a record that was interrupted.
bool may_be_torn(std::string_view text) {
    const std::size_t common = std::min(text.size(), record_head.size());
    return text.substr(0, common) == record_head.substr(0, common) && text.size() < (1u << 20);
}

}  // namespace

ResultFile::ResultFile(std::string name) : name_(std::move(name)) {
    descriptor_ = open(name_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("open", name_);
    try {
        struct stat facts {};
        if (fstat(descriptor_, &facts) != 0) fail("read", name_);
        if (!S_ISREG(facts.st_mode))
            throw ResultFileError(
                fmt::format("cannot use {}: it is not a plain file; name another file with --output", name_));
        lock_ = FileLock(name_);
        const std::string text = read_all();
        std::size_t number = 0;
        for (std::size_t end; (end = text.find('\n', complete_bytes_)) != std::string::npos;) {
            ++number;
            try {
                records_.push_back(parse_record(std::string_view(text).substr(complete_bytes_, end - complete_bytes_)));
                records_.back().forget_shared_texts();
            } catch (const std::invalid_argument&) {
                throw ForeignFileError(
                    fmt::format("{}:{}: this line is not a result of an experiment; name another file with --output",
                                name_, number));
            }
            complete_bytes_ = end + 1;
        }
        torn_ = text.substr(complete_bytes_);
        if (!may_be_torn(torn_)) {
            throw ForeignFileError(
                fmt::format("{}:{}: this line is not a result of an experiment; name another file with --output", name_,
                            number + 1));
        }
    } catch (...) {
        close(descriptor_);
        throw;
    }
}

ResultFile::~ResultFile() {
    fdatasync(descriptor_);  // a failure can no longer be reported
    close(descriptor_);
}

std::string ResultFile::read_all() const {
    std::string text;
    char buffer[65536];
    for (;;) {
        const ssize_t count = read(descriptor_, buffer, sizeof buffer);
        if (count == 0) return text;
        if (count > 0) {
            text.append(buffer, static_cast<std::size_t>(count));
        } else if (errno != EINTR) {
            fail("read", name_);
        }
    }
}

void ResultFile::drop_torn_line() {
    if (torn_.empty()) return;
    if (ftruncate(descriptor_, static_cast<off_t>(complete_bytes_)) != 0) fail("shorten", name_);
    torn_.clear();
}

void ResultFile::append(const Record& record) {
    const std::string line = to_json(record) + "\n";
    for (std::size_t written = 0; written < line.size();) {
        const ssize_t count = write(descriptor_, line.data() + written, line.size() - written);
        if (count >= 0) {
            written += static_cast<std::size_t>(count);
        } else if (errno != EINTR) {
            fail("write to", name_);
        }
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - on_disk_ < std::chrono::seconds(1)) return;
    if (fdatasync(descriptor_) != 0) fail("write to", name_);
    on_disk_ = now;
}

}  // namespace evodoku::experiment
