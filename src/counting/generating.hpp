// What the program and Python share of `evodoku generate` and `evodoku count`: puzzles, batches, options by name, and
// counts in words.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/text.hpp"
#include "evodoku/counting/count.hpp"
#include "logic/generator.hpp"
#include "settings/puzzle_settings.hpp"

namespace evodoku {

/// Returns a function that makes the puzzles of the settings one after another. It returns none after the last, and
/// where should_stop() is true. A puzzle that was not found is empty. Solved grids have no puzzle: all cells are clues.
/// Puzzle k is the same for any number of them. Requires a seed. Throws as GridSampler does, and SettingError for
/// settings that do not go together. `tell`: what there is to say about the device.
std::function<std::optional<logic::Digging>()> make_puzzles(const GenerateSettings& settings,
                                                            const std::function<bool()>& should_stop,
                                                            const std::function<void(const std::string&)>& tell);

/// What is known of the number of solutions, without the puzzle and the time.
void describe(auto& fields, const Count& count) {
    const CountEstimate& estimate = count.estimate;
    const CountPlan& plan = count.plan;
    const bool is_estimated = !count.exact && estimate.populations != 0, is_trusted = estimate.doubt.empty();
    fields("exact", count.exact, "The number, where logic or the exact solver found it.");
    fields("method", count.exact ? count.method : std::string(is_estimated ? "annealing" : "none"),
           "'logic', 'exact solver', 'annealing', or 'none' if it was stopped before.");
    fields.optional("log10", count.exact ? std::log10(static_cast<double>(*count.exact)) : estimate.log10, is_estimated,
                    "The logarithm of the number, exact or estimated; minus infinity for none.");
    fields.optional("relative_error", estimate.error, is_estimated,
                    "The relative standard error of the estimate; 0 for an exact number.");
    fields.part(is_estimated, [&](auto& each) {
        each.or_null("log10_low", estimate.log10_low, is_trusted, "The lower end of the interval; None in doubt.");
        each.or_null("log10_high", estimate.log10_high, is_trusted, "The upper end of the interval; None in doubt.");
        each.or_null("level", estimate.level / 100.0, is_trusted,
                     "The share of intervals that hold the number: 0.95; 0.94 where the error decides when to stop.");
        each.or_null("doubt", estimate.doubt, !is_trusted, "Why there is no interval; None if there is one.");
        each("values", estimate.log2_values, "Logarithms to base 2 of the estimates of the populations.");
        each("populations", estimate.populations, "Those that the estimate is from.");
        each("population", plan.config.population / plan.config.islands, "Boards of each population.");
        each("temperatures", plan.config.schedule.size(), "Steps of the schedule.");
        each("sweeps", plan.sweeps, "Changes proposed per free cell and temperature.");
        each("mutation", to_text(plan.config.mutation), "How boards change.");
        each("family", estimate.family, "Boards of the largest mean family of the populations.");
        each("seed", plan.seed, "The seed.");
        each("evaluations", count.evaluations, "Boards scored.");
        each("trials", count.effort.trials, "Changes tried.");
        each.hexadecimal("fingerprint", count.fingerprint, "A hash of all populations: equal on every device.");
    });
    fields("stopped", count.stopped, "The batches ended before the error was small enough.");
}

/// Judges the populations so far, and tells an estimate that is not the last. Returns the batches that the count takes
/// in all, as far as is known.
std::size_t batches_needed(Count& count, std::span<const AnnealedPopulation> all, const CountOptions& options);

/// "19 steps, 5 changes per free cell and step".
std::string to_text(const CountPlan& plan);
/// "2 solutions (exact solver)", or the estimate with its populations and the time.
std::string to_text(const Count& count, double seconds);
/// "7 solutions, all listed", or why there may be more.
std::string to_text(const ListedSolutions& solutions, const CountOptions& options);
/// Why an estimate is less than was wished for; none: it is not.
std::vector<std::string> remarks_on(const Count& count, const CountOptions& options);

/// The options of a count, without the seed and the schedule, which all runs have.
SettingTable<CountOptions> count_options();

}  // namespace evodoku
