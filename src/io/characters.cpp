// UTF-8 by the table of well-formed sequences of the Unicode standard.
#include "io/characters.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace evodoku::io {

Character character_at(std::string_view text, std::size_t place) {
    const auto byte = [&](std::size_t offset) {
        return place + offset < text.size()
                   ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[place + offset]))
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

std::size_t character_count(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t place = 0; place < text.size(); ++count) place += character_at(text, place).length;
    return count;
}

std::string described(const Character& character) {
    if (character.utf8 && character.code == 0) return "NUL byte";
    if (!character.utf8 || character.code < 0x20 || character.code == 0x7F)
        return fmt::format("byte 0x{:02X}", character.code);
    if (character.code < 0x7F) return fmt::format("'{}'", static_cast<char>(character.code));
    return fmt::format("U+{:04X}", character.code);
}

std::string markup_text(std::string_view text) {
    using Mark = std::pair<std::uint32_t, std::string_view>;
    static constexpr std::array<Mark, 5> marks = {
        {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};
    return rewritten(text, [](const Character& character, std::string_view bytes) {
        const auto mark = std::ranges::find(marks, character.code, &Mark::first);
        const bool is_control = character.code < 0x20 || character.code == 0x7F;
        return !character.utf8 ? replacement_character : mark != marks.end() ? mark->second : is_control ? " " : bytes;
    });
}

bool is_plain_json(std::string_view text) {
    bool plain = true;  // without a jump, so that the compiler makes many characters at once; char may be unsigned
    for (const char letter : text) plain &= letter >= 0x20 && letter < 0x7f && letter != '"' && letter != '\\';
    return plain;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string masked(std::string_view text, bool is_ascii, std::string_view kept) {
    std::string safe(text);
    for (char& c : safe) {
        const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        if ((is_control && !is_among(c, kept)) || (is_ascii && (c & 0x80) != 0)) c = '?';
    }
    return safe;
}

std::string printable(std::string_view text) {
    std::string escaped;
    return rewritten(text, [&](const Character& character, std::string_view bytes) -> std::string_view {
        if (character.utf8 && !is_control(character.code)) return bytes;
        escaped.clear();
        for (const char byte : bytes) escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
        return escaped;
    });
}

std::string without(std::string_view characters, std::string text) {
    std::erase_if(text, [&](char c) { return is_among(c, characters); });
    return text;
}

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

}  // namespace evodoku::io
