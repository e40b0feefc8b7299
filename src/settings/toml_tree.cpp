// Converts toml++ tables to the tree, with this program's errors.
#include "settings/toml_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "engine/nearest.hpp"

#ifndef TOML_EXCEPTIONS
#define TOML_EXCEPTIONS 1
#endif
// toml++ 3.3 assumes what `[[=` breaks: an assertion in a debug build, undefined behaviour in a release. Without the
// assumption it reports the error.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)
#include <toml++/toml.h>

namespace evodoku::toml_tree {
namespace {

/// As parse_amount and parse_share read it: always with a point, never with an exponent.
std::string decimal(double number) {
    char digits[400];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed).ptr;
    const std::string text(digits, end);
    return text.find_first_of(".n") == std::string::npos ? text + ".0" : text;  // n: of nan and inf
}

std::string place_of(const toml::source_region& region, const std::string& source) {
    return fmt::format("{}:{}:{}", source, region.begin.line, region.begin.column);
}

Node read(const toml::node& from, const std::string& source);

/// toml++ sorts the keys by name.
std::vector<Entry> read_entries(const toml::table& table, const std::string& source) {
    std::vector<const toml::key*> keys;
    for (const auto& [key, node] : table) keys.push_back(&key);
    std::ranges::sort(keys, [](const toml::key* a, const toml::key* b) {
        const toml::source_position first = a->source().begin, second = b->source().begin;
        return first < second;
    });
    std::vector<Entry> entries;
    for (const toml::key* key : keys) {
        entries.push_back(
            {std::string(key->str()), place_of(key->source(), source), read(*table.get(key->str()), source)});
    }
    return entries;
}

Node read(const toml::node& from, const std::string& source) {
    Node node;
    node.location = place_of(from.source(), source);
    if (const auto* text = from.as_string()) {
        node.kind = Node::Kind::text, node.text = text->get();
    } else if (const auto* integer = from.as_integer()) {
        node.kind = Node::Kind::number, node.text = std::to_string(integer->get());
    } else if (const auto* real = from.as_floating_point()) {
        node.kind = Node::Kind::number, node.text = decimal(real->get());
    } else if (const auto* truth = from.as_boolean()) {
        node.kind = Node::Kind::truth, node.text = truth->get() ? "true" : "false";
    } else if (const auto* list = from.as_array()) {
        node.kind = Node::Kind::list;
        for (const toml::node& item : *list) node.items.push_back(read(item, source));
    } else if (const auto* table = from.as_table()) {
        node.kind = Node::Kind::table, node.entries = read_entries(*table, source);
    }
    return node;
}

/// The place behind the string that begins at `at`. An invalid one ends somewhere: toml++ reports it.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const bool long_string = text.substr(at, 3) == std::string(3, quote);
    const std::string end(long_string ? 3 : 1, quote);
    for (at += end.size(); at < text.size(); ++at) {
        if (text[at] == '\n' && !long_string) return at;
        if (text[at] == '\\' && quote == '"') {
            ++at;
        } else if (text.substr(at, end.size()) == end) {
            at += end.size();
            for (int more = 0; long_string && more < 2 && at < text.size() && text[at] == quote; ++more) ++at;
            return at;
        }
    }
    return text.size();
}

/// toml++ nests values at most 256 deep, but a key a.b.c... of any length would exhaust the stack.
void refuse_long_keys(std::string_view text, const std::string& source) {
    constexpr int max_parts = 8;
    int parts = 1;
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at];
        if (letter == '"' || letter == '\'') {
            at = end_of_string(text, at);
        } else if (letter == '#') {
            at = std::min(text.find('\n', at), text.size());
        } else {
            if (letter == '.') ++parts;
            if (std::string_view("=,[]{}\n").find(letter) != std::string_view::npos) parts = 1;
            if (parts > max_parts) {
                const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
                throw ConfigFileError(fmt::format("{}:{}: a key has more than {} parts", source, line, max_parts));
            }
            ++at;
        }
    }
}

}  // namespace

const Node* Node::find(std::string_view name) const {
    const auto found = std::ranges::find(entries, name, &Entry::name);
    return found == entries.end() ? nullptr : &found->node;
}

Node parse(std::string_view text, const std::string& source, std::string_view kind, std::string_view remedy) {
    refuse_long_keys(text, source);
    try {
        return read(toml::parse(text, source), source);
    } catch (const toml::parse_error& error) {
        throw ConfigFileError(fmt::format("{}: not {}, which is TOML: {}; {}", place_of(error.source(), source), kind,
                                          error.description(), remedy));
    }
}

void refuse(const Node& node, const std::string& message) {
    throw ConfigFileError(fmt::format("{}: {}", node.location, message));
}

void check_keys(const Node& table, const std::vector<Name>& names) {
    std::set<std::string> seen;
    for (const Entry& entry : table.entries) {
        const std::string present = present_name(names, entry.name);
        if (present.empty()) {
            std::vector<std::string> all;
            for (const Name& name : names) all.push_back(name.now);
            const std::string near = suggestion(entry.name, all);
            throw ConfigFileError(
                fmt::format("{}: unknown key '{}'{}{}", entry.location, entry.name, near,
                            near.empty() ? fmt::format("; there are: {}", fmt::join(all, ", ")) : ""));
        }
        if (!seen.insert(present).second) {
            throw ConfigFileError(fmt::format("{}: '{}' is set twice, once by its old name", entry.location, present));
        }
    }
}

std::vector<Assignment> assignments(const Node& table, const std::vector<Name>& names,
                                    const std::vector<std::string>& others) {
    std::vector<Assignment> list;
    for (const Entry& entry : table.entries) {
        if (std::ranges::count(others, entry.name) != 0) continue;
        if (!entry.node.is_value()) refuse(entry.node, entry.name + " is not a text, a number, true or false");
        const std::string present = present_name(names, entry.name);
        list.push_back({present.empty() ? entry.name : present, entry.node.text,
                        fmt::format("{}: {}", entry.node.location, entry.name)});
    }
    return list;
}

}  // namespace evodoku::toml_tree
