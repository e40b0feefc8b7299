// A device that can't be used, or that failed.
#pragma once

#include <stdexcept>

namespace evodoku {

/// Says what was asked of which device, why it failed, and what to do.
class DeviceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace evodoku
