// Finds, describes and chooses devices; knows both backends, and whether CUDA was built.
#include "evodoku/devices/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>

#include "cpu/cpu_backend.hpp"
#include "cpu/cpu_workbench.hpp"
#include "cpu/memory.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/numbers.hpp"
#if EVODOKU_HAVE_CUDA
#include "cuda_backend.hpp"
#endif

namespace evodoku {
namespace {

double in_gib(std::uint64_t bytes) { return static_cast<double>(bytes) / (1u << 30); }

/// What /proc/cpuinfo says of the first processor.
std::string processor_fact(std::string_view name, const char* otherwise) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with(name) && colon != std::string::npos) return line.substr(colon + 2);
    }
    return otherwise;
}
std::string processor_name() { return processor_fact("model name", "processor"); }
/// Of the last minute, all programs together; less than 0 where the system does not say.
double processor_load() {
    double minute = -1;
    return getloadavg(&minute, 1) == 1 ? minute : -1;
}
unsigned processor_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

#if EVODOKU_HAVE_CUDA
/// The GPU to use, or why there is none. `wanted` < 0: the first that can be used. The note says what takes time.
std::optional<DeviceChoice> find_gpu(int wanted, std::string& why_not) {
    const cuda::Probe found = cuda::probe(wanted < 0 ? cuda::until_usable : wanted);
    why_not = found.why_not;
    if (!why_not.empty()) return std::nullopt;
    const cuda::DeviceFacts& facts = found.devices.back();  // the search has ended with it
    const Device device{Device::Kind::cuda, facts.number};
    if (!facts.compiles_first) return DeviceChoice{device, ""};
    return DeviceChoice{device, fmt::format("{}: no machine code for compute capability {} in this build; the "
                                            "driver compiles it at the first start, which may take a minute",
                                            to_text(device), facts.compute_capability)};
}
#else
std::optional<DeviceChoice> find_gpu(int, std::string& why_not) {
    why_not = "this program was built without CUDA";
    return std::nullopt;
}
#endif

}  // namespace

std::string to_text(const Device& device) {
    return device.kind == Device::Kind::cpu ? "cpu" : "cuda:" + std::to_string(device.number);
}

DeviceChoice choose_device(std::string_view text) {
    if (text == "cpu") return {};
    int wanted = -1;
    if (text.starts_with("cuda:")) {
        const std::optional<std::uint64_t> number = parse_count(text.substr(5));
        if (!number || *number > 1000) {
            throw SettingError(fmt::format("--device: '{}' is not the number of a device", text.substr(5)));
        }
        wanted = static_cast<int>(*number);
    } else if (text != "auto" && text != "cuda") {
        throw SettingError(fmt::format("--device is '{}'; allowed: auto, cpu, cuda, cuda:N{}", text,
                                       suggestion(text, {"auto", "cpu", "cuda"})));
    }
    std::string why_not;
    if (const std::optional<DeviceChoice> gpu = find_gpu(wanted, why_not)) return *gpu;
    if (text == "auto") return {{}, "no GPU: " + why_not + "; using the CPU"};
    throw DeviceError(fmt::format("--device {}: {}; --device auto or cpu runs without a GPU", text, why_not));
}

