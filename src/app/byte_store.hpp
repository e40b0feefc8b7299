// Open files by their descriptors, and bytes kept in memory or in a temporary file.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <string>
#include <utility>

namespace evodoku::app {

class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int get() const { return number_; }
    bool is_open() const { return number_ >= 0; }

private:
    int number_;
};

/// read(), repeated after a signal. Throws std::system_error.
std::size_t read_some(int descriptor, char* to, std::size_t room);

/// Bytes that can be read once, kept: in memory, then in an unnamed file.
class ByteStore {
public:
    explicit ByteStore(std::string source) : source_(std::move(source)) {}

    std::size_t size() const { return size_; }

    void append(const char* from, std::size_t count);
    std::size_t get(std::size_t at, char* to, std::size_t room) const;

private:
    void move_to_file();
    /// 0, or the error's number.
    int write(const char* from, std::size_t count, std::size_t at) const;
    [[noreturn]] void fail(const std::string& reasons) const;

    std::string source_, memory_, folder_;
    Descriptor file_;
    std::size_t size_ = 0;
};

}  // namespace evodoku::app
