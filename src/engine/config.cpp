// Checks a configuration before anything runs.
#include "evodoku/engine/config.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/needs.hpp"
#include "engine/numbers.hpp"
#include "engine/operator_text.hpp"

namespace evodoku {
namespace {

void check(std::string_view setting, std::uint64_t value, std::uint64_t lowest, std::uint64_t highest) {
    if (value >= lowest && value <= highest) return;
    throw SettingError(fmt::format("{} is {}; allowed: {}..{}", setting, value, lowest, highest));
}

/// The reason why an operator does not work on the other representation.
std::string_view reason(OperatorKind kind, Representations representation) {
    if (is_large(representation)) return "it is written for 9 x 9 cells";
    const bool boxes = representation == box_board;
    if (kind == OperatorKind::cost) {
        return boxes ? "it reads single cells, and a box-board has whole boxes"
                     : "it assumes that each box holds each digit once, and a cell-board does not guarantee that";
    }
    return boxes ? "it writes any digit into any cell, and a box of a box-board holds each digit once"
                 : "it needs boxes that hold each digit once, and a cell-board does not guarantee that";
}

template <OperatorKind kind>
void check_supports(std::string_view setting, const OperatorSpec<kind>& op, Representations representation) {
    if (op.supports(representation)) return;
    const auto labels = [&](const auto& holds) {
        std::vector<std::string> all;
        for (const OperatorSpec<kind>& other : operators_for<OperatorSpec<kind>>(representation)) {
            if (holds(other)) all.push_back(label_of(other));
        }
        return fmt::format("{}", fmt::join(all, ", "));
    };
    if (op.info().supports(representation)) {  // another form does
        throw SettingError(fmt::format("{} '{}' does not support the representation {}; use {}", setting, label_of(op),
                                       to_text(representation),
                                       labels([&](const auto& other) { return other.id == op.id; })));
    }
    throw SettingError(fmt::format("{} '{}' does not support the representation {}: {}{}{}", setting, op.info().name,
                                   to_text(representation), reason(kind, representation), those_that_do,
                                   labels([](const auto&) { return true; })));
}

void check_operators(const Config& config) {
    const Representations representation = config.representation;
    if (kind_of(representation).flag != representation) {
        throw SettingError("representation is not set; allowed: box-board, cell-board");
    }
    check_supports("initialisation", config.initialisation, representation);
    check_supports("cost", config.cost, representation);
    check_supports("selection", config.selection, representation);
    for (const auto& entry : config.crossover) check_supports("crossover", entry.op, representation);
    for (const auto& entry : config.mutation) check_supports("mutation", entry.op, representation);
    check("operators in the crossover mix", config.crossover.size(), 0, max_in_mix);
    check("operators in the mutation mix", config.mutation.size(), 0, max_in_mix);
}

/// If givens are genes, the cost must count changed givens.
void check_givens(const Config& config) {
    const bool counts_duplicates = config.cost.is("duplicates");
    if (config.initialisation.info().genes != Genes::all_cells) return;
    if (counts_duplicates && config.cost.value("broken") != 0) return;
    throw SettingError(fmt::format(
        "cost '{}'{} does not count changed givens, and with initialisation 'all-cells' givens are genes; use the cost "
        "duplicates:broken=2",
        config.cost.info().name, counts_duplicates ? " with broken 0" : ""));
}

/// Relations between parameters of one operator.
void check_parameters(const Config& config) {
    for (const auto& [op, weight] : config.mutation) {
        if (op.info().needs.cooling && op.value("start") < op.value("end")) {
            throw SettingError(fmt::format("mutation {}: start ({}) is below end ({}); temperatures fall",
                                           op.info().name, op.value("start"), op.value("end")));
        }
        if (!op.is("swap-cells") || op.value("min-swaps") <= op.value("max-swaps")) continue;
        throw SettingError(fmt::format("mutation swap-cells: min-swaps ({}) is above max-swaps ({}); exchange them",
                                       op.value("min-swaps"), op.value("max-swaps")));
    }
}

/// The sizes of islands that grow.
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
    const Rules rules = rules_of(config);
    if (config.reserved() != config.population && !grows(config)) {
        throw SettingError(fmt::format(
            "largest is {}, but no island grows; set stagnation to grow and restart-after above 0", config.largest));
    }
    if (rules.min_crossed > rules.max_crossed) {
        throw SettingError(fmt::format("stagnation grow: min-crossed ({}) is above max-crossed ({}); exchange them",
                                       share_to_text(rules.min_crossed), share_to_text(rules.max_crossed)));
    }
}

/// Checked last: other errors explain more.
void check_room_to_grow(const Config& config) {
    const Rules rules = rules_of(config);
    if (rules.grows && config.restart_after == 0) {
        throw SettingError("stagnation is grow, but no island grows: restart-after is 0; set it above 0");
    }
    if (rules.grows && rules.max_growth != 0 && config.reserved() == config.population &&
        config.population + config.islands <= max_individuals) {
        throw SettingError(fmt::format(
            "stagnation grow has no room: largest is {}; allowed: {}..{}, or grow with the parameter max-growth 0",
            config.largest, config.population + config.islands, max_individuals));
    }
}

/// Where a generation needs an elite (`needs_elite` says why), an island that has stalled and grown must keep one, too.
void check_elite_after_stall(const Config& config, std::string_view needs_elite) {
    if (!grows(config)) return;
    const Rules rules = rules_of(config);
    const Share share = rules.grown_elite;
    const std::uint32_t size = config.island_size(), min_size = share == 0 ? ~0u : (whole + share - 1) / share;
    if (size >= min_size || rules.merges || rules.kept(size, 0) != 0) return;
    const std::string remedy =
        share == 0 ? "set elite of stagnation grow above 0"
                   : fmt::format("use at least {} boards per island, or a larger elite of stagnation grow", min_size);
    throw SettingError(
        fmt::format("{}, but after a stall an island of {} keeps none (stagnation grow, elite {} of its boards); {}",
                    needs_elite, size, share_to_text(share), remedy));
}

/// Children whose parents are in the new population.
void check_waves(const Config& config) {
    if (rules_of(config).waves == 0) return;
    const std::string name(config.selection.info().name);
    const Rules rules = rules_of(config);
    const std::uint32_t size = config.island_size();
    if (rules.merges || rules.kept(size, config.elite.of(size)) == 0) {
        throw SettingError(
            fmt::format("selection '{}' breeds from elites; it takes an elite of 1 or more that stays as it is "
                        "(replacement generational, replace-worst or ageing)",
                        name));
    }
    check_elite_after_stall(config, fmt::format("selection '{}' breeds from elites", name));
    if (config.tries != 1) {
        throw SettingError(
            fmt::format("tries is {}, but selection '{}' makes each child once; allowed: 1", config.tries, name));
    }
    if (config.different) {
        throw SettingError(fmt::format("parents is different, but selection '{}' takes any; allowed: any", name));
    }
}

/// Elites that must each beat a child are marked in one word.
void check_elitist(const Config& config) {
    if (!rules_of(config).must_beat) return;
    check("elite, with replacement elitist:ties=beaten,", config.elite.of(config.reserved() / config.islands), 0,
          max_beaten);
    if (const auto elite = grown_elite(config)) {
        check("elite of stagnation grow, with replacement elitist:ties=beaten,",
              elite->of(config.reserved() / config.islands), 0, max_beaten);
    }
}

/// Restarts need a stagnation to answer.
void check_stagnation(const Config& config) {
    const Rules rules = rules_of(config);
    if (!rules.grows && config.restart_after == 0 && (rules.limit != 0 || rules.since_restart)) {
        throw SettingError(
            "stagnation restart has parameters, but no island restarts: restart-after is 0; set it above 0");
    }
    if (rules.reheats && config.restart_after == 0) {
        throw SettingError("stagnation is reheat, but no island reheats: restart-after is 0; set it above 0");
    }
    if (rules.reheats && !cools(config)) {
        throw SettingError(
            "stagnation is reheat, but no mutation cools; use annealed-swap or annealed-heat-bath, or stagnation "
            "restart");
    }
}

/// Elites, immigrants and migrants must fit at every size of the island.
void check_room(const Config& config) {
    const Rules rules = rules_of(config);
    const std::uint32_t migrants = config.islands > 1 ? config.migrants : 0;
    const auto check_at = [&](std::uint32_t size, const Amount& elite) {
        for (const auto& [name, amount] : {std::pair{"elite", elite}, std::pair{"immigrants", config.immigrants}}) {
            check(name, amount.of(size), 0, size);
        }
        const std::uint32_t kept = rules.kept(size, elite.of(size)), end = rules.end(size);
        const std::uint32_t fresh = config.immigrants.of(size);
        const std::uint64_t spoken_for = std::uint64_t{kept} + fresh + migrants;
        const std::string_view keeper =
            kept == elite.of(size) || rules.merges ? "elite" : "the boards kept by replace-worst";
        if (kept == end && config.restart_after == 0 && config.generations != 0) {
            throw SettingError(fmt::format(
                "{} ({}) would be the whole island, without any child; use a larger population, or keep fewer", keeper,
                kept));
        }
        if (spoken_for <= end) return;
        const std::string room =
            rules.merges ? fmt::format("{} makes", config.replacement.info().name) : "an island has";
        const std::string others = config.islands > 1
                                       ? fmt::format(", immigrants ({}) and migrants ({})", fresh, migrants)
                                       : fmt::format(" and immigrants ({})", fresh);
        throw SettingError(
            fmt::format("{} ({}){} are {} individuals together; {} {}", keeper, kept, others, spoken_for, room, end));
    };
    const std::uint32_t largest = config.reserved() / config.islands;
    check_at(config.island_size(), config.elite);
    check_at(largest, config.elite);
    if (const auto elite = grown_elite(config)) {
        check_at(config.island_size(), *elite);
        check_at(largest, *elite);
    }
}

void check_duplicates(const Config& config) {
    if (config.drops && !config.distinct) throw SettingError("duplicates are kept and dropped at once");
    if (config.drops && !rules_of(config).merges && config.elite.of(config.island_size()) == 0) {
        throw SettingError(
            "duplicates drop: elite is 0, so that nothing may be left of a generation; it must be 1 or more");
    }
    if (config.drops) check_elite_after_stall(config, "duplicates drop needs an elite of 1 or more");
    if (config.seen == 0) return;
    if (!config.distinct)
        throw SettingError(fmt::format("seen is {}, but duplicates are kept; set duplicates to reject", config.seen));
    check("seen", config.seen, config.reserved() / config.islands, 1'000'000'000);
}

}  // namespace

void require_boards(const Config& config, bool larger) {
    if (is_large(config.representation) == larger) return;
    const int size = order_of(config.representation) * order_of(config.representation);
    throw SettingError(fmt::format("representation is {0}, for boards of {1} x {1}; {2} wanted here",
                                   to_text(config.representation), size, larger ? "a larger one is" : "9 x 9 is"));
}

void validate(const Config& config) {
    for (const auto& [name, field, lowest, highest] : config_numbers) check(name, config.*field, lowest, highest);
    check("islands", config.islands, 1, config.population);
    if (config.population % config.islands != 0) {
        const std::uint32_t fits = config.population / config.islands * config.islands;
        throw SettingError(fmt::format("population is {}, which {} islands do not share evenly; nearest possible: {}",
                                       config.population, config.islands, fits));
    }
    const std::uint32_t size = config.island_size();
    if (config.islands > 1) {
        check("migrants", config.migrants, 0, size);
        if (config.migrants > 0 && config.migrate_every % config.sync_every != 0) {
            throw SettingError(fmt::format("migrate-every is {}; allowed: a multiple of sync-every, which is {}",
                                           config.migrate_every, config.sync_every));
        }
    }
    check_operators(config);
    check_givens(config);
    check_parameters(config);
    check_growth(config);
    check_room(config);
    check_duplicates(config);
    check_waves(config);
    check_elitist(config);
    check_stagnation(config);
    check_room_to_grow(config);
}

}  // namespace evodoku
