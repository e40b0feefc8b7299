// One target for libFuzzer: EVODOKU_FUZZ_TARGET is its name.
#include <cstdint>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    evodoku::fuzz::EVODOKU_FUZZ_TARGET({reinterpret_cast<const char*>(bytes), size});
    return 0;
}
