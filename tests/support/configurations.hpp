// The configurations that every executor must evolve to the same bytes: by name, for parity and golden tests; and their
// answers as one number, as tests/golden/fingerprints.txt pins it.
#pragma once

#include <algorithm>
#include <cctype>
#include <iterator>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "core/bits.hpp"
#include "engine/text.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "logic/generator.hpp"
#include "settings/search_settings.hpp"
#include "support/puzzles.hpp"

namespace evodoku::test {

struct NamedConfiguration {
    std::string name;
    Config config;
    std::uint32_t puzzle_slots = 1;
    std::size_t puzzles = 1;
    PresolveLevel presolve = PresolveLevel::none;
    bool of_one_operator = false;  ///< differs from another by an operator alone
};

inline void PrintTo(const NamedConfiguration& named, std::ostream* out) { *out << named.name; }

/// The configuration with these settings, NAME=VALUE separated by spaces.
inline Config with_settings(const Config& config, const std::string& settings) {
    SearchSettings changed{config, PresolveLevel::none};
    std::istringstream words(settings);
    for (std::string word; words >> word;) {
        const std::size_t end = word.find('=');
        assign(changed, search_settings(), {{word.substr(0, end), word.substr(end + 1), "test"}});
    }
    return changed.config;
}

/// Small enough to evolve in milliseconds, and too small to solve the hard puzzles at once.
inline Config small_config(const std::string& settings = "") {
    return with_settings(plain_config(), "population=600 generations=25 restart-after=0 " + settings);
}

/// A configuration as small, on boards of single cells, with that representation's own operators.
inline Config small_cell_config(const std::string& settings = "") {
    Config config = small_config();
    config.representation = cell_board;
    config.initialisation = default_for<Initialisation>(cell_board);
    config.cost = default_for<Cost>(cell_board);
    config.crossover = {{default_for<Crossover>(cell_board)}};
    config.mutation = {{default_for<Mutation>(cell_board)}};
    return with_settings(config, settings);
}

inline std::vector<NamedConfiguration> configurations() {
    std::vector<NamedConfiguration> all;
    const auto add = [&](const std::string& name, const Config& config, std::uint32_t slots = 1,
                         std::size_t puzzles = 1) {
        all.push_back({name, config, slots, puzzles, PresolveLevel::none});
    };
    add("plain", small_config());
    add("odd population", small_config("population=997"));
    add("one individual", small_config("population=1"));
    add("two individuals", small_config("population=2 elite=1"));
    add("larger than a chunk", small_config("population=20011 generations=12"));
    add("sync-every 1", small_config("sync-every=1"));
    add("sync-every 7", small_config("sync-every=7"));
    add("islands", small_config("islands=6 migrate-every=10 migrants=3"));
    add("many small islands", small_config("population=1500 islands=100 migrate-every=5 sync-every=5 migrants=2"));
    add("islands without migrants", small_config("islands=3 migrants=0"));
    add("islands of all migrants", small_config("population=40 islands=4 migrants=10 elite=0 migrate-every=10"));
    add("restarts", small_config("restart-after=2 population=40"));
    add("restarts on islands", small_config("restart-after=2 population=90 islands=3 migrate-every=10"));
    add("immigrants", small_config("immigrants=10% elite=7"));
    add("all immigrants", small_config("immigrants=600 elite=0"));
    add("all elite but one", small_config("elite=599"));
    add("no elite", small_config("elite=0"));
    add("no variation", small_config("crossover=none mutation=none"));
    add("mixes",
        small_config(
            "crossover=uniform@3,one-point@1 mutation=swap@1:rate=0.2,max-swaps=1,swap@2:rate=0.9,max-swaps=9"));
    add("extreme parameters",
        small_config("selection=tournament:size=64 crossover=uniform:rate=1 mutation=swap:rate=1,max-swaps=100"));
    add("batch in three slots", small_config("population=100"), 3, 7);
    add("batch of islands", small_config("population=120 islands=4 migrate-every=10"), 2, 5);

    const Config by_default = with_settings({}, "generations=60");
    all.push_back({"default", by_default, 3, 7, PresolveLevel::givens});
    all.push_back({"default, full presolve", by_default, 2, 7, PresolveLevel::full});
    all.push_back({"default, single pass", by_default, 3, 7, PresolveLevel::single_pass});
    for (const std::string pick : {"conflict", "uniform"})
        add("default, pick=" + pick, with_settings(by_default, "mutation=heat-bath:pick=" + pick));
    add("default on islands", with_settings(by_default, "islands=4 migrate-every=10"), 2, 7);
    const Config varied = with_settings({}, "generations=40 crossover=band-stack,k-segment duplicates=reject seen=500");
    add("default in pairs, three tries, no duplicates", with_settings(varied, "pairs=on tries=3"), 2, 3);
    add("default with plus, restarts", with_settings(varied, "replacement=plus restart-after=3"), 2, 3);

    add("wheels on islands", small_config("selection=roulette:window=1,power=2 islands=5 migrate-every=10"));
    add("wheels in a batch", small_config("selection=roulette population=90 islands=2 migrate-every=10"), 2, 5);
    add("neighbours in pairs", small_config("selection=neighbours pairs=on"));
    add("pairs", small_config("pairs=on population=601 crossover=one-point"));
    add("building blocks in pairs", small_config("pairs=on crossover=building-blocks"));
    const Config guided =
        small_config("initialisation=random-alleles crossover=fitting-boxes mutation=min-conflicts-swap");
    all.push_back({"guided", guided, 1, 1, PresolveLevel::givens});
    all.push_back({"guided, restarts on islands in a batch",
                   with_settings(guided, "population=120 islands=4 migrate-every=10 restart-after=3"), 2, 5,
                   PresolveLevel::full});
    all.push_back({"guided in pairs, three tries", with_settings(guided, "pairs=on tries=3 duplicates=reject")});
    add("either", small_config("variation=either mutation=swap:rate=1,max-swaps=1"));
    add("parents that differ", small_config("parents=different population=60 elite=3 selection=mating-pool"));
    add("parents that differ, in pairs",
        small_config("parents=different pairs=on population=61 selection=always-best"));
    add("three tries", small_config("tries=3"));
    add("four tries, pairs, mixes",
        small_config("tries=4 pairs=on immigrants=50 crossover=k-segment@1,building-blocks@2 "
                     "mutation=swap-each-box@1,guarded-swap@1:rate=1"));
    add("replace-worst", small_config("replacement=replace-worst:replaced=0.3 immigrants=5"));
    add("plus", small_config("replacement=plus"));
    add("plus, half as many offspring, parents first",
        small_config("replacement=plus:offspring=0.5,ties=0 immigrants=5"));
    add("plus on islands, with restarts",
        small_config("replacement=plus:offspring=0.7 islands=4 migrate-every=10 restart-after=3"));
    add("distinct", small_config("duplicates=reject"));
    add("distinct without variation", small_config("duplicates=reject crossover=none mutation=none"));
    add("distinct, plus", small_config("duplicates=reject replacement=plus"));
    add("distinct, three tries", small_config("duplicates=reject tries=3"));
    add("distinct islands in a batch",
        small_config("duplicates=reject population=120 islands=4 migrate-every=10 restart-after=3 seen=40"), 2, 5);
    add("seen before", small_config("duplicates=reject seen=1500"));
    add("larger than a chunk, seen before",
        small_config("population=20011 generations=6 duplicates=reject seen=50000"));
    add("elite learning on islands",
        small_config("population=120 islands=4 migrate-every=10 elite=6 immigrants=4 restart-after=12 "
                     "replacement=elite-learning selection=tournament-of-children"));
    add("restarts limited", small_config("restart-after=2 population=40 stagnation=restart:limit=2"));
    // One island after the other ends, and still sends migrants.
    add("restarts limited, on islands",
        small_config("population=120 islands=4 migrate-every=10 migrants=3 generations=200 restart-after=3 "
                     "stagnation=restart:limit=2"),
        2, 7);
    add("evaluations limited, on islands", small_config("islands=3 migrate-every=10 max-evaluations=1000"));
    add("work limited, on islands", small_config("islands=3 migrate-every=10 sync-every=10 max-work=2000"), 2, 5);
    add("restarts whatever is found", small_config("restart-after=6 stagnation=restart:limit=3,since=1"));
    add("growth", small_config("restart-after=1 population=200 largest=450 stagnation=grow:max-growth=60 "
                               "variation=either mutation=swap:rate=1,max-swaps=6"));
    add("growth in a batch",
        small_config("restart-after=2 population=40 largest=400 stagnation=grow:max-growth=100 selection=uniform"), 3,
        7);
    add("growth on islands, distinct, seen before",
        small_config("restart-after=1 population=60 largest=120 islands=3 migrate-every=10 migrants=2 "
                     "stagnation=grow:max-growth=9 duplicates=reject seen=90 immigrants=5%"));
    add("growth, plus, wheel", small_config("restart-after=1 population=60 largest=90 stagnation=grow:max-growth=9 "
                                            "replacement=plus selection=roulette"));

    add("reheats on islands",
        small_config("restart-after=2 stagnation=reheat islands=3 migrate-every=10 "
                     "mutation=annealed-swap@1:rate=0.5,cooling=0.7,annealed-heat-bath@1:redraws=1,cooling=0.8"));
    add("elitist, parents first", small_config("replacement=elitist:ties=parents elite=40"));
    add("elitist, beaten, on islands with restarts",
        small_config("replacement=elitist:ties=beaten elite=9 islands=4 migrate-every=10 restart-after=3"));
    add("elitist, no duplicates", small_config("replacement=elitist duplicates=reject"));
    add("ageing, five elites", small_config("replacement=ageing elite=5 population=60"));
    add("waves in pairs on islands, immigrants",
        small_config("selection=filling-pool:waves=5 pairs=on population=603 islands=3 migrate-every=10 immigrants=7"));
    add("duplicates dropped", small_config("duplicates=drop seen=1500"));
    add("duplicates dropped, plus on islands",
        small_config("duplicates=drop replacement=plus islands=3 migrate-every=10"));
    add("growth in every stalled generation, dropped, in waves",
        small_config(
            "restart-after=2 population=100 largest=900 stagnation=grow:max-growth=60,every=1 variation=either "
            "mutation=swap:rate=1,max-swaps=6 duplicates=drop seen=5000 selection=filling-pool"));

    const std::string annealing = "elite=0 immigrants=0 migrants=0 crossover=none selection=boltzmann ";
    const std::string schedule = "schedule=0.2,0.5,1,1,2,4,64 generations=7 ";
    const std::string swaps = "mutation=metropolis-swap:rate=1,directed=0,trials=81 ";
    add("annealing", small_config(annealing + schedule + swaps + "sync-every=4"));
    add("annealing on islands, by cells, in a batch",
        small_config(annealing + schedule +
                     "islands=6 sync-every=1 mutation=heat-bath-cells:rate=1,trials=40,heat-bath-cells@2:cells=4"),
        2, 5);

    add("cell-board larger than a chunk", small_cell_config("population=5011 generations=12"));
    add("cell-board batch of every kind of puzzle", small_cell_config("population=200"), 1, 7);
    add("cell-board givens as genes, in pairs",
        small_cell_config("initialisation=all-cells cost=duplicates pairs=on crossover=one-point:rate=1,segment=cell "
                          "mutation=swap-each selection=always-best"));
    add("cell-board distinct, seen before, growing",
        small_cell_config(
            "duplicates=reject seen=2000 restart-after=2 largest=900 stagnation=grow:max-growth=99 variation=either "
            "crossover=one-point:min-second=2,segment=row,exchange:segment=row mutation=fresh-row:rate=1 cost=units"));
    add("cell-board parents that differ",
        small_cell_config("parents=different population=50 selection=truncation:share=0.1"));
    add("cell-board words that are not the defaults",
        small_cell_config(
            "initialisation=row-candidates:order=fewest mutation=sudoku@1:filter=shipped,"
            "fresh-row@1:order=fewest crossover=arithmetic@1:rounding=down,arithmetic@1:rounding=carried"));
    add("cell-board product, plus", small_cell_config("cost=product replacement=plus"));

    // Each operator by itself, each form of it, with its default parameters, on each representation that it supports.
    const auto add_each = [&]<class Kind>(void (*choose)(Config&, const Kind&)) {
        for (const bool boxes : {true, false}) {
            for (const Kind& op : operators_for<Kind>(boxes ? box_board : cell_board)) {
                Config config = boxes ? small_config() : small_cell_config();
                choose(config, op);
                add(std::string(boxes ? "" : "cell-board ") + to_text(Kind::kind) + " " + label_of(op), config);
                all.back().of_one_operator = true;
            }
        }
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
        const Config config = with_settings(large_config(order), "mutation=assignment:redraws=20 generations=12");
        const std::string name = to_text(config.representation);
        const auto presolve = [&](PresolveLevel level) {
            return order == 2 ? PresolveLevel::none : level;
        };  // it fills
        all.push_back({name, config, 2, 3, presolve(PresolveLevel::full)});
        const Config everything =
            with_settings(config,
                          "population=24 islands=3 migrate-every=4 sync-every=2 migrants=2 elite=1 immigrants=1 "
                          "restart-after=3 selection=tournament:size=2 crossover=uniform:rate=0.8,one-point,band-stack "
                          "duplicates=reject mutation=assignment:redraws=10,swap,metropolis-swap,hill-climb-swap");
        all.push_back({name + " with everything", everything, 2, 3, presolve(PresolveLevel::givens)});
        const Config annealed = with_settings(config, "population=24 islands=2 " + annealing + schedule + swaps);
        all.push_back({name + " annealing", annealed, 1, 2, presolve(PresolveLevel::givens)});
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
    for (const NamedConfiguration& named : configurations())
        if (named.name == name) return named;
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

/// False if logic settled the puzzle.
inline bool evolved(const Outcome& outcome) { return outcome.evaluations != 0; }

/// One number for all the answers: boards, costs, counters and populations.
inline std::uint64_t digest(const std::vector<Outcome>& answers) {
    std::uint64_t sum = 0;
    for (const Outcome& outcome : answers) {
        const Outcome answer = evolved(outcome) ? outcome : Outcome();  // logic leaves no population
        const bool is_large = outcome.board.order() != 3;
        for (const std::uint64_t part :
             {answer.fingerprint, std::uint64_t{answer.cost}, std::uint64_t{answer.generations}, answer.evaluations,
              std::uint64_t{answer.restarts}, std::uint64_t{answer.status == Status::solved}})
            sum = mix(sum ^ part);
        // For 9 x 9 only where there is any: so that the plain evolutions keep the numbers they have always had.
        for (const std::uint64_t part : {answer.effort.trials, answer.effort.redraws})
            if (is_large || part != 0) sum = mix(sum ^ part);
        if (is_large && !evolved(answer)) continue;
        for (const std::uint8_t digit : answer.board.cells()) sum = mix(sum ^ digit);
    }
    return sum;
}

}  // namespace evodoku::test
