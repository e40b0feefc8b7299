#include "scoring/leaks.hpp"

#include <fmt/format.h>

#include "io/characters.hpp"
#include "settings/puzzle_settings.hpp"

namespace evodoku::scoring {

void Leaks::add_test(const io::ReadPuzzle& puzzle) { refuse_conflict(puzzle), tests_.add(puzzle.grid); }

void Leaks::look_for(const io::ReadPuzzle& training) {
    refuse_conflict(training);
    const auto [equal, symmetric] = tests_.find(training.grid);
    for (std::size_t* const line : {equal, symmetric})
        if (line != nullptr && *line == 0) *line = training.line;
}

Leaks::Leak Leaks::of(const Grid& test) {
    const auto [equal, symmetric] = tests_.find(test);
    if (*equal != 0) return ++equal_, Leak{"equal", *equal};
    if (*symmetric != 0) return ++symmetric_, Leak{"symmetric", *symmetric};
    return {"none"};
}

std::string Leaks::text(const std::string& training) const {
    return fmt::format("{} of {} in {}, and {} more up to symmetry", equal_, io::counted(tests_.count(), "puzzle"),
                       training, symmetric_);
}

}  // namespace evodoku::scoring
