// The table of the settings of a search: what a field of Config is called, what it may be and what it is for.
#include "evodoku/engine/search_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "evodoku/core/bits.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/operator_text.hpp"
#include "evodoku/engine/setting_values.hpp"

namespace evodoku {
namespace {

using Row = Setting<SearchSettings>;

constexpr std::uint64_t many = 1'000'000'000;

/// How a row stands in the help.
struct Words {
    std::string name, group, help;
    char letter = '\0';
};

Row row(Words words, std::string value) {
    return {std::move(words.name),
            std::move(value),
            std::move(words.group),
            std::move(words.help),
            words.letter,
            nullptr,
            nullptr};
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
    return made;
}

/// One operator.
template <class Kind>
Row setting(Words words, Kind Config::*field) {
    Row made = row(std::move(words), "OP");
    made.read = [=](SearchSettings& target, std::string_view label, std::string_view text) {
        target.config.*field = parse_operator<Kind>(label, text);
    };
    made.write = [=](const SearchSettings& target) { return to_text(target.config.*field); };
    return made;
}

/// A mix of operators.
template <class Kind>
Row setting(Words words, Mix<Kind> Config::*field) {
    Row made = row(std::move(words), "OP");
    made.read = [=](SearchSettings& target, std::string_view label, std::string_view text) {
        target.config.*field = parse_mix<Kind>(label, text);
    };
    made.write = [=](const SearchSettings& target) { return to_text(target.config.*field); };
    return made;
}

/// A whole number, or `auto`.
Row population(Words words) {
    Row made = setting(std::move(words), &Config::population, 1, most_individuals);
    made.read = [read = made.read](SearchSettings& target, std::string_view label, std::string_view text) {
        target.automatic_population = text == "auto";
        if (!target.automatic_population) read(target, label, text);
    };
    made.write = [write = made.write](const SearchSettings& target) {
        return target.automatic_population ? "auto" : write(target);
    };
    made.alias = "per-puzzle";
    return made;
}

Row presolve(Words words) {
    Row made = row(std::move(words), "LEVEL");
    static const Choices<PresolveLevel> levels = {{"none", PresolveLevel::none},
                                                  {"givens", PresolveLevel::givens},
                                                  {"single-pass", PresolveLevel::single_pass},
                                                  {"singles", PresolveLevel::singles},
                                                  {"full", PresolveLevel::full}};
    made.read = [](SearchSettings& target, std::string_view label, std::string_view text) {
        target.presolve = read_choice(label, text, levels);
    };
    made.write = [](const SearchSettings& target) { return write_choice(target.presolve, levels); };
    return made;
}

SettingTable<SearchSettings> make_table() {
    return {
        presolve({"presolve", "Input", "logic before the search: none, givens, single-pass, singles, full"}),
        population({"population", "Evolution",
                    "boards a puzzle, as in 256k or 1M; auto suits the device; also --per-puzzle", 'p'}),
        setting({"islands", "Island", "equal parts of the population that breed apart (demes)"}, &Config::islands, 1,
                most_individuals),
        setting({"migrate-every", "Island", "generations from one migration to the next"}, &Config::migrate_every, 1,
                many),
        setting({"migrants", "Island", "boards an island sends at a migration"}, &Config::migrants, 0,
                most_individuals),
        setting({"epoch", "Island", "generations between two looks of the program at the islands"}, &Config::epoch, 1,
                1'000'000),
        setting({"elite", "Evolution", "best boards kept in a generation: a count, or a share as in 5%"},
                &Config::elite),
        setting({"immigrants", "Evolution", "fresh boards in a generation: a count, or a share"}, &Config::immigrants),
        setting({"stall", "Evolution", "start afresh after N generations without a better board; 0 = never"},
                &Config::stall, 0, many),
        setting({"representation", "Evolution",
                 "what a board is: box-board (boxes as permutations) or cell-board (any digit in any cell)"},
                "NAME", &Config::representation, {{"box-board", suits_box_board}, {"cell-board", suits_cell_board}}),
        setting({"initialisation", "Evolution", "makes fresh boards"}, &Config::initialisation),
        setting({"cost", "Evolution", "scores boards"}, &Config::cost),
        setting({"selection", "Evolution", "chooses parents"}, &Config::selection),
        setting({"crossover", "Evolution", "crosses parents: one operator, a mix, or none"}, &Config::crossover),
        setting({"mutation", "Evolution", "mutates children: one operator, a mix, or none"}, &Config::mutation),
        setting({"replacement", "Evolution", "what of a generation comes into the next"}, &Config::replacement),
        setting({"stagnation", "Evolution", "what --stall leads to"}, &Config::stagnation),
        setting({"largest", "Evolution", "boards a puzzle that --stagnation grow may grow to; 0 = as --population"},
                &Config::largest, 0, most_individuals),
        setting({"pairs", "Evolution", "on: two children a pair of parents, each with the roles changed"}, "on|off",
                &Config::pairs, {{"off", false}, {"on", true}}),
        setting({"variation", "Evolution", "both: a child may be crossed and mutated; either: never both"}, "WHICH",
                &Config::either, {{"both", false}, {"either", true}}),
        setting(
            {"parents", "Evolution", "different: the second is drawn again, up to 8 times, while it is the same board"},
            "WHICH", &Config::different, {{"any", false}, {"different", true}}),
        setting({"children", "Evolution", "tries a child, from the same parents; the best of them is it"},
                &Config::children, 1, most_tries),
        setting(
            {"duplicates", "Evolution", "reject: a child that the population has already gives way to a fresh board"},
            "WHICH", &Config::distinct, {{"keep", false}, {"reject", true}}),
        setting({"seen", "Evolution", "reject those among about the last N boards of an island, too; 0 = none"},
                &Config::seen, 0, many),
        setting({"generations", "Budget", "generations a puzzle may take", 'g'}, &Config::generations, 0, many),
    };
}

/// Who names a representation and no operator of a kind gets the one that the representation has by default.
void fit_operators(Config& config, const std::set<std::string>& named) {
    if (!named.contains("representation")) return;
    const auto fitting = [&]<class Kind>(const Kind& op) {
        return std::visit([&]<class Operator>(const Operator&) { return does_suit<Operator>(config.representation); },
                          op);
    };
    const auto one = [&]<class Kind>(const char* name, Kind& op) {
        if (!named.contains(name) && !fitting(op)) op = default_for<Kind>(config.representation);
    };
    const auto mix = [&]<class Kind>(const char* name, Mix<Kind>& ops) {
        const bool all = std::ranges::all_of(ops, [&](const auto& entry) { return fitting(entry.op); });
        if (!named.contains(name) && !all) ops = {{default_for<Kind>(config.representation)}};
    };
    one("initialisation", config.initialisation);
    one("cost", config.cost);
    one("selection", config.selection);
    mix("crossover", config.crossover);
    mix("mutation", config.mutation);
}

/// What was not named and has nothing left to do gives way to what was: an answer to stagnation without a stall, room
/// without growth, boards remembered where duplicates are kept.
void fit_idle(Config& config, const std::set<std::string>& named) {
    if (config.stall == 0 && !named.contains("stagnation")) config.stagnation = Restart{};
    const bool grows = std::holds_alternative<Grow>(config.stagnation) && config.stall != 0;
    if (!grows && !named.contains("largest")) config.largest = 0;
    if (!config.distinct && !named.contains("seen")) config.seen = 0;
}

/// The room that a preset leaves for growth is for its own population. A larger one gets what all its stalls together
/// may ask for, ten times the population at most; as much as its islands share evenly; and as many boards are
/// remembered as there may then be.
void fit_growth(Config& config, const std::set<std::string>& named) {
    const Grow* grow = std::get_if<Grow>(&config.stagnation);
    if (grow != nullptr && !named.contains("largest") && config.largest != 0) {
        const std::uint64_t stalls = config.stall == 0 ? 0 : config.generations / config.stall + 1;
        const std::uint64_t growth = std::min<std::uint64_t>(stalls * grow->most, most_individuals) * config.islands;
        const std::uint64_t room = std::min(
            {config.population + growth, std::uint64_t{config.population} * 10, std::uint64_t{most_individuals}});
        const std::uint64_t largest = std::max<std::uint64_t>(config.largest, room);
        config.largest = static_cast<std::uint32_t>(largest / config.islands * config.islands);
    }
    if (!named.contains("seen") && config.seen != 0) {
        config.seen = std::max(config.seen, config.reserved() / config.islands);
    }
}

/// True where a message has a name as a word of its own, which is not that of an operator: 'duplicates', duplicates:...
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
    // Behind it stand operators, some of which are called as a setting is.
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

void fit(SearchSettings& settings, const std::set<std::string>& named) {
    Config& config = settings.config;
    fit_operators(config, named);
    // That of a preset is another.
    if (!named.contains("population") && config.population == Config{}.population) {
        config.population = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::uint64_t{config.population} * config.islands, most_individuals));
    }
    if (config.islands > 1 && !named.contains("epoch")) {
        while (config.migrate_every % config.epoch != 0) --config.epoch;
    }
    fit_idle(config, named);
    fit_growth(config, named);
    if (!named.contains("migrants")) config.migrants = std::min(config.migrants, config.deme_size() / 4);
}

std::uint64_t hash_of(const SearchSettings& settings) {
    std::uint64_t hash = 0;
    const auto add = [&](const std::string& text) {
        for (const char letter : text) hash = mix(hash ^ static_cast<unsigned char>(letter));
        hash = mix(hash ^ 256);  // no letter: ends the text
    };
    for (const Value& value : values_of(settings, search_settings())) add(value.name), add(value.text);
    return hash;
}

}  // namespace evodoku
