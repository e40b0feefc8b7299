// What the driver says about a GPU, as values.
#pragma once

#include "evodoku/devices/devices.hpp"

namespace evodoku {

namespace cuda {
struct Probe;
}

/// Requires one device at least; the first is meant.
DeviceValues values_of_gpu(const cuda::Probe& found);

}  // namespace evodoku
