// Kernels whose PTX nvcc has packed in other ways than usual.
#pragma once

/// *value = 11 and 12.
void launch_packed_for_speed(int* value);
void launch_not_packed(int* value);
