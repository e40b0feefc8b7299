#include "counting/generating.hpp"

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
        logic::Digging made{logic::generate_puzzle(request, solution)};
        if (proper) {
            proper->index = request.index;
            made = logic::dig_puzzle(made.found->solution, *proper, should_stop);
            if (should_stop()) return std::nullopt;
        }
        ++request.index;
        return made;
    };
}

}  // namespace evodoku
