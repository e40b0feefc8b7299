// Launches, and what the runtime says of kernels.
#include <algorithm>
#include <cstring>
#include <vector>

#include "emulator/runtime.hpp"

namespace evodoku::emulator {
namespace {

constexpr unsigned max_block_threads = 1024, max_grid_rows = 65535, max_grid_columns = 2147483647;
constexpr std::size_t max_shared_by_default = 48 << 10;

struct Configuration {
    dim3 grid, block;
    std::size_t shared_bytes;
    cudaStream_t stream;
};
/// Between the <<< >>> and the call of the stub that nvcc generates.
thread_local std::vector<Configuration> pushed;

/// The most dynamic shared memory that one block of the emulated architecture may ask for.
std::size_t max_shared_opt_in() { return device_settings().compute_capability < 80 ? 64 << 10 : 227 << 10; }

cudaError_t launch_error(LoadedKernel& loaded, const Configuration& how) {
    const Size3 block{how.block.x, how.block.y, how.block.z}, grid{how.grid.x, how.grid.y, how.grid.z};
    if (block.volume() == 0 || block.volume() > max_block_threads || block.z > 64 || grid.volume() == 0 ||
        grid.x > max_grid_columns || grid.y > max_grid_rows || grid.z > max_grid_rows) {
        return cudaErrorInvalidConfiguration;
    }
    if (block.volume() > loaded.kernel->max_threads()) return cudaErrorInvalidValue;
    const std::size_t allowed = loaded.dynamic_shared_allowed;
    if (how.shared_bytes > allowed) return cudaErrorInvalidValue;
    if (how.shared_bytes + loaded.kernel->static_shared_bytes() > std::max(allowed, max_shared_by_default)) {
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

/// Loads the kernel's code where that is due, which a recording does not allow: what CUDA does then is not documented.
/// Takes memory for the stacks of all threads that can be resident, as much as the kernel with the largest stack needs.
cudaError_t make_ready(LoadedKernel& loaded, cudaStream_t stream) {
    const Runtime& runtime = Runtime::the();
    if (!loaded.has_code && runtime.streams.contains(stream) && stream->recording)
        return cudaErrorStreamCaptureUnsupported;
    loaded.has_code = true;
    const std::size_t threads = static_cast<std::size_t>(resident_threads() * device_settings().multiprocessors);
    return DeviceMemory::instance().take_stacks(loaded.kernel->local_bytes() * threads) ? cudaSuccess
                                                                                        : cudaErrorMemoryAllocation;
}

cudaError_t queue_launch(const void* function, const Configuration& how, void** arguments) {
    return call("cudaLaunchKernel", [&] {
        LoadedKernel* const loaded = kernel_of(function);
        if (loaded == nullptr) return cudaErrorInvalidDeviceFunction;
        if (const cudaError_t code = launch_error(*loaded, how); code != cudaSuccess) return code;
        if (const cudaError_t code = make_ready(*loaded, how.stream); code != cudaSuccess) return code;
        Kernel& kernel = *loaded->kernel;
        std::vector<char> parameters(kernel.parameter_bytes());
        for (std::size_t k = 0; k < kernel.parameters().size(); ++k) {
            const Parameter& each = kernel.parameters()[k];
            std::memcpy(parameters.data() + each.offset, arguments[k], each.bytes);
        }
        Runtime& runtime = Runtime::the();
        runtime.enqueue(how.stream, [=, &kernel, &runtime] {
            if (runtime.sticky != cudaSuccess) return;
            const auto fault = launch(kernel, {how.grid.x, how.grid.y, how.grid.z},
                                      {how.block.x, how.block.y, how.block.z}, parameters.data(), how.shared_bytes);
            if (fault) runtime.fault(*fault);
        });
        return cudaSuccess;
    });
}

}  // namespace
}  // namespace evodoku::emulator

using namespace evodoku::emulator;

extern "C" {

// What the code that nvcc generates calls. No header declares these.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream);
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                               cudaStream_t stream);

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream) {
    pushed.push_back({grid, block, shared_bytes, stream});
    return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream) {
    const Configuration how = pushed.back();
    pushed.pop_back();
    *grid = how.grid, *block = how.block, *shared_bytes = how.shared_bytes;
    *static_cast<cudaStream_t*>(stream) = how.stream;
    return cudaSuccess;
}
/// A handle is the address of the host's function: nothing looks into it.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
    *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
    return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                               cudaStream_t stream) {
    return queue_launch(kernel, {grid, block, shared_bytes, stream}, arguments);
}
cudaError_t CUDARTAPI cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                       size_t shared_bytes, cudaStream_t stream) {
    return queue_launch(function, {grid, block, shared_bytes, stream}, arguments);
}
cudaError_t CUDARTAPI cudaLaunchKernelExC(const cudaLaunchConfig_t* how, const void* function, void** arguments) {
    // Clusters, cooperative launches and programmatic dependence would need more than the interpreter has.
    for (unsigned k = 0; k < how->numAttrs; ++k) {
        const auto& each = how->attrs[k];
        const bool harmless = each.id == cudaLaunchAttributeProgrammaticStreamSerialization &&
                              each.val.programmaticStreamSerializationAllowed == 0;
        if (each.id == cudaLaunchAttributePriority) {  // without effect: a launch never waits for room here
            if (each.val.priority < greatest_priority || each.val.priority > 0) return cudaErrorInvalidValue;
        } else if (!harmless)
            unsupported("cudaLaunchKernelExC with attribute " + std::to_string(each.id));
    }
    return queue_launch(function, {how->gridDim, how->blockDim, how->dynamicSmemBytes, how->stream}, arguments);
}

cudaError_t CUDARTAPI cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    return call("cudaFuncGetAttributes", [&] {
        LoadedKernel* const loaded = kernel_of(function);
        if (loaded == nullptr) return cudaErrorInvalidDeviceFunction;
        loaded->has_code = true;
        *attributes = {};
        attributes->ptxVersion = attributes->binaryVersion = static_cast<int>(loaded->architecture);
        attributes->maxThreadsPerBlock = static_cast<int>(loaded->kernel->max_threads());
        attributes->sharedSizeBytes = loaded->kernel->static_shared_bytes();
        attributes->localSizeBytes = loaded->kernel->local_bytes();
        attributes->maxDynamicSharedSizeBytes = static_cast<int>(loaded->dynamic_shared_allowed);
        attributes->numRegs = 64;  // PTX has no registers to count
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return call("cudaFuncSetAttribute", [&] {
        if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) {
            unsupported("cudaFuncSetAttribute of attribute " + std::to_string(attribute));
        }
        LoadedKernel* const loaded = kernel_of(function);
        if (loaded == nullptr) return cudaErrorInvalidDeviceFunction;
        const std::size_t wanted = static_cast<std::size_t>(value);
        if (value < 0 || wanted + loaded->kernel->static_shared_bytes() > max_shared_opt_in())
            return cudaErrorInvalidValue;
        loaded->dynamic_shared_allowed = wanted;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                             int threads, size_t, unsigned) {
    return call("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", [&] {
        if (kernel_of(function) == nullptr) return cudaErrorInvalidDeviceFunction;
        *blocks = std::max(1, 1024 / threads);
        return cudaSuccess;
    });
}

}  // extern "C"
