// The table of the settings of a search, what is derived from those that were given; the rows of a run besides them,
// and the sources of settings.
#include "settings/search_settings.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <tuple>

#include "core/bits.hpp"
#include "engine/needs.hpp"
#include "engine/text.hpp"
#include "evodoku/engine/errors.hpp"
#include "io/characters.hpp"
#include "io/json.hpp"

namespace evodoku {
namespace {

using Search = SearchSettings;
using Row = Setting<Config>;

/// A number of the configuration, with the range that validate() checks. Requires a name of config_numbers.
Row number(Words words) {
    const auto& [name, field, lowest, highest] = *std::ranges::find(config_numbers, words.name, &ConfigNumber::name);
    return count_row<Config>(std::move(words), field, lowest, highest);
}

/// A whole number, or `auto`, which is 0 in the configuration.
Row population(Words words) {
    Row row = number(std::move(words));
    row.read = [read = row.read](Config& target, std::string_view label, std::string_view text) {
        text == "auto" ? void(target.population = 0) : read(target, label, text);
    };
    row.write = [write = row.write](const Config& of) { return of.population == 0 ? "auto" : write(of); };
    return row;
}

/// A count of individuals, or a share of them.
Row count_or_share(Words words, CountOrShare Config::*field) {
    const auto read = [](std::string_view label, std::string_view text) {
        return required(label, text, parse_count_or_share(text),
                        "neither a count (20) nor a share from 0 to 1 (5%, 0.05)");
    };
    return field_row<Config>(std::move(words), "N", field, read, count_or_share_to_text);
}

/// An operator or a mix of operators, whose kind is called as the setting is.
template <class Field>
Row operators(Words words, Field Config::*field) {
    constexpr bool is_mix = requires(Field mix) { mix.begin(); };
    const auto name_of = [](OperatorKind each) { return to_text(each); };
    const OperatorKind kind = *std::ranges::find(every_operator_kind, words.name, name_of);
    const auto read = [=](std::string_view label, std::string_view text) {
        if constexpr (is_mix) return Field(parse_mix(kind, label, text));
        if constexpr (!is_mix) return Field(parse_operator(kind, label, text));
    };
    std::vector<std::string> names = names_of(kind);
    if (is_mix) names.push_back("none");
    const auto write = [](const Field& value) { return to_text(value); };
    return field_row<Config>(std::move(words), "OP", field, read, write, std::move(names));
}

Row schedule(Words words) {
    const auto read = [](std::string_view label, std::string_view text) {
        return required(label, text, parse_schedule(text),
                        "neither none nor a list of numbers from 0 to 64, as in 0.1,0.5,2");
    };
    return field_row<Config>(std::move(words), "LIST", &Config::schedule, read, schedule_to_text);
}

SettingTable<Search> make_table() {
    using enum PresolveLevel;
    using C = Config;
    const char *evolution = "Evolution", *island = "Islands";
    constexpr std::uint64_t most_work = std::uint64_t{1} << 60;
    Choices<PresolveLevel> levels;
    for (const auto level : {none, givens, single_pass, single_pass_keep, singles, full})
        levels.emplace_back(to_text(level), level);
    Choices<Boards> representations;
    for (const KindOfBoard& kind : kinds_of_board) representations.emplace_back(kind.name, kind.flag);
    const auto fate = [](auto& config) { return std::tie(config.distinct, config.drops); };
    const SettingTable<C> of_config = {
        population({"population", evolution, "boards per puzzle, as in 256k or 1M; auto = a good one for the device",
                    'p', basic}),
        number({"islands", island, "equal parts of the population that breed apart"}),
        number({"migrate-every", island, "generations between migrations"}),
        number({"migrants", island, "boards that an island sends at a migration"}),
        number({"sync-every", island, "generations between host synchronisations"}),
        count_or_share({"elite", evolution, "best boards kept per generation: a count, or a share as in 5%"},
                       &C::elite),
        count_or_share({"immigrants", evolution, "fresh boards per generation: a count, or a share"}, &C::immigrants),
        number({"restart-after", evolution, "restart after N generations without a better board; 0 = never"}),
        choice_row<C>(
            {"representation", evolution,
             "what a board is: box-board (boxes as permutations), cell-board (any digit in any cell), or box-board-16 "
             "and so on for larger boards"},
            "NAME", &C::representation, representations),
        operators({"initialisation", evolution, "makes fresh boards"}, &C::initialisation),
        operators({"cost", evolution, "scores boards"}, &C::cost),
        operators({"selection", evolution, "chooses parents"}, &C::selection),
        operators({"crossover", evolution, "crosses parents: one operator, a mix, or none"}, &C::crossover),
        operators({"mutation", evolution, "mutates children: one operator, a mix, or none"}, &C::mutation),
        operators({"replacement", evolution, "which boards survive into the next generation"}, &C::replacement),
        operators({"stagnation", evolution, "what happens after --restart-after generations without a better board"},
                  &C::stagnation),
        number({"largest", evolution, "boards per puzzle that --stagnation grow may grow to; 0 = --population"}),
        choice_row<C>({"pairs", evolution, "on: two children per pair; the second swaps the parents' roles"}, "on|off",
                      &C::paired_children, {{"off", false}, {"on", true}}),
        choice_row<C>({"variation", evolution, "both: a child may be crossed and mutated; either: never both"}, "WHICH",
                      &C::either, {{"both", false}, {"either", true}}),
        choice_row<C>(
            {"parents", evolution, "different: draw the second parent again, up to 8 times, while it equals the first"},
            "WHICH", &C::different, {{"any", false}, {"different", true}}),
        number({"tries", evolution, "make each child N times from the same parents; keep the best"}),
        choice_row<C, decltype(fate), std::tuple<bool, bool>>(
            {"duplicates", evolution,
             "a child that the population already has; reject: a fresh board replaces it; drop: none does"},
            "WHICH", fate, {{"keep", {false, false}}, {"reject", {true, false}}, {"drop", {true, true}}}),
        number({"seen", evolution, "also reject those among about the last N boards of an island; 0 = none"}),
        schedule({"schedule", evolution,
                  "population annealing: bits of probability that a unit of cost loses in generations 1, 2, ..., as in "
                  "0.1,0.5,2; or none"}),
        number({"generations", "Budget", "generations per puzzle", 'g', basic}),
        count_row<C>({"max-evaluations", "Budget",
                      "boards scored per puzzle; ends with the generation that reaches N; 0 = any number"},
                     &C::max_evaluations, 0, most_work),
        count_row<C>({"max-work", "Budget",
                      "evaluations, trials and redraws per puzzle; ends where the host synchronises; 0 = any number"},
                     &C::max_work, 0, most_work),
    };
    SettingTable<Search> table = {
        choice_row<Search>(
            {"presolve", "Input", "logic before the search: none, givens, single-pass, single-pass-keep, singles, full",
             '\0', basic},
            "LEVEL", &Search::presolve, levels),
        operators_row<Search>(evolution, &Search::operators)};
    append(table, of_config, {}, &Search::config);
    for (Option& row : table) row.uses |= in_config;
    return table;
}

/// A representation without a named operator of a kind uses the representation's default operator.
void fit_operators(Config& config, const std::set<std::string>& named) {
    if (!named.contains("representation")) return;
    const auto fitting = [&](const auto& op) { return op.supports(config.representation); };
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

using S = RunSettings;

SettingTable<S> run_table() {
    const auto time_text = [](const auto& time) { return time ? fmt::format("{}ms", time->count()) : ""; };
    SettingTable<S> table = {
        text_row<S>({"device", "Machine",
                     "auto, cpu, cuda or gpu, cuda:N, cuda:all, or several with commas; auto = a GPU if there is one",
                     'd', basic | may_differ | of_rank},
                    "DEVICE", &S::device, {"auto", "cpu", "cuda"}),
        count_row<S>({"threads", "Machine", "CPU threads; 0 = all", 'j', basic | may_differ | not_replayed | of_rank},
                     &S::threads, 0, 1024)};
    append(table, search_settings());
    table.push_back(
        field_row<S>({"timeout", "Budget", "time for the whole command, before and after --resume: 30s, 5m, 200ms",
                      '\0', basic | in_config | may_differ | not_replayed},
                     "TIME", &S::timeout, read_time, time_text));
    table.push_back(count_row<S>(
        {"seed", "Budget", "seed for all random numbers, 0 to 2^64-1; random if not given", 's', basic | in_config},
        &S::seed, 0, ~std::uint64_t{0}));
    return table;
}

constexpr std::string_view prefix = "EVODOKU_";

}  // namespace

std::vector<std::string> misspelt_variables(const std::vector<std::string>& names) {
    std::vector<std::string> notes;
    const std::vector<std::string> of_runs = names_of(run_settings());  // another command may have them
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view variable = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
        if (!variable.starts_with(prefix)) continue;
        std::string name = io::in_small_letters(variable.substr(prefix.size()));
        std::ranges::replace(name, '_', '-');
        const std::string near = suggestion(name, names);
        if (std::ranges::count(names, name) + std::ranges::count(of_runs, name) == 0 && !near.empty()) {
            notes.push_back(fmt::format("{} is not a setting{}", variable, near));
        }
    }
    return notes;
}

void derive_defaults(SearchSettings& settings, const std::set<std::string>& named, std::uint32_t suitable) {
    Config& config = settings.config;
    if (config.population == 0)
        config.population = std::max(config.islands, suitable / config.islands * config.islands);
    fit_operators(config, named);
    if (!config.schedule.empty() && !named.contains("generations")) {
        config.generations = static_cast<std::uint32_t>(config.schedule.size());
    }
    // The preset's own value is different.
    if (!named.contains("population") && config.population == default_config(config.representation).population) {
        config.population = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::uint64_t{config.population} * config.islands, max_individuals));
    }
    if (config.islands > 1 && !named.contains("sync-every")) {
        while (config.migrate_every % config.sync_every != 0) --config.sync_every;
    }
    const bool is_idle = config.restart_after == 0 || (rules_of(config).reheats && !cools(config));
    if (is_idle && !named.contains("stagnation")) config.stagnation = "restart";
    if (!grows(config) && !named.contains("largest")) config.max_population = 0;
    if (!config.distinct && !named.contains("seen")) config.duplicate_memory = 0;
    // A share for the elite is at least one board where a generation can't do without.
    const bool needs_elite = config.drops || rules_of(config).waves != 0;
    const bool has_share = config.elite.is_share && config.elite.value != 0;
    if (needs_elite && has_share && !named.contains("elite") && config.elite.of(config.island_size()) == 0)
        config.elite = {1, false};
    // The room for growth is for the preset's own population. As many boards are remembered as there may then be.
    if (grows(config) && !named.contains("largest") && config.max_population != 0)
        config.max_population = largest_for_all_stalls(config);
    if (!named.contains("seen") && config.duplicate_memory != 0)
        config.duplicate_memory = std::max(config.duplicate_memory, config.reserved() / config.islands);
    if (!named.contains("migrants")) config.migrants = std::min(config.migrants, config.island_size() / 4);
    for (const std::string& object : split(loaded_operators(config), ',')) {  // that was loaded before the settings
        std::string& named_so_far = settings.operators;
        const bool is_new = !object.empty() && named_so_far.find(object) == std::string::npos;
        if (is_new) named_so_far += (named_so_far.empty() ? "" : ",") + object;
    }
}

