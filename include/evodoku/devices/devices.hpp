// The machines a run may use: which there are, which one is chosen, and a backend on it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evodoku/engine/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/device_error.hpp"
#include "evodoku/engine/puzzle_job.hpp"
#include "evodoku/engine/workbench.hpp"

namespace evodoku {

/// "cpu", "cuda:0".
struct Device {
    enum class Kind { cpu, cuda };
    Kind kind = Kind::cpu;
    int number = 0;
};
std::string to_text(const Device& device);

struct DeviceChoice {
    Device device;
    std::string note;  ///< why `auto` took the CPU, or what takes time on a GPU; mostly empty
};

/// Reads auto, cpu, cuda or cuda:N. Throws SettingError for any other text, DeviceError for a GPU that can't be used.
DeviceChoice choose_device(std::string_view text);

/// The population that suits a device: what `--population auto` stands for.
std::uint32_t suitable_population(const Device& device);

/// How many puzzles a batch should work on side by side, if there is memory for them.
std::uint32_t suitable_puzzle_slots(const Device& device, const Config& config, unsigned threads);

/// Threads: 0 = all there are; of no meaning on a GPU. `puzzle_slots`: the most puzzles side by side; fewer where
/// there is no memory for them (Backend::puzzle_slots() says how many).
/// Throws SettingError, MemoryError; on a GPU also a DeviceError that names call, cause and remedy.
std::unique_ptr<Backend> make_backend(const Device& device, const Config& config, unsigned threads = 0,
                                      std::uint32_t puzzle_slots = 1);

/// The same for benchmarks: one deme on one puzzle; and the ceilings of the device.
std::unique_ptr<Workbench> make_workbench(const Device& device, const Config& config, const PuzzleJob& job,
                                          unsigned threads = 0);
std::unique_ptr<Ceilings> make_ceilings(const Device& device, unsigned threads = 0);

/// Gives up what this process holds on a GPU beside backends and workbenches, of which none may be left: a device in
/// exclusive mode is then free for another process. Throws DeviceError.
void release(const Device& device);

/// What a benchmark writes down of a device: "name", "clock", "memory", "driver", ... Throws DeviceError.
std::vector<std::pair<std::string, std::string>> facts_of(const Device& device);

/// Lines for people: the CPU, each GPU, driver and runtime.
std::vector<std::string> describe_devices();

}  // namespace evodoku
