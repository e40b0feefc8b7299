// Files by their descriptors, so that an error has the system's reason.
#include "input_source.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <streambuf>
#include <utility>

#include "commands.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "output.hpp"

namespace evodoku::app {
namespace {

using Kind = InputSource::Kind;

/// Settings, plans and benchmarks are far shorter, and so much fits in any memory.
constexpr std::size_t longest_text_file = std::size_t{16} << 20;

/// The bytes of a file, a pipe, a terminal, a device, as they come.
class FileBuffer final : public std::streambuf {
public:
    FileBuffer(File from, std::string name) : from_(std::move(from)), name_(std::move(name)) {}

private:
    int_type underflow() override {
        ssize_t count = 0;
        do {
            count = ::read(fileno(from_.get()), chunk_.data(), chunk_.size());
        } while (count < 0 && errno == EINTR);
        if (count < 0) throw InputOutputError(fmt::format("cannot read {}: {}", name_, std::strerror(errno)));
        setg(chunk_.data(), chunk_.data(), chunk_.data() + count);
        return count == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
    }

    std::array<char, 65536> chunk_;
    File from_;
    std::string name_;
};

struct FileStream final : std::istream {
    FileStream(File from, const std::string& name) : std::istream(nullptr), buffer(std::move(from), name) {
        rdbuf(&buffer);
        exceptions(badbit);
    }
    FileBuffer buffer;
};

}  // namespace

std::string name_of(const InputSource& source) {
    if (source.kind == Kind::standard_input) return "standard input";
    return source.name.empty() ? source.text : source.name;
}

bool is_puzzle_text(const std::string& word) {
    constexpr std::size_t fewest = 9;  // a row: a shorter word is more likely a mistyped name
    std::error_code ignored;
    if (word.size() < fewest || std::filesystem::exists(word, ignored)) return false;
    if (word.find_first_not_of("0123456789.xX*_") == std::string::npos) return true;
    try {
        io::parse_puzzle(word, "", 0);
        return true;
    } catch (const io::ParseError&) {
        return false;
    }
}

InputSource input_source(const std::string& word) {
    if (word == "-") return {Kind::standard_input, ""};
    if (is_puzzle_text(word)) return {Kind::text, word, "argument"};
    return {Kind::file, word};
}

std::vector<InputSource> input_sources(const std::vector<Assignment>& arguments) {
    std::vector<InputSource> sources;
    for (const Assignment& argument : arguments) {
        if (argument.name == "puzzle") sources.push_back({Kind::text, argument.text});
        if (argument.name.empty()) sources.push_back(input_source(argument.text));
    }
    if (std::ranges::count(sources, Kind::standard_input, &InputSource::kind) > 1)
        throw UsageError("- appears twice; standard input can be read only once");
    return sources;
}

std::vector<InputSource> filter_sources(const std::vector<Assignment>& arguments) {
    std::vector<InputSource> sources = input_sources(arguments);
    if (sources.empty()) sources.push_back({Kind::standard_input, ""});
    return sources;
}

std::unique_ptr<std::istream> open_once(const InputSource& source) {
    if (source.kind == Kind::text) return std::make_unique<std::istringstream>(source.text);
    const bool is_file = source.kind == Kind::file;
    const std::string name = is_file ? source.text : "standard input";
    File file(is_file ? std::fopen(name.c_str(), "rbe") : ::fdopen(::dup(STDIN_FILENO), "rbe"));
    if (!file)
        throw InputOutputError(fmt::format("cannot {} {}: {}", is_file ? "open" : "read", name, std::strerror(errno)));
    struct stat status {};
    if (::fstat(fileno(file.get()), &status) == 0 && S_ISDIR(status.st_mode))
        throw InputOutputError("cannot read " + name + ": it is a folder");
    return std::make_unique<FileStream>(std::move(file), name);
}

std::string read_text_file(const std::string& name) {
    const std::unique_ptr<std::istream> stream = open_once({Kind::file, name});
    std::string text;
    for (std::array<char, 65536> part; text.size() <= longest_text_file;) {
        stream->read(part.data(), part.size());
        text.append(part.data(), static_cast<std::size_t>(stream->gcount()));
        if (!*stream) return text;
    }
    throw InputOutputError(
        fmt::format("cannot read {}: it has more than {} MB; is it the right file?", name, longest_text_file >> 20));
}

bool is_terminal_input(const InputSource& source) {
    return source.kind == Kind::standard_input && ::isatty(STDIN_FILENO) != 0;
}

void tell_if_waiting(const InputSource& source) {
    if (!is_terminal_input(source)) return;
    say("reading puzzles from the terminal: type or paste them, then press Ctrl-D on an empty line");
}

}  // namespace evodoku::app
