// TOML with this program's errors; settings from and to TOML; presets, whose texts are in a source made from
// presets/*.toml when the build is configured.
#include "settings/toml_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <ranges>
#include <sstream>

#include "engine/text.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::toml_file {
namespace {

/// As parse_count_or_share and parse_share read it: always with a point, never with an exponent.
std::string decimal(double number) {
    char digits[400];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed).ptr;
    const std::string text(digits, end);
    return text.find_first_of(".n") == std::string::npos ? text + ".0" : text;  // n: of nan and inf
}

/// The place behind the string that begins at `at`. An invalid one ends somewhere: toml++ reports it.
std::size_t end_of_string(std::string_view text, std::size_t place) {
    const char quote = text[place];
    const bool is_long = text.substr(place, 3) == std::string(3, quote);
    const std::string end(is_long ? 3 : 1, quote);
    for (place += end.size(); place < text.size() && (is_long || text[place] != '\n'); ++place) {
        if (text[place] == '\\' && quote == '"') {
            ++place;
        } else if (text.substr(place).starts_with(end)) {  // the last of up to two quotation marks more
            const std::size_t more = std::min(text.find_first_not_of(quote, place), text.size()) - place;
            return place + (is_long ? std::min<std::size_t>(more, 5) : 1);
        }
    }
    return std::min(place, text.size());
}

/// toml++ nests values at most 256 deep, but a key a.b.c... of any length would exhaust the stack.
void refuse_long_keys(std::string_view text, const std::string& source) {
    constexpr int max_parts = 8;
    int parts = 1;
    for (std::size_t place = 0; place < text.size(); ++place) {
        const char letter = text[place];
        if (letter == '"' || letter == '\'') place = end_of_string(text, place) - 1;
        if (letter == '#') place = std::min(text.find('\n', place), text.size()) - 1;
        if (letter == '.') ++parts;
        if (std::string_view("=,[]{}\n").find(letter) != std::string_view::npos) parts = 1;
        if (parts > max_parts) {
            throw SettingError(fmt::format("{}:{}: a key has more than {} parts; write the name of the setting alone",
                                           source, 1 + std::ranges::count(text.substr(0, place), '\n'), max_parts));
        }
    }
}

}  // namespace

toml::table parse(std::string_view text, const std::string& source, std::string_view kind,
                  std::string_view remedy) try {
    refuse_long_keys(text, source);
    return toml::parse(text, source);
} catch (const toml::parse_error& error) {
    refuse(error, fmt::format("not {}, which is TOML: {}; {}", kind, error.description(), remedy));
}

std::string place_of(const toml::source_region& region) {
    return fmt::format("{}:{}:{}", *region.path, region.begin.line, region.begin.column);
}

std::optional<std::string> text_of(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* integer = node.as_integer()) return std::to_string(integer->get());
    if (const auto* real = node.as_floating_point()) return decimal(real->get());
    if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
    return std::nullopt;
}

std::string_view described(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get().empty() ? "an empty text" : "a text";
    if (node.is_number()) return "a number";
    if (node.is_boolean()) return "true or false";
    return node.is_array() ? "a list" : node.is_table() ? "a table" : "a time";
}

std::vector<Entry> checked_entries(const toml::table& table, const std::vector<std::string>& names) {
    std::vector<Entry> entries;
    for (const auto& [key, value] : table) entries.push_back({&key, &value});
    std::ranges::sort(entries,
                      [](const Entry& a, const Entry& b) { return a.key->source().begin < b.key->source().begin; });
    for (const Entry& entry : entries) {
        if (std::ranges::count(names, entry.name()) != 0) continue;
        const std::string near = suggestion(entry.name(), names);
        refuse(*entry.key, fmt::format("unknown key '{}'{}{}", entry.name(), near,
                                       near.empty() ? fmt::format("; there are: {}", fmt::join(names, ", ")) : ""));
    }
    return entries;
}

std::vector<Assignment> assignments(const std::vector<Entry>& entries) {
    std::vector<Assignment> list;
    for (const Entry& entry : entries) {
        const std::string name = entry.name();
        const std::optional<std::string> text = text_of(*entry.value);
        if (!text) {
            refuse(*entry.value,
                   fmt::format("{} is {}; write a text, a number, true or false", name, described(*entry.value)));
        }
        list.push_back({name, *text, fmt::format("{}: {}", place_of(entry.value->source()), name)});
    }
    return list;
}

}  // namespace evodoku::toml_file

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

}  // namespace

std::vector<Assignment> read_config_file(std::string_view text, const std::string& source,
                                         const std::vector<std::string>& names) {
    const toml::table table =
        toml_file::parse(text, source, "a file of settings", "evodoku solve --print-config prints one");
    return toml_file::assignments(toml_file::checked_entries(table, names));
}

std::string to_toml(const std::vector<Assignment>& values) {
    std::ostringstream text;
    for (const Assignment& value : values) {
        text << value.name << " = ";
        (stands_bare(value.text) ? text << value.text : text << std::quoted(value.text)) << '\n';
    }
    return text.str();
}

std::string_view Preset::summary() const {
    std::string_view line = text.substr(0, text.find('\n'));
    line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    const std::string own = std::string(name) + ": ";
    if (line.starts_with(own)) line.remove_prefix(own.size());
    return line;
}

const Preset& find_preset(std::string_view label, std::string_view name) {
    const auto preset = std::ranges::find(presets(), name, &Preset::name);
    if (preset != presets().end()) return *preset;
    const std::vector<std::string> names = preset_names();
    throw SettingError(fmt::format("{}: unknown preset '{}'{}; there are: {}", label, name, suggestion(name, names),
                                   fmt::join(names, ", ")));
}

std::vector<std::string> preset_names() {
    const auto names = presets() | std::views::transform(&Preset::name);
    return {names.begin(), names.end()};
}

std::vector<Assignment> settings_of(const Preset& preset) {
    std::vector<std::string> names = names_of(search_settings());
    names.push_back("preset");
    std::vector<Assignment> settings;
    for (Assignment& assignment : read_config_file(preset.text, fmt::format("preset {}", preset.name), names)) {
        if (assignment.name != "preset") {
            settings.push_back(std::move(assignment));
            continue;
        }
        if (assignment.text == preset.name)
            throw SettingError(fmt::format("{}: a preset can't build on itself", assignment.label));
        const std::vector<Assignment> base = settings_of(find_preset(assignment.label, assignment.text));
        settings.insert(settings.begin(), base.begin(), base.end());
    }
    return settings;
}

}  // namespace evodoku
