// The answers of an evolution as one number, as tests/golden/fingerprints.txt pins it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/bits.hpp"
#include "evodoku/backend/backend.hpp"

namespace evodoku::test {

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
              std::uint64_t{answer.restarts}, std::uint64_t{answer.status == Status::solved}}) {
            sum = mix(sum ^ part);
        }
        // For 9 x 9 only where there is any: so that the plain evolutions keep the numbers they have always had.
        for (const std::uint64_t part : {answer.effort.trials, answer.effort.redraws}) {
            if (is_large || part != 0) sum = mix(sum ^ part);
        }
        if (is_large && !evolved(answer)) continue;
        for (const std::uint8_t digit : answer.board.cells()) sum = mix(sum ^ digit);
    }
    return sum;
}

}  // namespace evodoku::test
