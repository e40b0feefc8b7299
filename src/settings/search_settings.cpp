// The table of the settings of a search: name, range and purpose of every field of Config.
#include "settings/search_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/bits.hpp"
#include "engine/numbers.hpp"
#include "engine/operator_text.hpp"
#include "settings/setting_rows.hpp"

namespace evodoku {
namespace {

using Row = Setting<SearchSettings>;

constexpr std::uint64_t many = 1'000'000'000;

Row row(Words words, std::string value) {
    return make_row<SearchSettings>(std::move(words), std::move(value), nullptr, nullptr);
}

/// A whole number lowest..highest.
Row setting(Words words, std::uint32_t Config::*field, std::uint64_t lowest, std::uint64_t highest) {
    Row made = row(std::move(words), "N");
    made.read = [=](SearchSettings& target, std::string_view label, std::string_view text) {
        target.config.*field = static_cast<std::uint32_t>(read_count(label, text, lowest, highest));
    };
    made.write = [=](const SearchSettings& target) { return std::to_string(target.config.*field); };
    return made;
}

/// A count of individuals, or a share of them.
Row setting(Words words, Amount Config::*field) {
    Row made = row(std::move(words), "N");
    made.read = [=](SearchSettings& target, std::string_view label, std::string_view text) {
        target.config.*field = read_amount(label, text);
    };
    made.write = [=](const SearchSettings& target) { return amount_to_text(target.config.*field); };
    return made;
}

/// One of a few words.
template <class Field>
Row setting(Words words, std::string value, Field Config::*field, Choices<Field> choices) {
    Row made = row(std::move(words), std::move(value));
    made.read = [=](SearchSettings& target, std::string_view label, std::string_view text) {
        target.config.*field = read_choice(label, text, choices);
    };
    made.write = [=](const SearchSettings& target) { return write_choice(target.config.*field, choices); };
    made.choices = words_of(choices);
    return made;
}

Choices<Representations> all_representations() {
    Choices<Representations> all;
    for (const Representations each : every_representation) all.emplace_back(to_text(each), each);
    return all;
}

/// The names of the operators of a kind, which is called as the setting is.
std::vector<std::string> operator_names(std::string_view kind) {
    std::vector<std::string> names;
    for (const OperatorDescription& op : list_operators()) {
        if (op.kind == kind) names.push_back(op.name);
    }
    return names;
}

/// One operator.
template <OperatorKind kind>
Row setting(Words words, OperatorSpec<kind> Config::*field) {
    Row made = row(std::move(words), "OP");
    made.choices = operator_names(made.name);
    made.read = [=](SearchSettings& target, std::string_view label, std::string_view text) {
        target.config.*field = parse_operator<OperatorSpec<kind>>(label, text);
    };
    made.write = [=](const SearchSettings& target) { return to_text(target.config.*field); };
    made.hashed_text = [=](const SearchSettings& target) { return text_for_hash(target.config.*field); };
    return made;
}

/// A mix of operators.
template <class Kind>
Row setting(Words words, Mix<Kind> Config::*field) {
    Row made = row(std::move(words), "OP");
    made.choices = operator_names(made.name);
    made.choices.push_back("none");
    made.read = [=](SearchSettings& target, std::string_view label, std::string_view text) {
        target.config.*field = parse_mix<Kind>(label, text);
    };
    made.write = [=](const SearchSettings& target) { return to_text(target.config.*field); };
    made.hashed_text = [=](const SearchSettings& target) { return text_for_hash(target.config.*field); };
    return made;
}

/// A whole number, or `auto`.
Row population(Words words) {
    Row made = setting(std::move(words), &Config::population, 1, max_individuals);
    made.read = [read = made.read](SearchSettings& target, std::string_view label, std::string_view text) {
        target.automatic_population = text == "auto";
        if (!target.automatic_population) read(target, label, text);
    };
    made.write = [write = made.write](const SearchSettings& target) {
        return target.automatic_population ? "auto" : write(target);
    };
    return made;
}

Row presolve(Words words) {
    Row made = row(std::move(words), "LEVEL");
    static const Choices<PresolveLevel> levels = {{"none", PresolveLevel::none},
                                                  {"givens", PresolveLevel::givens},
                                                  {"single-pass", PresolveLevel::single_pass},
                                                  {"single-pass-keep", PresolveLevel::single_pass_keep},
                                                  {"singles", PresolveLevel::singles},
                                                  {"full", PresolveLevel::full}};
    made.read = [](SearchSettings& target, std::string_view label, std::string_view text) {
        target.presolve = read_choice(label, text, levels);
    };
    made.write = [](const SearchSettings& target) { return write_choice(target.presolve, levels); };
    made.choices = words_of(levels);
    return made;
}

Row duplicates(Words words) {
    enum class Fate : std::uint8_t { keep, reject, drop };
    Row made = row(std::move(words), "WHICH");
    static const Choices<Fate> fates = {{"keep", Fate::keep}, {"reject", Fate::reject}, {"drop", Fate::drop}};
    made.read = [](SearchSettings& target, std::string_view label, std::string_view text) {
        const Fate fate = read_choice(label, text, fates);
        target.config.distinct = fate != Fate::keep, target.config.drops = fate == Fate::drop;
    };
    made.write = [](const SearchSettings& target) {
        return write_choice(target.config.drops      ? Fate::drop
                            : target.config.distinct ? Fate::reject
                                                     : Fate::keep,
                            fates);
    };
    return made;
}

SettingTable<SearchSettings> make_table() {
    const char *evolution = "Evolution", *island = "Islands";
    return {
        presolve({"presolve", "Input",
                  "logic before the search: none, givens, single-pass, single-pass-keep, singles, full", '\0',
                  Tier::basic}),
        population({"population",
                    evolution,
                    "boards per puzzle, as in 256k or 1M; auto = a good one for the device",
                    'p',
                    Tier::basic,
                    {"per-puzzle"}}),
        setting({"islands", island, "equal parts of the population that breed apart"}, &Config::islands, 1,
                max_individuals),
        setting({"migrate-every", island, "generations between migrations"}, &Config::migrate_every, 1, many),
        setting({"migrants", island, "boards that an island sends at a migration"}, &Config::migrants, 0,
                max_individuals),
        setting({"sync-every",
                 island,
                 "generations between host synchronisations",
                 '\0',
                 Tier::advanced,
                 {"epoch"},
                 "epoch"},
                &Config::sync_every, 1, 1'000'000),
        setting({"elite", evolution, "best boards kept per generation: a count, or a share as in 5%"}, &Config::elite),
        setting({"immigrants", evolution, "fresh boards per generation: a count, or a share"}, &Config::immigrants),
        setting({"restart-after",
                 evolution,
                 "restart after N generations without a better board; 0 = never",
                 '\0',
                 Tier::advanced,
                 {"stall"},
                 "stall"},
                &Config::restart_after, 0, many),
        setting(
            {"representation", evolution,
             "what a board is: box-board (boxes as permutations), cell-board (any digit in any cell), or box-board-16 "
             "and so on for larger boards"},
            "NAME", &Config::representation, all_representations()),
        setting({"initialisation", evolution, "makes fresh boards"}, &Config::initialisation),
        setting({"cost", evolution, "scores boards"}, &Config::cost),
        setting({"selection", evolution, "chooses parents"}, &Config::selection),
        setting({"crossover", evolution, "crosses parents: one operator, a mix, or none"}, &Config::crossover),
        setting({"mutation", evolution, "mutates children: one operator, a mix, or none"}, &Config::mutation),
        setting({"replacement", evolution, "which boards survive into the next generation"}, &Config::replacement),
        setting({"stagnation", evolution, "what happens after --restart-after generations without a better board"},
                &Config::stagnation),
        setting({"largest", evolution, "boards per puzzle that --stagnation grow may grow to; 0 = --population"},
                &Config::largest, 0, max_individuals),
        setting({"pairs", evolution, "on: two children per pair; the second swaps the parents' roles"}, "on|off",
                &Config::pairs, {{"off", false}, {"on", true}}),
        setting({"variation", evolution, "both: a child may be crossed and mutated; either: never both"}, "WHICH",
                &Config::either, {{"both", false}, {"either", true}}),
        setting(
            {"parents", evolution, "different: draw the second parent again, up to 8 times, while it equals the first"},
            "WHICH", &Config::different, {{"any", false}, {"different", true}}),
        setting({"tries",
                 evolution,
                 "make each child N times from the same parents; keep the best",
                 '\0',
                 Tier::advanced,
                 {"children"},
                 "children"},
                &Config::tries, 1, max_tries),
        duplicates({"duplicates", evolution,
                    "a child that the population already has; reject: a fresh board replaces it; drop: none does"}),
        setting({"seen", evolution, "also reject those among about the last N boards of an island; 0 = none"},
                &Config::seen, 0, many),
        setting({"generations", "Budget", "generations per puzzle", 'g', Tier::basic}, &Config::generations, 0, many),
    };
}

/// True if a message has the name as a separate word that is not an operator's name: 'duplicates', duplicates:...
bool has_word(std::string_view message, std::string_view name) {
    const auto is_part = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) || letter == '-' || letter == '\'' || letter == ':';
    };
    for (std::size_t at = message.find(name); at != std::string_view::npos; at = message.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || !is_part(message[at - 1]);
        if (begins && (end == message.size() || !is_part(message[end]))) return true;
    }
    return false;
}

}  // namespace

