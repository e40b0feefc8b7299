// The kernel that is looked up to test whether a device can be used.
#include "probe_kernel.hpp"

namespace evodoku::cuda {
namespace {

__global__ void probe_kernel() {}

}  // namespace

cudaError_t look_up_probe_kernel() {
    cudaFuncAttributes attributes{};
    return cudaFuncGetAttributes(&attributes, probe_kernel);
}

}  // namespace evodoku::cuda
