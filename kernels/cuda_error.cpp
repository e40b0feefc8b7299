// The texts of CUDA errors: operation, place, cause, and remedy.
#include "cuda_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>

namespace evodoku::cuda {
namespace {

constexpr Diagnosis out_of_host_memory = {
    "the host is out of memory that can be pinned",
    "end other programs on this machine (free -h), allow this container more memory, or use a smaller --population"};
constexpr Diagnosis unknown = {"the CUDA runtime gives no better reason",
                               "run again; if it persists, use --device cpu and report this line"};

/// Errors with one diagnosis and remedy.
struct KnownErrors {
    Diagnosis diagnosis;
    std::initializer_list<cudaError_t> codes;
};
const KnownErrors known_errors[] = {
    {{"the device is out of memory", "use a smaller --population, or end other programs on the device (nvidia-smi)"},
     {cudaErrorMemoryAllocation}},
    {{"this build has no code for this device",
      "build for it (-DCMAKE_CUDA_ARCHITECTURES=..., the number printed by nvidia-smi --query-gpu=compute_cap "
      "--format=csv)"},
     {cudaErrorNoKernelImageForDevice, cudaErrorInvalidDeviceFunction, cudaErrorInvalidKernelImage, cudaErrorInvalidPtx,
      cudaErrorJitCompilerNotFound, cudaErrorJitCompilationDisabled}},
    {{"the driver is older than this build's CUDA",
      "update the NVIDIA driver, or use a bundle built with an older CUDA (nvidia-smi shows the version)"},
     {cudaErrorInsufficientDriver, cudaErrorSystemDriverMismatch, cudaErrorCompatNotSupportedOnDevice,
      cudaErrorCallRequiresNewerDriver}},
    {{"the driver is too old to compile this build's PTX, and the build has no machine code for this device",
      "update the NVIDIA driver, or build for the device (-DCMAKE_CUDA_ARCHITECTURES=..., the number of nvidia-smi "
      "--query-gpu=compute_cap)"},
     {cudaErrorUnsupportedPtxVersion}},
    {{"there is no such device, or it is hidden",
      "see nvidia-smi and CUDA_VISIBLE_DEVICES; a container needs --gpus all"},
     {cudaErrorNoDevice, cudaErrorInvalidDevice}},
    {{"another process holds the device, or its mode forbids sharing",
      "wait for that process (nvidia-smi), or use another device or --device cpu"},
     {cudaErrorDevicesUnavailable, cudaErrorMpsMaxClientsReached, cudaErrorMpsMaxConnectionsReached}},
    {{"the device was lost: it fell off the bus, was reset or was removed",
      "start again on another device; see dmesg and nvidia-smi -q"},
     {cudaErrorDeviceUninitialized, cudaErrorContextIsDestroyed, cudaErrorExternalDevice, cudaErrorUnknown}},
    {{"the device's memory or links are faulty (ECC, NVLink)",
      "use another device; have an administrator reset this one (nvidia-smi -q -d ECC)"},
     {cudaErrorECCUncorrectable, cudaErrorNvlinkUncorrectable}},
    {{"the kernel could not be launched with these sizes",
      "run again; if it persists, use --device cpu and report this line"},
     {cudaErrorInvalidConfiguration, cudaErrorLaunchOutOfResources, cudaErrorInvalidValue,
      cudaErrorInvalidResourceHandle}},
    {{"a kernel failed on the device: an error in this program, or a faulty device",
      "run compute-sanitizer on the same command and report this line; continue with --device cpu"},
     {cudaErrorLaunchFailure, cudaErrorIllegalAddress, cudaErrorMisalignedAddress, cudaErrorInvalidAddressSpace,
      cudaErrorIllegalInstruction, cudaErrorInvalidPc, cudaErrorHardwareStackError, cudaErrorAssert}},
    {{"a kernel exceeded the system's time limit for a device with a display",
      "use a smaller --population, or a device without a display"},
     {cudaErrorLaunchTimeout}},
    {{"the device's software is not set up",
      "check that the driver, the fabric manager and MPS run; restart the machine or container"},
     {cudaErrorInitializationError, cudaErrorSystemNotReady, cudaErrorOperatingSystem, cudaErrorMpsConnectionFailed,
      cudaErrorMpsServerNotReady, cudaErrorMpsRpcFailure}}};

/// The device chosen by this thread. The runtime also knows it, but does not answer after a kernel has failed.
thread_local int chosen_device = -1;

/// "cuda:1"; for a device < 0, that of the calling thread.
std::string name_of(int device) {
    if (device < 0) device = chosen_device;
    if (device < 0 && !forget(cudaGetDevice(&device))) return "cuda";
    return "cuda:" + std::to_string(device);
}

}  // namespace

Diagnosis diagnose(cudaError_t code) {
    for (const auto& [diagnosis, codes] : known_errors) {
        if (std::ranges::find(codes, code) != codes.end()) return diagnosis;
    }
    return unknown;
}

std::string describe(cudaError_t code, const char* what) {
    return fmt::format("{} failed: {} ({}: {}); {}", what, diagnose(code).cause, cudaGetErrorName(code),
                       cudaGetErrorString(code), diagnose(code).remedy);
}

CudaError::CudaError(cudaError_t error, const char* what, std::source_location where, int device)
    : CudaError(error, what, where, device, diagnose(error)) {}

CudaError::CudaError(cudaError_t error, const char* what, std::source_location where, int device,
                     const Diagnosis& diagnosis)
    : DeviceError(fmt::format("{}: {} failed: {} ({}: {}) [{}:{}]", name_of(device), what, diagnosis.cause,
                              cudaGetErrorName(error), cudaGetErrorString(error),
                              std::filesystem::path(where.file_name()).filename().string(), where.line()),
                  diagnosis.remedy),
      code(error) {}

void choose_device(int device, std::source_location where) {
    const cudaError_t code = cudaSetDevice(device);
    if (!forget(code)) throw CudaError(code, "choosing the device", where, device);
    chosen_device = device;
}

void check(cudaError_t code, const char* what, std::source_location where) {
    if (!forget(code)) throw CudaError(code, what, where);
}

void check_host_memory(cudaError_t code, const char* what, std::source_location where) {
    if (code != cudaErrorMemoryAllocation) return check(code, what, where);
    forget(code);
    throw CudaError(code, what, where, -1, out_of_host_memory);
}

bool forget(cudaError_t code) {
    if (code != cudaSuccess) cudaGetLastError();
    return code == cudaSuccess;
}

}  // namespace evodoku::cuda
