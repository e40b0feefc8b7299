// What kind of terminal, if any, a stream goes to.
#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace evodoku::app {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

bool is_terminal(int descriptor) { return isatty(descriptor) != 0 && environment("TERM") != "dumb"; }

bool wants_color(int descriptor) { return is_terminal(descriptor) && environment("NO_COLOR").empty(); }

std::size_t terminal_columns(int descriptor) {
    winsize size{};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace evodoku::app
