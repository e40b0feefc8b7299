// `evodoku info`: this build and the devices it finds.
#include <fmt/format.h>

#include <iostream>
#include <string>

#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "exit_codes.hpp"
#include "version.hpp"

namespace evodoku::app {

int info_command(int argc, const char* const* argv) {
    const std::string word = argc > 1 ? argv[1] : "";
    if (word == "-h" || word == "--help") {
        std::cout << "evodoku info - shows how the program was built and which devices it finds\n";
        return all_solved;
    }
    if (!word.empty()) throw UsageError(fmt::format("info: unexpected '{}'; it takes no arguments", word));

    std::cout << fmt::format("evodoku {}\n", version)
              << fmt::format("built: {}, {}, instruction set {}{}{}\n", compiler, build_type, instruction_set,
                             *sanitizers != '\0' ? ", sanitizers " : "", sanitizers)
              << fmt::format("CUDA: {}\n", cuda_build);
    for (const std::string& line : describe_devices()) std::cout << line << '\n';
    return all_solved;
}

}  // namespace evodoku::app
