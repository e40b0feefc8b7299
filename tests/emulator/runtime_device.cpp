// The emulated devices: how many, which one a thread has chosen, what they say of themselves. They share one memory.
#include <cstring>

#include "emulator/runtime.hpp"

namespace evodoku::emulator {
namespace {

thread_local int chosen_device = 0;

bool exists(int device) { return device >= 0 && device < device_settings().devices; }

constexpr int shared_bytes_by_default = 48 << 10;
int shared_bytes_opt_in() { return (device_settings().compute_capability < 80 ? 64 : 227) << 10; }

int attribute(cudaDeviceAttr which) {
    const DeviceSettings& settings = device_settings();
    switch (which) {
        case cudaDevAttrMaxThreadsPerBlock:
            return 1024;
        case cudaDevAttrMaxThreadsPerMultiProcessor:
            return resident_threads();
        case cudaDevAttrMultiProcessorCount:
            return settings.multiprocessors;
        case cudaDevAttrWarpSize:
            return 32;
        case cudaDevAttrMaxSharedMemoryPerBlock:
            return shared_bytes_by_default;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin:
            return shared_bytes_opt_in();
        case cudaDevAttrMaxGridDimX:
            return 2147483647;
        case cudaDevAttrMaxGridDimY:
        case cudaDevAttrMaxGridDimZ:
            return 65535;
        case cudaDevAttrComputeCapabilityMajor:
            return settings.compute_capability / 10;
        case cudaDevAttrComputeCapabilityMinor:
            return settings.compute_capability % 10;
        case cudaDevAttrClockRate:
        case cudaDevAttrMemoryClockRate:
            return 1'000'000;  // kHz; it has no clock
        default:
            unsupported("cudaDeviceGetAttribute of attribute " + std::to_string(which));
    }
}

}  // namespace

int resident_threads() { return device_settings().compute_capability == 75 ? 1024 : 2048; }

}  // namespace evodoku::emulator

using namespace evodoku::emulator;

extern "C" {

cudaError_t CUDARTAPI cudaGetDeviceCount(int* count) {
    return call("cudaGetDeviceCount", [&] {
        if (device_settings().devices == 0) return cudaErrorNoDevice;  // and leaves the count as it was
        *count = device_settings().devices;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaGetDevice(int* device) {
    return call("cudaGetDevice", [&] {
        *device = chosen_device;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaSetDevice(int device) {
    return call("cudaSetDevice", [&] {
        if (!exists(device)) return cudaErrorInvalidDevice;
        chosen_device = device;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaDeviceReset() {
    return release("cudaDeviceReset", [&] {
        Runtime& runtime = Runtime::the();
        runtime.drain_all();
        runtime.sticky = cudaSuccess;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    return call("cudaGetDeviceProperties", [&] {
        if (!exists(device)) return cudaErrorInvalidDevice;
        std::memset(properties, 0, sizeof *properties);
        std::strcpy(properties->name, "emulated device");
        properties->major = attribute(cudaDevAttrComputeCapabilityMajor);
        properties->minor = attribute(cudaDevAttrComputeCapabilityMinor);
        properties->totalGlobalMem = DeviceMemory::instance().capacity();
        properties->multiProcessorCount = attribute(cudaDevAttrMultiProcessorCount);
        properties->warpSize = attribute(cudaDevAttrWarpSize);
        properties->maxThreadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock);
        properties->maxThreadsPerMultiProcessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
        properties->sharedMemPerBlock = shared_bytes_by_default;
        properties->sharedMemPerBlockOptin = static_cast<std::size_t>(shared_bytes_opt_in());
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
    return call("cudaDeviceGetAttribute", [&] {
        if (!exists(device)) return cudaErrorInvalidDevice;
        *value = attribute(which);
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaRuntimeGetVersion(int* version) {
    return call("cudaRuntimeGetVersion", [&] {
        *version = CUDART_VERSION;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaDriverGetVersion(int* version) {
    return call("cudaDriverGetVersion", [&] {
        *version = CUDART_VERSION;
        return cudaSuccess;
    });
}

}  // extern "C"
