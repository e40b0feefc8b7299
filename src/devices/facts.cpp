// Facts about devices: as texts for people and benchmarks, as values for programs.
#include "devices/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>
#include <thread>

#include "cpu/machine.hpp"
#include "cuda_device.hpp"

namespace evodoku {
namespace {

double in_gib(std::uint64_t bytes) { return static_cast<double>(bytes) / (1u << 30); }

/// The first processor's entries in /proc/cpuinfo.
std::string processor_fact(std::string_view name, const char* otherwise) {
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
std::string processor_name() { return processor_fact("model name", "processor"); }
/// Load of the last minute, of all programs; negative if the system does not report it.
double processor_load() {
    double minute = -1;
    return getloadavg(&minute, 1) == 1 ? minute : -1;
}
unsigned processor_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

DeviceValue text_or_none(const std::string& text) { return text.empty() ? DeviceValue() : DeviceValue(text); }

/// What is known about a GPU. Throws DeviceError for one that can't be used.
cuda::Probe usable_gpu(const Device& device) {
    cuda::Probe found = cuda::probe(device.number);
    if (!found.why_not.empty()) throw DeviceError(fmt::format("{}: {}", to_text(device), found.why_not));
    return found;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> facts_of(const Device& device) {
    if (device.kind == Device::Kind::cuda) {
        const cuda::Probe found = usable_gpu(device);
        const cuda::DeviceFacts& facts = found.devices.front();
        const std::string& release = found.driver_release;
        return {{"name", facts.name},
                {"compute capability", facts.compute_capability},
                {"multiprocessors", std::to_string(facts.multiprocessors)},
                {"memory", fmt::format("{:.1f} GiB", in_gib(facts.memory_bytes))},
                {"clock", fmt::format("{} MHz", facts.clock_mhz)},
                {"memory clock", fmt::format("{} MHz", facts.memory_clock_mhz)},
                {"error correction", facts.ecc ? "on" : "off"},
                {"driver", "CUDA " + found.driver + (release.empty() ? "" : ", " + release)},
                {"runtime", "CUDA " + found.runtime}};
    }
    return {{"name", processor_name()},
            {"threads", std::to_string(processor_threads())},
            {"clock", processor_fact("cpu MHz", "?") + " MHz"},
            {"cache", processor_fact("cache size", "?")},
            {"memory", fmt::format("{:.1f} GiB free", in_gib(cpu::available_memory_bytes()))},
            {"load", fmt::format("{:.1f}", processor_load())}};
}

DeviceValues values_of_gpu(const cuda::Probe& found) {
    const cuda::DeviceFacts& facts = found.devices.front();
    const auto count = [](int number) { return static_cast<std::uint64_t>(number); };
    return {{"name", facts.name},
            {"compute_capability", facts.compute_capability},
            {"multiprocessors", count(facts.multiprocessors)},
            {"memory_bytes", facts.memory_bytes},
            {"clock_mhz", count(facts.clock_mhz)},
            {"memory_clock_mhz", count(facts.memory_clock_mhz)},
            {"error_correction", facts.ecc},
            {"cuda_driver", found.driver},
            {"driver_release", text_or_none(found.driver_release)},
            {"cuda_runtime", found.runtime}};
}

DeviceValues values_of(const Device& device) {
    if (device.kind == Device::Kind::cuda) return values_of_gpu(usable_gpu(device));
    DeviceValue clock, cache, load;
    if (const auto mhz = processor_number("cpu MHz", "")) clock = *mhz;
    if (const auto kib = processor_number("cache size", " KB")) cache = static_cast<std::uint64_t>(*kib) * 1024;
    if (const double minute = processor_load(); minute >= 0) load = minute;
    return {{"name", processor_name()},
            {"threads", std::uint64_t{processor_threads()}},
            {"clock_mhz", clock},
            {"cache_bytes", cache},
            {"memory_free_bytes", std::uint64_t{cpu::available_memory_bytes()}},
            {"load", load}};
}

DeviceList describe_devices() {
    DeviceList list;
    std::vector<std::string>& lines = list.lines;
    lines.push_back(fmt::format("cpu: {}, {} threads, {:.1f} GiB of memory free", processor_name(), processor_threads(),
                                in_gib(cpu::available_memory_bytes())));
    const cuda::Probe found = cuda::probe();
    list.all_usable = found.absent || found.why_not.empty();
    for (const cuda::DeviceFacts& facts : found.devices) {
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
    if (!found.why_not.empty() && found.devices.empty()) lines.push_back("cuda: " + found.why_not);
    if (found.runtime.empty()) return list;  // built without CUDA
    const std::string needed =
        found.needed_driver.empty() ? "" : " (needs driver " + found.needed_driver + " or newer)";
    const std::string release = found.driver_release.empty() ? "" : " " + found.driver_release;
    lines.push_back(
        fmt::format("CUDA runtime {}{}, driver{} supports {}", found.runtime, needed, release, found.driver));
    return list;
}

}  // namespace evodoku
