// Devices as ranks, benchmarks and tests need them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evodoku/devices/devices.hpp"

namespace evodoku {

class Executor;
class Peaks;
namespace cuda {
struct Probe;
}

// The functions make_...() throw SettingError or MemoryError, and for a GPU DeviceError.
std::unique_ptr<Executor> make_executor(const Device& device, unsigned threads = 0);
std::unique_ptr<Peaks> make_peaks(const Device& device, unsigned threads = 0);

/// The devices that a text names, separated by commas; cuda:all stands for every usable GPU. Throws SettingError,
/// and DeviceError for a GPU that cannot be used.
std::vector<DeviceChoice> choose_devices(std::string_view text, std::string_view label);

/// The device of one of `ranks` ranks on this machine: they take turns at what the text names. With auto or cuda these
/// are all usable GPUs. Throws SettingError, and DeviceError for a GPU that cannot be used.
DeviceChoice choose_device_of_rank(std::string_view text, std::string_view label, unsigned rank, unsigned ranks);

/// What `open` makes of the device of a choice, after `tell` has said what there is to say about it. Where it may fall
/// back, the CPU takes the place of a GPU that fails or has too little memory, and the choice names it.
auto open_or_fall_back(DeviceChoice& choice, const auto& tell, const auto& open) {
    for (;;) {
        if (const std::string note = std::exchange(choice.note, ""); !note.empty()) tell(note);
        try {
            return open(choice.device);
        } catch (const ErrorWithRemedy& error) {  // of a device, or of its memory
            if (!choice.may_fall_back) throw;
            choice = {{}, "no GPU: " + error.cause + "; using the CPU"};
        }
    }
}

/// The device that a text names, for boards of an order. `auto` does not tell why there is no GPU.
inline DeviceChoice choose_quietly(const std::string& text, int order, std::string_view label = "--device") {
    DeviceChoice choice = choose_device(device_for_order(text, order), label);
    if (text == "auto") choice.note.clear();
    return choice;
}

/// A GPU at a moment; 0 for what its driver does not say.
struct GpuState {
    std::uint32_t sm_mhz = 0, memory_mhz = 0, celsius = 0, milliwatts = 0;
    unsigned long long reasons = 0;  ///< why the clocks are what they are: bits of NVML
    std::string unknown;             ///< why nothing is known; empty if something is, and for a CPU

    /// The limits that keep the clocks low: "power cap, heat"; empty if none does.
    std::string throttled_by() const;
};
GpuState state_of(const Device& device);

/// What the driver says about the first GPU of `found`. Requires one at least.
std::vector<DeviceFact> facts_of_gpu(const cuda::Probe& gpus);

}  // namespace evodoku
