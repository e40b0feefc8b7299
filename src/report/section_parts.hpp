// Sections of a report; without choices if the material has nothing for them.
#pragma once

#include "report/document.hpp"

namespace evodoku::report {

/// Runs one by one: the population by generation, its diversity, and the best board.
Section runs_section(const Material& material);

/// The speed of each device by population, and where one overtakes another.
Section throughput_section(const Material& material);

}  // namespace evodoku::report
