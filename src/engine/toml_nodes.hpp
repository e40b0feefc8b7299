// Steps of reading TOML that configuration files and plans of experiments have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#ifndef TOML_EXCEPTIONS
#define TOML_EXCEPTIONS 1
#endif
#include <toml++/toml.h>

#include "evodoku/engine/config_file.hpp"

namespace evodoku::toml_nodes {

/// Throws ConfigFileError where `text` is no TOML.
toml::table parse(std::string_view text, const std::string& source);

/// "plan.toml:3:14"
std::string place(const toml::source_region& region, const std::string& source);

/// Throws ConfigFileError: the place of `node`, then the message.
[[noreturn]] void refuse(const toml::node& node, const std::string& source, const std::string& message);

/// Throws ConfigFileError, with the nearest right name, for the first key (in the file's order) not among `names`.
void check_keys(const toml::table& table, const std::string& source, const std::vector<std::string>& names);

/// A table's keys in the order of the file; toml++ sorts them by name.
std::vector<const toml::key*> keys_in_order(const toml::table& table);

/// A text, number or truth value as the text that stands for it in every other place; nothing for other nodes.
std::optional<std::string> text_of(const toml::node& node);

/// The settings of a table, but for the keys in `others`. Checks no name.
std::vector<Assignment> assignments(const toml::table& table, const std::string& source,
                                    const std::vector<std::string>& others = {});

}  // namespace evodoku::toml_nodes
