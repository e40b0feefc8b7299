// A number of individuals, said outright or as a share of the deme.
#pragma once

#include <cstdint>

#include "evodoku/core/draws.hpp"

namespace evodoku {

struct Amount {
    std::uint32_t value = 0;
    bool is_share = false;

    EVODOKU_HD constexpr std::uint32_t of(std::uint32_t size) const { return is_share ? share_of(value, size) : value; }
};

}  // namespace evodoku