std::uint32_t suitable_puzzle_slots(const Device& device, const Config& config, unsigned threads) {
    if (device.kind == Device::Kind::cuda) return std::max(1u, 1'000'000 / config.reserved());
    // Enough that no thread waits for the last of an epoch; few enough that what they work on stays in cache.
    const unsigned all = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    return std::clamp(100'000 / config.reserved(), 1u, 16 * all);
}

std::uint32_t suitable_population(const Device& device) {
    // CPU: the default, measured (docs/algorithm.md). GPU: a thread each for all of a large device, a prediction.
    return device.kind == Device::Kind::cpu ? Config{}.population : 131'072;
}

std::unique_ptr<Backend> make_backend(const Device& device, const Config& config, unsigned threads,
                                      std::uint32_t puzzle_slots) {
#if EVODOKU_HAVE_CUDA
    if (device.kind == Device::Kind::cuda) return cuda::make_backend(device.number, config, puzzle_slots);
#else
    (void)device;
#endif
    return cpu::make_backend(cpu::make_tbb_workers(threads), config, puzzle_slots);
}

std::unique_ptr<Workbench> make_workbench(const Device& device, const Config& config, const PuzzleJob& job,
                                          unsigned threads) {
#if EVODOKU_HAVE_CUDA
    if (device.kind == Device::Kind::cuda) return cuda::make_workbench(device.number, config, job);
#else
    (void)device;
#endif
    return cpu::make_workbench(cpu::make_tbb_workers(threads), config, job);
}

std::unique_ptr<Ceilings> make_ceilings(const Device& device, unsigned threads) {
#if EVODOKU_HAVE_CUDA
    if (device.kind == Device::Kind::cuda) return cuda::make_ceilings(device.number);
#else
    (void)device;
#endif
    return cpu::make_ceilings(cpu::make_tbb_workers(threads));
}

std::vector<std::pair<std::string, std::string>> facts_of(const Device& device) {
#if EVODOKU_HAVE_CUDA
    if (device.kind == Device::Kind::cuda) {
        const cuda::Probe found = cuda::probe(device.number);
        if (!found.why_not.empty()) throw DeviceError(fmt::format("{}: {}", to_text(device), found.why_not));
        const cuda::DeviceFacts& facts = found.devices.front();
        return {{"name", facts.name},
                {"compute capability", facts.compute_capability},
                {"multiprocessors", std::to_string(facts.multiprocessors)},
                {"memory", fmt::format("{:.1f} GiB", in_gib(facts.memory_bytes))},
                {"clock", fmt::format("{} MHz", facts.clock_mhz)},
                {"memory clock", fmt::format("{} MHz", facts.memory_clock_mhz)},
                {"error correction", facts.ecc ? "on" : "off"},
                {"driver", "CUDA " + found.driver},
                {"runtime", "CUDA " + found.runtime}};
    }
#else
    (void)device;
#endif
    return {{"name", processor_name()},
            {"threads", std::to_string(processor_threads())},
            {"clock", processor_fact("cpu MHz", "?") + " MHz"},
            {"cache", processor_fact("cache size", "?")},
            {"memory", fmt::format("{:.1f} GiB free", in_gib(cpu::available_memory_bytes()))},
            {"load", fmt::format("{:.1f}", processor_load())}};
}

void release(const Device& device) {
#if EVODOKU_HAVE_CUDA
    if (device.kind == Device::Kind::cuda) cuda::release(device.number);
#else
    (void)device;
#endif
}

std::vector<std::string> describe_devices() {
    std::vector<std::string> lines;
    lines.push_back(fmt::format("cpu: {}, {} threads, {:.1f} GiB of memory free", processor_name(), processor_threads(),
                                in_gib(cpu::available_memory_bytes())));
#if EVODOKU_HAVE_CUDA
    const cuda::Probe found = cuda::probe();
    for (const cuda::DeviceFacts& facts : found.devices) {
        if (facts.name.empty()) {
            lines.push_back(fmt::format("cuda:{}: can't be used: {}", facts.number, facts.why_not));
            continue;
        }
        lines.push_back(fmt::format("cuda:{}: {}, compute capability {}, {} multiprocessors, {:.1f} GiB{}",
                                    facts.number, facts.name, facts.compute_capability, facts.multiprocessors,
                                    in_gib(facts.memory_bytes),
                                    facts.why_not.empty() ? "" : " - can't be used: " + facts.why_not));
    }
    if (!found.why_not.empty()) lines.push_back("cuda: " + found.why_not);
    lines.push_back(fmt::format("CUDA runtime {}, driver supports {}", found.runtime, found.driver));
#else
    std::string why_not;
    find_gpu(-1, why_not);
    lines.push_back("cuda: " + why_not);
#endif
    return lines;
}

}  // namespace evodoku
