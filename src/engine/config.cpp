// Checks a configuration before anything runs.
#include "evodoku/engine/config.hpp"

#include <fmt/format.h>

#include "evodoku/engine/numbers.hpp"

namespace evodoku {
namespace {

void check(std::string_view setting, std::uint64_t value, std::uint64_t lowest, std::uint64_t highest) {
    if (value >= lowest && value <= highest) return;
    throw SettingError(fmt::format("{} is {}; allowed: {}..{}", setting, value, lowest, highest));
}

}  // namespace

void validate(const Config& config) {
    constexpr std::uint32_t most_generations = 1'000'000'000;
    check("population", config.population, 1, most_individuals);
    check("islands", config.islands, 1, config.population);
    if (config.population % config.islands != 0) {
        const std::uint32_t fits = config.population / config.islands * config.islands;
        throw SettingError(
            fmt::format("population is {}, which {} islands do not share evenly; nearest that they do: {}",
                        config.population, config.islands, fits));
    }
    check("generations", config.generations, 0, most_generations);
    check("epoch", config.epoch, 1, 1'000'000);
    check("stall", config.stall, 0, most_generations);
    const std::uint32_t size = config.deme_size();
    const std::uint32_t migrants = config.islands > 1 ? config.migrants : 0;
    if (config.islands > 1) {
        check("migrate-every", config.migrate_every, 1, most_generations);
        check("migrants", config.migrants, 0, size);
        if (migrants > 0 && config.migrate_every % config.epoch != 0) {
            throw SettingError(fmt::format("migrate-every is {}; allowed: a multiple of the epoch, {} generations",
                                           config.migrate_every, config.epoch));
        }
    }
    for (const auto& [name, amount] : {std::pair{"elite", config.elite}, std::pair{"immigrants", config.immigrants}}) {
        check(name, amount.of(size), 0, size);
    }
    const std::uint64_t spoken_for = std::uint64_t{config.elite.of(size)} + config.immigrants.of(size) + migrants;
    if (spoken_for > size) {
        throw SettingError(
            fmt::format("elite ({}), immigrants ({}) and migrants ({}) are {} individuals together; a deme has {}",
                        config.elite.of(size), config.immigrants.of(size), migrants, spoken_for, size));
    }
    check("operators in the crossover mix", config.crossover.size(), 0, most_in_mix);
    check("operators in the mutation mix", config.mutation.size(), 0, most_in_mix);
}

}  // namespace evodoku
