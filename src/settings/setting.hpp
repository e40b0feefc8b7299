// A setting: a user may choose it by an option, an environment variable or a key of a configuration file, all with one
// name. One row of a table per setting drives the command line, the help, the files, the printed configuration, the
// checkpoint and the replay line. The functions ..._row() make rows by the kind of the value.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "evodoku/core/count_or_share.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {

/// What is special about a setting: a sum of these.
enum Uses : unsigned {
    in_config = 1,     ///< --print-config prints it
    may_differ = 2,    ///< a resumed run may have another value
    not_saved = 4,     ///< a checkpoint does not keep it
    not_replayed = 8,  ///< the replay line leaves it out, because it does not change the results
    of_rank = 16,      ///< ranks of one run may have different values
    comes_first = 32,  ///< assigned before the others, wherever it stands: they may need it
    basic = 64,        ///< --help shows it; --help-all shows all
    of_messages = may_differ | not_saved | not_replayed | of_rank,
};

/// The name of a setting and its place in the help.
struct Words {
    std::string name;   ///< "migrate-every": --migrate-every, EVODOKU_MIGRATE_EVERY, migrate-every = ...
    std::string group;  ///< of the help
    std::string help;
    char letter = '\0';  ///< of the short option, if it has one
    unsigned uses = 0;

    bool is(Uses use) const { return (uses & use) != 0; }
};

/// A setting as the command line and the help have it.
struct Option : Words {
    /// An aggregate would free its words twice where memory for a later member is missing (GCC 12).
    Option(Words words, std::string of_value = {}, std::vector<std::string> of_choices = {})
        : Words(std::move(words)), value(std::move(of_value)), choices(std::move(of_choices)) {}

    std::string value;  ///< the name of its value in the help: "N"; empty for a flag, whose text is true or false
    std::vector<std::string> choices;  ///< words to choose from; empty: any text
    std::string standard = {};         ///< the default, as the help shows it

    bool is_flag() const { return value.empty(); }
};

/// One row of a table. `Target` holds the values.
template <class Target>
struct Setting : Option {
    /// Reads a text into the target. `label` is the setting's name in messages: "--elite", "a.toml:3:9: elite". Throws
    /// SettingError.
    std::function<void(Target& target, std::string_view label, std::string_view text)> read;
    /// The text that `read` accepts; empty if there is no value to print.
    std::function<std::string(const Target& target)> write;
};

template <class Target>
using SettingTable = std::vector<Setting<Target>>;

/// A value for a setting, from any source. `label`: the source, for messages.
struct Assignment {
    std::string name, text, label = {};
    bool is_chosen = false;  ///< by the user

    /// For checkpoints and messages, which have no label: see checkpoint/fields.hpp.
    friend void list_fields(auto& fields, const Assignment& of) { fields(of.name, of.text, of.is_chosen); }
    friend void list_fields(auto& fields, Assignment& of) { fields(of.name, of.text, of.is_chosen); }
};

/// The last assignment to a setting; null if there is none.
const Assignment* last(const std::vector<Assignment>& assignments, std::string_view name);

/// Names of all settings, or of those with a use.
template <class Target>
std::vector<std::string> names_of(const SettingTable<Target>& table, unsigned uses = ~0u) {
    std::vector<std::string> names;
    for (const Setting<Target>& setting : table) {
        if (uses == ~0u || (setting.uses & uses) != 0) names.push_back(setting.name);
    }
    return names;
}

/// Makes assignments in their order, those of settings that come first before all others. Requires names of the table.
/// Throws SettingError.
template <class Target>
void assign(Target& target, const SettingTable<Target>& table, const std::vector<Assignment>& assignments) {
    for (const bool first : {true, false}) {
        for (const Assignment& each : assignments) {
            const auto setting = std::ranges::find(table, each.name, &Words::name);
            if (setting != table.end() && setting->is(comes_first) == first)
                setting->read(target, each.label, each.text);
        }
    }
}

/// All settings with a value, in the order of the table.
template <class Target>
std::vector<Assignment> values_of(const Target& target, const SettingTable<Target>& table) {
    std::vector<Assignment> values;
    for (const Setting<Target>& setting : table) {
        const std::string text = setting.write(target);
        if (!text.empty()) values.push_back({setting.name, text, setting.name});
    }
    return values;
}

/// The value of a text. Without one throws SettingError, which says what the text is instead: "not a time".
template <class Value>
Value required(std::string_view label, std::string_view text, std::optional<Value> value, std::string_view fault) {
    if (value) return *std::move(value);
    throw SettingError(fmt::format("{}: '{}' is {}", label, text, fault));
}

