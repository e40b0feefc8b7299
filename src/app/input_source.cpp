// Files by their descriptors, so that an error has the system's reason.
#include "input_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <streambuf>
#include <system_error>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

/// Larger inputs go to a file.
constexpr std::size_t max_in_memory = std::size_t{16} << 20;

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
std::size_t read_some(int descriptor, char* to, std::size_t room) {
    ssize_t count = 0;
    do {
        count = ::read(descriptor, to, room);
    } while (count < 0 && errno == EINTR);
    if (count < 0) throw std::system_error(errno, std::generic_category());
    return static_cast<std::size_t>(count);
}

/// Folders for temporary files, in the order in which they are tried.
std::vector<std::string> temporary_folders() {
    std::vector<std::string> folders;
    if (const char* chosen = std::getenv("TMPDIR"); chosen != nullptr && *chosen != '\0') folders.emplace_back(chosen);
    for (const char* usual : {"/tmp", "/var/tmp"}) {
        if (std::ranges::find(folders, usual) == folders.end()) folders.emplace_back(usual);
    }
    return folders;
}

/// Bytes that can be read once, kept: in memory, then in an unnamed file.
class Store {
public:
    explicit Store(std::string source) : source_(std::move(source)) {}

    std::size_t size() const { return size_; }

    void append(const char* from, std::size_t count) {
        if (!file_.is_open() && size_ + count > max_in_memory) move_to_file();
        if (file_.is_open()) {
            if (const int error = write(from, count, size_)) fail(folder_ + ": " + std::strerror(error));
        } else {
            memory_.append(from, count);
        }
        size_ += count;
    }

