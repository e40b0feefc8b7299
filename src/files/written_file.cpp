// Locks, temporary names and renames, by POSIX calls.
#include "files/written_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

namespace evodoku {
namespace {

namespace fs = std::filesystem;

bool is_device_or_pipe(const std::string& name) {
    struct stat facts {};
    return ::stat(name.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

/// The file that a name leads to, existing or not; of a device or a pipe, as /dev/stdout may be, the name itself.
std::string target_of(const std::string& name) {
    if (is_device_or_pipe(name)) return name;
    std::error_code error;
    fs::path target = name;
    for (int links = 0; fs::is_symlink(target, error); ++links) {
        if (links == 40) throw FileError(name, ELOOP);
        target = target.parent_path() / fs::read_symlink(target, error);
        if (error) throw FileError(name, error.value());
    }
    if (error == std::errc::filename_too_long) throw FileError(name, error.value());
    return target.string();
}

void write_all(const std::string& name, int descriptor, const void* bytes, std::size_t count,
               const char* what = "write") {
    const char* from = static_cast<const char*>(bytes);
    while (count != 0) {
        const ssize_t part = ::write(descriptor, from, count);
        if (part < 0 && errno == EINTR) continue;
        if (part < 0) throw FileError(name, errno, what);
        from += part;
        count -= static_cast<std::size_t>(part);
    }
}

/// Opens a file for appending. A pipe needs a program that reads it: either may be started first, but the other has to
/// come in some seconds, since nothing interrupts a process that waits for it.
Descriptor open_for_appending(const std::string& name, int flags, const char* what) {
    constexpr int seconds = 5, tries_per_second = 50;
    for (int tried = 0; tried < seconds * tries_per_second; ++tried) {
        Descriptor descriptor = ::open(name.c_str(), flags | O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
        if (descriptor >= 0) {
            ::fcntl(descriptor, F_SETFL, O_APPEND);  // writes wait
            return descriptor;
        }
        if (errno != ENXIO) throw FileError(name, errno, what);
        std::this_thread::sleep_for(std::chrono::milliseconds(1000 / tries_per_second));
    }
    throw FileError(fmt::format("cannot {} {}: no program reads this pipe; start the one that does", what, name));
}

std::string folder_of(const std::string& name) {
    const std::size_t slash = name.find_last_of('/');
    return slash == std::string::npos ? "./" : name.substr(0, slash + 1);
}

/// So that a new name survives a power failure. A file system that can't sync a folder does not need it.
void sync_folder(const std::string& folder, const std::string& name) {
    const Descriptor descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0 || ::fsync(descriptor) == 0) return;
    if (errno != EINVAL && errno != ENOTSUP) throw FileError(name, errno);
}

FileLock held(const std::string& name) {
    std::error_code none;
    return fs::exists(name, none) ? FileLock(name) : FileLock();
}

}  // namespace

FileError::FileError(const std::string& name, int error, const char* what)
    : std::runtime_error(fmt::format("cannot {} {}: {}", what, name, std::strerror(error))) {}

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

FileLock::FileLock(const std::string& name) {
    while (!is_device_or_pipe(name)) {
        descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        is_new_ = descriptor_ >= 0;
        if (!is_new_ && errno == EEXIST) descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor_ < 0) throw FileError(name, errno);
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            throw FileError(fmt::format(
                "cannot write {}: another process is writing it; wait for its end, or name another file", name));
        }
        if (is_of(name)) return;  // another process may have replaced it
        descriptor_ = {};
    }
}

bool FileLock::is_of(const std::string& name) const {
    struct stat own = {}, named = {};
    return ::fstat(descriptor_, &own) == 0 && ::stat(name.c_str(), &named) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

TemporaryFile::TemporaryFile(std::string target, Name name) : target_(std::move(target)), folder_(folder_of(target_)) {
    if (name == Name::none_if_possible && ::access("/proc/self/fd", X_OK) == 0)
        descriptor_ = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    name_ = first_free_name([&](const char* free) {
        descriptor_ = ::open(free, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        return int{descriptor_};
    });
}

TemporaryFile::~TemporaryFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
}

std::string TemporaryFile::first_free_name(const std::function<int(const char* name)>& make) const {
    for (int number = 0;; ++number) {
        std::string name = fmt::format("{}.evodoku-{}-{}.tmp", folder_, ::getpid(), number);
        if (make(name.c_str()) >= 0) return name;
        if (errno != EEXIST) throw FileError(target_, errno);
    }
}

void TemporaryFile::write(const void* bytes, std::size_t count) { write_all(target_, descriptor_, bytes, count); }

void TemporaryFile::replace_target(FileLock* lock) {
    if (struct stat old{}; ::stat(target_.c_str(), &old) == 0) ::fchmod(descriptor_, old.st_mode & 07777);
    if (::fsync(descriptor_) != 0) throw FileError(target_, errno);
    if (lock != nullptr) ::flock(descriptor_, LOCK_EX | LOCK_NB);  // no other process can have it open yet
    if (name_.empty()) {
        const std::string open = fmt::format("/proc/self/fd/{}", descriptor_);
        name_ = first_free_name(
            [&](const char* free) { return ::linkat(AT_FDCWD, open.c_str(), AT_FDCWD, free, AT_SYMLINK_FOLLOW); });
    }
    if (::rename(name_.c_str(), target_.c_str()) != 0) throw FileError(target_, errno);
    name_.clear();
    if (lock != nullptr) std::swap(lock->descriptor_, descriptor_);
    sync_folder(folder_, target_);
}

WrittenFile::WrittenFile(std::string name)
    : name_(std::move(name)), target_(target_of(name_)), in_place_(is_device_or_pipe(target_)), lock_(held(target_)) {
    std::error_code none;
    if (!in_place_) {
        TemporaryFile trial(target_);
    } else if (fs::is_fifo(target_, none)) {  // the end of a trial would be the end of the input of its reader
        if (::access(target_.c_str(), W_OK) != 0) throw FileError(name_, errno);
    } else {
        const Descriptor trial = ::open(target_.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
        if (trial < 0) throw FileError(name_, errno);
    }
}

void WrittenFile::reserve() {
    if (!lock_.is_of(target_)) lock_ = FileLock(target_);
}

WrittenFile::~WrittenFile() {
    if (lock_.is_new() && !written_) ::unlink(target_.c_str());
}

void WrittenFile::replace(const std::function<void(const Write& write)>& contents) {
    if (in_place_) {
        const Descriptor descriptor = open_for_appending(target_, 0, "write");
        return contents([&](const void* bytes, std::size_t count) { write_all(name_, descriptor, bytes, count); });
    }
    if (!lock_.is_of(target_)) lock_ = held(target_);  // removed or replaced since
    TemporaryFile file(target_);
    contents([&](const void* bytes, std::size_t count) { file.write(bytes, count); });
    file.replace_target(&lock_);
    written_ = true;
}

void WrittenFile::replace(const std::string& text) {
    replace([&](const Write& write) { write(text.data(), text.size()); });
}

AppendedFile::AppendedFile(std::string name)
    : name_(std::move(name)), descriptor_(open_for_appending(name_, O_CREAT, "open")), lock_(name_) {}

std::optional<std::uint64_t> AppendedFile::size() const {
    struct stat facts {};
    if (::fstat(descriptor_, &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(facts.st_size);
}

std::string AppendedFile::read() const {
    std::string text(size().value_or(0), '\0');
    errno = 0;
    std::ifstream file(name_, std::ios::binary);
    if (!file.read(text.data(), static_cast<std::streamsize>(text.size()))) throw FileError(name_, errno, "read");
    return text;
}

void AppendedFile::cut(std::uint64_t length) {
    if (::ftruncate(descriptor_, static_cast<off_t>(length)) != 0) throw FileError(name_, errno, "shorten");
}

void AppendedFile::append(std::string_view text) {
    write_all(name_, descriptor_, text.data(), text.size(), "write to");
}

void AppendedFile::sync() {
    if (::fdatasync(descriptor_) != 0) {
        if (errno == EINVAL || errno == ENOTSUP) return;  // a device has nothing to sync
        throw FileError(name_, errno, "write to");
    }
    if (!std::exchange(is_folder_synced_, true)) sync_folder(folder_of(target_of(name_)), name_);
}

}  // namespace evodoku
