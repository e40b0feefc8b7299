// UTF-8 characters, recognised and named. No byte of the input is repeated unless it is printable ASCII.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace evodoku::io {

struct Character {
    std::uint32_t code = 0;  ///< code point, or the byte itself if it is not UTF-8
    std::size_t length = 1;  ///< in bytes
    bool utf8 = true;
};

/// The character at `at`. A byte that does not begin a well-formed character counts as one, so that later cells keep
/// their places.
inline Character character_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t offset) {
        return at + offset < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + offset]))
                                         : 0u;
    };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t length = lead >= 0xF0 && lead < 0xF5   ? 4
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                                                             : 0;
    std::uint32_t code = length == 4 ? lead & 0x07 : length == 3 ? lead & 0x0F : lead & 0x1F;
    for (std::size_t offset = 1; offset < length; ++offset) {
        if ((byte(offset) & 0xC0) != 0x80) return {lead, 1, false};
        code = code << 6 | (byte(offset) & 0x3F);
    }
    const std::uint32_t min_code = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
    const bool well_formed = length != 0 && code >= min_code && code <= 0x10FFFF && !(code >= 0xD800 && code < 0xE000);
    return well_formed ? Character{code, length, true} : Character{lead, 1, false};
}

inline std::size_t character_count(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) at += character_at(text, at).length;
    return count;
}

/// 'A', byte 0x1B, U+FF15, NUL byte.
inline std::string described(const Character& character) {
    if (!character.utf8) return fmt::format("byte 0x{:02X}", character.code);
    if (character.code == 0) return "NUL byte";
    if (character.code < 0x20 || character.code == 0x7F) return fmt::format("byte 0x{:02X}", character.code);
    if (character.code < 0x7F) return fmt::format("'{}'", static_cast<char>(character.code));
    return fmt::format("U+{:04X}", character.code);
}

}  // namespace evodoku::io
