// Checks a configuration before anything runs.
#include "evodoku/engine/config.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/operator_text.hpp"

namespace evodoku {
namespace {

void check(std::string_view setting, std::uint64_t value, std::uint64_t lowest, std::uint64_t highest) {
    if (value >= lowest && value <= highest) return;
    throw SettingError(fmt::format("{} is {}; allowed: {}..{}", setting, value, lowest, highest));
}

/// Why an operator of the other representation can't be used on this one.
template <class Kind>
std::string_view reason(Representations representation) {
    const bool boxes = representation == suits_box_board;
    if constexpr (std::is_same_v<Kind, Cost>) {
        return boxes
                   ? "it reads single cells; a box-board holds whole boxes"
                   : "it takes for granted that each box holds each digit once; on a cell-board that is to be counted";
    } else {
        return boxes ? "it puts any digit into any cell; a box of a box-board holds each digit once"
                     : "it wants boxes in which each digit stands once; no unit of a cell-board holds that";
    }
}

template <class Kind>
void check_suits(std::string_view setting, const Kind& kind, Representations representation) {
    std::visit(
        [&]<class Operator>(const Operator& op) {
            if (does_suit<Operator>(representation)) return;
            std::vector<std::string_view> others;
            for_each_operator<Kind>([&]<class Other>(const Other& other) {
                if (does_suit<Other>(representation)) others.push_back(other.name);
            });
            throw SettingError(fmt::format("{} '{}' does not suit the representation {}: {}{}{}", setting, op.name,
                                           to_text(representation), reason<Kind>(representation), those_that_do,
                                           fmt::join(others, ", ")));
        },
        kind);
}

void check_operators(const Config& config) {
    const Representations representation = config.representation;
    if (representation != suits_box_board && representation != suits_cell_board) {
        throw SettingError("representation is none; allowed: box-board, cell-board");
    }
    check_suits("initialisation", config.initialisation, representation);
    check_suits("cost", config.cost, representation);
    check_suits("selection", config.selection, representation);
    for (const auto& entry : config.crossover) check_suits("crossover", entry.op, representation);
    for (const auto& entry : config.mutation) check_suits("mutation", entry.op, representation);
    check("operators in the crossover mix", config.crossover.size(), 0, most_in_mix);
    check("operators in the mutation mix", config.mutation.size(), 0, most_in_mix);
}

/// What can't see a broken given must not be what decides about genes that are givens.
void check_givens(const Config& config) {
    const Genes genes = std::visit([](const auto& op) { return op.genes; }, config.initialisation);
    const Duplicates* duplicates = std::get_if<Duplicates>(&config.cost);
    if (genes != Genes::all_cells || (duplicates != nullptr && duplicates->broken != 0)) return;
    const char* cost = std::visit([](const auto& op) { return op.name; }, config.cost);
    throw SettingError(fmt::format(
        "cost '{}'{} does not see broken givens, and with initialisation 'all-cells' they are genes; what sees them: "
        "duplicates:broken=2",
        cost, duplicates != nullptr ? " with broken 0" : ""));
}

/// Knobs of one operator that must agree.
void check_knobs(const Config& config) {
    for (const auto& entry : config.mutation) {
        const SwapCells* swap = std::get_if<SwapCells>(&entry.op);
        if (swap == nullptr || swap->least <= swap->most) continue;
        throw SettingError(fmt::format("mutation swap-cells: least ({}) is above most ({})", swap->least, swap->most));
    }
}

/// An answer to stagnation must have a stall to answer, and room if it grows.
void check_stagnation(const Config& config) {
    const Restart* restart = std::get_if<Restart>(&config.stagnation);
    if (restart != nullptr && config.stall == 0 && (restart->limit != 0 || restart->since != 0)) {
        throw SettingError("stagnation restart has knobs set, but nothing restarts: stall is 0; it must be above that");
    }
    const Grow* grow = std::get_if<Grow>(&config.stagnation);
    if (grow != nullptr && config.stall == 0) {
        throw SettingError("stagnation is grow, but nothing grows: stall is 0; it must be above that");
    }
    if (grow != nullptr && grow->most != 0 && config.reserved() == config.population &&
        config.population + config.islands <= most_individuals) {
        throw SettingError(
            fmt::format("stagnation grow has no room: largest is {}; allowed: {}..{}, or grow with the knob most 0",
                        config.largest, config.population + config.islands, most_individuals));
    }
}

void check_growth(const Config& config) {
    if (config.largest != 0) {
        if (config.largest < config.population || config.largest > most_individuals) {
            throw SettingError(fmt::format("largest is {}; allowed: 0, or {}..{}, from the population up",
                                           config.largest, config.population, most_individuals));
        }
        if (config.largest % config.islands != 0) {
            throw SettingError(
                fmt::format("largest is {}, which {} islands do not share evenly", config.largest, config.islands));
        }
    }
    const Grow* grow = std::get_if<Grow>(&config.stagnation);
    if (config.reserved() != config.population && (grow == nullptr || config.stall == 0)) {
        throw SettingError(fmt::format(
            "largest is {}, but nothing grows: that takes stagnation grow and a stall above 0", config.largest));
    }
    if (grow != nullptr && grow->crossed_low > grow->crossed_high) {
        throw SettingError(fmt::format("stagnation grow: crossed-low ({}) is above crossed-high ({})",
                                       share_to_text(grow->crossed_low), share_to_text(grow->crossed_high)));
    }
}

/// Every slot that is spoken for must be there, whatever size the deme has grown to.
void check_room(const Config& config) {
    const ReplacementRule rule = std::visit([](const auto& op) { return op.rule(); }, config.replacement);
    const std::uint32_t migrants = config.islands > 1 ? config.migrants : 0;
    const auto check_at = [&](std::uint32_t size, const Amount& elite) {
        for (const auto& [name, amount] : {std::pair{"elite", elite}, std::pair{"immigrants", config.immigrants}}) {
            check(name, amount.of(size), 0, size);
        }
        const std::uint32_t kept = rule.kept(size, elite.of(size)), end = rule.end(size);
        const std::uint32_t fresh = config.immigrants.of(size);
        const std::uint64_t spoken_for = std::uint64_t{kept} + fresh + migrants;
        const std::string_view keeper = kept == elite.of(size) || rule.merges ? "elite" : "those kept by worst-end";
        if (kept == end && config.stall == 0 && config.generations != 0) {
            throw SettingError(fmt::format(
                "{} ({}) would be the whole deme, and no child ever made; it takes a larger population, or fewer kept",
                keeper, kept));
        }
        if (spoken_for <= end) return;
        const std::string_view room = rule.merges ? "best-of-both makes" : "a deme has";
        const std::string others = config.islands > 1
                                       ? fmt::format(", immigrants ({}) and migrants ({})", fresh, migrants)
                                       : fmt::format(" and immigrants ({})", fresh);
        throw SettingError(
            fmt::format("{} ({}){} are {} individuals together; {} {}", keeper, kept, others, spoken_for, room, end));
    };
    const std::uint32_t largest = config.reserved() / config.islands;
    check_at(config.deme_size(), config.elite);
    check_at(largest, config.elite);
    if (const Grow* grow = std::get_if<Grow>(&config.stagnation); grow != nullptr && config.stall != 0) {
        check_at(config.deme_size(), {grow->kept, true});
        check_at(largest, {grow->kept, true});
    }
}

void check_duplicates(const Config& config) {
    check("children", config.children, 1, most_tries);
    if (config.seen == 0) return;
    if (!config.distinct)
        throw SettingError(fmt::format("seen is {}, but duplicates are kept; it takes duplicates reject", config.seen));
    check("seen", config.seen, config.reserved() / config.islands, 1'000'000'000);
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
    if (config.islands > 1) {
        check("migrate-every", config.migrate_every, 1, most_generations);
        check("migrants", config.migrants, 0, size);
        if (config.migrants > 0 && config.migrate_every % config.epoch != 0) {
            throw SettingError(fmt::format("migrate-every is {}; allowed: a multiple of the epoch, which is {}",
                                           config.migrate_every, config.epoch));
        }
    }
    check_operators(config);
    check_givens(config);
    check_knobs(config);
    check_growth(config);
    check_room(config);
    check_duplicates(config);
    check_stagnation(config);
}

}  // namespace evodoku
