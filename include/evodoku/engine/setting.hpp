// A setting: something a user may choose by an option, an environment variable or a key of a configuration file, all
// under one name. Tables of settings drive the command line, the help, the files, what is printed and the replay line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace evodoku {

/// One row of a table. `Target` is what holds the values.
template <class Target>
struct Setting {
    std::string name;   ///< "migrate-every": --migrate-every, EVODOKU_MIGRATE_EVERY, migrate-every = ...
    std::string value;  ///< what the help calls its value: "N"; nothing for a flag, whose text is true or false
    std::string group;  ///< of the help
    std::string help;
    char letter = '\0';  ///< of the short option, if it has one
    /// Takes a text over into the target. `label` is how messages name the setting: "--stall", "a.toml:3:9: stall".
    /// Throws SettingError.
    std::function<void(Target& target, std::string_view label, std::string_view text)> read;
    /// The text that `read` takes back; nothing where there is no value to speak of.
    std::function<std::string(const Target& target)> write;
    std::string alias = {};  ///< another name of an option that has a letter, on the command line alone

    bool is_flag() const { return value.empty(); }
};

template <class Target>
using SettingTable = std::vector<Setting<Target>>;

/// A value for a setting, from wherever it came.
struct Assignment {
    std::string name, text, label;
};

template <class Target>
std::vector<std::string> names_of(const SettingTable<Target>& table) {
    std::vector<std::string> names;
    for (const Setting<Target>& setting : table) names.push_back(setting.name);
    return names;
}

/// Carries out assignments in their order. Requires names of the table. Throws SettingError.
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

/// All that have one, in the order of the table.
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
