// Reads versions of the driver, and the list of architectures.

#include <fmt/format.h>
#include <cctype>
#include <charconv>
#include <fstream>
#include <iterator>
#include <ranges>
#include <sstream>

#include "cuda_device.hpp"

namespace evodoku::cuda {

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::string_view needed_driver(int runtime) {
    return runtime / 1000 == 12 ? "525.60.13" : runtime / 1000 == 13 ? "580" : "";
}

std::string driver_release(std::string_view text) {
    // The first number with a dot in "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release ...".
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

static Code code_of_entry(std::string_view entry, int major, int minor) {
    int number = 0;
    const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), number);
    if (error != std::errc() || number < 10) return Code::unknown;
    const std::string_view ending(end, static_cast<std::size_t>(entry.data() + entry.size() - end));
    const bool one_number = ending.starts_with('a') || ending.starts_with('f');
    const bool same = number == 10 * major + minor;
    const bool runs = same || (!one_number && number / 10 == major && number % 10 <= minor);
    const bool compiles = same || (!one_number && number <= 10 * major + minor);
    if (runs && !ending.ends_with("-virtual")) return Code::machine;
    return compiles && !ending.ends_with("-real") ? Code::ptx : Code::none;
}

Code code_for(std::string_view list, int major, int minor) {
    Code best = Code::none;
    for (const auto entry : std::views::split(list, ',')) {
        const Code code = code_of_entry({entry.begin(), entry.end()}, major, minor);
        if (code == Code::unknown || code == Code::machine) return code;
        if (code == Code::ptx) best = code;
    }
    return best;
}

std::string_view architectures_of_build() { return EVODOKU_CUDA_ARCHITECTURES; }

}  // namespace evodoku::cuda
