// One file after the other; all have the order of the plan.
#include "planned_input.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "experiment/planned_puzzles.hpp"
#include "output.hpp"
#include "process.hpp"
#include "puzzle_input.hpp"

namespace evodoku::app {
namespace {

using namespace evodoku::experiment;

InputSource planned_source(const Plan& plan, const PuzzleFile& file) {
    return {InputSource::Kind::file, beside(plan.source, file.name)};
}

/// Calls `read` for a file of the plan; a failure says where the plan names it.
template <class Read>
auto with_location(const PuzzleFile& file, const Read& read) {
    try {
        return read();
    } catch (const InputOutputError& error) {
        throw InputOutputError(fmt::format("{}: {}", file.location, error.what()));
    }
}

}  // namespace

int order_of_plan(const Plan& plan) {
    return experiment::order_of_plan(plan, [](const PuzzleFile& file, const std::string& path) {
        return with_location(file, [&] { return recognised_order({InputSource::Kind::file, path}); });
    });
}

std::vector<PlannedPuzzle> read_planned(const Plan& plan) {
    std::vector<PlannedPuzzle> puzzles;
    std::size_t bad = 0;
    for (const PuzzleFile& file : plan.puzzles) {
        auto input = with_location(file, [&] { return PuzzleInput({planned_source(plan, file)}, plan.order); });
        for (const std::string& error : input.bad().named()) say(error);
        const std::string others = input.bad().others("evodoku check " + beside(plan.source, file.name));
        if (!others.empty()) say(others);
        bad += input.bad().count();
        if (bad != 0) continue;
        std::vector<PlannedPuzzle> all;
        for (InputPuzzle puzzle; input.next(puzzle);) {
            all.push_back({puzzle.grid, std::string(puzzle.source), puzzle.line});
        }
        add_chosen(puzzles, file, all);
    }
    if (bad != 0) puzzles.clear();
    return puzzles;
}

}  // namespace evodoku::app
