// The NVIDIA driver of this machine and the version that a build needs; the devices for which this build has code. Host
// code.
#pragma once

#include <string>
#include <string_view>

namespace evodoku::cuda {

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

}  // namespace evodoku::cuda
