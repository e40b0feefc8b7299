// Settings that were not given, derived from those that were.
#include <algorithm>

#include "engine/grow.hpp"
#include "engine/needs.hpp"
#include "settings/search_settings.hpp"

namespace evodoku {
namespace {

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

/// Switches off unnamed settings without an effect: an action on stagnation without a stall, reheats without a mutation
/// that cools, room without growth, remembered boards without deduplication.
void fit_idle(Config& config, const std::set<std::string>& named) {
    const bool idle = config.restart_after == 0 || (stagnation_rule(config).reheats && !cools(config));
    if (idle && !named.contains("stagnation")) config.stagnation = "restart";
    if (!grows(config) && !named.contains("largest")) config.largest = 0;
    if (!config.distinct && !named.contains("seen")) config.seen = 0;
}

/// A preset's share for the elite is at least one board where a generation can't do without.
void fit_elite(Config& config, const std::set<std::string>& named) {
    const bool needed = config.drops || config.selection.info().needs.waves;
    const bool is_share = config.elite.is_share && config.elite.value != 0;
    if (!needed || !is_share || named.contains("elite")) return;
    if (config.elite.of(config.island_size()) == 0) config.elite = {1, false};
}

/// A preset's room for growth is for its own population; a larger population gets more. As many boards are remembered
/// as there may then be.
void fit_growth(Config& config, const std::set<std::string>& named) {
    if (grows(config) && !named.contains("largest") && config.largest != 0) {
        config.largest = largest_for_all_stalls(config);
    }
    if (!named.contains("seen") && config.seen != 0) {
        config.seen = std::max(config.seen, config.reserved() / config.islands);
    }
}

}  // namespace

void fit(SearchSettings& settings, const std::set<std::string>& named) {
    Config& config = settings.config;
    fit_operators(config, named);
    // The preset's own value is different.
    if (!named.contains("population") && config.population == default_config(config.representation).population) {
        config.population = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::uint64_t{config.population} * config.islands, max_individuals));
    }
    if (config.islands > 1 && !named.contains("sync-every")) {
        while (config.migrate_every % config.sync_every != 0) --config.sync_every;
    }
    fit_idle(config, named);
    fit_elite(config, named);
    fit_growth(config, named);
    if (!named.contains("migrants")) config.migrants = std::min(config.migrants, config.island_size() / 4);
}

}  // namespace evodoku
