// Reads versions of the driver and compares them with the one a build needs.
#include "driver.hpp"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>

namespace evodoku::cuda {

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::string_view needed_driver(int runtime) {
    switch (runtime / 1000) {
        case 12:
            return "525.60.13";
        case 13:
            return "580";
        default:
            return "";
    }
}

std::string driver_release(std::string_view text) {
    // "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build ...": the first number with a
    // dot.
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
        const bool number = word.find_first_not_of("0123456789.") == std::string::npos;
        if (number && std::isdigit(static_cast<unsigned char>(word.front())) && word.find('.') != std::string::npos) {
            return word;
        }
    }
    return "";
}

std::string too_old(int supported, int runtime, const std::string& release) {
    std::string text = fmt::format("the NVIDIA driver is too old: {} supports CUDA {}, this build needs {}",
                                   release.empty() ? "it" : release, version_text(supported), version_text(runtime));
    if (const std::string_view needed = needed_driver(runtime); !needed.empty()) {
        text += fmt::format(" (driver {} or newer)", needed);
    }
    const bool older_toolkit = runtime >= 13'000 && supported >= 12'000;
    return text + fmt::format("; use {}, or install cuda-compat-{}-{} (data-centre GPUs only)",
                              older_toolkit ? "a bundle built with CUDA 12" : "a newer driver", runtime / 1000,
                              runtime % 1000 / 10);
}

std::string driver_release_here() {
    std::ifstream file("/proc/driver/nvidia/version");
    return driver_release(std::string(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace evodoku::cuda
