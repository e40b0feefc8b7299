// A failed call of the CUDA runtime as an exception: call, place, cause and remedy.
#pragma once

#include <cuda_runtime_api.h>

#include <source_location>
#include <string>

#include "evodoku/engine/errors.hpp"

namespace evodoku::cuda {

/// The cause of a failed call, and the remedy for the user.
struct Diagnosis {
    const char* cause;
    const char* remedy;
};
/// Needs no device and no driver.
Diagnosis diagnose(cudaError_t code);

/// "WHAT failed: CAUSE (NAME: the runtime's words); REMEDY"
std::string describe(cudaError_t code, const char* what);

/// "cuda:0: launch of cross failed: CAUSE (NAME: the runtime's words) [file:line]; REMEDY"
struct CudaError : DeviceError {
    /// `device` < 0: the one chosen by the calling thread.
    CudaError(cudaError_t code, const char* what, std::source_location where, int device = -1);
    CudaError(cudaError_t code, const char* what, std::source_location where, int device, const Diagnosis& diagnosis);
    cudaError_t code;
};

/// Selects this device for the calling thread. Throws CudaError.
void choose_device(int device, std::source_location where = std::source_location::current());

/// Throws CudaError unless `code` is cudaSuccess. `what`: the operation ("launch of cross").
void check(cudaError_t code, const char* what, std::source_location where = std::source_location::current());

/// check() for pinned host memory: if that is full, the device is not out of memory.
void check_host_memory(cudaError_t code, const char* what,
                       std::source_location where = std::source_location::current());

/// For a call whose failure has no effect, as in a destructor: clears the error, so that the next checked call does not
/// report it. True if there was none.
bool forget(cudaError_t code);

}  // namespace evodoku::cuda