std::string with_origins(const std::string& message, const SearchSettings& settings,
                         const std::vector<Assignment>& given) {
    // After it come operators, some of which have the name of a setting.
    const std::string_view named = std::string_view(message).substr(0, message.find(those_that_do));
    std::string origins;
    for (const Setting<SearchSettings>& setting : search_settings()) {
        if (!has_word(named, setting.name)) continue;
        const auto last =
            std::find_if(given.rbegin(), given.rend(), [&](const auto& each) { return each.name == setting.name; });
        if (last == given.rend()) continue;
        SearchSettings as_given = settings;
        setting.read(as_given, last->label, last->text);
        const bool stands = setting.write(as_given) == setting.write(settings);
        if (stands) origins += (origins.empty() ? "" : ", ") + last->label;
    }
    return origins.empty() ? message : fmt::format("{} (from {})", message, origins);
}

const SettingTable<SearchSettings>& search_settings() {
    static const SettingTable<SearchSettings> table = make_table();
    return table;
}

void check_order(const SearchSettings& settings, int order,
                 const std::function<std::string(std::string_view)>& label_of) {
    const Representations representation = settings.config.representation;
    if (order_of(representation) != order) {
        throw SettingError(fmt::format("{0} is {1}, but these boards are {2} x {2}; leave it out",
                                       label_of("representation"), to_text(representation), order * order));
    }
    const PresolveLevel level = settings.presolve;
    if (order != 3 && (level == PresolveLevel::single_pass || level == PresolveLevel::single_pass_keep)) {
        throw SettingError(fmt::format("{} is {}, which is for 9 x 9; use none, givens, singles or full",
                                       label_of("presolve"), to_text(level)));
    }
}

std::uint64_t hash_of(const SearchSettings& settings) {
    std::uint64_t hash = 0;
    const auto add = [&](const std::string& text) {
        for (const char letter : text) hash = mix(hash ^ static_cast<unsigned char>(letter));
        hash = mix(hash ^ 256);  // ends the text: no character has this value
    };
    // A renamed setting keeps its hash, so that experiments can continue their files.
    for (const Setting<SearchSettings>& setting : search_settings()) {
        const std::string text = setting.hashed_text ? setting.hashed_text(settings) : setting.write(settings);
        if (!text.empty()) add(setting.hashed_as.empty() ? setting.name : setting.hashed_as), add(text);
    }
    return hash;
}

}  // namespace evodoku