// The functions read_...() throw SettingError with `label`, the name of the setting.
/// A whole number lowest..highest.
std::uint64_t read_count(std::string_view label, std::string_view text, std::uint64_t lowest, std::uint64_t highest);
/// A share from 0 to 1, written 0.05 or 5%.
Share read_share(std::string_view label, std::string_view text);
double read_proportion(std::string_view label, std::string_view text);
/// true or false, also written 1 or 0.
bool read_flag(std::string_view label, std::string_view text);
/// One of a few words: its place in `words`.
std::size_t read_word(std::string_view label, std::string_view text, const std::vector<std::string>& words);
/// A time limit: 30s, 5m, 200ms.
std::chrono::milliseconds read_time(std::string_view label, std::string_view text);

/// The words of an enumeration, each with its value.
template <class Choice>
using Choices = std::vector<std::pair<std::string, Choice>>;

/// Appends the rows of a part of the target, or of its base: those that are `wanted`, or all.
template <class Target, class Part, class Project = std::identity>
void append(SettingTable<Target>& table, const SettingTable<Part>& rows, std::span<const std::string_view> wanted = {},
            Project part = {}) {
    for (const Setting<Part>& row : rows) {
        if (!wanted.empty() && std::ranges::count(wanted, row.name) == 0) continue;
        table.push_back({static_cast<const Option&>(row),
                         [=](Target& target, std::string_view label, std::string_view text) {
                             row.read(std::invoke(part, target), label, text);
                         },
                         [=](const Target& target) { return row.write(std::invoke(part, target)); }});
    }
}

// In the following, `field` is a member of the target, or a function of the target that returns a reference.
template <class Target, class Field>
using FieldOf = std::remove_cvref_t<std::invoke_result_t<Field, Target&>>;

/// `value`: its name in the help. read_value(label, text) returns the value of the field, write_value(value) its text.
template <class Target, class Field, class Read, class Write>
Setting<Target> field_row(Words words, std::string value, Field field, Read read_value, Write write_value,
                          std::vector<std::string> choices = {}) {
    return {{std::move(words), std::move(value), std::move(choices)},
            [=](Target& target, std::string_view label, std::string_view text) {
                std::invoke(field, target) = read_value(label, text);
            },
            [=](const Target& target) { return std::string(write_value(std::invoke(field, target))); }};
}

template <class Target, class Field>
Setting<Target> flag_row(Words words, Field field) {
    return field_row<Target>(std::move(words), "", field, read_flag, [](bool on) { return on ? "true" : "false"; });
}

/// A whole number, or none of an optional one.
template <class Target, class Field>
Setting<Target> count_row(Words words, Field field, std::uint64_t lowest, std::uint64_t highest) {
    using Number = FieldOf<Target, Field>;
    const auto read = [=](std::string_view label, std::string_view text) {
        return static_cast<Number>(read_count(label, text, lowest, highest));
    };
    const auto write = [](const std::optional<std::uint64_t>& value) { return value ? std::to_string(*value) : ""; };
    return field_row<Target>(std::move(words), "N", field, read, write);
}

template <class Target, class Field>
Setting<Target> share_row(Words words, Field field) {
    const auto write = [](double share) { return fmt::format("{:.15g}%", 100 * share); };
    return field_row<Target>(std::move(words), "SHARE", field, read_proportion, write);
}

/// Any text; it is checked where it is used. `choices`: words to choose from, for the reference.
template <class Target, class Field>
Setting<Target> text_row(Words words, std::string value, Field field, std::vector<std::string> choices = {}) {
    const auto read = [](std::string_view, std::string_view text) { return std::string(text); };
    return field_row<Target>(std::move(words), std::move(value), field, read, std::identity(), std::move(choices));
}

/// One of a few words; a value that none of them has is not written.
template <class Target, class Field, class Choice = FieldOf<Target, Field>>
Setting<Target> choice_row(Words words, std::string value, Field field,
                           const std::type_identity_t<Choices<Choice>>& choices) {
    const auto keys = choices | std::views::keys;
    std::vector<std::string> names(keys.begin(), keys.end());
    const auto read = [=](std::string_view label, std::string_view text) {
        return choices[read_word(label, text, names)].second;
    };
    const auto write = [=](const Choice& choice) {
        const auto found = std::ranges::find(choices, choice, &std::pair<std::string, Choice>::second);
        return found != choices.end() ? found->first : "";
    };
    return field_row<Target>(std::move(words), std::move(value), field, read, write, names);
}

}  // namespace evodoku
