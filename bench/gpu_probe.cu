// gpu-probe: what no emulator can say of a GPU. Two parts, each a line "NAME VALUE UNIT  NOTE"; lines with a * are the
// most telling.
//
//   gpu-probe behaviour   what the engine relies on: graphs and other threads, stacks, the order of blocks, launches
//   gpu-probe ceilings    what the device can do of the few things that the kernels do: copies, random boards, rows of
//   tables, integer
//                         pipes, sorts. Compare with these, not with a data sheet
//
// A part that fails prints FAILED, and the next begins. Exit code 4: no device.
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "core/draws.hpp"
#include "device_array.cuh"

namespace {

using namespace evodoku;
using namespace evodoku::cuda;
using std::uint32_t;

cudaDeviceProp device;

void line(const std::string& name, double value, const char* unit, const std::string& note = "") {
    std::printf("%-40s %12.5g %-12s %s\n", name.c_str(), value, unit, note.c_str());
    std::fflush(stdout);
}
void part(const char* name, const std::function<void()>& work) {
    try {
        work();
        check(cudaDeviceSynchronize(), name);
    } catch (const std::exception& error) {
        std::printf("%-40s FAILED %s\n", name, error.what());
        cudaGetLastError();
    }
}

/// The median of some times, in seconds, by the device's clock.
double seconds_of(cudaStream_t stream, const std::function<void()>& work, int times = 7) {
    std::vector<double> all;
    work();
    for (int k = 0; k < times; ++k) {
        const Event begin, end;
        begin.record(stream);
        work();
        end.record(stream);
        check(cudaStreamSynchronize(stream), "measuring");
        all.push_back(begin.seconds_until(end));
    }
    check(cudaGetLastError(), "measuring");
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

__device__ uint32_t mixed(uint32_t x) {
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu, x ^= x >> 16;
    return x;
}
__device__ uint32_t thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// --- behaviour -------------------------------------------------------------------------------------------------------

__global__ void nothing() {}
__global__ void not_loaded_before(int* to) { *to = 7; }
/// With a frame of 5 KB, as the heat bath for boxes that are not listed.
__global__ void with_large_frame(uint32_t* to, uint32_t place) {
    uint32_t frame[1280], sum = 0;
    for (uint32_t k = 0; k < 1280; ++k) frame[(k * 7 + place) % 1280] = k ^ threadIdx.x;
    for (uint32_t k = 0; k < 1280; k += place + 1) sum += frame[(k + threadIdx.x) % 1280];
    to[thread_index()] = sum;
}
__global__ void note_order(uint32_t* counter, uint32_t* order) {
    extern __shared__ uint32_t some[];
    if (threadIdx.x == 0) order[blockIdx.y * gridDim.x + blockIdx.x] = atomicAdd(counter, 1);
    uint32_t x = threadIdx.x;
    for (int k = 0; k < 200; ++k) x = mixed(x);
    some[threadIdx.x] = x;
}
/// Blocks that end at once, as those of islands in shared memory whose turn it is not.
__global__ void ends_at_once(uint32_t row, uint32_t* to) {
    if (blockIdx.y == row) to[threadIdx.x] = row;
}

void graphs_and_threads() {
    const Stream stream(0);
    const DeviceArray<int> word(1);
    nothing<<<1, 32, 0, stream>>>();
    check(cudaStreamSynchronize(stream), "a launch");
    const auto beside = [&](const char* name, const std::function<cudaError_t()>& other) {
        cudaGraph_t graph = nullptr;
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "recording");
        cudaError_t there = cudaSuccess;
        std::thread([&] { cudaSetDevice(0), there = other(), cudaGetLastError(); }).join();
        nothing<<<1, 32, 0, stream>>>();
        const cudaError_t launched = cudaGetLastError(), ended = cudaStreamEndCapture(stream, &graph);
        cudaGetLastError();
        if (graph != nullptr) cudaGraphDestroy(graph);
        std::printf("%s%-40s there: %s; launch here: %s; recording: %s\n", ended == cudaSuccess ? "" : "* ", name,
                    cudaGetErrorName(there), cudaGetErrorName(launched), cudaGetErrorName(ended));
    };
    beside("recording, cudaDeviceSynchronize beside", [] { return cudaDeviceSynchronize(); });
    beside("recording, cudaStreamSynchronize(0) beside", [] { return cudaStreamSynchronize(nullptr); });
    beside("recording, cudaMemset beside", [&] { return cudaMemset(word.data(), 0, 4); });
    beside("recording, cudaMalloc beside", [] {
        void* memory = nullptr;
        const cudaError_t error = cudaMalloc(&memory, 1 << 20);
        return cudaFree(memory), error;
    });
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "recording");
    not_loaded_before<<<1, 1, 0, stream>>>(word.data());
    const cudaError_t launched = cudaGetLastError(), ended = cudaStreamEndCapture(stream, &graph);
    cudaGetLastError();
    if (graph != nullptr) cudaGraphDestroy(graph);
    std::printf("%-40s launch: %s; recording: %s\n", "recording a kernel that is not loaded",
                cudaGetErrorName(launched), cudaGetErrorName(ended));
}

