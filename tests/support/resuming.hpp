// Evolutions that are saved and go on elsewhere, part by part.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>

#include "backend/records.hpp"
#include "support/configurations.hpp"

namespace evodoku::test {

using MakeMachine = std::function<std::shared_ptr<Backend>(int number, const NamedConfiguration& named)>;

/// By puzzle.
using States = std::map<std::uint32_t, std::string>;

inline States saved_by(const Backend& backend) {
    std::string bytes;
    backend.save(sink_to(bytes));
    const bool end = false;
    bytes.append(reinterpret_cast<const char*>(&end), sizeof end);
    const StateReader source = source_of(bytes);
    FieldReader fields(source);
    States states;
    while (fields.next<bool>()) {
        const auto puzzle_index = fields.next<std::uint32_t>();
        EXPECT_FALSE(states.contains(puzzle_index)) << "a puzzle is saved once";
        fields.text(states[puzzle_index], backend.longest_state());
    }
    return states;
}

/// Evolves the puzzles with an interruption after each `epochs` epochs and `generations` generations of the next. Part
/// k runs on machine(k, named).
inline std::vector<Outcome> evolve_in_parts(const NamedConfiguration& named, int epochs, std::uint32_t generations,
                                            const MakeMachine& machine) {
    std::map<std::uint32_t, Outcome> answers;
    States states;
    for (int part = 0; answers.size() < named.puzzles; ++part) {
        EXPECT_LT(part, 1000) << "it does not get on";
        if (part == 1000) break;
        const auto backend = machine(part, named);
        for (std::uint32_t puzzle_index = 0; puzzle_index < named.puzzles; ++puzzle_index) {
            if (answers.contains(puzzle_index)) continue;
            backend->resume({job_of(named, puzzle_index), states[puzzle_index]});
        }
        const auto take = [&](const std::vector<Outcome>& more) {
            for (const Outcome& answer : more)
                EXPECT_TRUE(answers.emplace(answer.puzzle_index, answer).second) << "two answers of one puzzle";
        };
        const int whole_epochs = epochs + (part % 5 == 4);  // one that is cut gives no answers
        for (int epoch = 0; epoch < whole_epochs && backend->busy(); ++epoch) take(backend->advance_epoch());
        if (generations != 0 && backend->busy()) {
            std::uint32_t made = 0;
            take(backend->advance_epoch([&] { return ++made < generations; }));
        }
        states = saved_by(*backend);
    }
    std::vector<Outcome> in_order;
    for (const auto& [puzzle_index, answer] : answers) in_order.push_back(answer);
    return in_order;
}

}  // namespace evodoku::test
