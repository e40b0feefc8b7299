// The measured configurations: the plain genetic algorithm, local searches and operators alone.
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

/// Every individual is mutated (or crossed) in every generation; no other operator acts.
Setup single(std::uint32_t population, const std::string& name, const char* phase) {
    Setup setup{name, plain(population), phase};
    setup.config.elite = {0, false};
    setup.config.selection = "uniform";
    setup.config.crossover.clear();
    setup.config.mutation.clear();
    return setup;
}

}  // namespace

std::vector<std::uint32_t> parse_populations(std::string_view text) {
    constexpr std::uint32_t min_population = 16;  // fewer would have only an elite
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
    const std::vector<std::string> parts = split(text, ':');
    if (parts.size() == 1) {
        for (const std::string& part : split(text, ','))
            if (std::ranges::count(all, population(part)) == 0) all.push_back(population(part));
        return all;
    }
    if (parts.size() != 3 || !parts[2].starts_with('x')) refuse("not a range");
    const std::uint32_t low = population(parts[0]), high = population(parts[1]);
    const std::uint64_t factor = parse_count(parts[2].substr(1)).value_or(0);
    if (factor < 2) refuse("the factor is not a whole number from 2");
    if (low > high) refuse("the range runs downwards");
    for (std::uint32_t size = low;; size *= static_cast<std::uint32_t>(factor)) {
        all.push_back(size);
        if (size > (high - 1) / factor) break;  // the next one is `high`, or above it
    }
    if (all.back() != high) all.push_back(high);
    return all;
}

std::vector<Setup> setups(std::uint32_t population, const Options& options) {
    std::vector<Setup> all;
    const auto of_plain = {"score", "generations", "phases", "rank"};
    const auto count = std::ranges::count_if(of_plain, [&](auto& work) { return options.wants(work); });
    if (count != 0)
        all.push_back({.name = "plain", .config = plain(population), .figures = static_cast<double>(count)});
    const auto add_search = [&](const char* name, const char* unit, std::uint32_t steps, const char* mutation) {
        if (!options.wants(name)) return;
        Setup& setup = all.emplace_back(single(population, name, "mutate"));
        setup.unit = unit, setup.steps_per_child = steps;
        setup.config.mutation = mutation;
    };
    add_search("metropolis-swap", "trials", 20, "metropolis-swap:rate=1,trials=20,shift=2,directed=1");
    add_search("heat-bath", "redraws", 16, "heat-bath:rate=1,redraws=16,shift=3,pick=least-recent");
    const auto add_each = [&]<class Kind>(const char* phase, Mix<Kind> Config::*mix) {
        for (Kind op : operators_for<Kind>(box_board)) {
            all.push_back(single(population, fmt::format("{}/{}", to_text(Kind::kind), label_of(op)), phase));
            op.set("rate", share_one);
            all.back().config.*mix = {{op}};
        }
    };
    if (options.wants("operators")) add_each("cross", &Config::crossover), add_each("mutate", &Config::mutation);
    return all;
}

}  // namespace evodoku::bench
