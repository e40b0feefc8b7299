// A failed call of the CUDA runtime, as an exception that says which, where, why and what to do.
#pragma once

#include <cuda_runtime_api.h>

#include <source_location>
#include <string>

#include "evodoku/engine/device_error.hpp"

namespace evodoku::cuda {

/// Why a call failed, and what whoever runs the program may do about it.
struct Diagnosis {
    const char* cause;
    const char* remedy;
};
/// Needs no device and no driver.
Diagnosis diagnose(cudaError_t code);

/// "WHAT failed: CAUSE (NAME: the runtime's words); REMEDY"
std::string describe(cudaError_t code, const char* what);

/// "cuda:0: launch of cross failed: CAUSE (NAME: the runtime's words) [file:line]; REMEDY"
class CudaError : public DeviceError {
public:
    /// `device` < 0: the one that the calling thread has chosen.
    CudaError(cudaError_t code, const char* what, std::source_location where, int device = -1);
    cudaError_t code;
};

/// Has the calling thread's calls mean this device. Throws CudaError.
void choose_device(int device, std::source_location where = std::source_location::current());

/// Throws CudaError unless `code` is cudaSuccess. `what`: what was being done ("launch of cross").
void check(cudaError_t code, const char* what, std::source_location where = std::source_location::current());

}  // namespace evodoku::cuda
