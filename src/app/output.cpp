// Lines on standard error with control bytes made visible; terminals and names of files.
#include "output.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "commands.hpp"

namespace evodoku::app {
namespace {

namespace fs = std::filesystem;

bool is_same(const std::string& one, const std::string& other) {
    if (one.empty() || other.empty() || one == "-" || other == "-") return false;
    std::error_code error;
    if (fs::exists(one, error) && fs::exists(other, error)) {
        return fs::is_regular_file(one, error) && fs::equivalent(one, other, error);
    }
    return fs::weakly_canonical(fs::absolute(one, error), error) ==
           fs::weakly_canonical(fs::absolute(other, error), error);
}

void check_apart(const FileUse& written, const FileUse& other) {
    if (!is_same(written.path, other.path)) return;
    throw SettingError(fmt::format("{} and {} are one file, {}, which would be overwritten; name another one",
                                   written.label, other.label, written.path));
}

}  // namespace

std::string message_line(std::string_view text) { return "evodoku: " + printable(text) + "\n"; }

void say(std::string_view text) { std::fputs(message_line(text).c_str(), stderr); }

void write_result(std::string_view text) {
    if (!(std::cout << text)) flush_results();
}

void flush_results() {
    if (std::cout) errno = 0;  // otherwise errno is the reason
    std::cout.flush();
    if (std::cout) return;
    if (errno == EPIPE) throw ClosedOutput();
    const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    throw FileError("cannot write to standard output" + reason);
}

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool is_terminal(int descriptor) {
    const std::string_view kind = environment("TERM");
    return isatty(descriptor) != 0 && !kind.empty() && kind != "dumb";
}

bool is_apart_from_terminals(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return false;
    return S_ISREG(status.st_mode) || (S_ISCHR(status.st_mode) && ::isatty(descriptor) == 0);
}

void check_own_files(const std::vector<FileUse>& written, const std::vector<FileUse>& read) {
    for (std::size_t k = 0; k < written.size(); ++k) {
        for (std::size_t other = 0; other < k; ++other) check_apart(written[other], written[k]);
        for (const FileUse& input : read) check_apart(written[k], input);
    }
}

std::string quoted(const std::string& word) {
    static constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return text + "'";
}

std::string quoted_file(const std::string& name) { return quoted(name.starts_with('-') ? "./" + name : name); }

}  // namespace evodoku::app