std::string with_origins(const std::string& message, const std::vector<std::string>& about,
                         const RunSettings& settings) {
    std::vector<std::string> origins;
    for (const Setting<SearchSettings>& setting : search_settings()) {
        if (std::ranges::count(about, setting.name) == 0) continue;
        const Assignment* const origin = last(settings.given, setting.name);
        if (origin == nullptr) continue;
        SearchSettings as_given = settings;
        setting.read(as_given, origin->label, origin->text);
        if (setting.write(as_given) == setting.write(settings)) origins.push_back(origin->label);
    }
    return origins.empty() ? message : fmt::format("{} (from {})", message, fmt::join(origins, ", "));
}

const SettingTable<SearchSettings>& search_settings() {
    static const SettingTable<SearchSettings> table = make_table();
    return table;
}

void check_order(const RunSettings& settings, int order) {
    const auto refuse = [&](const std::string& name, const std::string& fault) {
        throw SettingError(with_origins(name + " is " + fault, {name}, settings));
    };
    const Boards representation = settings.config.representation;
    if (order_of(representation) != order) {
        refuse("representation", fmt::format("{0}, but these boards are {1} x {1}; leave it out",
                                             to_text(representation), order * order));
    }
    const PresolveLevel level = settings.presolve;
    if (order != 3 && (level == PresolveLevel::single_pass || level == PresolveLevel::single_pass_keep)) {
        refuse("presolve", std::string(to_text(level)) + ", which is for 9 x 9; use none, givens, singles or full");
    }
}

