// Reads the list of architectures.
#include "architectures.hpp"

#include <algorithm>
#include <charconv>

namespace evodoku::cuda {
namespace {

Code code_of_entry(std::string_view entry, int major, int minor) {
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

}  // namespace

Code code_for(std::string_view list, int major, int minor) {
    Code best = Code::none;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        const Code code = code_of_entry(list.substr(0, end), major, minor);
        if (code == Code::unknown || code == Code::machine) return code;
        if (code == Code::ptx) best = code;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return best;
}

std::string_view architectures_of_build() { return EVODOKU_CUDA_ARCHITECTURES; }

}  // namespace evodoku::cuda
