// Many runs of the default search on one puzzle.
#include "rating.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "devices/internal.hpp"
#include "evodoku/backend/solve.hpp"
#include "output.hpp"
#include "statistics/statistics.hpp"

namespace evodoku::app {

std::function<RedrawsOfRuns(const Grid&)> make_rater(const RateSettings& settings, int order, std::string_view label) {
    const Config config = default_config(box_board_of(order));
    DeviceChoice choice = choose_device(device_for_order(settings.device, order), label);
    const std::shared_ptr<Backend> backend = open_or_fall_back(choice, say, [&](const Device& device) {
        const std::uint32_t slots = suitable_puzzle_slots(device, config, settings.threads, settings.runs);
        return make_backend(device, config, settings.threads, slots);
    });
    return [settings, backend](const Grid& puzzle) -> RedrawsOfRuns {
        std::uint32_t begun = 0;
        std::vector<double> redraws;
        SolveOptions options;
        options.seed = settings.seed, options.presolve = settings.presolve;
        const auto next = [&] { return begun++ < settings.runs ? std::optional(puzzle) : std::nullopt; };
        const Summary summary = solve(*backend, options, next, [&](const Outcome& outcome) {
            const bool is_solved = outcome.status == Status::solved;
            redraws.push_back(is_solved ? static_cast<double>(outcome.effort.redraws)
                                        : std::numeric_limits<double>::infinity());
        });
        const auto quantile = [&](double share) { return statistics::quantile(redraws, share).value_or(0); };
        const std::optional<statistics::Interval> median = statistics::median_interval(redraws);
        return {.runs = summary.puzzles,
                .solved = summary.solved,
                .q25 = quantile(0.25),
                .median = quantile(0.5),
                .q75 = quantile(0.75),
                .median_low = median ? std::optional(median->low) : std::nullopt,
                .median_high = median ? std::optional(median->high) : std::nullopt};
    };
}

}  // namespace evodoku::app
