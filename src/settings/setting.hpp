// A setting: a user may choose it by an option, an environment variable or a key of a configuration file, all with one
// name. One row of a table per setting drives the command line, the help, the files, the printed configuration, the
// checkpoint and the replay line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace evodoku {

/// The help that shows an option.
enum class Tier { basic, advanced };  // --help and --help-all; only --help-all

/// What is special about a setting: a sum of these.
enum Uses : unsigned {
    in_config = 1,     ///< --print-config prints it
    may_differ = 2,    ///< a resumed run may have another value
    not_saved = 4,     ///< a checkpoint does not keep it
    not_replayed = 8,  ///< the replay line leaves it out, because it does not change the results
    of_messages = may_differ | not_saved | not_replayed,
};

/// One row of a table. `Target` holds the values.
template <class Target>
struct Setting {
    std::string name;   ///< "migrate-every": --migrate-every, EVODOKU_MIGRATE_EVERY, migrate-every = ...
    std::string value;  ///< the name of its value in the help: "N"; empty for a flag, whose text is true or false
    std::string group;  ///< of the help
    std::string help;
    char letter = '\0';  ///< of the short option, if it has one
    Tier tier = Tier::advanced;
    unsigned uses = 0;
    /// Reads a text into the target. `label` is the setting's name in messages: "--elite", "a.toml:3:9: elite". Throws
    /// SettingError.
    std::function<void(Target& target, std::string_view label, std::string_view text)> read;
    /// The text that `read` accepts; empty if there is no value to print.
    std::function<std::string(const Target& target)> write;
    std::vector<std::string> choices = {};  ///< words to choose from; empty: any text

    bool is_flag() const { return value.empty(); }
    bool is(Uses use) const { return (uses & use) != 0; }
};

template <class Target>
using SettingTable = std::vector<Setting<Target>>;

/// A value for a setting, from any source.
struct Assignment {
    std::string name, text, label;
};

template <class Target>
std::vector<std::string> names_of(const SettingTable<Target>& table) {
    std::vector<std::string> names;
    for (const Setting<Target>& setting : table) names.push_back(setting.name);
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
