// CUDA errors in words: what failed, where, and what to do.
#include "cuda_error.hpp"

#include <fmt/format.h>

#include <string>

namespace evodoku::cuda {
namespace {

const char* remedy(cudaError_t code) {
    switch (code) {
        case cudaErrorMemoryAllocation:
            return "use a smaller --population, or free the device";
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorInvalidDeviceFunction:
            return "build for this device (-DCMAKE_CUDA_ARCHITECTURES=...)";
        case cudaErrorInsufficientDriver:
            return "update the NVIDIA driver";
        case cudaErrorDevicesUnavailable:
            return "another process holds the device; wait, or use --device cpu";
        case cudaErrorECCUncorrectable:
            return "the device's memory is faulty; reset it or use another";
        default:
            return "run again; if it persists, use --device cpu and report this line";
    }
}

std::string file_name(const char* path) {
    const std::string whole = path;
    return whole.substr(whole.find_last_of('/') + 1);
}

}  // namespace

CudaError::CudaError(cudaError_t error, const char* what, std::source_location where)
    : DeviceError(fmt::format("{} failed: {} ({}) [{}:{}]; {}", what, cudaGetErrorString(error),
                              cudaGetErrorName(error), file_name(where.file_name()), where.line(), remedy(error))),
      code(error) {}

void check(cudaError_t code, const char* what, std::source_location where) {
    if (code == cudaSuccess) return;
    cudaGetLastError();  // an error that can be cleared must not surface again in the next call
    throw CudaError(code, what, where);
}

}  // namespace evodoku::cuda
