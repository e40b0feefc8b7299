// Finds, chooses and describes devices. The clocks, temperature and power of a GPU come from the management library of
// its driver (NVML), which is loaded at run time.
#include <fmt/format.h>

#include <dlfcn.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <thread>

#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "cpu/machine.hpp"
#include "cuda_device.hpp"
#include "devices/internal.hpp"
#include "engine/text.hpp"

namespace evodoku {
namespace {

/// That it can't be used, or has a slow first start; usually empty.
std::string note_of(const cuda::DeviceFacts& facts) {
    if (!facts.why_not.empty()) return fmt::format("cuda:{} can't be used: {}", facts.number, facts.why_not);
    if (!facts.compiles_first) return "";
    return fmt::format(
        "cuda:{}: no machine code for compute capability {} in this build; the driver compiles it at the first start, "
        "which may take a minute",
        facts.number, facts.compute_capability);
}

double in_gib(std::uint64_t bytes) { return static_cast<double>(bytes) / (1u << 30); }

/// The first processor's entries in /proc/cpuinfo.
std::string processor_fact(std::string_view name, const std::string& otherwise) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with(name) && colon != std::string::npos) return line.substr(colon + 2);
    }
    return otherwise;
}
/// Empty where the number is not there, or has another unit.
std::optional<double> processor_number(std::string_view name, std::string_view unit) {
    const std::string text = processor_fact(name, "");
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || std::string_view(end, text.data() + text.size()) != unit) return std::nullopt;
    return number;
}
/// As the system names it, else the kind: ARM64 has no name there.
std::string processor_name() {
    utsname system{};
    uname(&system);
    return processor_fact("model name", fmt::format("{} processor", system.machine));
}
unsigned processor_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

constexpr const char* management_library = "libnvidia-ml.so.1";

/// Calls a function of the library; false if it lacks it, or fails.
template <class... Arguments>
bool call(void* library, const char* name, Arguments... arguments) {
    auto* const function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
    return function != nullptr && function(arguments...) == 0;
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
        const char* const lists = text.find(',') == text.npos ? ", cuda:all, or several" : "";  // else one is asked for
        throw SettingError(fmt::format("{} is '{}'; allowed: auto, cpu, cuda or gpu, cuda:N{}{}", label, text, lists,
                                       suggestion(text, {"auto", "cpu", "cuda", "gpu"})));
    }
    cuda::Probe gpus = cuda::probe(wanted < 0 ? cuda::until_usable : wanted);
    if (gpus.why_not.empty()) {
        const cuda::DeviceFacts& facts = gpus.devices.back();  // the search ended with this device
        return {{Device::Kind::cuda, facts.number}, note_of(facts), text == "auto"};
    }
    // Images for GPUs set the variable.
    const bool lacks_option = gpus.driver == "none" && std::getenv("NVIDIA_VISIBLE_DEVICES") != nullptr;
    if (lacks_option) gpus.why_not += " in this container (docker run --gpus all)";
    if (text == "auto") return {{}, gpus.runtime.empty() ? "" : "no GPU: " + gpus.why_not + "; using the CPU"};
    throw DeviceError(fmt::format("{} {}: {}", label, text, gpus.why_not), "--device auto or cpu runs without a GPU");
}

