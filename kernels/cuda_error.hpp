// A failed call of the CUDA runtime, as an exception that says which, where, why and what to do.
#pragma once

#include <cuda_runtime_api.h>

#include <source_location>

#include "evodoku/engine/device_error.hpp"

namespace evodoku::cuda {

class CudaError : public DeviceError {
public:
    CudaError(cudaError_t code, const char* what, std::source_location where);
    cudaError_t code;
};

/// Throws CudaError unless `code` is cudaSuccess. `what`: what was being done ("launch of cross").
void check(cudaError_t code, const char* what, std::source_location where = std::source_location::current());

}  // namespace evodoku::cuda
