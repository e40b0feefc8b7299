#include "counting/generating.hpp"

#include "evodoku/engine/errors.hpp"

namespace evodoku {

Generating::Generating(const GenerateSettings& settings, const std::function<bool()>& should_stop)
    : request_(settings.request()),
      count_(settings.grids != 0 ? settings.grids : settings.count),
      only_grids_(settings.grids != 0) {
    if (only_grids_) {
        if (!settings.filled.empty() || settings.holes) {
            throw SettingError("--grids prints solved grids, which have no blanks; leave out --filled and --holes");
        }
        request_.filled = percent(100);
    }
    if (!settings.is_sampled()) return;
    const Device device = choose_device(device_for_order(settings.device, request_.order)).device;
    sampler_.emplace(request_.order, SampleOptions{settings.seed, settings.population, 0, should_stop}, device,
                     settings.threads);
}

std::optional<logic::GeneratedPuzzle> Generating::next() {
    if (request_.index == count_) return std::nullopt;
    std::optional<Grid> solution;
    if (sampler_) {
        solution = sampler_->next();
        if (!solution) return std::nullopt;
    }
    logic::GeneratedPuzzle made = logic::generate_puzzle(request_, solution);
    ++request_.index;
    return made;
}

}  // namespace evodoku
