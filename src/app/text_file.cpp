// Reading a file at once.
#include "text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "commands.hpp"

namespace evodoku::app {

std::string read_text_file(const std::string& name) {
    std::error_code ignored;
    if (std::filesystem::is_directory(name, ignored))
        throw InputOutputError("cannot read " + name + ": it is a folder");
    errno = 0;
    std::ifstream file(name, std::ios::binary);
    if (!file) throw InputOutputError(fmt::format("cannot open {}: {}", name, std::strerror(errno)));
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (file.bad()) throw InputOutputError("cannot read " + name);
    return text;
}

}  // namespace evodoku::app
