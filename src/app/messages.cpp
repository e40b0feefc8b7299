// Lines on standard error, with control bytes made visible.
#include "messages.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "commands.hpp"

namespace evodoku::app {

void say(std::string_view text) {
    const std::string line = "evodoku: " + printable(text) + "\n";
    std::fputs(line.c_str(), stderr);
}

std::string printable(std::string_view text) {
    std::string shown;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte < 0x20 || byte == 0x7f) {
            shown += fmt::format("\\x{:02x}", byte);
        } else {
            shown += letter;
        }
    }
    return shown;
}

void flush_results() {
    if (std::cout) errno = 0;  // otherwise it says why a long text could not be written
    std::cout.flush();
    if (std::cout) return;
    const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    throw InputOutputError("cannot write to standard output" + reason);
}

}  // namespace evodoku::app
