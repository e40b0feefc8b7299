// The search for a device that can run this build; its executor, and its peaks by a copy kernel and an integer kernel.
#include "cuda_device.hpp"

#include <algorithm>
#include <cstdio>

#include "cuda_executor.cuh"
#include "device_array.cuh"
#include "launch.cuh"

namespace evodoku::cuda {

/// In probe_kernel.cu. Looks the kernel up on the calling thread's device, which gives the process a context there.
cudaError_t look_up_probe_kernel();

namespace {

/// A clock in MHz; 0 where the device does not say, as part of a shared one may not.
cudaError_t ask_for_clock(int& mhz, cudaDeviceAttr which, int device) {
    int khz = 0;
    const cudaError_t error = cudaDeviceGetAttribute(&khz, which, device);
    const bool is_known = forget(error);
    mhz = is_known ? khz / 1000 : 0;
    return error == cudaErrorNotSupported || error == cudaErrorInvalidValue ? cudaSuccess : error;
}

/// The reason why a device can't run this build; empty if it can. Looking up a kernel fails for a missing architecture,
/// and for PTX that the driver can't compile. The kernel is small, so it compiles at once.
std::string why_not(int device, const DeviceFacts& facts) {
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess) error = look_up_probe_kernel();
    if (forget(error)) return "";
    if (error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction) {
        return "this build has no code for compute capability " + facts.compute_capability;
    }
    return describe(error, "looking up a kernel");
}

DeviceFacts facts_of(int device) {
    DeviceFacts facts;
    facts.number = device;
    cudaDeviceProp properties{};
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, device); !forget(error)) {
        facts.why_not = describe(error, "querying its properties");
        return facts;
    }
    facts.name = properties.name;
    facts.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    char pci[32];
    std::snprintf(pci, sizeof pci, "%08x:%02x:%02x.0", static_cast<unsigned>(properties.pciDomainID),
                  static_cast<unsigned>(properties.pciBusID), static_cast<unsigned>(properties.pciDeviceID));
    facts.pci = pci;
    facts.memory_bytes = properties.totalGlobalMem;
    facts.multiprocessors = properties.multiProcessorCount;
    cudaError_t error = ask_for_clock(facts.clock_mhz, cudaDevAttrClockRate, device);
    if (error == cudaSuccess) error = ask_for_clock(facts.memory_clock_mhz, cudaDevAttrMemoryClockRate, device);
    facts.ecc = properties.ECCEnabled != 0;
    facts.compiles_first = code_for(architectures_of_build(), properties.major, properties.minor) == Code::ptx;
    facts.why_not = error != cudaSuccess ? describe(error, "asking for its clocks") : why_not(device, facts);
    return facts;
}

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
    explicit CudaPeaks(int device) : device_(device), stream_(device) {
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
        check(cudaStreamSynchronize(nullptr), "setting device memory");
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
    void run(const auto& phase, std::uint32_t count, std::uint32_t times) {
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

Probe probe(int wanted) {
    Probe gpus;
    int runtime = 0, driver = 0;
    forget(cudaRuntimeGetVersion(&runtime));
    const bool driver_answers = forget(cudaDriverGetVersion(&driver));  // 0 without a driver
    gpus.runtime = version_text(runtime);
    gpus.driver = !driver_answers ? "unknown" : driver == 0 ? "none" : version_text(driver);
    gpus.driver_release = driver_release_here();
    gpus.needed_driver = needed_driver(runtime);
    const cudaError_t error = cudaGetDeviceCount(&gpus.count);
    if (!forget(error)) {
        gpus.count = 0;
        if (driver == 0 && driver_answers) {
            gpus.why_not = "no NVIDIA driver", gpus.absent = true;
        } else if (error == cudaErrorInsufficientDriver) {
            gpus.why_not = too_old(driver, runtime, gpus.driver_release);
        } else if (error == cudaErrorNoDevice) {
            gpus.why_not = "no NVIDIA device", gpus.absent = true;
        } else {
            gpus.why_not = describe(error, "counting devices");
        }
        return gpus;
    }
    for (int device = 0; device < gpus.count; ++device) {
        if (wanted == no_device || (wanted >= 0 && device != wanted)) continue;
        gpus.devices.push_back(facts_of(device));
        if (wanted == until_usable && gpus.devices.back().why_not.empty()) break;
    }
    gpus.why_not = why_none(gpus, wanted);
    return gpus;
}

std::string why_none(const Probe& gpus, int wanted) {
    for (const DeviceFacts& facts : gpus.devices) {
        if (facts.why_not.empty()) return "";
    }
    if (wanted >= gpus.count) {
        return "there is no device " + std::to_string(wanted) + "; this machine has " + std::to_string(gpus.count);
    }
    if (gpus.devices.empty()) return "no NVIDIA device";
    const DeviceFacts& first = gpus.devices.front();
    return (first.name.empty() ? "cuda:" + std::to_string(first.number) : first.name) + ": " + first.why_not;
}

std::unique_ptr<evodoku::Executor> make_executor(int device, const Thresholds& thresholds) {
    choose_device(device);
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "querying the device");
    return std::make_unique<Executor>(device, "cuda:" + std::to_string(device) + " (" + properties.name + ")",
                                      thresholds.max_grid_rows);
}

std::unique_ptr<Peaks> make_peaks(int device) { return std::make_unique<CudaPeaks>(device); }

}  // namespace evodoku::cuda
