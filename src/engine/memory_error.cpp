// The message of a population that does not fit.
#include "evodoku/engine/memory_error.hpp"

#include <fmt/format.h>

namespace evodoku {
namespace {

std::string in_gib(std::uint64_t bytes) { return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / (1u << 30)); }

}  // namespace

MemoryError::MemoryError(std::uint64_t needed, std::uint64_t available, std::uint64_t largest)
    : std::runtime_error(fmt::format("the population needs {} of memory and {} are free; the largest that fits is "
                                     "--population {}",
                                     in_gib(needed), in_gib(available), largest)),
      needed_bytes(needed),
      available_bytes(available),
      largest_population(largest) {}

}  // namespace evodoku
