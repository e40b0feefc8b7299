#include "counting/generating.hpp"

#include "engine/text.hpp"
#include "evodoku/counting/sample.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {

std::function<std::optional<logic::Digging>()> make_puzzles(const GenerateSettings& settings,
                                                            const std::function<bool()>& should_stop) {
    logic::PuzzleRequest request = settings.request();
    if (settings.grids != 0) {
        if (!settings.filled.empty() || settings.holes || settings.wants_proper()) {
            throw SettingError(
                "--grids prints solved grids, which have no blanks; leave out --filled, --holes, --clues, --symmetry "
                "and --rating");
        }
        if (settings.count != 1) throw SettingError("--grids is the number of solved grids; leave out --count");
        request.filled = percent(100);
    }
    std::optional<logic::ProperRequest> proper;
    if (settings.is_proper()) proper = settings.proper_request();
    std::optional<GridSampler> sampler;
    if (settings.is_sampled()) {
        const Device device = choose_device(device_for_order(settings.device, request.order)).device;
        sampler.emplace(request.order, SampleOptions{*settings.seed, settings.population, 0, should_stop}, device,
                        settings.threads);
    }
    return [=, wanted = settings.wanted()]() mutable -> std::optional<logic::Digging> {
        if (request.index == wanted || should_stop()) return std::nullopt;
        const std::optional<Grid> solution = sampler ? sampler->next() : std::nullopt;
        if (sampler && !solution) return std::nullopt;
        logic::Digging digging{logic::generate_puzzle(request, solution)};
        if (proper) {
            proper->index = request.index;
            digging = logic::dig_puzzle(digging.found->solution, *proper, should_stop);
            if (should_stop()) return std::nullopt;
        }
        ++request.index;
        return digging;
    };
}

SettingTable<CountOptions> count_options() {
    using S = CountOptions;
    const char *exact = "Exact", *estimate = "Estimate";
    return {count_row<S>({"population", estimate, "boards of each population, as in 10k or 1M", 'p', basic},
                         &S::population, 2, max_individuals),
            count_row<S>({"populations", estimate, "independent populations of a batch", '\0', basic}, &S::populations,
                         1, max_individuals),
            share_row<S>({"error", estimate, "batches are made until the relative standard error is no larger", '\0',
                          basic | may_differ},
                         &S::error),
            count_row<S>({"batches", estimate, "batches, at most", '\0', may_differ}, &S::batches, 1, 1'000'000),
            count_row<S>({"positions", exact, "positions that the exact solver examines first; 0 = none", '\0', basic},
                         &S::positions, 0, ~std::uint64_t{0} >> 1),
            count_row<S>({"sweeps", estimate, "changes proposed per free cell and generation; 0 = a pilot run chooses"},
                         &S::sweeps, 0, 1'000'000),
            field_row<S>({"mutation", estimate,
                          "how boards change: metropolis-swap or heat-bath-cells:cells=N; --sweeps sets its trials"},
                         "OP", &S::mutation, parse_operator<Mutation>, [](const Mutation& op) { return to_text(op); })};
}

}  // namespace evodoku
