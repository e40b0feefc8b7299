// The fixed parts of a checkpoint's file: see checkpoint_file.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "checkpoint/checkpoint_file.hpp"

namespace evodoku {

struct FileHead {
    static constexpr std::array<char, 8> own_magic = {'E', 'V', 'O', 'D', 'O', 'K', 'U', '\x1a'};
    std::array<char, 8> magic = own_magic;
    std::uint32_t version = checkpoint_version, reserved = 0;
};

struct FileEnd {
    std::uint64_t bytes_before = 0, checksum = 0;
};

}  // namespace evodoku
