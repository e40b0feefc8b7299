// The measured configurations: the plain genetic algorithm, local searches and operators alone, and variants.
#include <fmt/format.h>

#include <algorithm>

#include "bench/benchmark.hpp"
#include "engine/text.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::bench {
namespace {

Config plain(std::uint32_t population) {
    Config config = plain_config();
    config.population = population;
    config.generations = 50'000;
    config.restart_after = 0;
    return config;
}

/// The plain genetic algorithm on a representation: on a cell-board, of whole rows.
Config plain_on(std::uint32_t population, Boards representation) {
    Config config = plain(population);
    if (representation == box_board) return config;
    config.representation = representation;
    config.initialisation = "row-candidates";
    config.cost = "duplicates";
    config.crossover = "uniform:rate=0.8,segment=row";
    config.mutation = "swap-row:rate=0.3";
    return config;
}

/// Every individual is mutated (or crossed) in every generation; no other operator acts.
Setup single(std::uint32_t population, const std::string& name, const char* phase) {
    Setup setup{name, plain(population), phase};
    setup.config.elite = {0, false};
    setup.config.selection = "uniform";
    setup.config.crossover.clear();
    setup.config.mutation.clear();
    return setup;
}

Setup local_search(std::uint32_t population, const char* name, const char* unit, std::uint32_t steps,
                   const char* mutation) {
    Setup setup = single(population, name, "mutate");
    setup.unit = unit, setup.steps_per_child = steps;
    setup.config.mutation = mutation;
    return setup;
}

/// A mix of one operator.
template <class Kind>
Mix<Kind> at_rate(Kind op, evodoku::Share rate) {
    op.set("rate", rate);
    return {{op}};
}

void add_operators(std::vector<Setup>& all, std::uint32_t population) {
    const auto add_each = [&]<class Kind>(const char* phase, Mix<Kind> Config::*mix) {
        for (const Kind& op : operators_for<Kind>(box_board)) {
            all.push_back(single(population, fmt::format("{}/{}", to_text(Kind::kind), label_of(op)), phase));
            all.back().config.*mix = at_rate(op, share_one);
        }
    };
    add_each("cross", &Config::crossover);
    add_each("mutate", &Config::mutation);
}

void add_variants(std::vector<Setup>& all, std::uint32_t population, Boards representation) {
    const Config plain = plain_on(population, representation);
    const auto add = [&](const std::string& name, const auto& change) {
        Config config = plain;
        change(config);
        if (hash_of({.config = config}) == hash_of({.config = plain})) return;
        all.push_back({fmt::format("variant/{}/{}", to_text(representation), name), config});
        all.back().reference = plain;
    };
    const auto add_each = [&]<class Kind>(Kind Config::*field) {
        for (const Kind& op : operators_for<Kind>(representation)) {
            add(fmt::format("{}/{}", to_text(Kind::kind), label_of(op)), [&](Config& config) { config.*field = op; });
        }
    };
    const auto add_each_mixed = [&]<class Kind>(Mix<Kind> Config::*field, evodoku::Share rate) {
        for (const Kind& op : operators_for<Kind>(representation)) {
            add(fmt::format("{}/{}", to_text(Kind::kind), label_of(op)),
                [&](Config& config) { config.*field = at_rate(op, rate); });
        }
    };
    all.push_back({fmt::format("variant/{}/plain", to_text(representation)), plain});
    add_each(&Config::cost);
    add_each(&Config::selection);
    add_each_mixed(&Config::crossover, percent(80));
    add_each_mixed(&Config::mutation, percent(30));
    add_each(&Config::replacement);
    add("immigrants=5%", [](Config& config) { config.immigrants = {percent(5), true}; });
    add("pairs", [](Config& config) { config.paired_children = true; });
    add("parents=different", [](Config& config) { config.different = true; });
    add("variation=either", [](Config& config) { config.either = true; });
    add("tries=2", [](Config& config) { config.brood_size = 2; });
    add("duplicates=reject", [](Config& config) { config.distinct = true; });
    add("duplicates=reject,seen",
        [&](Config& config) { config.distinct = true, config.duplicate_memory = 10 * population; });
}

}  // namespace

const std::vector<std::string>& works() {
    static const std::vector<std::string> all = {"puzzles",         "score",     "generations", "phases",
                                                 "metropolis-swap", "heat-bath", "rank",        "start",
                                                 "generate",        "operators", "variants"};
    return all;
}

std::vector<std::uint32_t> parse_populations(std::string_view text, std::uint32_t min_population) {
    const auto refuse = [&](const char* what) {
        throw SettingError(
            fmt::format("--axis: '{}': {}; allowed: N, a list N,N or a range LOW:HIGH:xFACTOR, from {} to {}, "
                        "as in 4k:4M:x4",
                        text, what, min_population, max_individuals));
    };
    const auto population = [&](std::string_view part) {
        const std::optional<std::uint64_t> number = parse_count(part);
        if (!number) refuse("not a number");
        if (*number < min_population || *number > max_individuals) refuse("out of range");
        return static_cast<std::uint32_t>(*number);
    };
    std::vector<std::uint32_t> all;
    if (text.find(':') == std::string_view::npos) {
        for (const std::string& part : split(text, ',')) {
            const std::uint32_t size = population(part);
            if (std::ranges::count(all, size) == 0) all.push_back(size);
        }
        return all;
    }
    const std::vector<std::string> parts = split(text, ':');
    if (parts.size() != 3 || !parts[2].starts_with('x')) refuse("not a range");
    const std::uint32_t low = population(parts[0]), high = population(parts[1]);
    const std::uint64_t factor = parse_count(parts[2].substr(1)).value_or(0);
    if (factor < 2) refuse("the factor is not a whole number from 2");
    if (low > high) refuse("the range runs downwards");
    for (std::uint64_t size = low; size < high; size *= factor) all.push_back(static_cast<std::uint32_t>(size));
    all.push_back(high);
    return all;
}

std::vector<Setup> setups(std::uint32_t population, const std::vector<std::string>& only) {
    const auto wanted = [&](const char* work) { return std::ranges::count(only, work) != 0; };
    std::vector<Setup> all;
    if (only.empty() || wanted("score") || wanted("generations") || wanted("phases") || wanted("rank"))
        all.push_back({"plain", plain(population)});
    if (only.empty() || wanted("metropolis-swap")) {
        all.push_back(local_search(population, "metropolis-swap", "trials", 20,
                                   "metropolis-swap:rate=1,trials=20,shift=2,directed=1"));
    }
    if (only.empty() || wanted("heat-bath")) {
        all.push_back(local_search(population, "heat-bath", "redraws", 16,
                                   "heat-bath:rate=1,redraws=16,shift=3,pick=least-recent"));
    }
    if (wanted("operators")) add_operators(all, population);
    if (!wanted("variants")) return all;
    for (const Boards representation : {box_board, cell_board}) add_variants(all, population, representation);
    return all;
}

}  // namespace evodoku::bench
