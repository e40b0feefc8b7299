// Files by their descriptors, so that an error has the system's reason.
#include "input_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <streambuf>
#include <system_error>
#include <utility>

#include "byte_store.hpp"
#include "commands.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

/// Settings, plans and benchmarks are far shorter, and so much fits in any memory.
constexpr std::size_t longest_text_file = std::size_t{16} << 20;

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

    ByteStore store_;
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
    std::string text;
    for (std::array<char, 65536> part; text.size() <= longest_text_file;) {
        stream->read(part.data(), part.size());
        text.append(part.data(), static_cast<std::size_t>(stream->gcount()));
        if (stream->bad()) throw InputOutputError(failure_of(*stream, name));
        if (!*stream) return text;
    }
    throw InputOutputError(
        fmt::format("cannot read {}: it has more than {} MB; is it the right file?", name, longest_text_file >> 20));
}

void tell_if_waiting(const InputSource& source) {
    if (source.kind != InputSource::Kind::standard_input || ::isatty(STDIN_FILENO) == 0) return;
    say("reading puzzles from the terminal: type or paste them, then press Ctrl-D on an empty line");
}

}  // namespace evodoku::app
