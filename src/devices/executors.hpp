// Devices as runs on several ranks need them.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "evodoku/devices/devices.hpp"

namespace evodoku {

class Executor;

/// Throws as make_backend() does.
std::unique_ptr<Executor> make_executor(const Device& device, unsigned threads = 0);

/// The devices that a text names, separated by commas; cuda:all stands for every usable GPU. Throws as choose_device().
std::vector<DeviceChoice> choose_devices(std::string_view text, std::string_view label);

/// The device of one of `ranks` ranks on this machine: they take turns at what the text names. With auto or cuda these
/// are all usable GPUs. Throws likewise.
DeviceChoice choose_device_of_rank(std::string_view text, std::string_view label, unsigned rank, unsigned ranks);

}  // namespace evodoku
