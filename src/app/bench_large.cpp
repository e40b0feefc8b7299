// Larger boards for `evodoku bench`: those of a file or a seed.
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "bench.hpp"
#include "commands.hpp"
#include "engine/numbers.hpp"
#include "evodoku/logic/verifier.hpp"
#include "puzzle_input.hpp"

namespace evodoku::app {
namespace {

using LargeSet = bench::PuzzleSet;

std::string size_text(int order) { return fmt::format("{0}x{0}", order * order); }

LargeSet read_set(const std::string& file, int order) {
    LargeSet set{fmt::format("{}-{}", size_text(order), std::filesystem::path(file).filename().string()), {}};
    visit_puzzles({input_source(file)}, order,
                  {[&](const io::Job& job) {
                       if (const auto conflict = logic::first_conflict(job.grid)) {
                           throw io::ParseError(job.source, job.line, "",
                                                fmt::format("givens conflict: {}", logic::describe(*conflict)));
                       }
                       set.puzzles.push_back(job.grid);
                   },
                   [](const io::ParseError& error) { throw error; }});
    return set;
}

LargeSet generated_set(const BenchSettings& settings) {
    const std::optional<Share> filled = parse_share(settings.filled);
    if (!filled) {
        throw UsageError(fmt::format("--filled: '{}' is not a share from 0 to 1; write 45% or 0.45", settings.filled));
    }
    const bool is_random = settings.holes == logic::Holes::random;
    LargeSet set{fmt::format("{}-{}-{}", size_text(settings.order), settings.filled, is_random ? "random" : "balanced"),
                 {}};
    for (std::uint32_t index = 0; index < settings.count; ++index) {
        set.puzzles.push_back(
            logic::generate_puzzle({settings.order, *filled, settings.holes, settings.seed, index}).puzzle);
    }
    return set;
}

}  // namespace

std::optional<LargeSet> large_set(const BenchSettings& settings) {
    if (settings.order == 3) return std::nullopt;
    return settings.puzzles.empty() ? generated_set(settings) : read_set(settings.puzzles, settings.order);
}

}  // namespace evodoku::app
