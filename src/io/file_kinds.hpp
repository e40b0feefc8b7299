// Files that are not text, recognised by their first bytes.
#pragma once

#include <string_view>

namespace evodoku::io {

/// Number of bytes from the beginning that refused_kind() needs.
inline constexpr std::size_t head_size = 4096;

/// Why a file with this beginning is not read, and the remedy; empty if it may be read.
std::string_view refused_kind(std::string_view head);

}  // namespace evodoku::io
