// Too large a population for the memory there is.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace evodoku {

/// Says how much memory was needed, how much there is, and the largest population a puzzle that fits, or where none
/// does what else would help.
class MemoryError : public std::runtime_error {
public:
    MemoryError(std::uint64_t needed_bytes, std::uint64_t available_bytes, std::uint64_t largest_population,
                std::uint64_t puzzle_slots);

    std::uint64_t needed_bytes, available_bytes, largest_population;
};

}  // namespace evodoku
