// CUDA errors in words: what failed, where, why, and what to do.
#include "cuda_error.hpp"

#include <fmt/format.h>

#include <string>

namespace evodoku::cuda {
namespace {

constexpr Diagnosis out_of_memory = {"the device is out of memory",
                                     "use a smaller --population, or end what else runs on it (nvidia-smi)"};
constexpr Diagnosis wrong_architecture = {
    "this build has no code for this device",
    "build for it (-DCMAKE_CUDA_ARCHITECTURES=..., the number of nvidia-smi --query-gpu=compute_cap)"};
constexpr Diagnosis old_driver = {"the driver is older than this build's CUDA",
                                  "update the NVIDIA driver, or build with the CUDA version that nvidia-smi shows"};
constexpr Diagnosis no_device = {"there is no such device, or it is hidden",
                                 "see nvidia-smi and CUDA_VISIBLE_DEVICES; a container needs --gpus all"};
constexpr Diagnosis busy = {"another process holds the device, or its mode forbids sharing",
                            "wait for that process (nvidia-smi), or use another device or --device cpu"};
constexpr Diagnosis lost = {"the device was lost: fell off the bus, was reset or taken away",
                            "start again on another device; dmesg and nvidia-smi -q say more"};
constexpr Diagnosis faulty_memory = {"the device's memory or links are faulty (ECC, NVLink)",
                                     "use another device; have an administrator reset this one (nvidia-smi -q -d ECC)"};
constexpr Diagnosis not_launched = {"the kernel could not be launched as asked",
                                    "run again; if it persists, use --device cpu and report this line"};
constexpr Diagnosis crashed = {"a kernel failed on the device: a defect of this program, or of the device",
                               "run compute-sanitizer on the same command, report this line; --device cpu goes on"};
constexpr Diagnosis too_slow = {"a kernel took longer than the system allows for a device with a display",
                                "use a smaller --population, or a device without a display"};
constexpr Diagnosis not_ready = {
    "the device's software is not set up",
    "see that the driver, the fabric manager and MPS run; restart the machine or container"};
constexpr Diagnosis unknown = {"the CUDA runtime gives no better reason",
                               "run again; if it persists, use --device cpu and report this line"};

std::string file_name(const char* path) {
    const std::string whole = path;
    return whole.substr(whole.find_last_of('/') + 1);
}

/// "cuda:1"; of a device < 0 that of the calling thread, which everything here is asked of but being chosen.
std::string name_of(int device) {
    if (device < 0 && cudaGetDevice(&device) != cudaSuccess) return "cuda";
    return "cuda:" + std::to_string(device);
}

}  // namespace

Diagnosis diagnose(cudaError_t code) {
    switch (code) {
        case cudaErrorMemoryAllocation:
            return out_of_memory;
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorInvalidDeviceFunction:
        case cudaErrorInvalidKernelImage:
        case cudaErrorInvalidPtx:
        case cudaErrorJitCompilerNotFound:
        case cudaErrorJitCompilationDisabled:
            return wrong_architecture;
        case cudaErrorInsufficientDriver:
        case cudaErrorUnsupportedPtxVersion:
        case cudaErrorSystemDriverMismatch:
        case cudaErrorCompatNotSupportedOnDevice:
        case cudaErrorCallRequiresNewerDriver:
            return old_driver;
        case cudaErrorNoDevice:
        case cudaErrorInvalidDevice:
            return no_device;
        case cudaErrorDevicesUnavailable:
        case cudaErrorMpsMaxClientsReached:
        case cudaErrorMpsMaxConnectionsReached:
            return busy;
        case cudaErrorDeviceUninitialized:
        case cudaErrorContextIsDestroyed:
        case cudaErrorExternalDevice:
        case cudaErrorUnknown:
            return lost;
        case cudaErrorECCUncorrectable:
        case cudaErrorNvlinkUncorrectable:
            return faulty_memory;
        case cudaErrorInvalidConfiguration:
        case cudaErrorLaunchOutOfResources:
        case cudaErrorInvalidValue:
        case cudaErrorInvalidResourceHandle:
            return not_launched;
        case cudaErrorLaunchFailure:
        case cudaErrorIllegalAddress:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorIllegalInstruction:
        case cudaErrorInvalidPc:
        case cudaErrorHardwareStackError:
        case cudaErrorAssert:
            return crashed;
        case cudaErrorLaunchTimeout:
            return too_slow;
        case cudaErrorInitializationError:
        case cudaErrorSystemNotReady:
        case cudaErrorOperatingSystem:
        case cudaErrorMpsConnectionFailed:
        case cudaErrorMpsServerNotReady:
        case cudaErrorMpsRpcFailure:
            return not_ready;
        default:
            return unknown;
    }
}

std::string describe(cudaError_t code, const char* what) {
    return fmt::format("{} failed: {} ({}: {}); {}", what, diagnose(code).cause, cudaGetErrorName(code),
                       cudaGetErrorString(code), diagnose(code).remedy);
}

CudaError::CudaError(cudaError_t error, const char* what, std::source_location where, int device)
    : DeviceError(fmt::format("{}: {} failed: {} ({}: {}) [{}:{}]; {}", name_of(device), what, diagnose(error).cause,
                              cudaGetErrorName(error), cudaGetErrorString(error), file_name(where.file_name()),
                              where.line(), diagnose(error).remedy)),
      code(error) {}

void choose_device(int device, std::source_location where) {
    const cudaError_t code = cudaSetDevice(device);
    if (code == cudaSuccess) return;
    cudaGetLastError();
    throw CudaError(code, "choosing the device", where, device);
}

void check(cudaError_t code, const char* what, std::source_location where) {
    if (code == cudaSuccess) return;
    cudaGetLastError();  // an error that can be cleared must not surface again in the next call
    throw CudaError(code, what, where);
}

}  // namespace evodoku::cuda
