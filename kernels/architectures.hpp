// The devices for which this build has code, from the list of architectures it was compiled for. Host code.
#pragma once

#include <string_view>

namespace evodoku::cuda {

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
