// TOML files: a text as a plain tree in which every node has its location; and files of settings,
// `restart-after = 25` or `selection = "tournament:size=3"`, read and written. Only the source uses toml++. Presets are
// such files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "settings/setting.hpp"

namespace evodoku {

/// The settings of a file in their order in it. `source` names it in messages, also in those of assign(); `names`: the
/// allowed keys. Throws SettingError.
std::vector<Assignment> read_config_file(std::string_view text, const std::string& source,
                                         const std::vector<std::string>& names);

/// One line per value, which read_config_file() reads back.
std::string to_toml(const std::vector<Value>& values);

/// A configuration built into the program, from a file of the folder presets/.
struct Preset {
    std::string_view name;  ///< of the file, without its extension
    std::string_view text;  ///< the file
    /// The first line, a description, without the #.
    std::string_view summary() const;
};

/// Sorted by name.
const std::vector<Preset>& presets();
std::vector<std::string> preset_names();

/// Throws SettingError, with `label` and the nearest name, if there is no preset of this name.
const Preset& find_preset(std::string_view label, std::string_view name);

/// Its settings, to be assigned by search_settings(). A preset may build on another: `preset = "charles"` in its file
/// puts the settings of that one first.
std::vector<Assignment> settings_of(const Preset& preset);

namespace toml_tree {

struct Entry;

struct Node {
    enum class Kind { text, number, truth, list, table, other };
    Kind kind = Kind::other;
    std::string text;            ///< of a string, number or truth value: its text for messages and settings
    std::string location;        ///< "plan.toml:3:14"
    std::vector<Node> items;     ///< of a list
    std::vector<Entry> entries;  ///< of a table, in the order of the file

    /// "a list", "an empty text": for messages.
    std::string_view described() const;
    bool is_value() const { return kind == Kind::text || kind == Kind::number || kind == Kind::truth; }
    /// Null if the table has no such key.
    const Node* find(std::string_view name) const;
};

struct Entry {
    std::string name, location;  ///< of the key
    Node node;
};

/// Throws SettingError unless `text` is TOML. Its message says that `source` is not `kind`, and gives the remedy.
Node parse(std::string_view text, const std::string& source, std::string_view kind, std::string_view remedy);

/// Throws SettingError: the location of `node`, then the message.
[[noreturn]] void refuse(const Node& node, const std::string& message);

/// Throws SettingError, with the nearest name, for the first key that is not among `names`.
void check_keys(const Node& table, const std::vector<std::string>& names);

/// The settings of a table, except the keys in `others`. Throws SettingError for a list or a table; does not check
/// names.
std::vector<Assignment> assignments(const Node& table, const std::vector<std::string>& others = {});

}  // namespace toml_tree
}  // namespace evodoku
