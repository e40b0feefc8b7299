#include "counting/generating.hpp"

#include "evodoku/engine/errors.hpp"

namespace evodoku {

Generating::Generating(const GenerateSettings& settings, const std::function<bool()>& should_stop)
    : request_(settings.request()),
      count_(settings.grids != 0 ? settings.grids : settings.count),
      only_grids_(settings.grids != 0) {
    if (only_grids_) {
        if (!settings.filled.empty() || settings.holes || settings.wants_proper()) {
            throw SettingError(
                "--grids prints solved grids, which have no blanks; leave out --filled, --holes, --clues, --symmetry "
                "and --rating");
        }
        if (settings.count != 1) throw SettingError("--grids is the number of solved grids; leave out --count");
        request_.filled = percent(100);
    }
    if (settings.is_proper()) proper_ = settings.proper_request();
    if (!settings.is_sampled()) return;
    const Device device = choose_device(device_for_order(settings.device, request_.order)).device;
    sampler_.emplace(request_.order, SampleOptions{settings.seed, settings.population, 0, should_stop}, device,
                     settings.threads);
}

std::optional<logic::Digging> Generating::next() {
    if (request_.index == count_) return std::nullopt;
    std::optional<Grid> solution;
    if (sampler_) {
        solution = sampler_->next();
        if (!solution) return std::nullopt;
    }
    const logic::GeneratedPuzzle made = logic::generate_puzzle(request_, solution);
    if (proper_) proper_->index = request_.index;
    ++request_.index;
    return proper_ ? logic::dig_puzzle(made.solution, *proper_) : logic::Digging{made};
}

}  // namespace evodoku
