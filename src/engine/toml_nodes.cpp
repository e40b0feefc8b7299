// toml++ with this program's errors.
#include "engine/toml_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "evodoku/engine/nearest.hpp"

namespace evodoku::toml_nodes {
namespace {

/// As parse_amount and parse_share read it: always with a point, never with an exponent.
std::string decimal(double number) {
    char digits[400];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed).ptr;
    const std::string text(digits, end);
    return text.find_first_of(".n") == std::string::npos ? text + ".0" : text;  // n: of nan and inf
}

}  // namespace

toml::table parse(std::string_view text, const std::string& source) {
    try {
        return toml::parse(text, source);
    } catch (const toml::parse_error& error) {
        throw ConfigFileError(fmt::format("{}: {}", place(error.source(), source), error.description()));
    }
}

std::string place(const toml::source_region& region, const std::string& source) {
    return fmt::format("{}:{}:{}", source, region.begin.line, region.begin.column);
}

void refuse(const toml::node& node, const std::string& source, const std::string& message) {
    throw ConfigFileError(fmt::format("{}: {}", place(node.source(), source), message));
}

void check_keys(const toml::table& table, const std::string& source, const std::vector<std::string>& names) {
    for (const toml::key* key : keys_in_order(table)) {
        const std::string name(key->str());
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        const std::string near = suggestion(name, names);
        const std::string all = near.empty() ? fmt::format("; there are: {}", fmt::join(names, ", ")) : "";
        throw ConfigFileError(fmt::format("{}: unknown key '{}'{}{}", place(key->source(), source), name, near, all));
    }
}

std::vector<const toml::key*> keys_in_order(const toml::table& table) {
    std::vector<const toml::key*> keys;
    for (const auto& [key, node] : table) keys.push_back(&key);
    std::sort(keys.begin(), keys.end(), [](const toml::key* a, const toml::key* b) {
        const toml::source_position first = a->source().begin, second = b->source().begin;
        return first < second;
    });
    return keys;
}

std::optional<std::string> text_of(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_integer()) return std::to_string(number->get());
    if (const auto* number = node.as_floating_point()) return decimal(number->get());
    if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
    return std::nullopt;
}

std::vector<Assignment> assignments(const toml::table& table, const std::string& source,
                                    const std::vector<std::string>& others) {
    std::vector<Assignment> list;
    for (const toml::key* key : keys_in_order(table)) {
        const std::string name(key->str());
        if (std::find(others.begin(), others.end(), name) != others.end()) continue;
        const toml::node& node = *table.get(name);
        const std::optional<std::string> text = text_of(node);
        if (!text) refuse(node, source, name + " is neither a text, a number nor true or false");
        list.push_back({name, *text, place(node.source(), source) + ": " + name});
    }
    return list;
}

}  // namespace evodoku::toml_nodes