std::vector<DeviceChoice> choose_devices(std::string_view text, std::string_view label) {
    std::vector<DeviceChoice> all;
    for (const std::string& name : split(text, ',')) {
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
    const bool any_gpu = text == "auto" || text == "cuda" || text == "gpu";
    // Counting them gives the process no context on each of them, which would take memory.
    const auto count = any_gpu && ranks > 1 ? static_cast<unsigned>(cuda::probe(cuda::no_device).count) : 0;
    for (unsigned k = 0; k < count; ++k) {
        const cuda::Probe own = cuda::probe(static_cast<int>((rank + k) % count));
        const cuda::DeviceFacts& facts = own.devices[0];
        if (facts.why_not.empty()) return {{Device::Kind::cuda, facts.number}, note_of(facts), text == "auto"};
    }
    const std::vector<DeviceChoice> all = choose_devices(text, label);
    return all[rank % all.size()];
}

UsableDevices usable_devices() {
    UsableDevices all;
    all.devices.emplace_back();
    const cuda::Probe gpus = cuda::probe(cuda::all_devices);
    if (gpus.devices.empty()) all.notes.push_back("no GPU: " + gpus.why_not);
    for (const cuda::DeviceFacts& facts : gpus.devices) {
        if (facts.why_not.empty()) all.devices.push_back({Device::Kind::cuda, facts.number});
        if (const std::string note = note_of(facts); !note.empty()) all.notes.push_back(note);
    }
    return all;
}

std::uint32_t suitable_puzzle_slots(const Device& device, const Config& config, unsigned threads, std::size_t puzzles) {
    // Enough that no thread waits for the last puzzle of an epoch; few enough that their data stay in the cache.
    const unsigned all = threads != 0 ? threads : processor_threads();
    const std::size_t suitable = device.kind == Device::Kind::cuda ? 1'000'000 / config.reserved()
                                                                   : std::min(100'000 / config.reserved(), 16 * all);
    return static_cast<std::uint32_t>(std::max<std::size_t>(1, std::min(puzzles, suitable)));
}

std::string device_for_order(const std::string& text, int order) { return order != 3 && text == "auto" ? "cpu" : text; }

std::uint32_t suitable_population(const Device& device, int order) {
    if (order != 3) return large_config(order).population;
    // CPU: the default, measured (docs/notes/heat-bath.md). GPU: one thread each on a large device, predicted.
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

std::unique_ptr<Evaluator> make_evaluator(const Device& device, const Evaluation& wanted, unsigned threads) {
    return make_evaluator_on(make_executor(device, threads), wanted);
}

std::unique_ptr<Peaks> make_peaks(const Device& device, unsigned threads) {
    if (device.kind == Device::Kind::cuda) return cuda::make_peaks(device.number);
    return cpu::make_peaks(cpu::make_tbb_workers(threads));
}

std::vector<DeviceFact> facts_of_gpu(const cuda::Probe& gpus) {
    const cuda::DeviceFacts& facts = gpus.devices.front();
    const auto count = [](int number) { return static_cast<std::uint64_t>(number); };
    const std::string& release = gpus.driver_release;
    return {{"name", facts.name, "name", facts.name},
            {"compute capability", facts.compute_capability, "compute_capability", facts.compute_capability},
            {"multiprocessors", std::to_string(facts.multiprocessors), "multiprocessors", count(facts.multiprocessors)},
            {"memory", fmt::format("{:.1f} GiB", in_gib(facts.memory_bytes)), "memory_bytes", facts.memory_bytes},
            {"clock", fmt::format("{} MHz", facts.clock_mhz), "clock_mhz", count(facts.clock_mhz)},
            {"memory clock", fmt::format("{} MHz", facts.memory_clock_mhz), "memory_clock_mhz",
             count(facts.memory_clock_mhz)},
            {"error correction", facts.ecc ? "on" : "off", "error_correction", facts.ecc},
            {"driver", "CUDA " + gpus.driver + (release.empty() ? "" : ", " + release), "cuda_driver", gpus.driver},
            {"", "", "driver_release", release.empty() ? DeviceValue() : DeviceValue(release)},
            {"runtime", "CUDA " + gpus.runtime, "cuda_runtime", gpus.runtime}};
}

std::vector<DeviceFact> facts_of(const Device& device) {
    if (device.kind == Device::Kind::cuda) {
        const cuda::Probe gpus = cuda::probe(device.number);
        if (!gpus.why_not.empty()) throw DeviceError(fmt::format("{}: {}", to_text(device), gpus.why_not));
        return facts_of_gpu(gpus);
    }
    DeviceValue clock, cache;
    if (const auto mhz = processor_number("cpu MHz", "")) clock = *mhz;
    if (const auto kib = processor_number("cache size", " KB")) cache = static_cast<std::uint64_t>(*kib) * 1024;
    const std::uint64_t memory = cpu::available_memory_bytes();
    double load = -1;  // of the last minute, of all programs; stays negative if the system does not report it
    getloadavg(&load, 1);
    return {{"name", processor_name(), "name", processor_name()},
            {"threads", std::to_string(processor_threads()), "threads", std::uint64_t{processor_threads()}},
            {"clock", processor_fact("cpu MHz", "?") + " MHz", "clock_mhz", clock},
            {"cache", processor_fact("cache size", "?"), "cache_bytes", cache},
            {"memory", fmt::format("{:.1f} GiB free", in_gib(memory)), "memory_free_bytes", memory},
            {"load", fmt::format("{:.1f}", load), "load", load >= 0 ? DeviceValue(load) : DeviceValue()}};
}

DeviceList describe_devices() {
    DeviceList list;
    std::vector<std::string>& lines = list.lines;
    lines.push_back(fmt::format("cpu: {}, {} threads, {:.1f} GiB of memory free", processor_name(), processor_threads(),
                                in_gib(cpu::available_memory_bytes())));
    const cuda::Probe gpus = cuda::probe();
    list.all_usable = gpus.absent || gpus.why_not.empty();
    for (const cuda::DeviceFacts& facts : gpus.devices) {
        list.all_usable = list.all_usable && facts.why_not.empty();
        if (facts.name.empty()) {
            lines.push_back(fmt::format("cuda:{}: can't be used: {}", facts.number, facts.why_not));
            continue;
        }
        lines.push_back(fmt::format("cuda:{}: {}, compute capability {}, {} multiprocessors, {:.1f} GiB{}",
                                    facts.number, facts.name, facts.compute_capability, facts.multiprocessors,
                                    in_gib(facts.memory_bytes),
                                    facts.why_not.empty() ? "" : " - can't be used: " + facts.why_not));
    }
    if (!gpus.why_not.empty() && gpus.devices.empty()) lines.push_back("cuda: " + gpus.why_not);
    if (gpus.runtime.empty()) return list;  // built without CUDA
    const std::string needed = gpus.needed_driver.empty() ? "" : " (needs driver " + gpus.needed_driver + " or newer)";
    const std::string release = gpus.driver_release.empty() ? "" : " " + gpus.driver_release;
    lines.push_back(fmt::format("CUDA runtime {}{}, driver{} supports {}", gpus.runtime, needed, release, gpus.driver));
    return list;
}

GpuState state_of(const Device& device) {
    GpuState state;
    if (device.kind != Device::Kind::cuda) return state;
    static void* const library = dlopen(management_library, RTLD_NOW | RTLD_LOCAL);
    static const bool is_ready = library != nullptr && call(library, "nvmlInit_v2");
    static std::map<int, void*> handles;
    const auto [found, is_new] = handles.try_emplace(device.number);
    void*& handle = found->second;
    if (is_new && is_ready) {  // by the address, because CUDA numbers devices in its own way
        const std::string bus = cuda::probe(device.number).devices.at(0).pci;
        if (!call(library, "nvmlDeviceGetHandleByPciBusId_v2", bus.c_str(), &handle)) handle = nullptr;
    }
    if (handle == nullptr) {
        state.unknown = management_library + std::string(library == nullptr ? " is not there" : " has no such device");
        return state;
    }
    call(library, "nvmlDeviceGetClockInfo", handle, 1, &state.sm_mhz);
    call(library, "nvmlDeviceGetClockInfo", handle, 2, &state.memory_mhz);
    call(library, "nvmlDeviceGetTemperature", handle, 0, &state.celsius);
    call(library, "nvmlDeviceGetPowerUsage", handle, &state.milliwatts);
    call(library, "nvmlDeviceGetCurrentClocksThrottleReasons", handle, &state.reasons);
    return state;
}

std::string GpuState::throttled_by() const {
    std::string text;
    for (const auto& [bit, name] : {std::pair(0x4, "power cap"),
                                    {0x8, "slowdown"},
                                    {0x20, "heat"},
                                    {0x40, "heat, by hardware"},
                                    {0x80, "power brake"}}) {
        if ((reasons & static_cast<unsigned>(bit)) != 0) text += (text.empty() ? "" : ", ") + std::string(name);
    }
    return text;
}

}  // namespace evodoku

#if !EVODOKU_HAVE_CUDA
// The CUDA side of a program that was built without it: there is no GPU, and nothing can be made on one.
namespace evodoku::cuda {

Probe probe(int /* wanted */) {
    Probe none;
    none.why_not = "this program was built without CUDA";
    none.absent = true;
    return none;
}

std::unique_ptr<evodoku::Executor> make_executor(int, const Thresholds&) { throw DeviceError(probe().why_not); }

std::unique_ptr<Peaks> make_peaks(int) { throw DeviceError(probe().why_not); }

}  // namespace evodoku::cuda

#endif
