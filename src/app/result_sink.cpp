// Results on standard output, or in a file by its descriptor.
#include "result_sink.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

#include "commands.hpp"
#include "output.hpp"

namespace evodoku::app {

ResultSink::ResultSink(std::string name, std::uint64_t keep) : name_(std::move(name)), length_(keep) {
    if (!is_file()) return;
    descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("open", errno);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail("open", errno);
    const bool is_plain = S_ISREG(status.st_mode);
    if (keep != 0 && (!is_plain || static_cast<std::uint64_t>(status.st_size) < keep)) {
        ::close(descriptor_);
        throw InputOutputError(fmt::format(
            "cannot go on with {}: it is shorter than when the checkpoint was written; bring it back, or start anew",
            name_));
    }
    if (is_plain && ::ftruncate(descriptor_, static_cast<off_t>(keep)) != 0) fail("shorten", errno);
    if (is_plain && ::lseek(descriptor_, static_cast<off_t>(keep), SEEK_SET) < 0) fail("open", errno);
}

ResultSink::~ResultSink() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void ResultSink::write(std::string_view text) {
    length_ += text.size();
    if (!is_file()) {
        std::cout << text;
        return;
    }
    while (!text.empty()) {
        const ssize_t part = ::write(descriptor_, text.data(), text.size());
        if (part < 0 && errno == EINTR) continue;
        if (part < 0) fail("write to", errno);
        text.remove_prefix(static_cast<std::size_t>(part));
    }
}

void ResultSink::flush() {
    if (!is_file()) flush_results();
}

void ResultSink::sync() {
    if (!is_file() || ::fdatasync(descriptor_) == 0) return;
    if (errno != EINVAL && errno != ENOTSUP) fail("write to", errno);  // those: a device, which has nothing to sync
}

void ResultSink::fail(const char* what, int error) const {
    throw InputOutputError(fmt::format("cannot {} {}: {}", what, name_, std::strerror(error)));
}

}  // namespace evodoku::app