void stacks() {
    const Stream stream(0);
    const DeviceArray<uint32_t> to(1 << 16);
    std::size_t before = 0, after = 0, total = 0;
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, with_large_frame), "loading");
    check(cudaMemGetInfo(&before, &total), "memory");
    line("memory, total", static_cast<double>(total), "bytes");
    line("memory, free", static_cast<double>(before), "bytes");
    const Graph graph(stream, [&] { with_large_frame<<<256, 256, 0, stream>>>(to.data(), 3); });
    const double seconds = seconds_of(
        stream, [&] { graph.launch(stream); }, 1);
    check(cudaMemGetInfo(&after, &total), "memory");
    const double expected = static_cast<double>(attributes.localSizeBytes) * device.multiProcessorCount *
                            device.maxThreadsPerMultiProcessor;
    line("* stacks, memory taken / expected", static_cast<double>(before - after) / expected, "",
         "expected: frame x threads that can be there");
    line("launch with a frame of 5 KB", seconds * 1e6, "us");
}

void order_of_blocks() {
    const Stream stream(0);
    const uint32_t columns = 15625, rows = 4, blocks = columns * rows;
    const DeviceArray<uint32_t> counter(1), order(blocks);
    note_order<<<dim3(columns, rows), 64, 11264, stream>>>(counter.data(), order.data());
    check(cudaStreamSynchronize(stream), "the order of blocks");
    std::vector<uint32_t> held(blocks);
    check(cudaMemcpy(held.data(), order.data(), blocks * sizeof(uint32_t), cudaMemcpyDeviceToHost),
          "the order of blocks");
    double sum = 0;
    for (uint32_t k = 0; k < blocks; ++k) sum += std::abs(static_cast<double>(held[k]) - k);
    line("* order of blocks, mean displacement", sum / blocks, "blocks",
         "of 62,500: small if blocks begin in the order x, then y");
    const double seconds =
        seconds_of(stream, [&] { ends_at_once<<<dim3(columns, rows), 64, 11264, stream>>>(9, counter.data()); });
    line("* blocks that end at once", seconds / blocks * 1e9, "ns each", "predicted: 0.6");
}

void launches() {
    const Stream stream(0);
    constexpr int count = 320;
    const auto queue = [&] {
        for (int k = 0; k < count; ++k) nothing<<<1, 32, 0, stream>>>();
    };
    line("launch in a stream", seconds_of(stream, queue) / count * 1e6, "us each");
    const Graph graph(stream, queue);
    line("* launch in a graph", seconds_of(stream, [&] { graph.launch(stream); }) / count * 1e6, "us each");
    constexpr std::size_t bytes = 1'500'000;
    const auto pinned = make_pinned(bytes);
    const DeviceArray<char> memory(bytes);
    const auto copy = [&] {
        check(cudaMemcpyAsync(pinned.get(), memory.data(), bytes, cudaMemcpyDeviceToHost, stream), "copying");
    };
    line("states of 15,625 islands to the host", seconds_of(stream, copy) * 1e6, "us", "1.5 MB");
}

// --- ceilings --------------------------------------------------------------------------------------------------------

