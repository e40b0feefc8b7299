// Compiled so that the PTX is plain text.
#include "packed_kernels.hpp"

namespace {
__global__ void set_to_12(int* value) { *value = 12; }
}  // namespace

void launch_not_packed(int* value) { set_to_12<<<1, 1>>>(value); }