CanonicalForm canonical_form(const AnyOperator& op) {
    CanonicalForm form{static_cast<std::uint64_t>(op.info->id)};
    for (std::uint32_t position = 0; position < op.info->parameter_count; ++position) {
        if (op.values[position] == op.info->defaults[position]) continue;
        form.push_back(position + 1), form.push_back(op.values[position]);
    }
    return form;
}

CanonicalForm canonical_form(const SearchSettings& settings) {
    using Operators = std::vector<AnyOperator>;
    const Config& config = settings.config;
    CanonicalForm form;
    const auto add = [&](auto... numbers) { (form.push_back(static_cast<std::uint64_t>(numbers)), ...); };
    const auto append = [&](const CanonicalForm& numbers) {
        add(numbers.size());
        form.insert(form.end(), numbers.begin(), numbers.end());
    };
    // A setting is known by its place: never move or remove one.
    add(settings.presolve, config.population, config.islands, config.migrate_every, config.migrants, config.sync_every);
    for (const CountOrShare& amount : {config.elite, config.immigrants})
        add(amount.is_share && amount.value != 0, amount.value);  // a share of none is none
    add(config.restart_after, config.representation, config.max_population, config.paired_children, config.either,
        config.different, config.brood_size, config.distinct, config.drops, config.duplicate_memory,
        config.generations);
    const auto all_of = [](const auto& mix) { return Operators(mix.begin(), mix.end()); };
    for (const Operators& mix : {Operators{config.initialisation}, Operators{config.cost}, Operators{config.selection},
                                 all_of(config.crossover), all_of(config.mutation), Operators{config.replacement},
                                 Operators{config.stagnation}}) {
        add(mix.size());
        for (const AnyOperator& op : mix) add(mix.size() > 1 ? op.weight : 1), append(canonical_form(op));
    }
    CanonicalForm objects;  // by their hashes, wherever they are
    for (const std::string& object : split(settings.operators, ',')) {
        for (std::size_t place = object.rfind('#'); place < object.size(); ++place) {
            objects.push_back(static_cast<unsigned char>(object[place]));
        }
    }
    // A new setting comes last, and leaves no trace at the value that runs had before it was there.
    const auto unless = [](std::uint64_t before, std::uint64_t number) {
        return number == before ? CanonicalForm{} : CanonicalForm{number};
    };
    const CanonicalForm added[] = {{config.schedule.begin(), config.schedule.end()},
                                   unless(0, config.max_evaluations),
                                   unless(0, config.max_work),
                                   objects};
    for (std::uint64_t place = 0; const CanonicalForm& numbers : added) {
        ++place;
        if (!numbers.empty()) add(place), append(numbers);
    }
    return form;
}

