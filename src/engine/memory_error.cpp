// The message of a population that does not fit.
#include "evodoku/engine/errors.hpp"

#include <fmt/format.h>

namespace evodoku {
namespace {

std::string in_gib(std::uint64_t bytes) { return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / (1u << 30)); }

/// If even the smallest population is too large, something else takes the memory.
std::string remedy(std::uint64_t largest_population, std::uint64_t puzzle_slots) {
    if (largest_population > 0) return fmt::format("the largest that fits is --population {}", largest_population);
    if (puzzle_slots > 1) return fmt::format("{} puzzles side by side are too many for any population", puzzle_slots);
    return "the memory besides boards is already too much; end other programs, or use a smaller --seen or fewer "
           "--islands";
}

}  // namespace

MemoryError::MemoryError(const std::string& device, std::uint64_t needed, std::uint64_t available,
                         std::uint64_t largest, std::uint64_t slots)
    : std::runtime_error(fmt::format("{}: the population needs {} of memory and {} are free; {}", device,
                                     in_gib(needed), in_gib(available), remedy(largest, slots))),
      on_gpu(device.starts_with("cuda")),
      needed_bytes(needed),
      available_bytes(available),
      largest_population(largest) {}

}  // namespace evodoku
