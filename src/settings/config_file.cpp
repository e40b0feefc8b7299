// Settings from and to TOML.
#include "settings/config_file.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/numbers.hpp"
#include "settings/toml_tree.hpp"

namespace evodoku {
namespace {

/// A number that TOML can hold and that reads back to the same text, or true or false.
bool stands_bare(const std::string& text) {
    if (text == "true" || text == "false") return true;
    const bool digits_alone = text.find_first_not_of("0123456789.") == std::string::npos;
    const std::size_t point = text.find('.');
    if (!digits_alone || (text.size() > 1 && text[0] == '0' && point != 1)) return false;
    if (point != std::string::npos) return point != 0 && point + 1 != text.size() && point == text.rfind('.');
    const auto value = parse_count(text);
    return value && *value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

std::string quoted(const std::string& text) {
    std::string word = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') word += '\\';
        word += letter;
    }
    return word + '"';
}

}  // namespace

std::vector<Assignment> read_config_file(std::string_view text, const std::string& source,
                                         const std::vector<Name>& names) {
    const toml_tree::Node table =
        toml_tree::parse(text, source, "a file of settings", "evodoku solve --print-config prints one");
    toml_tree::check_keys(table, names);
    return toml_tree::assignments(table, names);
}

std::string to_toml(const std::vector<Value>& values) {
    std::string text;
    for (const auto& [name, value] : values) {
        text += name + " = " + (stands_bare(value) ? value : quoted(value)) + "\n";
    }
    return text;
}

}  // namespace evodoku
