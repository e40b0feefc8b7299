// Checks a configuration before anything runs.
#include "evodoku/engine/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "engine/chosen_operator.hpp"
#include "engine/needs.hpp"
#include "engine/text.hpp"

namespace evodoku {
namespace {

using Names = std::vector<std::string>;

/// `about`: the settings whose values do not go together.
template <class... Values>
void reject_if(bool wrong, const Names& about, fmt::format_string<Values...> text, Values&&... values) {
    if (wrong) throw SettingError(about, fmt::format(text, std::forward<Values>(values)...));
}

/// `about`: without any, `what` is the name of a setting.
void check(std::string_view what, std::uint64_t value, std::uint64_t lowest, std::uint64_t highest, Names about = {}) {
    if (about.empty()) about = {std::string(what)};
    reject_if(value < lowest || value > highest, about, "{} is {}; allowed: {}..{}", what, value, lowest, highest);
}

/// The reason why an operator does not work on the other representation.
std::string_view reason(OperatorKind kind, Boards representation) {
    if (is_large(representation)) return "it is written for 9 x 9 cells";
    const bool boxes = representation == box_board;
    if (kind == OperatorKind::cost) {
        return boxes ? "it reads single cells, and a box-board has whole boxes"
                     : "it assumes that each box holds each digit once, and a cell-board does not guarantee that";
    }
    return boxes ? "it writes any digit into any cell, and a box of a box-board holds each digit once"
                 : "it needs boxes that hold each digit once, and a cell-board does not guarantee that";
}

void check_supports(const AnyOperator& op, Boards representation) {
    const OperatorInfo& info = *op.info;
    for (std::size_t k = 0; k < info.parameter_count; ++k) check_value(info, k, op.values[k]);
    if ((info.form_of(op.values).boards & representation) != 0) return;
    const bool another_form_does = info.supports(representation);
    std::vector<std::string> suitable;
    for (const OperatorInfo& other : catalogue(info.kind)) {
        for (const OperatorForm& form : other.forms()) {
            const bool suits = (form.boards & representation) != 0 && (!another_form_does || other.id == info.id);
            if (suits) suitable.push_back(label_of({&other, form.defaults}));
        }
    }
    const std::string_view setting = to_text(info.kind), board = to_text(representation);
    const Names about = {std::string(setting), "representation"};
    reject_if(another_form_does, about, "{} '{}' does not support the representation {}; use {}", setting, label_of(op),
              board, fmt::join(suitable, ", "));
    reject_if(true, about, "{} '{}' does not support the representation {}: {}; those that do: {}", setting, info.name,
              board, reason(info.kind, representation), fmt::join(suitable, ", "));
}

void check_operators(const Config& config) {
    const Boards representation = config.representation;
    reject_if(kind_of(representation).flag != representation, {"representation"},
              "representation is not set; allowed: box-board, cell-board");
    for (const AnyOperator& op : operators_of(config)) {
        check_supports(op, representation);
        check(fmt::format("the weight of '{}'", op.info->name), op.weight, 1, 1000, {to_text(op.info->kind)});
    }
    check("operators in the crossover mix", config.crossover.size(), 0, max_in_mix, {"crossover"});
    check("operators in the mutation mix", config.mutation.size(), 0, max_in_mix, {"mutation"});
    // If givens are genes, the cost must count changed givens.
    const bool counts_duplicates = config.cost.is("duplicates");
    const bool counts_givens = counts_duplicates && config.cost.value("broken") != 0;
    reject_if(
        config.initialisation.info().genes == Genes::all_cells && !counts_givens, {"cost", "initialisation"},
        "cost '{}'{} does not count changed givens, and with initialisation 'all-cells' givens are genes; use the "
        "cost duplicates:broken=2",
        config.cost.info().name, counts_duplicates ? " with broken 0" : "");
    // Parameters of one operator that exclude each other.
    for (const auto& [op, weight] : config.mutation) {
        const auto check_pair = [&, &op = op](const char* low, const char* high) {
            reject_if(op.value(low) > op.value(high), {"mutation"},
                      "mutation {}: {} ({}) is above {} ({}); exchange them", op.info().name, low, op.value(low), high,
                      op.value(high));
        };
        if (op.info().needs.cooling) check_pair("end", "start");
        if (op.is("swap-cells")) check_pair("min-swaps", "max-swaps");
        if (op.is("assignment")) check_pair("coldest", "hottest");
    }
}

/// The sizes of islands that grow.
void check_growth(const Config& config, const Rules& rules) {
    const bool has_largest = config.max_population != 0;
    reject_if(has_largest && (config.max_population < config.population || config.max_population > max_individuals),
              {"largest", "population"}, "largest is {}; allowed: 0, or {}..{}, from the population up",
              config.max_population, config.population, max_individuals);
    reject_if(has_largest && config.max_population % config.islands != 0, {"largest", "islands"},
              "largest is {}, which {} islands do not share evenly; use a multiple of the islands",
              config.max_population, config.islands);
    reject_if(config.reserved() != config.population && !grows(config), {"largest", "stagnation", "restart-after"},
              "largest is {}, but no island grows; set stagnation to grow and restart-after above 0",
              config.max_population);
    reject_if(rules.min_crossed > rules.max_crossed, {"stagnation"},
              "stagnation grow: min-crossed ({}) is above max-crossed ({}); exchange them",
              share_to_text(rules.min_crossed), share_to_text(rules.max_crossed));
}

/// Where a generation needs an elite, for the setting `of` (`needs_elite` says why), an island that has stalled and
/// grown must keep one, too.
void check_elite_after_stall(const Config& config, const Rules& rules, const std::string& of,
                             std::string_view needs_elite) {
    const Share share = rules.grown_elite;
    const std::uint32_t size = config.island_size();
    const std::uint32_t min_size = share == 0 ? ~0u : 2 * (share_one + share) / (2 * share + 1);  // see share_of()
    const std::string remedy =
        share == 0 ? "set elite of stagnation grow above 0"
                   : fmt::format("use at least {} boards per island, or a larger elite of stagnation grow", min_size);
    reject_if(grows(config) && size < min_size && !rules.merges && rules.kept(size, 0) == 0,
              {of, "elite", "stagnation"},
              "{}, but after a stall an island of {} keeps none (stagnation grow, elite {} of its boards); {}",
              needs_elite, size, share_to_text(share), remedy);
}

/// Children whose parents are in the new population.
void check_waves(const Config& config, const Rules& rules) {
    const std::string_view name = config.selection.info().name;
    reject_if(rules.merges && (name == "elites-only" || name == "tournament-of-children"), {"selection", "replacement"},
              "selection '{}' is for elites that stay as they are, and with replacement {} they compete", name,
              config.replacement.info().name);
    if (rules.waves == 0) return;
    const std::uint32_t size = config.island_size();
    reject_if(rules.merges || rules.kept(size, config.elite.of(size)) == 0, {"selection", "elite", "replacement"},
              "selection '{}' breeds from elites; it takes an elite of 1 or more that stays as it is (replacement "
              "generational, replace-worst or ageing)",
              name);
    check_elite_after_stall(config, rules, "selection", fmt::format("selection '{}' breeds from elites", name));
    reject_if(config.brood_size != 1, {"tries", "selection"},
              "tries is {}, but selection '{}' makes each child once; allowed: 1", config.brood_size, name);
    reject_if(config.different, {"parents", "selection"},
              "parents is different, but selection '{}' takes any; allowed: any", name);
}

/// A schedule needs a generation that keeps the distribution of Boltzmann from one coldness to the next.
void check_schedule(const Config& config, const Rules& rules) {
    const bool resamples = config.selection.info().needs.schedule;
    const std::vector<std::uint32_t>& schedule = config.schedule;
    if (schedule.empty()) return;
    const std::string_view with = "with a schedule";
    reject_if(!resamples, {"selection"}, "selection is {}; allowed {}: boltzmann", config.selection.info().name, with);
    reject_if(schedule.size() > max_schedule, {"schedule", "generations"}, "schedule has {} generations; allowed: {}",
              schedule.size(), max_schedule);
    reject_if(schedule.front() == 0 || schedule.back() > max_coldness || !std::ranges::is_sorted(schedule),
              {"schedule"}, "schedule is not a list of numbers above 0 and up to 64, none below the one before");
    check("generations (those of the schedule)", config.generations, 0, schedule.size(), {"generations", "schedule"});
    for (const auto& [op, weight] : config.mutation) {
        reject_if(!op.info().needs.schedule, {"mutation"},
                  "mutation is {}; allowed {}: metropolis-swap:directed=0, heat-bath-cells", op.info().name, with);
        reject_if(op.is("metropolis-swap") && op.value("directed") != 0, {"mutation"},
                  "mutation metropolis-swap: directed is 1; allowed {}: 0", with);
    }
    reject_if(!config.cost.is("row-column") || !config.initialisation.is("random-boxes"), {"cost", "initialisation"},
              "cost and initialisation are {} and {}; allowed {}: row-column and random-boxes", config.cost.info().name,
              config.initialisation.info().name, with);
    const std::uint32_t size = config.island_size();
    reject_if(!config.crossover.empty(), {"crossover"}, "crossover is {}; allowed {}: none", to_text(config.crossover),
              with);
    const bool is_bred =
        config.elite.of(size) == 0 && config.immigrants.of(size) == 0 && (config.islands == 1 || config.migrants == 0);
    reject_if(!is_bred, {"elite", "immigrants", "migrants"},
              "elite, immigrants and migrants are {}, {} and {}; allowed {}: 0", config.elite.of(size),
              config.immigrants.of(size), config.migrants, with);
    const bool is_plain = !rules.merges && rules.kept(size, 0) == 0 && rules.end(size) == size && !rules.ages &&
                          config.restart_after == 0 && config.reserved() == config.population &&
                          !config.paired_children && !config.distinct && config.brood_size == 1;
    reject_if(!is_plain, {"replacement", "restart-after", "pairs", "duplicates", "tries", "schedule"},
              "replacement, restart-after, pairs, duplicates and tries must be generational, 0, off, keep and 1 {}",
              with);
}

/// Restarts need a stagnation to answer, and growth room, too. Checked last: other errors explain more.
void check_stagnation(const Config& config, const Rules& rules) {
    const bool stalls = config.restart_after != 0;
    reject_if(!rules.grows && !stalls && (rules.limit != 0 || rules.since_restart), {"stagnation", "restart-after"},
              "stagnation restart has parameters, but no island restarts: restart-after is 0; set it above 0");
    reject_if(rules.reheats && !stalls, {"stagnation", "restart-after"},
              "stagnation is reheat, but no island reheats: restart-after is 0; set it above 0");
    reject_if(rules.reheats && !cools(config), {"stagnation", "mutation"},
              "stagnation is reheat, but no mutation cools; use annealed-swap or annealed-heat-bath, or stagnation "
              "restart");
    reject_if(rules.grows && !stalls, {"stagnation", "restart-after"},
              "stagnation is grow, but no island grows: restart-after is 0; set it above 0");
    const std::uint32_t lowest = config.population + config.islands;
    const bool has_no_room = config.reserved() == config.population && lowest <= max_individuals;
    reject_if(rules.grows && rules.max_growth != 0 && has_no_room, {"stagnation", "largest"},
              "stagnation grow has no room: largest is {}; allowed: {}..{}, or grow with the parameter max-growth 0",
              config.max_population, lowest, max_individuals);
}

/// Elites, immigrants and migrants must fit into an island of `size`.
void check_room(const Config& config, const Rules& rules, std::uint32_t size, const CountOrShare& elite) {
    check("elite", elite.of(size), 0, size);
    check("immigrants", config.immigrants.of(size), 0, size);
    const std::uint32_t kept = rules.kept(size, elite.of(size)), end = rules.end(size);
    const std::uint32_t fresh = config.immigrants.of(size), migrants = config.islands > 1 ? config.migrants : 0;
    const std::uint64_t spoken_for = std::uint64_t{kept} + fresh + migrants;
    const bool are_elite = kept == elite.of(size) || rules.merges;
    const std::string_view keeper = are_elite ? "elite" : "the boards kept by replace-worst";
    reject_if(kept == end && config.restart_after == 0 && config.generations != 0,
              {are_elite ? "elite" : "replacement", "population"},
              "{} ({}) would be the whole island, without any child; use a larger population, or keep fewer", keeper,
              kept);
    const std::string room = rules.merges ? fmt::format("{} makes", config.replacement.info().name) : "an island has";
    const std::string others = config.islands > 1 ? fmt::format(", immigrants ({}) and migrants ({})", fresh, migrants)
                                                  : fmt::format(" and immigrants ({})", fresh);
    Names about = {are_elite ? "elite" : "replacement", "immigrants"};
    if (config.islands > 1) about.emplace_back("migrants");
    reject_if(spoken_for > end, about, "{} ({}){} are {} individuals together; {} {}", keeper, kept, others, spoken_for,
              room, end);
}

void check_duplicates(const Config& config, const Rules& rules) {
    reject_if(config.drops && !config.distinct, {"duplicates"}, "duplicates are kept and dropped at once");
    reject_if(config.drops && rules.elites_only, {"duplicates", "replacement"},
              "duplicates drop does not go with replacement elitist; set duplicates to reject or keep");
    reject_if(config.drops && !rules.merges && config.elite.of(config.island_size()) == 0, {"duplicates", "elite"},
              "duplicates drop: elite is 0, so that nothing may be left of a generation; it must be 1 or more");
    if (config.drops)
        check_elite_after_stall(config, rules, "duplicates", "duplicates drop needs an elite of 1 or more");
    if (config.duplicate_memory == 0) return;
    reject_if(!config.distinct, {"seen", "duplicates"}, "seen is {}, but duplicates are kept; set duplicates to reject",
              config.duplicate_memory);
    check("seen", config.duplicate_memory, config.reserved() / config.islands, 1'000'000'000);
}

}  // namespace

void validate(const Config& config) {
    for (const auto& [name, field, lowest, highest] : config_numbers) check(name, config.*field, lowest, highest);
    check("islands", config.islands, 1, config.population);
    reject_if(config.population % config.islands != 0, {"population", "islands"},
              "population is {}, which {} islands do not share evenly; nearest possible: {}", config.population,
              config.islands, config.population / config.islands * config.islands);
    if (config.islands > 1) check("migrants", config.migrants, 0, config.island_size());
    reject_if(config.islands > 1 && config.migrants > 0 && config.migrate_every % config.sync_every != 0,
              {"migrate-every", "sync-every"}, "migrate-every is {}; allowed: a multiple of sync-every, which is {}",
              config.migrate_every, config.sync_every);
    check_operators(config);
    const Rules rules = rules_of(config);
    reject_if(std::max({rules.made, rules.grown_elite, rules.min_crossed, rules.max_crossed}) > share_one,
              {"selection", "replacement", "stagnation"},
              "an operator of your own sets a share above 1; evodoku check-operator names it");
    check_growth(config, rules);
    const std::uint32_t largest = config.reserved() / config.islands;
    const CountOrShare grown_elite = Growth{.has_grown = grows(config)}.elite(rules, config.elite);
    for (const CountOrShare& elite : {config.elite, grown_elite}) {
        for (const std::uint32_t size : {config.island_size(), largest}) check_room(config, rules, size, elite);
    }
    check_duplicates(config, rules);
    check_waves(config, rules);
    check_schedule(config, rules);
    if (rules.must_beat) {  // elites that must each beat a child are marked in one word
        constexpr const char* with = ", with replacement elitist:ties=beaten,";
        check(std::string("elite") + with, config.elite.of(largest), 0, max_beaten, {"elite", "replacement"});
        check(std::string("elite of stagnation grow") + with, grown_elite.of(largest), 0, max_beaten,
              {"elite", "stagnation", "replacement"});
    }
    check_stagnation(config, rules);
}

}  // namespace evodoku