__global__ void copy16(const uint4* from, uint4* to, std::size_t count) {
    for (std::size_t k = thread_index(); k < count; k += std::size_t{gridDim.x} * blockDim.x) to[k] = from[k];
}
struct alignas(64) Board {
    uint4 word[4];
};
/// A board per thread in loads of 16 bytes, as the kernels read it: in order, or parents at random.
template <bool random>
__global__ void read_boards(const Board* boards, uint32_t count, uint32_t* to) {
    const uint32_t k = thread_index();
    const Board board = boards[random ? __umulhi(mixed(k), count) : k % count];
    uint32_t sum = 0;
    for (const uint4& word : board.word) sum ^= word.x ^ word.y ^ word.z ^ word.w;
    to[k] = sum;
}
/// As a redraw of the heat bath: each lane reads four rows of its block's table, at random places, four entries of
/// each.
__global__ void read_rows(const uint4* tables, uint32_t entries, uint32_t rounds, uint32_t* to) {
    extern __shared__ uint32_t taken[];  // so that as many blocks fit as of islands
    const uint4* const table = tables + std::size_t{blockIdx.x} * entries;
    uint32_t x = mixed(thread_index()), sum = 0;
    for (uint32_t round = 0; round < rounds; ++round) {
        uint32_t from[4];
#pragma unroll
        for (uint32_t& value : from) x = x * 1664525u + 1013904223u, value = __umulhi(x, entries / 4) * 4;
        for (uint32_t word = 0; word < 4; ++word) {
#pragma unroll
            for (const uint32_t value : from)
                sum += table[value + word].x ^ table[value + word].y ^ table[value + word].z ^ table[value + word].w;
        }
        x ^= sum & 1;
    }
    taken[threadIdx.x] = sum;
    to[thread_index()] = taken[threadIdx.x];
}
enum Pipe { logic, multiply, bit_count, redraw };
/// Eight chains per thread. `redraw`: five of logic, two multiplications and a bit count, as a word of a redraw has
/// them.
template <Pipe pipe>
__global__ void compute(uint32_t* to, uint32_t rounds, uint32_t a, uint32_t b) {
    uint32_t chain[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) chain[k] = threadIdx.x * 77 + k;
    for (uint32_t round = 0; round < rounds; ++round) {
#pragma unroll
        for (int k = 0; k < 64; ++k) {
            uint32_t& c = chain[k % 8];
            const Pipe own = pipe != redraw ? pipe : k % 8 == 7 ? bit_count : k % 8 >= 5 ? multiply : logic;
            if (own == logic) asm volatile("lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(c) : "r"(a), "r"(b));
            if (own == multiply) asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(c) : "r"(a), "r"(b));
            if (own == bit_count) asm volatile("popc.b32 %0, %0;" : "+r"(c));
        }
    }
    uint32_t sum = 0;
    for (const uint32_t step : chain) sum ^= step;
    to[thread_index()] = sum;
}
__global__ void make_blocks(uint32_t* to, uint32_t rounds) {
    PhiloxBlock block{{thread_index(), 1, 2, 3}};
    for (uint32_t round = 0; round < rounds; ++round) block = philox_block(block, 5);
    to[thread_index()] = block.word[0];
}
/// Costs with a hump, as those of a population.
template <class Key>
__global__ void make_costs(Key* keys, uint32_t* order, uint32_t count) {
    const uint32_t k = thread_index();
    if (k >= count) return;
    uint32_t sum = 0, x = k;
    for (int i = 0; i < 4; ++i) x = mixed(x + 1), sum += x >> 27;
    keys[k] = static_cast<Key>(sizeof(Key) == 1 ? sum : sum + 110 * (k % 128)), order[k] = k;
}

void pipes() {
    const Stream stream(0);
    const int blocks = device.multiProcessorCount * 8;
    const DeviceArray<uint32_t> to(static_cast<std::size_t>(blocks) * 256);
    const auto report = [&](const char* name, double per_round, auto* kernel, auto... arguments) {
        constexpr uint32_t rounds = 2000;
        const double seconds = seconds_of(
            stream, [&] { kernel<<<blocks, 256, 0, stream>>>(to.data(), rounds, arguments...); }, 5);
        const double rate = per_round * rounds * blocks * 256 / seconds;
        line(name, rate / 1e12, "T/s",
             std::to_string(rate / device.multiProcessorCount / 1e9) + " G per multiprocessor");
    };
    report("* LOP3", 64, compute<logic>, 0x9E3779B9u, 0x85EBCA6Bu);
    report("IMAD", 64, compute<multiply>, 0x9E3779B9u, 0x85EBCA6Bu);
    report("POPC", 64, compute<bit_count>, 0x9E3779B9u, 0x85EBCA6Bu);
    report("* 5 LOP3, 2 IMAD, 1 POPC", 64, compute<redraw>, 0x9E3779B9u, 0x85EBCA6Bu);
    report("* Philox4x32-10 blocks", 1, make_blocks);
}

