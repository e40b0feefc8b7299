// Compiled so that the PTX is an LZ4 block, as toolkits before 13 write it.
#include "packed_kernels.hpp"

namespace {
__global__ void set_to_11(int* value) { *value = 11; }
}  // namespace

void launch_packed_for_speed(int* value) { set_to_11<<<1, 1>>>(value); }
