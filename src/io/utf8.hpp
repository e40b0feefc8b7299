// Bytes of any origin as characters.
#pragma once

#include <cstddef>
#include <string_view>

namespace evodoku::io {

/// Bytes of the character that `text` begins with; 0 where they are not UTF-8 (overlong forms and surrogates are not).
std::size_t utf8_length(std::string_view text);

/// U+FFFD, in place of a byte that is not UTF-8.
inline constexpr std::string_view replacement_character = "\xef\xbf\xbd";

}  // namespace evodoku::io