    std::size_t get(std::size_t at, char* to, std::size_t room) const {
        if (!file_.is_open()) return memory_.copy(to, room, at);
        const ssize_t count = ::pread(file_.get(), to, room, static_cast<off_t>(at));
        if (count < 0) throw std::system_error(errno, std::generic_category());
        return static_cast<std::size_t>(count);
    }

private:
    void move_to_file() {
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

    /// 0, or the error's number.
    int write(const char* from, std::size_t count, std::size_t at) const {
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

    [[noreturn]] void fail(const std::string& reasons) const {
        throw InputOutputError(fmt::format(
            "cannot keep {}, which is larger than {} MiB, in a temporary file: {}; set TMPDIR to a folder with room",
            source_, max_in_memory >> 20, reasons));
    }

    std::string source_, memory_, folder_;
    Descriptor file_;
    std::size_t size_ = 0;
};

/// A descriptor as a stream of bytes. It can return to the beginning if the descriptor can, which PuzzleInput needs.
class DescriptorBuffer : public std::streambuf {
public:
    explicit DescriptorBuffer(std::string name) : name_(std::move(name)) {}
    const std::string& failure() const { return failure_; }

protected:
    int_type underflow() override {
        try {
            const std::size_t count = refill(chunk_.data(), chunk_.size());
            setg(chunk_.data(), chunk_.data(), chunk_.data() + count);
            return count == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
        } catch (const std::exception& error) {
            const auto* system = dynamic_cast<const std::system_error*>(&error);
            failure_ = system != nullptr
                           ? fmt::format("cannot read {}: {}", name_, std::strerror(system->code().value()))
                           : error.what();
            throw;  // the stream turns it into badbit
        }
    }
    pos_type seekpos(pos_type to, std::ios_base::openmode) override {
        if (to != pos_type(0)) return pos_type(off_type(-1));
        setg(nullptr, nullptr, nullptr);
        rewind();
        return to;
    }

    virtual std::size_t refill(char* to, std::size_t room) = 0;
    virtual void rewind() = 0;

private:
    std::array<char, 65536> chunk_;
    std::string name_, failure_;
};

/// A regular file, from its present position.
class FileBuffer final : public DescriptorBuffer {
public:
    FileBuffer(Descriptor file, const std::string& name)
        : DescriptorBuffer(name),
          file_(std::move(file)),
          begin_(std::max<off_t>(::lseek(file_.get(), 0, SEEK_CUR), 0)),
          at_(begin_) {}

private:
    std::size_t refill(char* to, std::size_t room) override {
        const ssize_t count = ::pread(file_.get(), to, room, at_);
        if (count < 0) throw std::system_error(errno, std::generic_category());
        at_ += count;
        return static_cast<std::size_t>(count);
    }
    void rewind() override { at_ = begin_; }

    Descriptor file_;
    off_t begin_, at_;
};

/// A pipe, a terminal, a device: read once.
class PassingBuffer : public DescriptorBuffer {
public:
    PassingBuffer(Descriptor from, const std::string& name) : DescriptorBuffer(name), from_(std::move(from)) {}

protected:
    std::size_t refill(char* to, std::size_t room) override { return read_some(from_.get(), to, room); }
    void rewind() override { throw std::logic_error("read once"); }

private:
    Descriptor from_;
};

/// The same, but all bytes read are kept for the next time.
class KeepingBuffer final : public PassingBuffer {
public:
    KeepingBuffer(Descriptor from, const std::string& name) : PassingBuffer(std::move(from), name), store_(name) {}

private:
    std::size_t refill(char* to, std::size_t room) override {
        std::size_t count = 0;
        if (at_ < store_.size()) {
            count = store_.get(at_, to, room);
        } else if (!ended_) {
            count = PassingBuffer::refill(to, room);
            ended_ = count == 0;  // a terminal would go on after Ctrl-D
            store_.append(to, count);
        }
        at_ += count;
        return count;
    }
    void rewind() override { at_ = 0; }

    Store store_;
    std::size_t at_ = 0;
    bool ended_ = false;
};

class DescriptorStream final : public std::istream {
public:
    explicit DescriptorStream(std::unique_ptr<DescriptorBuffer> buffer)
        : std::istream(buffer.get()), buffer_(std::move(buffer)) {}
    const std::string& failure() const { return buffer_->failure(); }

private:
    std::unique_ptr<DescriptorBuffer> buffer_;
};

std::string name_of(const InputSource& source) {
    return source.kind == InputSource::Kind::standard_input ? "standard input" : source.text;
}

std::unique_ptr<std::istream> open_source(const InputSource& source, bool again) {
    const bool is_file = source.kind == InputSource::Kind::file;
    Descriptor descriptor(is_file ? ::open(source.text.c_str(), O_RDONLY | O_CLOEXEC) : ::dup(STDIN_FILENO));
    const std::string name = name_of(source);
    if (!descriptor.is_open())
        throw InputOutputError(fmt::format("cannot {} {}: {}", is_file ? "open" : "read", name, std::strerror(errno)));
    struct stat status {};
    if (::fstat(descriptor.get(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) throw InputOutputError("cannot read " + name + ": it is a folder");
        if (S_ISREG(status.st_mode))
            return std::make_unique<DescriptorStream>(std::make_unique<FileBuffer>(std::move(descriptor), name));
    }
    if (again) return std::make_unique<DescriptorStream>(std::make_unique<KeepingBuffer>(std::move(descriptor), name));
    return std::make_unique<DescriptorStream>(std::make_unique<PassingBuffer>(std::move(descriptor), name));
}

}  // namespace

bool is_puzzle_text(const std::string& word) {
    constexpr std::size_t fewest = 9;  // a row: a shorter word is more likely a mistyped name
    std::error_code ignored;
    if (word.size() < fewest || std::filesystem::exists(word, ignored)) return false;
    if (word.find_first_not_of("0123456789.xX*_") == std::string::npos) return true;
    try {
        io::parse_puzzle(word, "");
        return true;
    } catch (const io::ParseError&) {
        return false;
    }
}

InputSource input_source(const std::string& word) {
    using Kind = InputSource::Kind;
    if (word == "-") return {Kind::standard_input, ""};
    if (is_puzzle_text(word)) return {Kind::text, word, "argument"};
    return {Kind::file, word};
}

std::unique_ptr<std::istream> open_rereadable(const InputSource& source) { return open_source(source, true); }
std::unique_ptr<std::istream> open_once(const InputSource& source) { return open_source(source, false); }

std::string failure_of(const std::istream& stream, const std::string& name) {
    const auto* ours = dynamic_cast<const DescriptorStream*>(&stream);
    return ours == nullptr || ours->failure().empty() ? "cannot read " + name : ours->failure();
}

std::string read_text_file(const std::string& name) {
    const std::unique_ptr<std::istream> stream = open_once({InputSource::Kind::file, name});
    std::string text{std::istreambuf_iterator<char>(*stream), {}};
    if (stream->bad()) throw InputOutputError(failure_of(*stream, name));
    return text;
}

void tell_if_waiting(const InputSource& source) {
    if (source.kind != InputSource::Kind::standard_input || ::isatty(STDIN_FILENO) == 0) return;
    say("reading puzzles from the terminal: type or paste them, then press Ctrl-D on an empty line");
}

}  // namespace evodoku::app
