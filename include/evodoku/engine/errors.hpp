// What the library throws: a setting that is not allowed, too little memory, a device that fails.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace evodoku {

/// A command line, a setting, or a file of them that is not allowed. Says its name or place, the value given and what
/// is allowed.
struct SettingError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
    /// `about`: the names of the settings that do not go together. Throws nothing.
    SettingError(std::vector<std::string> about, const std::string& text)
        : std::invalid_argument(text), settings(std::move(about)) {}

    std::vector<std::string> settings;  ///< empty where it is about one, or none
};

/// Its message is "CAUSE; REMEDY", or the cause alone where no remedy is known.
struct ErrorWithRemedy : std::runtime_error {
    /// Throws nothing.
    explicit ErrorWithRemedy(const std::string& what_failed, const std::string& what_helps = "")
        : std::runtime_error(what_helps.empty() ? what_failed : what_failed + "; " + what_helps),
          cause(what_failed),
          remedy(what_helps) {}

    std::string cause, remedy;
};

/// A device that can't be used, or that failed. The cause names the operation and the device.
struct DeviceError : ErrorWithRemedy {
    using ErrorWithRemedy::ErrorWithRemedy;  ///< of a cause and a remedy
};

/// Too large a population for the memory there is. The cause says on which device how much memory was needed, and how
/// much there is; the remedy the largest population per puzzle that fits, or where none does what else would help.
struct MemoryError : ErrorWithRemedy {
    /// `of_stacks`: of those needed, for the stacks of a GPU's threads.
    struct Bytes {
        std::uint64_t needed, of_stacks, available;
    };
    /// `device`: its name, "cuda:0 (NVIDIA H200)"; `growth`: what such a population may grow to, or 0. Throws nothing.
    MemoryError(const std::string& device, const Bytes& bytes, std::uint64_t largest_population, std::uint64_t growth,
                std::uint64_t puzzle_slots);

    bool on_gpu;
    std::string remedy_in_words;  ///< where settings are no options: population, not --population
    std::uint64_t needed_bytes, available_bytes, largest_population;
};

}  // namespace evodoku
