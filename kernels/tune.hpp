// Numbers that wait for a measurement. In a build with EVODOKU_TUNE a variable of the environment sets each of them.
#pragma once

#include <cstdlib>

namespace evodoku::cuda {

#if defined(EVODOKU_TUNE)
inline constexpr bool tunes = true;
#else
inline constexpr bool tunes = false;
#endif

/// The number in EVODOKU_TUNE_..., in such a build; else `otherwise`.
inline long tuned(const char* name, long otherwise) {
    if constexpr (tunes) {
        if (const char* const text = std::getenv(name)) return std::atol(text);
    }
    return otherwise;
}

}  // namespace evodoku::cuda
