// Files that the program writes: locked against other processes, and replaced as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace evodoku {

/// A file that can't be opened, read or written, or that another process is writing.
struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
    /// "cannot write a.txt: No space left on device". `error`: as errno has it.
    FileError(const std::string& name, int error, const char* what = "write");
};

/// The number of an open file, which it closes; -1: none.
class Descriptor {
public:
    Descriptor(int number = -1) : number_(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    operator int() const { return number_; }

private:
    int number_;
};

/// The right to write a plain file, until the object ends. Another process that wants it gets an error at once. The
/// lock is advisory and belongs to the file, not to its name. Devices, pipes and file systems without locks have none.
class FileLock {
public:
    FileLock() = default;
    /// Creates an empty file if there is none; changes no other. Throws FileError.
    explicit FileLock(const std::string& name);

    bool is_new() const { return is_new_ && descriptor_ >= 0; }
    /// Whether the locked file still has this name.
    bool is_of(const std::string& name) const;

private:
    friend class TemporaryFile;  // which passes it on to the file that replaces this one

    Descriptor descriptor_;
    bool is_new_ = false;
};

/// A file in the folder of another, which it replaces. It is created under a name that no file has; no link is
/// followed. Without replace() it disappears. Where the file system can, it has no name until then, so that even a
/// killed process leaves none behind.
class TemporaryFile {
public:
    enum class Name { none_if_possible, always };

    /// Throws FileError with the name of the target.
    explicit TemporaryFile(std::string target, Name name = Name::none_if_possible);
    ~TemporaryFile();

    /// The name of the temporary file; empty unless it has Name::always.
    const std::string& name() const { return name_; }
    void write(const void* bytes, std::size_t count);
    /// Syncs the file, gives it the target's name, and syncs the folder: the target is whole at any time. `lock`: of
    /// the target; it stays on it.
    void replace_target(FileLock* lock = nullptr);

private:
    /// Calls `make` with names in the folder until one is free, and returns that.
    std::string first_free_name(const std::function<int(const char* name)>& make) const;

    std::string target_, folder_, name_;
    Descriptor descriptor_;
};

/// A file that is replaced as a whole, once or often. It is known from the beginning whether it can be written; one
/// that exists is locked. A link stays a link; a device or a pipe gets the text directly.
class WrittenFile {
public:
    /// Throws FileError if no file can be written there. An existing one stays as it is, and no other is created: a
    /// process that is killed leaves the whole file or none.
    explicit WrittenFile(std::string name);
    /// Removes a file that reserve() created, if it was never written.
    ~WrittenFile();

    /// Locks the name, too: creates an empty file if there is none. Throws FileError.
    void reserve();

    using Write = std::function<void(const void* bytes, std::size_t count)>;
    /// `contents` receives a function that writes. Where it throws, or FileError is thrown, the file is as it was.
    void replace(const std::function<void(const Write& write)>& contents);
    void replace(const std::string& text);

    const std::string& name() const { return name_; }

private:
    std::string name_;    ///< as the user gave it
    std::string target_;  ///< without links
    bool in_place_ = false, written_ = false;
    FileLock lock_;  ///< of the file, where there is one
};

/// A locked file that grows at its end. Each call of append() is passed to the operating system at once.
class AppendedFile {
public:
    /// Creates an empty file if there is none. Throws FileError, as all functions do.
    explicit AppendedFile(std::string name);

    const std::string& name() const { return name_; }
    int descriptor() const { return descriptor_; }
    /// Bytes of a plain file; none for a device or a pipe.
    std::optional<std::uint64_t> size() const;
    std::string read() const;
    /// Shortens the file: what is appended then follows the first `length` bytes.
    void cut(std::uint64_t length);
    void append(std::string_view text);
    /// Returns when the file and its name are on the disk.
    void sync();

private:
    std::string name_;
    Descriptor descriptor_;
    FileLock lock_;
    bool is_folder_synced_ = false;
};

}  // namespace evodoku
