// A setting: a user may choose it by an option, an environment variable or a key of a configuration file, all with one
// name. Tables of settings drive the command line, the help, the files, the printed configuration and the replay line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace evodoku {

/// The names of a setting. Old names are accepted everywhere and shown nowhere.
struct Name {
    std::string now;
    std::vector<std::string> before = {};
};

/// The present name of the setting `written` by its present or an old name; empty if there is none.
std::string present_name(const std::vector<Name>& names, std::string_view written);

/// The help that shows an option.
enum class Tier { basic, advanced };  // --help and --help-all; only --help-all

/// One row of a table. `Target` holds the values.
template <class Target>
struct Setting {
    std::string name;   ///< "migrate-every": --migrate-every, EVODOKU_MIGRATE_EVERY, migrate-every = ...
    std::string value;  ///< the name of its value in the help: "N"; empty for a flag, whose text is true or false
    std::string group;  ///< of the help
    std::string help;
    char letter = '\0';  ///< of the short option, if it has one
    /// Reads a text into the target. `label` is the setting's name in messages: "--elite", "a.toml:3:9: elite". Throws
    /// SettingError.
    std::function<void(Target& target, std::string_view label, std::string_view text)> read;
    /// The text that `read` accepts; empty if there is no value to print.
    std::function<std::string(const Target& target)> write;
    Tier tier = Tier::advanced;
    std::vector<std::string> old_names = {};
    std::string hashed_as = {};             ///< its first name, if it was renamed: hashes stay the same
    std::vector<std::string> choices = {};  ///< words to choose from; empty: any text
    /// The text of its value in hashes, if that is not `write`: it stays the same when a value is renamed.
    std::function<std::string(const Target& target)> hashed_text = {};

    bool is_flag() const { return value.empty(); }
};

template <class Target>
using SettingTable = std::vector<Setting<Target>>;

/// A value for a setting by its present name, from any source. The label has the name that was written.
struct Assignment {
    std::string name, text, label;
};

template <class Target>
std::vector<std::string> names_of(const SettingTable<Target>& table) {
    std::vector<std::string> names;
    for (const Setting<Target>& setting : table) names.push_back(setting.name);
    return names;
}

/// The same with their old names.
template <class Target>
std::vector<Name> known_names(const SettingTable<Target>& table) {
    std::vector<Name> names;
    for (const Setting<Target>& setting : table) names.push_back({setting.name, setting.old_names});
    return names;
}

/// Makes assignments in their order. Requires names of the table. Throws SettingError.
template <class Target>
void assign(Target& target, const SettingTable<Target>& table, const std::vector<Assignment>& assignments) {
    for (const Assignment& assignment : assignments) {
        for (const Setting<Target>& setting : table) {
            if (setting.name == assignment.name) setting.read(target, assignment.label, assignment.text);
        }
    }
}

/// Values as text, setting by setting.
struct Value {
    std::string name, text;
};

/// All settings with a value, in the order of the table.
template <class Target>
std::vector<Value> values_of(const Target& target, const SettingTable<Target>& table) {
    std::vector<Value> values;
    for (const Setting<Target>& setting : table) {
        const std::string text = setting.write(target);
        if (!text.empty()) values.push_back({setting.name, text});
    }
    return values;
}

}  // namespace evodoku