void memory() {
    const Stream stream(0);
    const int blocks = device.multiProcessorCount * 16;
    const std::size_t bytes = std::size_t{1} << 31;
    const DeviceArray<uint4> from(bytes / 16), to(bytes / 16);
    for (const std::size_t mib : {2048u, 64u, 8u}) {
        const std::size_t count = mib << 16;
        const double seconds =
            seconds_of(stream, [&] { copy16<<<blocks, 256, 0, stream>>>(from.data(), to.data(), count); });
        line((mib == 2048 ? "* copy of " : "copy of ") + std::to_string(mib) + " MiB",
             32.0 * static_cast<double>(count) / seconds / 1e12, "TB/s", "read and written");
    }
    constexpr uint32_t readers = 1u << 24;
    const DeviceArray<uint32_t> sums(readers);
    const auto* boards = reinterpret_cast<const Board*>(from.data());
    for (const uint32_t count : {1u << 16, 1u << 20, 1u << 24}) {
        const std::string label = "boards, of " + std::to_string(count >> 10) + " k, ";
        line("* " + label + "at random",
             readers / 1e9 /
                 seconds_of(stream,
                            [&] { read_boards<true><<<readers / 256, 256, 0, stream>>>(boards, count, sums.data()); }),
             "G/s");
        line(label + "in order",
             readers / 1e9 /
                 seconds_of(stream,
                            [&] { read_boards<false><<<readers / 256, 256, 0, stream>>>(boards, count, sums.data()); }),
             "G/s");
    }
    const uint32_t islands = static_cast<uint32_t>(device.multiProcessorCount) * 12;
    int khz = 0;
    check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0), "its clock");
    for (const uint32_t entries : {512u, 2048u, 4096u}) {
        constexpr uint32_t rounds = 2000;
        const double seconds = seconds_of(
            stream, [&] { read_rows<<<islands, 64, 11264, stream>>>(from.data(), entries, rounds, sums.data()); }, 3);
        line("* rows of tables, 12 of " + std::to_string(entries / 64) + " KB",
             seconds * khz * 1e3 / (16.0 * rounds * 12 * 2), "clocks",
             "per load of 16 bytes of a warp, at the highest clock; 4 is perfect, 32 a line per lane");
    }
}

struct Kept {  // memory that Thrust gets again and again
    using value_type = char;
    char* data;
    char* allocate(std::ptrdiff_t) { return data; }
    void deallocate(char*, std::size_t) {}
};
template <class Key>
void sorts() {
    const Stream stream(0);
    for (const uint32_t count : {1u << 12, 1u << 17, 1u << 20, 1u << 24}) {
        const DeviceArray<Key> keys(count), other_keys(count);
        const DeviceArray<uint32_t> order(count), other_order(count);
        const DeviceArray<char> scratch(std::size_t{count} * 16 + (1 << 22));
        const auto fresh = [&] {
            make_costs<<<(count + 255) / 256, 256, 0, stream>>>(keys.data(), order.data(), count);
        };
        const double base = seconds_of(stream, fresh);
        const auto policy = thrust::cuda::par_nosync(Kept{scratch.data()}).on(stream);
        const double by_thrust = seconds_of(stream, [&] {
            fresh(), thrust::stable_sort_by_key(policy, keys.data(), keys.data() + count, order.data());
        });
        const double by_cub = seconds_of(stream, [&] {
            fresh();
            std::size_t bytes = scratch.size();
            cub::DoubleBuffer<Key> two_keys(keys.data(), other_keys.data());
            cub::DoubleBuffer<uint32_t> two_orders(order.data(), other_order.data());
            check(cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, two_keys, two_orders, static_cast<int>(count),
                                                  0, sizeof(Key) * 8, stream),
                  "sorting");
        });
        line((sizeof(Key) == 1 ? "* sort of " : "sort of ") + std::to_string(count) + ", " +
                 std::to_string(sizeof(Key)) + " bytes",
             (by_cub - base) * 1e6, "us", "with copies back: " + std::to_string((by_thrust - base) * 1e6));
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc == 2 ? argv[1] : "";
    if (what != "behaviour" && what != "ceilings") {
        std::fputs("gpu-probe behaviour|ceilings: what a GPU does, and what it can do; for gpu-check\n", stderr);
        return 2;
    }
    if (const cudaError_t error = cudaGetDeviceProperties(&device, 0); error != cudaSuccess) {
        std::printf("no device: %s\n", cudaGetErrorName(error));
        return 4;
    }
    std::printf("%s, %d.%d, %d multiprocessors, L2 %d bytes, shared memory %zu bytes, ECC %d\n", device.name,
                device.major, device.minor, device.multiProcessorCount, device.l2CacheSize,
                device.sharedMemPerMultiprocessor, device.ECCEnabled);
    if (what == "behaviour") {
        part("graphs and threads", graphs_and_threads);
        part("stacks", stacks);
        part("order of blocks", order_of_blocks);
        part("launches", launches);
    } else {
        part("pipes", pipes);
        part("memory", memory);
        part("sorts", sorts<std::uint8_t>);
        part("sorts", sorts<std::uint32_t>);
    }
}
