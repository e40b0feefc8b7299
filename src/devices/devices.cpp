// Finds and chooses devices; facts.cpp describes them. Uses both backends; without_cuda.cpp takes the place of the CUDA
// side where it was not built.
#include "evodoku/devices/devices.hpp"
#include "devices/measured_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "cpu/machine.hpp"
#include "cuda_device.hpp"
#include "devices/executors.hpp"
#include "engine/text.hpp"
#include "workbench/evolution_workbench.hpp"

namespace evodoku {
namespace {

/// A note on a slow first start; usually empty.
std::string note_of(const cuda::DeviceFacts& facts) {
    if (!facts.compiles_first) return "";
    return fmt::format(
        "cuda:{}: no machine code for compute capability {} in this build; the driver compiles it at the first start, "
        "which may take a minute",
        facts.number, facts.compute_capability);
}

/// The GPU to use, or the reason why there is none. `wanted` < 0: the first usable one. The note is about a slow first
/// start.
std::optional<DeviceChoice> find_gpu(int wanted, std::string& why_not) {
    const cuda::Probe found = cuda::probe(wanted < 0 ? cuda::until_usable : wanted);
    why_not = found.why_not;
    if (!why_not.empty()) return std::nullopt;
    const cuda::DeviceFacts& facts = found.devices.back();  // the search ended with this device
    return DeviceChoice{{Device::Kind::cuda, facts.number}, note_of(facts)};
}

void add_gpus(UsableDevices& all) {
    const cuda::Probe found = cuda::probe(cuda::all_devices);
    if (found.devices.empty()) all.notes.push_back("no GPU: " + found.why_not);
    for (const cuda::DeviceFacts& facts : found.devices) {
        if (facts.why_not.empty()) all.devices.push_back({Device::Kind::cuda, facts.number});
        const std::string note = facts.why_not.empty()
                                     ? note_of(facts)
                                     : fmt::format("cuda:{} can't be used: {}", facts.number, facts.why_not);
        if (!note.empty()) all.notes.push_back(note);
    }
}

}  // namespace

std::string to_text(const Device& device) {
    return device.kind == Device::Kind::cpu ? "cpu" : "cuda:" + std::to_string(device.number);
}

DeviceChoice choose_device(std::string_view text, std::string_view label) {
    if (text == "cpu") return {};
    const std::string_view kind = text.substr(0, text.find(':'));
    const bool is_gpu = kind == "cuda" || kind == "gpu";  // two names for the same devices
    int wanted = -1;
    if (is_gpu && kind != text) {
        const std::string_view number_text = text.substr(kind.size() + 1);
        const std::optional<std::uint64_t> number = parse_count(number_text);
        if (!number || *number > 1000) {
            throw SettingError(
                fmt::format("{}: '{}' is not the number of a device; the first is cuda:0", label, number_text));
        }
        wanted = static_cast<int>(*number);
    } else if (text != "auto" && !is_gpu) {
        throw SettingError(fmt::format("{} is '{}'; allowed: auto, cpu, cuda or gpu, cuda:N{}", label, text,
                                       suggestion(text, {"auto", "cpu", "cuda", "gpu"})));
    }
    std::string why_not;
    if (const std::optional<DeviceChoice> gpu = find_gpu(wanted, why_not)) return *gpu;
    if (text == "auto") return {{}, "no GPU: " + why_not + "; using the CPU"};
    throw DeviceError(fmt::format("{} {}: {}; --device auto or cpu runs without a GPU", label, text, why_not));
}

std::vector<DeviceChoice> choose_devices(std::string_view text, std::string_view label) {
    std::vector<DeviceChoice> all;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.size(), text.find(',', begin));
        const std::string_view name = text.substr(begin, end - begin);
        begin = end + 1;
        if (name != "cuda:all" && name != "gpu:all") {
            all.push_back(choose_device(name, label));
            continue;
        }
        choose_device("cuda", label);  // throws if there is none
        for (const Device& device : usable_devices().devices) {
            if (device.kind == Device::Kind::cuda) all.push_back(choose_device(to_text(device), label));
        }
    }
    return all;
}

DeviceChoice choose_device_of_rank(std::string_view text, std::string_view label, unsigned rank, unsigned ranks) {
    std::vector<DeviceChoice> all = choose_devices(text, label);
    const bool any_gpu = text == "auto" || text == "cuda" || text == "gpu";
    if (any_gpu && ranks > 1 && all.front().device.kind == Device::Kind::cuda) all = choose_devices("cuda:all", label);
    return all[rank % all.size()];
}

UsableDevices usable_devices() {
    UsableDevices all;
    all.devices.emplace_back();
    add_gpus(all);
    return all;
}

std::uint32_t suitable_puzzle_slots(const Device& device, const Config& config, unsigned threads) {
    if (device.kind == Device::Kind::cuda) return std::max(1u, 1'000'000 / config.reserved());
    // Enough that no thread waits for the last puzzle of an epoch; few enough that their data stay in the cache.
    const unsigned all = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    return std::clamp(100'000 / config.reserved(), 1u, 16 * all);
}

std::uint32_t suitable_population(const Device& device) {
    // CPU: the default, measured (docs/algorithm.md). GPU: one thread each for all of a large device, a prediction.
    return device.kind == Device::Kind::cpu ? Config{}.population : 131'072;
}

std::unique_ptr<Backend> make_backend(const Device& device, const Config& config, unsigned threads,
                                      std::uint32_t puzzle_slots) {
    return make_evolution_backend(make_executor(device, threads), config, puzzle_slots);
}

std::unique_ptr<Executor> make_executor(const Device& device, unsigned threads) {
    if (device.kind == Device::Kind::cuda) return cuda::make_executor(device.number);
    return std::make_unique<cpu::Executor>(cpu::make_tbb_workers(threads));
}

std::unique_ptr<PuzzleEvolution> make_puzzle_evolution(const Device& device, const Config& config,
                                                       const SavedPuzzle& puzzle, unsigned threads) {
    return make_stepped_evolution(make_executor(device, threads), config, puzzle);
}

std::unique_ptr<Workbench> make_workbench(const Device& device, const Config& config, const PuzzleJob& job,
                                          unsigned threads) {
    return make_evolution_workbench(make_executor(device, threads), config, job);
}

std::unique_ptr<Peaks> make_peaks(const Device& device, unsigned threads) {
    if (device.kind == Device::Kind::cuda) return cuda::make_peaks(device.number);
    return cpu::make_peaks(cpu::make_tbb_workers(threads));
}

void release(const Device& device) {
    if (device.kind == Device::Kind::cuda) cuda::release(device.number);
}

}  // namespace evodoku
