// Five letters have names.
#include "io/markup_text.hpp"

#include "io/utf8.hpp"

namespace evodoku::io {

std::string markup_text(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length != 1) {
            safe += length == 0 ? replacement_character : text.substr(0, length);
        } else if (const char letter = text.front(); letter == '<') {
            safe += "&lt;";
        } else if (letter == '>') {
            safe += "&gt;";
        } else if (letter == '&') {
            safe += "&amp;";
        } else if (letter == '"') {
            safe += "&quot;";
        } else if (letter == '\'') {
            safe += "&#39;";
        } else {
            safe += static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f ? ' ' : letter;
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return safe;
}

}  // namespace evodoku::io
