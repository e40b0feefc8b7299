// Which devices this build has code for, from the list of architectures it was compiled with. Host code.
#pragma once

#include <string_view>

namespace evodoku::cuda {

enum class Code {
    machine,  ///< machine code that runs as it is
    ptx,      ///< only PTX: the driver compiles it at the first start
    none,
    unknown,  ///< the list is none of numbers ("all", "native")
};

/// `list`: as in CMAKE_CUDA_ARCHITECTURES, "75-virtual,90-real,120" (without an ending: both kinds). Machine code runs
/// on devices of the same major number and a minor one that is not lower, PTX on all that are not older. An
/// architecture with a letter (90a) runs on its own number alone.
Code code_for(std::string_view list, int major, int minor);

/// The list that this build was compiled with.
std::string_view architectures_of_build();

}  // namespace evodoku::cuda
