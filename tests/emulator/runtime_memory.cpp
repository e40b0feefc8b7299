// Memory of the device, pinned memory of the host, copies between them.
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "emulator/runtime.hpp"

namespace evodoku::emulator {
namespace {

constexpr unsigned char pinned_garbage = 0xB5;
constexpr std::uintptr_t page = 4096;

/// The whole pages around these bytes. Each piece of pinned memory has its pages to itself.
void allow(const void* memory, std::size_t bytes, int protection) {
    if (bytes == 0) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(memory) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes + page - 1) / page * page;
    if (mprotect(reinterpret_cast<void*>(begin), end - begin, protection) != 0) unsupported("mprotect fails");
}

cudaError_t report(const char* what, const void* address) {
    std::fprintf(stderr, "emulator: %s: %s\n", what, DeviceMemory::instance().describe(address).c_str());
    return cudaErrorInvalidValue;
}

/// Whether all of what a copy touches on the device is one live allocation.
bool reaches(const void* address, std::size_t bytes) {
    const DeviceMemory& memory = DeviceMemory::instance();
    return !memory.owns(address) || memory.contains(address, bytes);
}

cudaError_t copy_error(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    const DeviceMemory& memory = DeviceMemory::instance();
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind != cudaMemcpyDefault && (memory.owns(to) != to_device || memory.owns(from) != from_device)) {
        return report("a copy in another direction than its kind says", memory.owns(to) == to_device ? from : to);
    }
    if (!reaches(to, bytes)) return report("a copy to the device writes beyond an allocation", to);
    if (!reaches(from, bytes)) return report("a copy from the device reads beyond an allocation", from);
    return cudaSuccess;
}

/// The copy itself, when its turn has come.
cudaError_t copy_now(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    if (const cudaError_t code = copy_error(to, from, bytes, kind); code != cudaSuccess) return code;
    std::memcpy(to, from, bytes);
    DeviceMemory& memory = DeviceMemory::instance();
    if (memory.owns(to)) memory.mark_written(to, bytes);
    return cudaSuccess;
}

cudaError_t set_now(void* to, int value, std::size_t bytes) {
    if (bytes == 0) return cudaSuccess;
    DeviceMemory& memory = DeviceMemory::instance();
    if (!memory.contains(to, bytes)) return report("memset writes beyond an allocation", to);
    memory.set(to, value, bytes);
    memory.mark_written(to, bytes);
    return cudaSuccess;
}

}  // namespace

bool Runtime::is_pinned(const void* address) const {
    const char* const at = static_cast<const char*>(address);
    const auto behind = pinned.upper_bound(at);
    if (behind == pinned.begin()) return false;
    const auto& [begin, bytes] = *std::prev(behind);
    return at < begin + bytes;
}

void Runtime::close(void* pinned_memory, std::size_t bytes, cudaStream_t handle) {
    const char* const begin = static_cast<const char*>(pinned_memory);
    for (const auto& [from, length] : pending_uploads) {
        const char* const other = static_cast<const char*>(from);
        if (other < begin + bytes && begin < other + length) {
            drain(stream(handle));
            break;
        }
    }
    allow(pinned_memory, bytes, PROT_NONE);
}

}  // namespace evodoku::emulator

using namespace evodoku::emulator;

extern "C" {

cudaError_t CUDARTAPI cudaMalloc(void** address, size_t bytes) {
    return call("cudaMalloc", [&] {
        *address = bytes == 0 ? nullptr : DeviceMemory::instance().allocate(bytes);
        return *address != nullptr || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
    });
}

cudaError_t CUDARTAPI cudaFree(void* address) {
    return release("cudaFree", [&] {
        Runtime::the().drain_all();  // the real one waits for the device
        if (address == nullptr || DeviceMemory::instance().free(address)) return cudaSuccess;
        return report("cudaFree of what is no allocation", address);
    });
}

cudaError_t CUDARTAPI cudaHostAlloc(void** address, size_t bytes, unsigned) {
    return call("cudaHostAlloc", [&] {
        *address = std::aligned_alloc(page, (bytes + page - 1) / page * page);
        if (*address == nullptr) return cudaErrorMemoryAllocation;
        std::memset(*address, pinned_garbage, bytes);
        Runtime::the().pinned[static_cast<const char*>(*address)] = bytes;
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaFreeHost(void* address) {
    return release("cudaFreeHost", [&] {
        Runtime& runtime = Runtime::the();
        runtime.drain_all();
        if (address == nullptr) return cudaSuccess;
        if (runtime.pinned.erase(static_cast<const char*>(address)) == 0) return cudaErrorInvalidValue;
        std::free(address);
        return cudaSuccess;
    });
}

cudaError_t CUDARTAPI cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return call("cudaMemcpy", [&] {
        Runtime::the().drain_default();
        return copy_now(to, from, bytes, kind);
    });
}

cudaError_t CUDARTAPI cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
    return call("cudaMemcpyAsync", [&] {
        Runtime& runtime = Runtime::the();
        if (const cudaError_t code = copy_error(to, from, bytes, kind); code != cudaSuccess) return code;
        const DeviceMemory& memory = DeviceMemory::instance();
        const bool from_pageable = !memory.owns(from) && !runtime.is_pinned(from);
        const bool to_pageable = !memory.owns(to) && !runtime.is_pinned(to);
        if (from_pageable) {  // staged before the call returns
            const char* const begin = static_cast<const char*>(from);
            runtime.enqueue(stream, [=, &runtime, staged = std::vector<char>(begin, begin + bytes)] {
                runtime.fail(copy_now(to, staged.data(), bytes, kind));
            });
        } else {
            const bool closes = runtime.is_pinned(to) && device_settings().lazy_streams;
            if (closes) runtime.close(to, bytes, stream);
            const bool is_upload = !memory.owns(from);
            if (is_upload) runtime.pending_uploads.emplace(from, bytes);
            runtime.enqueue(stream, [=, &runtime] {
                if (closes) allow(to, bytes, PROT_READ | PROT_WRITE);
                runtime.fail(copy_now(to, from, bytes, kind));
                if (is_upload) runtime.pending_uploads.erase(runtime.pending_uploads.find(from));
            });
        }
        if (to_pageable) Runtime::drain(runtime.stream(stream));  // the call returns when the copy is done
        return runtime.sticky;
    });
}

cudaError_t CUDARTAPI cudaMemset(void* to, int value, size_t bytes) {
    return call("cudaMemset", [&] {
        Runtime& runtime = Runtime::the();
        runtime.drain_default();
        runtime.enqueue(nullptr, [=, &runtime] { runtime.fail(set_now(to, value, bytes)); });
        return runtime.sticky;
    });
}

cudaError_t CUDARTAPI cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
    return call("cudaMemsetAsync", [&] {
        Runtime& runtime = Runtime::the();
        runtime.enqueue(stream, [=, &runtime] { runtime.fail(set_now(to, value, bytes)); });
        return runtime.sticky;
    });
}

cudaError_t CUDARTAPI cudaMemGetInfo(size_t* free, size_t* total) {
    return call("cudaMemGetInfo", [&] {
        const DeviceMemory& memory = DeviceMemory::instance();
        *total = memory.capacity();
        *free = memory.capacity() - memory.used() - memory.stacks();
        return cudaSuccess;
    });
}

}  // extern "C"
