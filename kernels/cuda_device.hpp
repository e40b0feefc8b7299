// An NVIDIA GPU as a device, and the list of usable GPUs. Host code: includes no CUDA header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/executor.hpp"

namespace evodoku::cuda {

/// A device as the driver reports it. `why_not` is empty if it can run this build.
struct DeviceFacts {
    int number = 0;
    std::string name;                ///< empty if the driver counts the device but reports nothing else
    std::string compute_capability;  ///< "9.0"
    std::string pci;                 ///< "00000000:18:00.0"
    std::uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    int clock_mhz = 0, memory_clock_mhz = 0;  ///< the highest
    bool ecc = false;
    bool compiles_first = false;  ///< only PTX for it: the driver compiles that at the first start
    std::string why_not;
};

struct Probe {
    int count = 0;                     ///< devices reported by the driver
    std::vector<DeviceFacts> devices;  ///< the probed ones
    std::string driver, runtime;       ///< CUDA versions: "13.0"; driver "none" if there is none
    std::string driver_release;        ///< "580.65.06"; empty if the system does not report it
    std::string needed_driver;         ///< the oldest suitable one: "525.60.13"; empty if unknown
    std::string why_not;               ///< why none of them is usable, in one line
    bool absent = false;               ///< this machine has no NVIDIA driver, or no device
};

/// The devices to probe. Each gets a context of this process, which takes time and some device memory.
inline constexpr int all_devices = -1;
inline constexpr int until_usable = -2;  ///< one after the other, up to the first usable one
inline constexpr int no_device = -3;     ///< they are only counted

/// `wanted`: one of the above, or the number of a device. Never throws; works on a machine without a driver.
Probe probe(int wanted = all_devices);

/// Why none of the probed devices is usable, in one line; empty if one is.
std::string why_none(const Probe& gpus, int wanted);

// The driver of this machine and the version that a build needs; the devices for which this build has code.

/// A CUDA version as the runtime returns it: 12040 is "12.4".
std::string version_text(int version);

/// The oldest driver for a CUDA runtime: 525.60.13 for all 12.x, 580 for all 13.x. Empty for an unknown runtime.
std::string_view needed_driver(int runtime);

/// The version in the text of /proc/driver/nvidia/version, "535.104.05"; empty if there is none.
std::string driver_release(std::string_view text);

/// The reason why a driver that supports at most CUDA `supported` can't serve `runtime`, and the remedy: one line.
/// `release`: the driver's version, empty if unknown.
std::string too_old(int supported, int runtime, const std::string& release);

/// The version of this machine's driver; empty if the system does not report it (WSL).
std::string driver_release_here();

enum class Code {
    machine,  ///< machine code for the device
    ptx,      ///< only PTX: the driver compiles it at the first start
    none,
    unknown,  ///< the list has no numbers ("all", "native")
};

/// `list`: as in CMAKE_CUDA_ARCHITECTURES, "75-virtual,90-real,120" (without a suffix: both kinds). Machine code runs
/// on devices of the same major number and at least the minor number. PTX runs on all devices that are not older. An
/// architecture with a letter (90a) runs on exactly its own number.
Code code_for(std::string_view list, int major, int minor);

/// The list that this build was compiled with.
std::string_view architectures_of_build();

/// Sizes from which an executor takes another path. Tests lower them, so that small runs take those paths, too.
struct Thresholds {
    /// Rows of a grid, one per island: a row serves several islands if there are more. By default the hardware's limit.
    std::uint32_t max_grid_rows = 65535;
};

/// Throws CudaError (a DeviceError).
std::unique_ptr<evodoku::Executor> make_executor(int device, const Thresholds& thresholds = {});

/// Copies 2 GiB, or a quarter of the free memory if that is less.
std::unique_ptr<Peaks> make_peaks(int device);

}  // namespace evodoku::cuda
