// Bytes in memory, then in an unnamed file.
#include "byte_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <vector>

#include "commands.hpp"

namespace evodoku::app {
namespace {

/// Larger inputs go to a file.
constexpr std::size_t max_in_memory = std::size_t{16} << 20;

/// Folders for temporary files, in the order in which they are tried.
std::vector<std::string> temporary_folders() {
    std::vector<std::string> folders;
    if (const char* chosen = std::getenv("TMPDIR"); chosen != nullptr && *chosen != '\0') folders.emplace_back(chosen);
    for (const char* usual : {"/tmp", "/var/tmp"}) {
        if (std::ranges::find(folders, usual) == folders.end()) folders.emplace_back(usual);
    }
    return folders;
}

}  // namespace

std::size_t read_some(int descriptor, char* to, std::size_t room) {
    ssize_t count = 0;
    do {
        count = ::read(descriptor, to, room);
    } while (count < 0 && errno == EINTR);
    if (count < 0) throw std::system_error(errno, std::generic_category());
    return static_cast<std::size_t>(count);
}

void ByteStore::append(const char* from, std::size_t count) {
    if (!file_.is_open() && size_ + count > max_in_memory) move_to_file();
    if (file_.is_open()) {
        if (const int error = write(from, count, size_)) fail(folder_ + ": " + std::strerror(error));
    } else {
        memory_.append(from, count);
    }
    size_ += count;
}

std::size_t ByteStore::get(std::size_t at, char* to, std::size_t room) const {
    if (!file_.is_open()) return memory_.copy(to, room, at);
    const ssize_t count = ::pread(file_.get(), to, room, static_cast<off_t>(at));
    if (count < 0) throw std::system_error(errno, std::generic_category());
    return static_cast<std::size_t>(count);
}

void ByteStore::move_to_file() {
    std::string reasons;
    for (const std::string& folder : temporary_folders()) {
        std::string name = folder + "/evodoku-XXXXXX";
        file_ = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
        int error = errno;
        if (file_.is_open()) {
            ::unlink(name.c_str());
            error = write(memory_.data(), memory_.size(), 0);
            if (error == 0) {
                folder_ = folder;
                memory_ = {};
                return;
            }
            file_ = Descriptor();
        }
        reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", folder, std::strerror(error));
    }
    fail(reasons);
}

int ByteStore::write(const char* from, std::size_t count, std::size_t at) const {
    while (count > 0) {
        const ssize_t written = ::pwrite(file_.get(), from, count, static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        from += written;
        at += static_cast<std::size_t>(written);
        count -= static_cast<std::size_t>(written);
    }
    return 0;
}

void ByteStore::fail(const std::string& reasons) const {
    throw InputOutputError(fmt::format(
        "cannot keep {}, which is larger than {} MiB, in a temporary file: {}; set TMPDIR to a folder with room",
        source_, max_in_memory >> 20, reasons));
}

}  // namespace evodoku::app
