// The configurations that every executor must evolve to the same bytes: by name, for parity and golden tests.
#pragma once

#include <cctype>
#include <ostream>
#include <string>
#include <vector>

#include "evodoku/engine/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "support/puzzles.hpp"

namespace evodoku::test {

struct NamedConfiguration {
    std::string name;
    Config config;
    std::uint32_t puzzle_slots = 1;
    std::size_t puzzles = 1;  ///< how many of `batch_puzzles()`
    PresolveLevel presolve = PresolveLevel::none;
};

inline void PrintTo(const NamedConfiguration& named, std::ostream* out) { *out << named.name; }

/// Small enough to evolve in milliseconds, and too small to solve the hard puzzles at once.
inline Config small_config() {
    Config config = plain_config();
    config.population = 600;
    config.generations = 25;
    config.stall = 0;
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
    add("epoch of one", [](Config& c) { c.epoch = 1; });
    add("epoch of seven", [](Config& c) { c.epoch = 7; });
    add("islands", [](Config& c) { c.islands = 6, c.migrate_every = 10, c.migrants = 3; });
    add("many small islands",
        [](Config& c) { c.population = 1'500, c.islands = 100, c.migrate_every = 5, c.epoch = 5, c.migrants = 2; });
    add("islands that send nobody", [](Config& c) { c.islands = 3, c.migrants = 0; });
    add("islands of all migrants", [](Config& c) {
        c.population = 40, c.islands = 4, c.migrants = 10, c.elite = {0, false}, c.migrate_every = 10;
    });
    add("restarts", [](Config& c) { c.stall = 2, c.population = 40; });
    add("restarts on islands", [](Config& c) { c.stall = 2, c.population = 90, c.islands = 3, c.migrate_every = 10; });
    add("immigrants", [](Config& c) { c.immigrants = {percent(10), true}, c.elite = {7, false}; });
    add("all immigrants", [](Config& c) { c.immigrants = {600, false}, c.elite = {0, false}; });
    add("all elite", [](Config& c) { c.elite = {600, false}; });
    add("no elite", [](Config& c) { c.elite = {0, false}; });
    add("no variation", [](Config& c) { c.crossover.clear(), c.mutation.clear(); });
    add("mixes", [](Config& c) {
        c.crossover = {{UniformBox{}, 3}, {OnePointBox{}, 1}};
        c.mutation = {{Swap{.rate = percent(20), .most = 1}, 1}, {Swap{.rate = percent(90), .most = 9}, 2}};
    });
    add("extreme knobs", [](Config& c) {
        c.selection = Tournament{.size = 64};
        c.crossover = {{UniformBox{.rate = whole}}};
        c.mutation = {{Swap{.rate = whole, .most = 100}}};
    });
    add(
        "batch in three slots", [](Config& c) { c.population = 100; }, 3, 7);
    add(
        "batch of islands", [](Config& c) { c.population = 120, c.islands = 4, c.migrate_every = 10; }, 2, 5);

    Config by_default;
    by_default.generations = 60;
    all.push_back({"default", by_default, 3, 7, PresolveLevel::givens});
    all.push_back({"default, full presolve", by_default, 2, 7, PresolveLevel::full});
    by_default.islands = 4, by_default.migrate_every = 10;
    all.push_back({"default on islands", by_default, 2, 7, PresolveLevel::none});

    // Each operator by itself, with its default knobs.
    for_each_operator<Selection>(
        [&](auto op) { add(std::string("selection ") + op.name, [&](Config& c) { c.selection = op; }); });
    for_each_operator<Cost>([&](auto op) { add(std::string("cost ") + op.name, [&](Config& c) { c.cost = op; }); });
    for_each_operator<Crossover>(
        [&](auto op) { add(std::string("crossover ") + op.name, [&](Config& c) { c.crossover = {{op}}; }); });
    for_each_operator<Mutation>(
        [&](auto op) { add(std::string("mutation ") + op.name, [&](Config& c) { c.mutation = {{op}}; }); });
    for_each_operator<Initialisation>(
        [&](auto op) { add(std::string("initialisation ") + op.name, [&](Config& c) { c.initialisation = op; }); });
    return all;
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

/// Evolves the configuration's puzzles on a backend made for it; answers by place.
inline std::vector<Answer> evolve(Backend& backend, const NamedConfiguration& named, std::uint64_t seed = 42) {
    const std::vector<Grid> grids = batch_puzzles();
    for (std::uint32_t place = 0; place < named.puzzles; ++place) {
        backend.submit({grids[place], named.presolve, place, seed});
    }
    std::vector<Answer> answers(named.puzzles);
    while (backend.busy()) {
        for (const Answer& answer : backend.advance_epoch()) answers[answer.place] = answer;
    }
    return answers;
}

/// One number for all the answers: boards, costs, counters and populations.
inline std::uint64_t digest(const std::vector<Answer>& answers) {
    std::uint64_t sum = 0;
    for (const Answer& answer : answers) {
        for (const std::uint64_t part :
             {answer.fingerprint, std::uint64_t{answer.cost}, std::uint64_t{answer.generations}, answer.evaluations,
              std::uint64_t{answer.restarts}, std::uint64_t{answer.solved}}) {
            sum = mix(sum ^ part);
        }
        // Only where there is any: so that the plain evolutions keep the numbers they have always had.
        for (const std::uint64_t part : {answer.effort.trials, answer.effort.redraws}) {
            if (part != 0) sum = mix(sum ^ part);
        }
        for (const std::uint8_t digit : answer.board.digit) sum = mix(sum ^ digit);
    }
    return sum;
}

}  // namespace evodoku::test
