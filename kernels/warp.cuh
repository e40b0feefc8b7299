// A warp that serves one individual: the Team of kernels (core/team.hpp).
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku::cuda {

/// All 32 threads of a warp. `Memory` is in shared memory; it has every type that is held as a base.
template <class Memory>
class Warp {
public:
    static constexpr int size = 32;

    template <class T>
    class Held {
    public:
        __device__ explicit Held(const Warp& team) : value_(team.memory_) {}
        __device__ T& operator*() { return value_; }
        __device__ const T& operator*() const { return value_; }

    private:
        T& value_;
    };

    __device__ explicit Warp(Memory& memory) : memory_(memory) {}

    __device__ static int rank() { return static_cast<int>(threadIdx.x % size); }
    __device__ static bool is_first() { return rank() == 0; }
    __device__ void wait() const { __syncwarp(); }
    __device__ static std::uint32_t sum(std::uint32_t number) {
        for (int other = size / 2; other != 0; other /= 2) number += __shfl_xor_sync(all, number, other);
        return number;
    }
    __device__ static std::uint64_t any(std::uint64_t bits) {
        for (int other = size / 2; other != 0; other /= 2) bits |= __shfl_xor_sync(all, bits, other);
        return bits;
    }
    __device__ static std::int32_t least(std::int32_t number) {
        for (int other = size / 2; other != 0; other /= 2) number = min(number, __shfl_xor_sync(all, number, other));
        return number;
    }
    template <class Number>
    __device__ static Number from_first(Number number) {
        return __shfl_sync(all, number, 0);
    }

private:
    static constexpr unsigned all = ~0u;

    Memory& memory_;
};

}  // namespace evodoku::cuda
