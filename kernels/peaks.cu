// The peaks of a GPU: a copy kernel in 16-byte pieces, and a kernel of additions and exclusive ors in registers.
#include <algorithm>
#include <vector>

#include "cuda_backend.hpp"
#include "device_array.cuh"
#include "launch.cuh"

namespace evodoku::cuda {
namespace {

constexpr std::uint32_t rounds = 4096;  // per thread of the integer kernel
constexpr std::uint32_t chains = 8;     // independent sums per thread: more than the latency of an addition in clocks

/// A thread copies one piece of 16 bytes. Written for for_each_island: "island" is the index of the piece.
struct CopyPieces {
    static constexpr const char* name = "copy peak";
    const uint4* from;
    uint4* to;
    __device__ void operator()(std::uint32_t piece) const { to[piece] = from[piece]; }
};

struct ComputeIntegers {
    static constexpr const char* name = "integer peak";
    std::uint32_t* out;  // one per thread: the compiler would remove sums without an effect
    __device__ void operator()(std::uint32_t thread) const {
        std::uint32_t chain[chains];
        for (std::uint32_t k = 0; k < chains; ++k) chain[k] = thread + k;
#pragma unroll 16
        for (std::uint32_t round = 0; round < rounds; ++round) {
#pragma unroll
            for (std::uint32_t k = 0; k < chains; ++k) chain[k] = (chain[k] + 0x9E3779B9u) ^ round;
        }
        std::uint32_t sum = 0;
        for (std::uint32_t k = 0; k < chains; ++k) sum ^= chain[k];
        out[thread] = sum;
    }
};

class CudaPeaks final : public Peaks {
public:
    explicit CudaPeaks(int device) : device_(device), stream_((choose_device(device), Stream())) {
        cudaDeviceProp properties{};
        check(cudaGetDeviceProperties(&properties, device), "querying the device");
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total), "querying free device memory");
        pieces_ = static_cast<std::uint32_t>(std::min<std::size_t>(std::size_t{1} << 31, free / 4) / sizeof(uint4));
        threads_ = static_cast<std::uint32_t>(properties.multiProcessorCount) * 2048 * 4;
        from_ = DeviceArray<uint4>(pieces_);
        to_ = DeviceArray<uint4>(pieces_);
        out_ = DeviceArray<std::uint32_t>(threads_);
        check(cudaMemset(from_.data(), 0xA5, pieces_ * sizeof(uint4)), "setting device memory");
        check(cudaDeviceSynchronize(), "setting device memory");
    }

    std::uint64_t copy(std::uint32_t times) override {
        run(CopyPieces{from_.data(), to_.data()}, pieces_, times);
        return std::uint64_t{2} * sizeof(uint4) * pieces_ * times;
    }
    bool copied() const override {
        choose_device(device_);
        std::vector<uint4> read(std::min<std::uint32_t>(pieces_, 1u << 20));
        check(cudaMemcpy(read.data(), to_.data() + (pieces_ - read.size()), read.size() * sizeof(uint4),
                         cudaMemcpyDeviceToHost),
              "reading the copy");
        return std::all_of(read.begin(), read.end(), [](const uint4& piece) {
            return piece.x == 0xA5A5A5A5u && piece.y == piece.x && piece.z == piece.x && piece.w == piece.x;
        });
    }
    std::uint64_t compute(std::uint32_t times) override {
        run(ComputeIntegers{out_.data()}, threads_, times);
        return std::uint64_t{threads_} * rounds * chains * 2 * times;
    }

private:
    template <class Phase>
    void run(const Phase& phase, std::uint32_t count, std::uint32_t times) {
        choose_device(device_);
        for (std::uint32_t k = 0; k < times; ++k) launch_single(stream_, phase, count);
        check(cudaStreamSynchronize(stream_), "waiting for the device");
    }

    int device_;
    Stream stream_;
    std::uint32_t pieces_ = 0, threads_ = 0;
    DeviceArray<uint4> from_, to_;
    DeviceArray<std::uint32_t> out_;
};

}  // namespace

std::unique_ptr<Peaks> make_peaks(int device) { return std::make_unique<CudaPeaks>(device); }

}  // namespace evodoku::cuda
