// The devices of this machine: list them, choose one, and make a backend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evodoku/backend/backend.hpp"
#include "evodoku/backend/evaluator.hpp"
#include "evodoku/backend/puzzle_evolution.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {

/// "cpu", "cuda:0".
struct Device {
    enum class Kind { cpu, cuda };
    Kind kind = Kind::cpu;
    int number = 0;
    friend bool operator==(const Device&, const Device&) = default;
};
std::string to_text(const Device& device);  ///< as for --device: "cuda:0"; throws nothing

/// A device, and what to say about the choice.
struct DeviceChoice {
    Device device;
    std::string note;            ///< why `auto` chose the CPU, or a slow first start on a GPU; usually empty
    bool may_fall_back = false;  ///< `auto` chose a GPU: the CPU may take its place
};

/// Reads auto, cpu, cuda or cuda:N; gpu is understood as cuda. `label`: what named it, for messages. Throws
/// SettingError for any other text, DeviceError for a GPU that can't be used.
DeviceChoice choose_device(std::string_view text, std::string_view label = "--device");

/// Every usable device: the CPU, then the GPUs in their order.
struct UsableDevices {
    std::vector<Device> devices;
    std::vector<std::string> notes;  ///< why a GPU, or all of them, are left out; slow first starts
};
UsableDevices usable_devices();  ///< the CPU first; why a GPU is not among them; throws nothing

/// The device for boards of an order: `auto` is the CPU where not 9 x 9: no GPU's speed is known. Throws nothing.
std::string device_for_order(const std::string& text, int order);

/// The population for a device and an order of boards: what `--population auto` stands for. Throws nothing.
std::uint32_t suitable_population(const Device& device, int order = 3);

/// The number of puzzles that a batch of `puzzles` should evolve side by side, if the memory is sufficient; 1 at least.
/// Throws nothing.
std::uint32_t suitable_puzzle_slots(const Device& device, const Config& config, unsigned threads,
                                    std::size_t puzzles = ~std::size_t{0});

/// Threads: 0 = all; ignored on a GPU. `puzzle_slots`: the maximum of puzzles side by side; fewer if the memory is not
/// sufficient (Backend::puzzle_slots() has the number). Throws SettingError, MemoryError; on a GPU also a DeviceError
/// that names call, cause and remedy.
std::unique_ptr<Backend> make_backend(const Device& device, const Config& config, unsigned threads = 0,
                                      std::uint32_t puzzle_slots = 1);

/// The evolution of one puzzle, which the caller makes generation by generation. It begins with its first population,
/// or with the saved one if the puzzle has a state. Throws as make_backend() does, and CheckpointError for a state that
/// does not fit.
std::unique_ptr<PuzzleEvolution> make_puzzle_evolution(const Device& device, const Config& config,
                                                       const SavedPuzzle& puzzle, unsigned threads = 0);

/// Scores boards of other programs. Throws SettingError for a cost, an order or a puzzle that does not suit;
/// DeviceError.
std::unique_ptr<Evaluator> make_evaluator(const Device& device, const Evaluation& wanted, unsigned threads = 0);

/// Nothing where the system does not say it.
using DeviceValue = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;
/// A fact about a device, as text and as a value.
struct DeviceFact {
    std::string name, text;  ///< "memory", "15.6 GiB free"; empty: the text of another fact says it
    std::string key;         ///< the name of the value, with its unit: "memory_free_bytes"
    DeviceValue value;
};
/// An entry per fact. Throws DeviceError.
std::vector<DeviceFact> facts_of(const Device& device);

/// Lines to print: the CPU, each GPU, driver and runtime.
struct DeviceList {
    std::vector<std::string> lines;
    bool all_usable = true;  ///< false: there is a GPU that can't be used, or its driver fails
};
DeviceList describe_devices();  ///< every device with its facts, as `evodoku info`; throws nothing

}  // namespace evodoku
