// The backend of an NVIDIA GPU, and which of them can be used. Host code: includes no CUDA header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "evodoku/engine/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "evodoku/engine/puzzle_job.hpp"
#include "evodoku/engine/workbench.hpp"

namespace evodoku::cuda {

/// A device as the driver shows it. `why_not` is empty where it can run this build.
struct DeviceFacts {
    int number = 0;
    std::string name;                ///< empty where the driver counts the device and says nothing else of it
    std::string compute_capability;  ///< "9.0"
    std::uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    int clock_mhz = 0, memory_clock_mhz = 0;  ///< the highest
    bool ecc = false;
    bool compiles_first = false;  ///< there is only PTX for it: the driver compiles that at the first start
    std::string why_not;
};

struct Probe {
    int count = 0;                     ///< of devices that the driver shows
    std::vector<DeviceFacts> devices;  ///< those that were looked at
    std::string driver, runtime;       ///< CUDA versions: "13.0"; driver "none" where there is none
    std::string why_not;               ///< why none of those is usable, in one line
};

/// Which devices a probe looks at. Each gets a context of this process, which takes time and some memory there.
inline constexpr int all_devices = -1;
inline constexpr int until_usable = -2;  ///< one after the other, up to the first that can be used

/// `wanted`: one of the above, or the number of a device. Never throws; works on a machine without a driver.
Probe probe(int wanted = all_devices);

/// Why none of the devices that were looked at is usable, in one line; empty where one is.
std::string why_none(const Probe& found, int wanted);

/// Ends what this process holds on a device, so that another may have it alone. Nothing made on it may be left.
void release(int device);

/// Takes all its memory, for up to `puzzle_slots` puzzles side by side: fewer where they do not fit. Throws
/// SettingError, MemoryError where not one does, CudaError (a DeviceError).
std::unique_ptr<Backend> make_backend(int device, const Config& config, std::uint32_t puzzle_slots);

/// The same with one deme, for benchmarks.
std::unique_ptr<Workbench> make_workbench(int device, const Config& config, const PuzzleJob& job);
/// Copies 2 GiB, or a quarter of the free memory where that is less.
std::unique_ptr<Ceilings> make_ceilings(int device);

}  // namespace evodoku::cuda
