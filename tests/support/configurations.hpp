// The configurations that every executor must evolve to the same bytes: by name, for parity and golden tests.
#pragma once

#include <algorithm>
#include <cctype>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/text.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "logic/generator.hpp"
#include "settings/config_file.hpp"
#include "settings/search_settings.hpp"
#include "support/digest.hpp"
#include "support/puzzles.hpp"

namespace evodoku::test {

struct NamedConfiguration {
    std::string name;
    Config config;
    std::uint32_t puzzle_slots = 1;
    std::size_t puzzles = 1;
    PresolveLevel presolve = PresolveLevel::none;
};

inline void PrintTo(const NamedConfiguration& named, std::ostream* out) { *out << named.name; }

/// Small enough to evolve in milliseconds, and too small to solve the hard puzzles at once.
inline Config small_config() {
    Config config = plain_config();
    config.population = 600;
    config.generations = 25;
    config.restart_after = 0;
    return config;
}

/// A configuration as small, on boards of single cells, with that representation's own operators.
inline Config small_cell_config() {
    Config config = small_config();
    config.representation = cell_board;
    config.initialisation = default_for<Initialisation>(cell_board);
    config.cost = default_for<Cost>(cell_board);
    config.crossover = {{default_for<Crossover>(cell_board)}};
    config.mutation = {{default_for<Mutation>(cell_board)}};
    return config;
}

inline std::vector<NamedConfiguration> configurations() {
    std::vector<NamedConfiguration> all;
    const auto add = [&](const std::string& name, auto change, std::uint32_t slots = 1, std::size_t puzzles = 1) {
        Config config = small_config();
        change(config);
        all.push_back({name, config, slots, puzzles, PresolveLevel::none});
    };
    add("plain", [](Config&) {});
    add("odd population", [](Config& c) { c.population = 997; });
    add("one individual", [](Config& c) { c.population = 1; });
    add("two individuals", [](Config& c) { c.population = 2, c.elite = {1, false}; });
    add("larger than a chunk", [](Config& c) { c.population = 20'011, c.generations = 12; });
    add("sync-every 1", [](Config& c) { c.sync_every = 1; });
    add("sync-every 7", [](Config& c) { c.sync_every = 7; });
    add("islands", [](Config& c) { c.islands = 6, c.migrate_every = 10, c.migrants = 3; });
    add("many small islands", [](Config& c) {
        c.population = 1'500, c.islands = 100, c.migrate_every = 5, c.sync_every = 5, c.migrants = 2;
    });
    add("islands without migrants", [](Config& c) { c.islands = 3, c.migrants = 0; });
    add("islands of all migrants", [](Config& c) {
        c.population = 40, c.islands = 4, c.migrants = 10, c.elite = {0, false}, c.migrate_every = 10;
    });
    add("restarts", [](Config& c) { c.restart_after = 2, c.population = 40; });
    add("restarts on islands",
        [](Config& c) { c.restart_after = 2, c.population = 90, c.islands = 3, c.migrate_every = 10; });
    add("immigrants", [](Config& c) { c.immigrants = {percent(10), true}, c.elite = {7, false}; });
    add("all immigrants", [](Config& c) { c.immigrants = {600, false}, c.elite = {0, false}; });
    add("all elite but one", [](Config& c) { c.elite = {599, false}; });
    add("no elite", [](Config& c) { c.elite = {0, false}; });
    add("no variation", [](Config& c) { c.crossover.clear(), c.mutation.clear(); });
    add("mixes", [](Config& c) {
        c.crossover = {{"uniform", 3}, {"one-point", 1}};
        c.mutation = {{"swap:rate=0.2,max-swaps=1", 1}, {"swap:rate=0.9,max-swaps=9", 2}};
    });
    add("extreme parameters", [](Config& c) {
        c.selection = "tournament:size=64";
        c.crossover = "uniform:rate=1";
        c.mutation = "swap:rate=1,max-swaps=100";
    });
    add(
        "batch in three slots", [](Config& c) { c.population = 100; }, 3, 7);
    add(
        "batch of islands", [](Config& c) { c.population = 120, c.islands = 4, c.migrate_every = 10; }, 2, 5);

    Config by_default;
    by_default.generations = 60;
    all.push_back({"default", by_default, 3, 7, PresolveLevel::givens});
    all.push_back({"default, full presolve", by_default, 2, 7, PresolveLevel::full});
    all.push_back({"default, single pass", by_default, 3, 7, PresolveLevel::single_pass});
    by_default.islands = 4, by_default.migrate_every = 10;
    all.push_back({"default on islands", by_default, 2, 7, PresolveLevel::none});
    Config varied;
    varied.generations = 40, varied.crossover = {{"band-stack"}, {"k-segment"}};
    varied.paired_children = true, varied.brood_size = 3, varied.distinct = true, varied.duplicate_memory = 500;
    all.push_back({"default in pairs, three tries, no duplicates", varied, 2, 3, PresolveLevel::none});
    varied.paired_children = false, varied.brood_size = 1, varied.replacement = "plus", varied.restart_after = 3;
    all.push_back({"default with plus, restarts", varied, 2, 3, PresolveLevel::none});

    add("wheels on islands",
        [](Config& c) { c.selection = "roulette:window=1,power=2", c.islands = 5, c.migrate_every = 10; });
    add(
        "wheels in a batch",
        [](Config& c) { c.selection = "roulette", c.population = 90, c.islands = 2, c.migrate_every = 10; }, 2, 5);
    add("neighbours in pairs", [](Config& c) { c.selection = "neighbours", c.paired_children = true; });
    add("pairs", [](Config& c) { c.paired_children = true, c.population = 601, c.crossover = "one-point"; });
    add("building blocks in pairs", [](Config& c) { c.paired_children = true, c.crossover = "building-blocks"; });
    add("either", [](Config& c) { c.either = true, c.mutation = "swap:rate=1,max-swaps=1"; });
    add("parents that differ", [](Config& c) {
        c.different = true, c.population = 60, c.elite = {3, false}, c.selection = "mating-pool";
    });
    add("parents that differ, in pairs", [](Config& c) {
        c.different = true, c.paired_children = true, c.population = 61, c.selection = "always-best";
    });
    add("three tries", [](Config& c) { c.brood_size = 3; });
    add("four tries, pairs, mixes", [](Config& c) {
        c.brood_size = 4, c.paired_children = true, c.immigrants = {50, false};
        c.crossover = {{"k-segment", 1}, {"building-blocks", 2}};
        c.mutation = {{"swap-each-box", 1}, {"guarded-swap:rate=1", 1}};
    });
    add("replace-worst", [](Config& c) { c.replacement = "replace-worst:replaced=0.3", c.immigrants = {5, false}; });
    add("plus", [](Config& c) { c.replacement = "plus"; });
    add("plus, half as many offspring, parents first", [](Config& c) {
        c.replacement = "plus:offspring=0.5,ties=0", c.immigrants = {5, false};
    });
    add("plus on islands, with restarts", [](Config& c) {
        c.replacement = "plus:offspring=0.7";
        c.islands = 4, c.migrate_every = 10, c.restart_after = 3;
    });
    add("distinct", [](Config& c) { c.distinct = true; });
    add("distinct without variation", [](Config& c) { c.distinct = true, c.crossover.clear(), c.mutation.clear(); });
    add("distinct, plus", [](Config& c) { c.distinct = true, c.replacement = "plus"; });
    add("distinct, three tries", [](Config& c) { c.distinct = true, c.brood_size = 3; });
    add(
        "distinct islands in a batch",
        [](Config& c) {
            c.distinct = true, c.population = 120, c.islands = 4, c.migrate_every = 10, c.restart_after = 3,
            c.duplicate_memory = 40;
        },
        2, 5);
    add("seen before", [](Config& c) { c.distinct = true, c.duplicate_memory = 1'500; });
    add("larger than a chunk, seen before",
        [](Config& c) { c.population = 20'011, c.generations = 6, c.distinct = true, c.duplicate_memory = 50'000; });
    add("elite learning on islands", [](Config& c) {
        c.population = 120, c.islands = 4, c.migrate_every = 10, c.elite = {6, false}, c.immigrants = {4, false};
        c.restart_after = 12, c.replacement = "elite-learning", c.selection = "tournament-of-children";
    });
    add("restarts limited",
        [](Config& c) { c.restart_after = 2, c.population = 40, c.stagnation = "restart:limit=2"; });
    add(
        "restarts limited, on islands",
        [](Config& c) {
            c.population = 120, c.islands = 4, c.migrate_every = 10, c.migrants = 3, c.generations = 200;
            c.restart_after = 3,
            c.stagnation = "restart:limit=2";  // one after the other ends, and still sends migrants
        },
        2, 7);
    add("restarts whatever is found", [](Config& c) { c.restart_after = 6, c.stagnation = "restart:limit=3,since=1"; });
    add("growth", [](Config& c) {
        c.restart_after = 1, c.population = 200, c.max_population = 450, c.stagnation = "grow:max-growth=60",
        c.either = true;
        c.mutation = "swap:rate=1,max-swaps=6";
    });
    add(
        "growth in a batch",
        [](Config& c) {
            c.restart_after = 2, c.population = 40, c.max_population = 400, c.stagnation = "grow:max-growth=100";
            c.selection = "uniform";
        },
        3, 7);
    add("growth on islands, distinct, seen before", [](Config& c) {
        c.restart_after = 1, c.population = 60, c.max_population = 120, c.islands = 3, c.migrate_every = 10,
        c.migrants = 2;
        c.stagnation = "grow:max-growth=9", c.distinct = true, c.duplicate_memory = 90,
        c.immigrants = {percent(5), true};
    });
    add("growth, plus, wheel", [](Config& c) {
        c.restart_after = 1, c.population = 60, c.max_population = 90, c.stagnation = "grow:max-growth=9",
        c.replacement = "plus";
        c.selection = "roulette";
    });

    add("reheats on islands", [](Config& c) {
        c.restart_after = 2, c.stagnation = "reheat", c.islands = 3, c.migrate_every = 10;
        c.mutation = {{"annealed-swap:rate=0.5,cooling=0.7", 1}, {"annealed-heat-bath:redraws=1,cooling=0.8", 1}};
    });
    add("elitist, parents first", [](Config& c) { c.replacement = "elitist:ties=parents", c.elite = {40, false}; });
    add("elitist, beaten, on islands with restarts", [](Config& c) {
        c.replacement = "elitist:ties=beaten", c.elite = {9, false}, c.islands = 4, c.migrate_every = 10,
        c.restart_after = 3;
    });
    add("elitist, no duplicates", [](Config& c) { c.replacement = "elitist", c.distinct = true; });
    add("ageing, five elites", [](Config& c) { c.replacement = "ageing", c.elite = {5, false}, c.population = 60; });
    add("waves in pairs on islands, immigrants", [](Config& c) {
        c.selection = "filling-pool:waves=5", c.paired_children = true, c.population = 603, c.islands = 3,
        c.migrate_every = 10;
        c.immigrants = {7, false};
    });
    add("duplicates dropped", [](Config& c) { c.distinct = c.drops = true, c.duplicate_memory = 1'500; });
    add("duplicates dropped, plus on islands",
        [](Config& c) { c.distinct = c.drops = true, c.replacement = "plus", c.islands = 3, c.migrate_every = 10; });
    add("growth in every stalled generation, dropped, in waves", [](Config& c) {
        c.restart_after = 2, c.population = 100, c.max_population = 900, c.stagnation = "grow:max-growth=60,every=1",
        c.either = true;
        c.mutation = "swap:rate=1,max-swaps=6", c.distinct = c.drops = true, c.duplicate_memory = 5'000,
        c.selection = "filling-pool";
    });

    const auto add_cells = [&](const std::string& name, auto change, std::size_t puzzles = 1) {
        const Config config = small_cell_config();
        add(
            "cell-board " + name, [&](Config& c) { c = config, change(c); }, 1, puzzles);
    };
    add_cells("larger than a chunk", [](Config& c) { c.population = 5'011, c.generations = 12; });
    add_cells(
        "batch of every kind of puzzle", [](Config& c) { c.population = 200; }, 7);
    add_cells("givens as genes, in pairs", [](Config& c) {
        c.initialisation = "all-cells", c.cost = "duplicates", c.paired_children = true;
        c.crossover = "one-point:rate=1,segment=cell", c.mutation = "swap-each", c.selection = "always-best";
    });
    add_cells("distinct, seen before, growing", [](Config& c) {
        c.distinct = true, c.duplicate_memory = 2'000, c.restart_after = 2, c.max_population = 900,
        c.stagnation = "grow:max-growth=99";
        c.either = true, c.crossover = {{"one-point:min-second=2,segment=row"}, {"exchange:segment=row"}};
        c.mutation = "fresh-row:rate=1", c.cost = "units";
    });
    add_cells("parents that differ",
              [](Config& c) { c.different = true, c.population = 50, c.selection = "truncation:share=0.1"; });
    add_cells("product, plus", [](Config& c) { c.cost = "product", c.replacement = "plus"; });

    // Each operator by itself, each form of it, with its default parameters, on each representation that it supports.
    const auto add_each = [&]<class Kind>(void (*choose)(Config&, const Kind&)) {
        const auto add_on = [&](Representations representation, const auto& add_to) {
            for (const Kind& op : operators_for<Kind>(representation)) {
                add_to(std::string(to_text(Kind::kind)) + " " + label_of(op), [&](Config& c) { choose(c, op); });
            }
        };
        add_on(box_board, add);
        add_on(cell_board, add_cells);
    };
    add_each(+[](Config& c, const Selection& op) { c.selection = op; });
    add_each(+[](Config& c, const Cost& op) { c.cost = op; });
    add_each(+[](Config& c, const Crossover& op) { c.crossover = {{op}}; });
    add_each(+[](Config& c, const Mutation& op) { c.mutation = {{op}}; });
    add_each(+[](Config& c, const Initialisation& op) { c.initialisation = op; });
    add_each(+[](Config& c, const Replacement& op) { c.replacement = op; });
    add_each(+[](Config& c, const Stagnation& op) {
        c.stagnation = op, c.restart_after = 2;
        if (op.is("grow")) c.max_population = 900;
        if (op.is("reheat")) c.mutation = "annealed-swap:cooling=0.5";
    });

    // The default for each larger board, and one with everything that does not depend on the layout.
    for (const int order : {2, 4, 5, 6, 7}) {
        Config config = large_config(order);
        config.mutation = "assignment:redraws=20";
        config.generations = 12;
        const std::string name = to_text(config.representation);
        all.push_back({name, config, 2, 3, PresolveLevel::full});
        config.population = 24, config.islands = 3, config.migrate_every = 4, config.sync_every = 2;
        config.migrants = 2, config.elite = {1, false}, config.immigrants = {1, false}, config.restart_after = 3;
        config.selection = "tournament:size=2";
        config.crossover = {{"uniform:rate=0.8"}, {"one-point"}, {"band-stack"}};
        config.mutation = {{"assignment:redraws=10"}, {"swap"}, {"metropolis-swap"}, {"hill-climb-swap"}};
        config.distinct = true;
        all.push_back({name + " with everything", config, 2, 3, PresolveLevel::givens});
    }

    // Each preset, with its own population but where that takes long.
    for (const Preset& preset : presets()) {
        SearchSettings settings;
        assign(settings, search_settings(), settings_of(preset));
        settings.config.population = std::min(settings.config.population, 5'000u);
        settings.config.generations = 12;
        all.push_back({"preset " + std::string(preset.name), settings.config, 1, 1, settings.presolve});
    }
    return all;
}

inline NamedConfiguration configuration(const std::string& name) {
    for (const NamedConfiguration& named : configurations()) {
        if (named.name == name) return named;
    }
    throw std::invalid_argument("no configuration is called " + name);
}

/// Puzzles of 9 x 9 are those of batch_puzzles(), over and over.
inline PuzzleJob job_of(const NamedConfiguration& named, std::uint32_t index, std::uint64_t seed = 42) {
    const int order = order_of(named.config.representation);
    const std::vector<Grid> grids = batch_puzzles();
    const Grid grid = order == 3 ? grids[index % grids.size()]
                                 : logic::generate_puzzle({order, percent(45), logic::Holes::random, 1, index}).puzzle;
    return {grid, named.presolve, index, seed};
}

/// The name as GoogleTest wants it.
struct TestName {
    template <class Parameter>
    std::string operator()(const Parameter& parameter) const {
        std::string name = parameter.param.name;
        for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
        return name;
    }
};

/// Evolves the configuration's puzzles on a backend made for it; answers as they end.
inline std::vector<Outcome> evolve_to_ends(Backend& backend, const NamedConfiguration& named, std::uint64_t seed = 42) {
    for (std::uint32_t index = 0; index < named.puzzles; ++index) backend.submit(job_of(named, index, seed));
    std::vector<Outcome> answers;
    while (backend.busy()) std::ranges::move(backend.advance_epoch(), std::back_inserter(answers));
    return answers;
}

/// Answers by puzzle_index.
inline std::vector<Outcome> evolve(Backend& backend, const NamedConfiguration& named, std::uint64_t seed = 42) {
    std::vector<Outcome> answers = evolve_to_ends(backend, named, seed);
    std::ranges::sort(answers, {}, &Outcome::puzzle_index);
    return answers;
}

}  // namespace evodoku::test
