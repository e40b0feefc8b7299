// The clocks, temperature and power of a GPU, by the management library of its driver (NVML), which is loaded at run
// time.
#include <dlfcn.h>

#include <map>
#include <string>
#include <utility>

#include "cuda_device.hpp"
#include "devices/internal.hpp"

namespace evodoku {
namespace {

constexpr const char* library_name = "libnvidia-ml.so.1";

/// Calls a function of the library; false if it lacks it, or fails.
template <class... Arguments>
bool call(void* library, const char* name, Arguments... arguments) {
    auto* const function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
    return function != nullptr && function(arguments...) == 0;
}

}  // namespace

GpuState state_of(const Device& device) {
    GpuState state;
    if (device.kind != Device::Kind::cuda) return state;
    static void* const library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    static const bool is_ready = library != nullptr && call(library, "nvmlInit_v2");
    static std::map<int, void*> handles;
    const auto [found, is_new] = handles.try_emplace(device.number);
    void*& handle = found->second;
    if (is_new && is_ready) {  // by the address, because CUDA numbers devices in its own way
        const std::string bus = cuda::probe(device.number).devices.at(0).pci;
        if (!call(library, "nvmlDeviceGetHandleByPciBusId_v2", bus.c_str(), &handle)) handle = nullptr;
    }
    if (handle == nullptr) {
        state.unknown = library_name + std::string(library == nullptr ? " is not there" : " has no such device");
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
