// The one algorithm on the CUDA executor, and the search for a device that can run it.
#include "cuda_backend.hpp"

#include <string>

#include "architectures.hpp"
#include "cuda_cell_backend.cuh"
#include "cuda_executor.cuh"
#include "evodoku/engine/batch_backend.hpp"
#include "evodoku/engine/evolution_workbench.hpp"
#include "evodoku/representation/box_board.hpp"

namespace evodoku::cuda {
namespace {

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::unique_ptr<Executor> make_executor(int device) {
    choose_device(device);
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "asking for the device");
    return std::make_unique<Executor>(device, "cuda:" + std::to_string(device) + " (" + properties.name + ")");
}

/// 0 where the device does not say.
int attribute(cudaDeviceAttr which, int device) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess) cudaGetLastError();
    return value;
}

/// Why a device can't run this build; empty where it can. A missing architecture shows when a kernel is looked up.
std::string why_not(int device, const DeviceFacts& facts) {
    if (facts.compiles_first) return "";  // to look a kernel up would compile it, before anybody is told
    cudaFuncAttributes attributes{};
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, for_each_deme<CensusPhase<BoxBoard>>);
    if (error == cudaSuccess) return "";
    cudaGetLastError();
    if (error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction) {
        return "this build has no code for compute capability " + facts.compute_capability;
    }
    return describe(error, "looking up a kernel");
}

DeviceFacts facts_of(int device) {
    DeviceFacts facts;
    facts.number = device;
    cudaDeviceProp properties{};
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, device); error != cudaSuccess) {
        cudaGetLastError();
        facts.why_not = describe(error, "asking for its properties");
        return facts;
    }
    facts.name = properties.name;
    facts.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    facts.memory_bytes = properties.totalGlobalMem;
    facts.multiprocessors = properties.multiProcessorCount;
    facts.clock_mhz = attribute(cudaDevAttrClockRate, device) / 1000;
    facts.memory_clock_mhz = attribute(cudaDevAttrMemoryClockRate, device) / 1000;
    facts.ecc = properties.ECCEnabled != 0;
    facts.compiles_first = code_for(architectures_of_build(), properties.major, properties.minor) == Code::ptx;
    facts.why_not = why_not(device, facts);
    return facts;
}

}  // namespace

Probe probe(int wanted) {
    Probe found;
    int runtime = 0, driver = 0;
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&driver);
    found.runtime = version_text(runtime);
    found.driver = driver == 0 ? "none" : version_text(driver);
    const cudaError_t error = cudaGetDeviceCount(&found.count);
    if (error != cudaSuccess) {
        cudaGetLastError();
        found.count = 0;
        if (driver == 0) {
            found.why_not = "no NVIDIA driver";
        } else if (error == cudaErrorInsufficientDriver) {
            found.why_not = "the NVIDIA driver is too old: it supports CUDA " + found.driver + ", this build needs " +
                            found.runtime;
        } else if (error == cudaErrorNoDevice) {
            found.why_not = "no NVIDIA device";
        } else {
            found.why_not = describe(error, "counting devices");
        }
        return found;
    }
    for (int device = 0; device < found.count; ++device) {
        if (wanted >= 0 && device != wanted) continue;
        found.devices.push_back(facts_of(device));
        if (wanted == until_usable && found.devices.back().why_not.empty()) break;
    }
    found.why_not = why_none(found, wanted);
    return found;
}

std::string why_none(const Probe& found, int wanted) {
    for (const DeviceFacts& facts : found.devices) {
        if (facts.why_not.empty()) return "";
    }
    if (wanted >= found.count) {
        return "there is no device " + std::to_string(wanted) + "; this machine has " + std::to_string(found.count);
    }
    if (found.devices.empty()) return "no NVIDIA device";
    const DeviceFacts& first = found.devices.front();
    return (first.name.empty() ? "cuda:" + std::to_string(first.number) : first.name) + ": " + first.why_not;
}

void release(int device) {
    choose_device(device);
    check(cudaDeviceReset(), "giving the device up");
}

std::unique_ptr<Backend> make_backend(int device, const Config& config, std::uint32_t puzzle_slots) {
    validate(config);
    const auto executor = [device] { return make_executor(device); };
    if (config.representation == suits_cell_board) return make_cell_backend(executor, config, puzzle_slots);
    return make_batch_backend<Executor, BoxBoard>(executor, config, puzzle_slots);
}

std::unique_ptr<Workbench> make_workbench(int device, const Config& config, const PuzzleJob& job) {
    validate(config);
    if (config.representation == suits_cell_board) return make_cell_workbench(make_executor(device), config, job);
    return std::make_unique<EvolutionWorkbench<Executor, BoxBoard>>(make_executor(device), config, job);
}

}  // namespace evodoku::cuda
