// Any text as the name of a file.
#pragma once

#include <cctype>
#include <string>

namespace evodoku::experiment {

/// Letters, digits, '-' and '.' stay; everything else becomes '_'.
inline std::string file_name(const std::string& text) {
    std::string name;
    for (const char letter : text) {
        const bool plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '-' || letter == '.';
        name += plain ? letter : '_';
    }
    return name;
}

}  // namespace evodoku::experiment
