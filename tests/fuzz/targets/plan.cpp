// A plan, as `evodoku experiment` reads it.
#include <stdexcept>

#include "experiment/experiment.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {

void plan(Bytes bytes) {
    try {
        const experiment::Plan plan = experiment::read_plan(bytes, "plan.toml");
        require(!plan.files.empty() && !plan.configurations.empty() && !plan.seeds.empty(), "a plan of nothing");
        for (const experiment::Configuration& each : plan.configurations) validate(each.settings.config);
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace evodoku::fuzz
