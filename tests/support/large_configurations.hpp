// Configurations of larger boards that every executor must evolve to the same bytes, and the digest of their answers.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "core/bits.hpp"
#include "engine/text.hpp"
#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "logic/generator.hpp"
#include "support/digest.hpp"

namespace evodoku::test {

struct LargeConfiguration {
    std::string name;
    Config config;
    PresolveLevel presolve = PresolveLevel::full;
};
inline void PrintTo(const LargeConfiguration& named, std::ostream* out) { *out << named.name; }

/// For gtest.
struct LargeTestName {
    std::string operator()(const auto& each) const {
        std::string name = each.param.name;
        for (char& letter : name) letter = letter == ' ' || letter == '-' ? '_' : letter;
        return name;
    }
};

/// The default for each order, and one that has everything that does not depend on the layout.
inline std::vector<LargeConfiguration> large_configurations() {
    std::vector<LargeConfiguration> all;
    for (const int order : {2, 4, 5, 6, 7}) {
        Config config = large_config(order);
        config.mutation = "assignment:redraws=20";
        config.generations = 12;
        const std::string name = to_text(config.representation);
        all.push_back({name, config});
        config.population = 24, config.islands = 3, config.migrate_every = 4, config.sync_every = 2;
        config.migrants = 2, config.elite = {1, false}, config.immigrants = {1, false}, config.restart_after = 3;
        config.selection = "tournament:size=2";
        config.crossover = {{"uniform:rate=0.8"}, {"one-point"}, {"band-stack"}};
        config.mutation = {{"assignment:redraws=10"}, {"swap"}, {"metropolis-swap"}, {"hill-climb-swap"}};
        config.distinct = true;
        all.push_back({name + " with everything", config, PresolveLevel::givens});
    }
    return all;
}

inline PuzzleJob job_of(const LargeConfiguration& named, std::uint32_t index) {
    const int order = order_of(named.config.representation);
    return {logic::generate_puzzle({order, percent(45), logic::Holes::random, 1, index}).puzzle, named.presolve, index,
            42};
}

inline std::vector<Outcome> evolve(Backend& backend, const LargeConfiguration& named, std::uint32_t puzzles = 3) {
    for (std::uint32_t index = 0; index < puzzles; ++index) backend.submit(job_of(named, index));
    std::vector<Outcome> answers;
    while (backend.busy()) {
        for (Outcome& answer : backend.advance_epoch()) answers.push_back(std::move(answer));
    }
    return answers;
}

/// One number for all the answers: as digest(), and the effort also where it is 0.
inline std::uint64_t large_digest(const std::vector<Outcome>& answers) {
    std::uint64_t sum = 0;
    for (const Outcome& outcome : answers) {
        const Outcome answer = evolved(outcome) ? outcome : Outcome();
        for (const std::uint64_t part :
             {answer.fingerprint, std::uint64_t{answer.cost}, std::uint64_t{answer.generations}, answer.evaluations,
              std::uint64_t{answer.restarts}, std::uint64_t{answer.status == Status::solved}, answer.effort.trials,
              answer.effort.redraws}) {
            sum = mix(sum ^ part);
        }
        if (!evolved(answer)) continue;  // it has no board
        for (const std::uint8_t digit : answer.board.cells()) sum = mix(sum ^ digit);
    }
    return sum;
}

}  // namespace evodoku::test
