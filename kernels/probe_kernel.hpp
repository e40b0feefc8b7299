// An empty kernel that shows whether this build has code for a device. Needs only the runtime's types.
#pragma once

#include <cuda_runtime.h>

namespace evodoku::cuda {

/// Looks the kernel up on the calling thread's device, which gives the process a context there. If there is only PTX
/// the driver compiles it: only this kernel, because it has a source of its own.
cudaError_t look_up_probe_kernel();

}  // namespace evodoku::cuda
