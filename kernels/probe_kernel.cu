// An empty kernel that is looked up to test whether a device can be used. It has a source of its own: if there is only
// PTX for a device, the driver compiles this kernel alone.
#include <cuda_runtime.h>

namespace evodoku::cuda {

static __global__ void probe_kernel() {}

cudaError_t look_up_probe_kernel() {
    cudaFuncAttributes attributes{};
    return cudaFuncGetAttributes(&attributes, probe_kernel);
}

}  // namespace evodoku::cuda
