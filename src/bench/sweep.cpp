// Populations from text.
#include "bench/sweep.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "engine/numbers.hpp"

namespace evodoku::bench {
namespace {

[[noreturn]] void refuse(std::string_view text, std::uint32_t min_population, const char* what) {
    throw SettingError(
        fmt::format("--axis: '{}': {}; allowed: N, a list N,N or a range LOW:HIGH:xFACTOR, from {} to {}, "
                    "as in 4k:4M:x4",
                    text, what, min_population, max_individuals));
}

std::uint32_t population(std::string_view whole_text, std::string_view text, std::uint32_t min_population) {
    const std::optional<std::uint64_t> number = parse_count(text);
    if (!number) refuse(whole_text, min_population, "not a number");
    if (*number < min_population || *number > max_individuals) refuse(whole_text, min_population, "out of range");
    return static_cast<std::uint32_t>(*number);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

}  // namespace

std::vector<std::uint32_t> parse_populations(std::string_view text, std::uint32_t min_population) {
    std::vector<std::uint32_t> all;
    if (text.find(':') == std::string_view::npos) {
        for (const std::string_view part : split(text, ',')) all.push_back(population(text, part, min_population));
        return all;
    }
    const std::vector<std::string_view> parts = split(text, ':');
    if (parts.size() != 3 || !parts[2].starts_with('x')) refuse(text, min_population, "not a range");
    const std::uint32_t low = population(text, parts[0], min_population),
                        high = population(text, parts[1], min_population);
    const std::optional<std::uint64_t> factor = parse_count(parts[2].substr(1));
    if (!factor || *factor < 2) refuse(text, min_population, "the factor is not a whole number from 2");
    if (low > high) refuse(text, min_population, "the range runs downwards");
    for (std::uint64_t size = low; size < high; size *= *factor) all.push_back(static_cast<std::uint32_t>(size));
    all.push_back(high);
    return all;
}

}  // namespace evodoku::bench
