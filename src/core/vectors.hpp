// Google's Highway, for vectors of any processor: those that this compilation may use, without a choice at run time.
#pragma once

#define HWY_COMPILE_ONLY_STATIC    // the library is built for each kind of processor: see src/cpu/CMakeLists.txt
#define HWY_DISABLE_PCLMUL_AES     // which x86-64-v3 lacks, and nothing here needs
#define TOOLCHAIN_MISS_SYS_AUXV_H  // ARM64: otherwise functions ask for such instructions, and are not inlined
#define HWY_IS_DEBUG_BUILD 0       // its checks call a library, and its headers alone are used
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)  // their vectors can't be in an array
#include <hwy/highway.h>
