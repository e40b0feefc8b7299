// Files that a command writes.
#include "written_files.hpp"

#include <fmt/format.h>

#include <filesystem>
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

}  // namespace evodoku::app