std::uint64_t hash_of(const SearchSettings& settings) {
    std::uint64_t hash = 0;
    for (const std::uint64_t number : canonical_form(settings)) hash = mix(hash ^ number);
    return hash;
}

const SettingTable<RunSettings>& run_settings() {
    static const SettingTable<S> table = run_table();
    return table;
}

std::string variable_of(const std::string& name) {
    std::string variable = std::string(prefix) + name;
    std::ranges::transform(variable, variable.begin(), io::upper);
    std::ranges::replace(variable, '-', '_');
    return variable;
}

std::vector<Assignment> from_environment(const std::vector<std::string>& names) {
    std::vector<Assignment> list;
    for (const std::string& name : names) {
        const std::string variable = variable_of(name);
        const char* text = std::getenv(variable.c_str());
        if (text != nullptr && *text != '\0') list.push_back({name, text, variable});
    }
    return list;
}

std::string RunSettings::label_of(std::string_view name) const {
    const Assignment* origin = last(given, name);
    return origin != nullptr ? origin->label : fmt::format("--{}", name);
}

std::uint64_t random_seed() {
    std::random_device entropy;
    return (std::uint64_t{entropy()} << 32 | entropy()) >> 11;
}

Layers read_layers(const std::vector<std::string>& names, const std::vector<Assignment>& options,
                   const ReadFile& read_file, Environment from) {
    std::vector<std::string> known = names;
    if (std::ranges::count(names, "representation") != 0) known.push_back("preset");  // of a whole search
    std::vector<std::string> variables = known;
    variables.push_back("config");  // not allowed in a file
    const auto first = std::ranges::find(options, "preset", &Assignment::name);
    for (const Assignment& option : options) {
        if (option.name == "preset" && option.text != first->text)
            throw SettingError(fmt::format("{}: '{}', then '{}'; give one", option.label, first->text, option.text));
    }
    Layers layers;
    if (from == Environment::read) layers.chosen = from_environment(variables);
    layers.chosen.insert(layers.chosen.end(), options.begin(), options.end());
    if (const Assignment* config = last(layers.chosen, "config")) {
        const std::vector<Assignment> file =
            read_config_file(read_file(config->text, layers.chosen), config->text, known);
        layers.chosen.insert(layers.chosen.begin(), file.begin(), file.end());
    }
    if (const Assignment* preset = last(layers.chosen, "preset")) {
        layers.preset = settings_of(find_preset(preset->label, preset->text));
        const auto is_chosen = [&](const Assignment& assignment) {
            return last(layers.chosen, assignment.name) != nullptr;
        };
        if (std::ranges::all_of(layers.preset, is_chosen)) {
            layers.notes.push_back(
                fmt::format("{} {} has no effect: file, environment and options set everything that it sets",
                            preset->label, preset->text));
        }
    }
    if (from == Environment::read) std::ranges::copy(misspelt_variables(variables), std::back_inserter(layers.notes));
    return layers;
}

