// The PTX texts in a fat binary, as nvcc embeds it in an object.
#pragma once

#include <string>
#include <vector>

namespace evodoku::emulator {

struct PtxText {
    unsigned architecture = 0;  ///< 75 for compute_75
    std::string text;
};

/// All PTX of the binary that `header` begins; machine code is skipped. Throws std::runtime_error if it is packed in an
/// unknown way.
std::vector<PtxText> ptx_of(const unsigned char* header);

}  // namespace evodoku::emulator
