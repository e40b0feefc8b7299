// One file after the other; all have the order of the plan.
#include "planned_input.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "output.hpp"
#include "puzzle_input.hpp"

namespace evodoku::app {
namespace {

using namespace evodoku::experiment;

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

io::RecognisedOrder recognise_planned(const PuzzleFile& file, const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return {};  // a pipe is read once
    return with_location(file, [&] { return io::recognised_order(*open_once({InputSource::Kind::file, path})); });
}

std::vector<PlannedPuzzle> read_planned(const Plan& plan) {
    std::vector<PlannedPuzzle> puzzles;
    std::size_t bad = 0;
    for (const PuzzleFile& file : plan.puzzles) {
        const std::string path = beside(plan.source, file.name);
        auto input = with_location(file, [&] { return PuzzleInput({{InputSource::Kind::file, path}}, plan.order); });
        for (const std::string& error : input.bad().named()) say(error);
        if (const std::string others = input.bad().others("evodoku check " + path); !others.empty()) say(others);
        bad += input.bad().count();
        if (bad != 0) continue;
        std::vector<PlannedPuzzle> all;
        for (io::Job job; input.next(job);) all.push_back({job.grid, std::string(job.source), job.line});
        add_chosen(puzzles, file, all);
    }
    if (bad != 0) puzzles.clear();
    return puzzles;
}

}  // namespace evodoku::app
