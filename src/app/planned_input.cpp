// One file after the other; all have the order of the plan.
#include "planned_input.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "experiment/planned_puzzles.hpp"
#include "large_input.hpp"
#include "output.hpp"
#include "process.hpp"
#include "puzzle_input.hpp"
#include "settings/config_file.hpp"

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

void refuse_other_order(const Plan& plan, const PuzzleFile& file, int order) {
    const InputSource source = planned_source(plan, file);
    const io::RecognisedOrder found = with_location(file, [&] { return recognised_order(source); });
    if (found.order == 3 || found.order == order) return;  // 3: it may be any
    throw ConfigFileError(
        fmt::format("{0}: {1}:{2}: a board of {3} x {3}, but the plan is of {4} x {4}; write a plan "
                    "for each size",
                    file.location, source.text, found.line, found.order * found.order, order * order));
}

template <class GridType>
std::vector<PlannedPuzzle> read_planned_of(const Plan& plan) {
    std::vector<PlannedPuzzle> puzzles;
    std::size_t bad = 0;
    for (const PuzzleFile& file : plan.puzzles) {
        auto input =
            with_location(file, [&] { return PuzzleInputOf<GridType>({planned_source(plan, file)}, plan.order); });
        for (const std::string& error : input.bad().named()) say(error);
        const std::string others = input.bad().others("evodoku check " + beside(plan.source, file.name));
        if (!others.empty()) say(others);
        bad += input.bad().count();
        if (bad != 0) continue;
        std::vector<PlannedPuzzle> all;
        for (InputPuzzleOf<GridType> puzzle; input.next(puzzle);) {
            all.push_back({puzzle.grid, std::string(puzzle.source), puzzle.line});
        }
        add_chosen(puzzles, file, all);
    }
    if (bad != 0) puzzles.clear();
    return puzzles;
}

}  // namespace

std::string beside(const std::string& plan, const std::string& file) {
    return (std::filesystem::path(plan).parent_path() / file).string();
}

int order_of_plan(const Plan& plan) {
    const PuzzleFile& first = plan.puzzles.front();
    const int order = with_location(first, [&] { return order_of_input({planned_source(plan, first)}, plan.order); });
    for (const PuzzleFile& file : plan.puzzles) refuse_other_order(plan, file, order);
    return order;
}

std::vector<PlannedPuzzle> read_planned(const Plan& plan) {
    return plan.order == 3 ? read_planned_of<Grid>(plan) : read_planned_of<LargeGrid>(plan);
}

}  // namespace evodoku::app
