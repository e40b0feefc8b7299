// The rows of a run besides those of the search, and the steps from assignments to complete settings.
#include "settings/run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "engine/nearest.hpp"
#include "engine/numbers.hpp"
#include "evodoku/engine/errors.hpp"
#include "settings/layers.hpp"
#include "settings/setting_rows.hpp"

namespace evodoku {
namespace {

using S = RunSettings;

constexpr Tier basic = Tier::basic;

SettingTable<S> run_table() {
    SettingTable<S> table = {
        with_choices(
            text_row<S>(
                {"device", "Machine",
                 "auto, cpu, cuda, cuda:N, cuda:all, or several with commas; auto = a GPU if there is one", 'd', basic},
                "DEVICE", &S::device),
            {"auto", "cpu", "cuda"}),
        count_row<S>({"threads", "Machine", "CPU threads; 0 = all", 'j', basic}, &S::threads, 0, 1024)};
    for (const Setting<SearchSettings>& row : search_settings()) table.push_back(row_for<S>(row));
    table.push_back(make_row<S>(
        {"timeout", "Budget", "time for the whole command, before and after --resume: 30s, 5m, 200ms", '\0', basic},
        "TIME",
        [](S& target, std::string_view label, std::string_view text) { target.timeout = read_time(label, text); },
        [](const S& target) { return target.timeout ? fmt::format("{}ms", target.timeout->count()) : ""; }));
    table.push_back(make_row<S>(
        {"seed", "Budget", "seed for all random numbers, 0 to 2^64-1; random if not given", 's', basic}, "N",
        [](S& target, std::string_view label, std::string_view text) {
            target.seed = read_count(label, text, 0, ~std::uint64_t{0});
        },
        [](const S& target) { return target.seed ? std::to_string(*target.seed) : ""; }));
    return table;
}

}  // namespace

const SettingTable<RunSettings>& run_settings() {
    static const SettingTable<S> table = run_table();
    return table;
}

std::string RunSettings::label_of(std::string_view name) const {
    const auto last = std::find_if(given.rbegin(), given.rend(), [&](const auto& each) { return each.name == name; });
    return last != given.rend() ? last->label : fmt::format("--{}", name);
}

std::chrono::milliseconds read_time(std::string_view label, std::string_view text) {
    const std::optional<std::chrono::milliseconds> time = parse_duration(text);
    if (!time) throw SettingError(fmt::format("{}: '{}' is not a time (as in 30s, 5m, 200ms)", label, text));
    if (time->count() == 0) throw SettingError(fmt::format("{} is {}; it must be above 0", label, text));
    return *time;
}

std::uint64_t random_seed() {
    std::random_device entropy;
    return (std::uint64_t{entropy()} << 32 | entropy()) >> 11;
}

RunSettings read_run_settings(const std::vector<Assignment>& options,
                              const std::function<std::string(const std::string& file)>& read_file, int order) {
    const std::vector<Name> names = known_names(run_settings());
    std::vector<Assignment> known;
    for (const Assignment& option : options) {
        const bool is_layer = option.name == "preset" || option.name == "config";
        const std::string name = is_layer ? option.name : present_name(names, option.name);
        if (name.empty()) {
            std::vector<std::string> all = {"--preset", "--config"};
            for (const Name& each : names) all.push_back("--" + each.now);
            throw SettingError(fmt::format("unknown option '{}'{}", option.label, suggestion(option.label, all)));
        }
        known.push_back({name, option.text, option.label});
    }
    const Layers layers = read_layers(names, known, read_file, Environment::ignored);
    RunSettings settings;
    take_order(settings, order, !layers.preset.empty());
    assign(settings, run_settings(), layers.preset);
    assign(settings, run_settings(), layers.chosen);
    for (const Assignment& assignment : layers.chosen) settings.named.insert(assignment.name);
    settings.notes = layers.notes;
    settings.given = layers.preset;
    settings.given.insert(settings.given.end(), layers.chosen.begin(), layers.chosen.end());
    check_order(settings, order);
    return settings;
}

void take_order(RunSettings& settings, int order, bool has_preset) {
    if (order == 3) return;
    if (has_preset) {
        throw SettingError(
            fmt::format("--preset is for 9 x 9, and these boards are {0} x {0}; leave it out", order * order));
    }
    settings.config = large_config(order);
}

void check_order(const RunSettings& settings, int order) {
    check_order(settings, order, [&](std::string_view name) { return settings.label_of(name); });
}

void complete(RunSettings& settings, std::uint32_t suitable) {
    Config& config = settings.config;
    if (settings.automatic_population) {
        config.population = std::max(config.islands, suitable / config.islands * config.islands);
    }
    settings.automatic_population = false;
    fit(settings, settings.named);
    try {
        validate(config);
    } catch (const std::invalid_argument& error) {
        throw SettingError(with_origins(error.what(), settings, settings.given));
    }
}

}  // namespace evodoku
