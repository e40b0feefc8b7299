// Devices as ranks, benchmarks and tests need them.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "evodoku/core/presolve.hpp"
#include "evodoku/devices/devices.hpp"

namespace evodoku {

class Executor;
class Peaks;
class Workbench;
namespace cuda {
struct Probe;
}

// The functions make_...() throw SettingError or MemoryError, and for a GPU DeviceError.
std::unique_ptr<Executor> make_executor(const Device& device, unsigned threads = 0);
/// A workbench with one island on one puzzle.
std::unique_ptr<Workbench> make_workbench(const Device& device, const Config& config, const PuzzleJob& job,
                                          unsigned threads = 0);
std::unique_ptr<Peaks> make_peaks(const Device& device, unsigned threads = 0);

/// The devices that a text names, separated by commas; cuda:all stands for every usable GPU. Throws SettingError,
/// and DeviceError for a GPU that cannot be used.
std::vector<DeviceChoice> choose_devices(std::string_view text, std::string_view label);

/// The device of one of `ranks` ranks on this machine: they take turns at what the text names. With auto or cuda these
/// are all usable GPUs. Throws SettingError, and DeviceError for a GPU that cannot be used.
DeviceChoice choose_device_of_rank(std::string_view text, std::string_view label, unsigned rank, unsigned ranks);

/// What the driver says about the first GPU of `found`. Requires one at least.
std::vector<DeviceFact> facts_of_gpu(const cuda::Probe& found);

}  // namespace evodoku