RunSettings read_run_settings(const std::vector<Assignment>& options, int order, const ReadFile& read_file) {
    const std::vector<std::string> names = names_of(run_settings());
    std::vector<std::string> known = {"--preset", "--config"};
    for (const std::string& name : names) known.push_back("--" + name);
    for (const Assignment& option : options) {
        if (std::ranges::count(known, "--" + option.name) == 0)
            throw SettingError(fmt::format("unknown option '{}'{}", option.label, suggestion(option.label, known)));
    }
    const Layers layers = read_layers(names, options, read_file, Environment::ignored);
    RunSettings settings;
    take_order(settings, order, !layers.preset.empty());
    take_layers(settings, run_settings(), layers);
    settings.notes = layers.notes;
    check_order(settings, order);
    return settings;
}

void complete(RunSettings& settings, std::uint32_t suitable) try {
    derive_defaults(settings, settings.named, suitable);
    validate(settings.config);
    if (!settings.seed) settings.seed = random_seed();
} catch (const SettingError& error) {
    throw SettingError(with_origins(error.what(), error.settings, settings));
}

void take_order(RunSettings& settings, int order, bool has_preset) {
    if (order == 3) return;
    if (has_preset) {
        throw SettingError(
            fmt::format("--preset is for 9 x 9, and these boards are {0} x {0}; leave it out", order * order));
    }
    settings.config = large_config(order);
}

std::string to_json(const OperatorInfo& op) {
    std::size_t position = 0;
    const auto described = [&](const ParameterInfo& parameter) {
        const auto text = [&](std::uint32_t value) { return value_to_text(parameter, value); };
        const auto number = [&](std::uint32_t value) {  // as the text says: 0.8, not 52429 / 65536; a share has a point
            return parameter.kind == ParameterKind::count ? text(value)
                                                          : io::json_number(parse_decimal(text(value)).value());
        };
        const std::uint32_t standard = op.defaults[position++];
        io::Record fields;
        fields("name", parameter.name);
        if (parameter.kind == ParameterKind::name) {
            fields("choices", choices_of(parameter)), fields("default", text(standard));
        } else {
            fields.put_json("range", fmt::format("[{},{}]", number(parameter.min), number(parameter.max)));
            fields.put_json("default", number(standard));
        }
        fields("help", parameter.help);
        return fields.on_one_line();
    };
    io::Record fields;
    fields("kind", std::string_view(to_text(op.kind))), fields("name", op.name), fields("help", op.help);
    fields("representations", boards_of(op));
    fields.put_json("parameters", io::json_list_of(op.parameters(), described));
    return fields.on_one_line();
}

}  // namespace evodoku
