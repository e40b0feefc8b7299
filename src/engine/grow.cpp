// Checks and defaults of growing islands.
#include "engine/grow.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/needs.hpp"
#include "engine/numbers.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {

bool grows(const Config& config) { return stagnation_rule(config).grows && config.restart_after != 0; }

std::optional<Amount> grown_elite(const Config& config) {
    return grows(config) ? std::optional(Amount{stagnation_rule(config).growth.elite, true}) : std::nullopt;
}

std::uint32_t largest_for_all_stalls(const Config& config) {
    const std::uint64_t stalls = config.generations / config.restart_after + 1;
    const std::uint64_t growth =
        std::min<std::uint64_t>(stalls * stagnation_rule(config).growth.max_growth, max_individuals) * config.islands;
    const std::uint64_t room =
        std::min({config.population + growth, std::uint64_t{config.population} * 10, std::uint64_t{max_individuals}});
    const std::uint64_t largest = std::max<std::uint64_t>(config.largest, room);
    return static_cast<std::uint32_t>(largest / config.islands * config.islands);
}

void check_growth(const Config& config) {
    if (config.largest != 0) {
        if (config.largest < config.population || config.largest > max_individuals) {
            throw SettingError(fmt::format("largest is {}; allowed: 0, or {}..{}, from the population up",
                                           config.largest, config.population, max_individuals));
        }
        if (config.largest % config.islands != 0) {
            throw SettingError(
                fmt::format("largest is {}, which {} islands do not share evenly; use a multiple of the islands",
                            config.largest, config.islands));
        }
    }
    const StagnationRule rule = stagnation_rule(config);
    if (config.reserved() != config.population && !grows(config)) {
        throw SettingError(fmt::format(
            "largest is {}, but no island grows; set stagnation to grow and restart-after above 0", config.largest));
    }
    if (rule.grows && rule.growth.min_crossed > rule.growth.max_crossed) {
        throw SettingError(fmt::format("stagnation grow: min-crossed ({}) is above max-crossed ({}); exchange them",
                                       share_to_text(rule.growth.min_crossed), share_to_text(rule.growth.max_crossed)));
    }
}

void check_room_to_grow(const Config& config) {
    const StagnationRule rule = stagnation_rule(config);
    if (rule.grows && config.restart_after == 0) {
        throw SettingError("stagnation is grow, but no island grows: restart-after is 0; set it above 0");
    }
    if (rule.grows && rule.growth.max_growth != 0 && config.reserved() == config.population &&
        config.population + config.islands <= max_individuals) {
        throw SettingError(fmt::format(
            "stagnation grow has no room: largest is {}; allowed: {}..{}, or grow with the parameter max-growth 0",
            config.largest, config.population + config.islands, max_individuals));
    }
}

void check_elite_after_stall(const Config& config, std::string_view needs_elite) {
    if (!grows(config)) return;
    const Share share = stagnation_rule(config).growth.elite;
    const std::uint32_t size = config.island_size(), min_size = share == 0 ? ~0u : (whole + share - 1) / share;
    const ReplacementRule rule = replacement_rule(config);
    if (size >= min_size || rule.merges || rule.kept(size, 0) != 0) return;
    const std::string remedy =
        share == 0 ? "set elite of stagnation grow above 0"
                   : fmt::format("use at least {} boards per island, or a larger elite of stagnation grow", min_size);
    throw SettingError(
        fmt::format("{}, but after a stall an island of {} keeps none (stagnation grow, elite {} of its boards); {}",
                    needs_elite, size, share_to_text(share), remedy));
}

}  // namespace evodoku
