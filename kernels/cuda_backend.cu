// The one algorithm on the CUDA executor, and the search for a device that can run it.
#include "cuda_backend.hpp"

#include <string>

#include "architectures.hpp"
#include "backend/evolution_backend.hpp"
#include "backend/stepped_evolution.hpp"
#include "cuda_executor.cuh"
#include "driver.hpp"
#include "probe_kernel.hpp"
#include "workbench/evolution_workbench.hpp"

namespace evodoku::cuda {
namespace {

std::unique_ptr<Executor> make_executor(int device, std::uint32_t max_grid_rows = Thresholds{}.max_grid_rows) {
    choose_device(device);
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "querying the device");
    return std::make_unique<Executor>(device, "cuda:" + std::to_string(device) + " (" + properties.name + ")",
                                      max_grid_rows);
}

/// A clock in MHz; 0 where the device does not say, as part of a shared one may not.
cudaError_t ask_for_clock(int& mhz, cudaDeviceAttr which, int device) {
    int khz = 0;
    const cudaError_t error = cudaDeviceGetAttribute(&khz, which, device);
    const bool is_known = forget(error);
    mhz = is_known ? khz / 1000 : 0;
    return error == cudaErrorNotSupported || error == cudaErrorInvalidValue ? cudaSuccess : error;
}

/// The reason why a device can't run this build; empty if it can. Looking up a kernel fails for a missing architecture,
/// and for PTX that the driver can't compile. The kernel is small, so it compiles at once.
std::string why_not(int device, const DeviceFacts& facts) {
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess) error = look_up_probe_kernel();
    if (forget(error)) return "";
    if (error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction) {
        return "this build has no code for compute capability " + facts.compute_capability;
    }
    return describe(error, "looking up a kernel");
}

DeviceFacts facts_of(int device) {
    DeviceFacts facts;
    facts.number = device;
    cudaDeviceProp properties{};
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, device); !forget(error)) {
        facts.why_not = describe(error, "querying its properties");
        return facts;
    }
    facts.name = properties.name;
    facts.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    facts.memory_bytes = properties.totalGlobalMem;
    facts.multiprocessors = properties.multiProcessorCount;
    cudaError_t error = ask_for_clock(facts.clock_mhz, cudaDevAttrClockRate, device);
    if (error == cudaSuccess) error = ask_for_clock(facts.memory_clock_mhz, cudaDevAttrMemoryClockRate, device);
    facts.ecc = properties.ECCEnabled != 0;
    facts.compiles_first = code_for(architectures_of_build(), properties.major, properties.minor) == Code::ptx;
    facts.why_not = error != cudaSuccess ? describe(error, "asking for its clocks") : why_not(device, facts);
    return facts;
}

}  // namespace

Probe probe(int wanted) {
    Probe found;
    int runtime = 0, driver = 0;
    forget(cudaRuntimeGetVersion(&runtime));
    const bool driver_answers = forget(cudaDriverGetVersion(&driver));  // 0 without a driver
    found.runtime = version_text(runtime);
    found.driver = !driver_answers ? "unknown" : driver == 0 ? "none" : version_text(driver);
    found.driver_release = driver_release_here();
    found.needed_driver = needed_driver(runtime);
    const cudaError_t error = cudaGetDeviceCount(&found.count);
    if (!forget(error)) {
        found.count = 0;
        if (driver == 0 && driver_answers) {
            found.why_not = "no NVIDIA driver", found.absent = true;
        } else if (error == cudaErrorInsufficientDriver) {
            found.why_not = too_old(driver, runtime, found.driver_release);
        } else if (error == cudaErrorNoDevice) {
            found.why_not = "no NVIDIA device", found.absent = true;
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
    check(cudaDeviceReset(), "releasing the device");
}

std::unique_ptr<Backend> make_backend(int device, const Config& config, std::uint32_t puzzle_slots,
                                      const Thresholds& thresholds) {
    validate(config);
    return make_evolution_backend(make_executor(device, thresholds.max_grid_rows), config, puzzle_slots);
}

std::unique_ptr<evodoku::Executor> open_executor(int device) { return make_executor(device); }

std::unique_ptr<PuzzleEvolution> make_puzzle_evolution(int device, const Config& config, const SavedPuzzle& puzzle) {
    validate(config);
    return make_stepped_evolution(make_executor(device), config, puzzle);
}

std::unique_ptr<Workbench> make_workbench(int device, const Config& config, const PuzzleJob& job) {
    validate(config);
    return make_evolution_workbench(make_executor(device), config, job);
}

}  // namespace evodoku::cuda
