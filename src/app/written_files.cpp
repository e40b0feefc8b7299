// Files that a command writes.
#include "written_files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "commands.hpp"

namespace evodoku::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& file, const std::string& reason) {
    throw InputOutputError(fmt::format("cannot write {}: {}", file, reason));
}

std::string reason_of(int error) { return error != 0 ? std::strerror(error) : "the disk may be full"; }

/// The target of a name: for a link the file it leads to, existing or not.
std::string target_of(const std::string& file) {
    std::error_code error;
    fs::path target = file;
    for (int links = 0; fs::is_symlink(target, error); ++links) {
        if (links == 40) refuse(file, std::strerror(ELOOP));
        target = target.parent_path() / fs::read_symlink(target, error);
        if (error) refuse(file, error.message());
    }
    return target.string();
}

/// The file to which a text for `target` is written.
std::string written_first(const std::string& target) {
    std::error_code error;
    const bool in_place = fs::exists(target, error) && !fs::is_regular_file(target, error);
    return in_place ? target : target + ".part";
}

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
    throw UsageError(fmt::format("{} and {} are one file, {}, which would be overwritten; name another one",
                                 written.label, other.label, written.path));
}

}  // namespace

void check_own_files(const std::vector<FileUse>& written, const std::vector<FileUse>& read) {
    for (std::size_t k = 0; k < written.size(); ++k) {
        for (std::size_t other = 0; other < k; ++other) check_apart(written[other], written[k]);
        for (const FileUse& input : read) check_apart(written[k], input);
    }
}

void require_writable(const std::string& file) {
    const std::string target = target_of(file), written = written_first(target);
    for (const std::string& each : {target, written}) {
        std::error_code error;
        const bool there = fs::exists(each, error);
        errno = 0;
        if (!std::ofstream(each, std::ios::app)) refuse(file, reason_of(errno));
        if (!there) fs::remove(each, error);
    }
}

void write_file(const std::string& file, const std::string& text) {
    const std::string target = target_of(file), written = written_first(target);
    std::error_code error;
    errno = 0;
    std::ofstream out(written, std::ios::binary);
    out << text << std::flush;
    if (!out) {
        const std::string reason = reason_of(errno);
        if (written != target) fs::remove(written, error);
        refuse(file, reason);
    }
    out.close();
    if (written != target) fs::rename(written, target, error);
    if (error) refuse(file, error.message());
}

}  // namespace evodoku::app
