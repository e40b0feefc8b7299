// From tallies of host threads to counts of kernels.
#include <algorithm>
#include <array>

#include "emulator/addresses.hpp"
#include "emulator/lanes.hpp"
#include "emulator/module.hpp"

namespace evodoku::emulator {
namespace {

/// Every kernel with launches; those of modules that are gone leave their counts behind.
struct Register {
    std::mutex mutex;
    std::vector<PtxKernel*> live;
    std::vector<KernelCounts> gone;
};
Register& kernels() {
    static Register* all = new Register;  // kernels may end after static objects do
    return *all;
}

/// The distinct pieces of `size` bytes that lanes begin..end access. No access is larger than a piece; all are aligned.
u32 distinct_pieces(const Warp& warp, const Addresses& addresses, u64 size, u32 begin = 0, u32 end = lane_count) {
    std::array<u64, lane_count> pieces;
    u32 count = 0;
    for_active_lanes(warp.mask, [&](int lane) {
        const auto number = static_cast<u32>(lane);
        if (number >= begin && number < end) pieces[count++] = addresses.of[number] / size;
    });
    const auto last = pieces.begin() + count;
    std::sort(pieces.begin(), last);
    return static_cast<u32>(std::unique(pieces.begin(), last) - pieces.begin());
}

u32 distinct_sectors(const Warp& warp, const Addresses& addresses) { return distinct_pieces(warp, addresses, 32); }

/// Data passes of the first-level cache: one for each line of 128 bytes, and for each group of lanes that take 128
/// bytes together. Those are all lanes with up to 4 bytes each, or 8 of them with 16.
u32 cache_passes(const Warp& warp, const Instruction& in, const Addresses& addresses) {
    constexpr u64 line = 128;
    const auto group = static_cast<u32>(line / std::max<u64>(in.bytes, 4));
    u32 passes = 0;
    for (u32 begin = 0; begin < lane_count; begin += group) {
        passes += distinct_pieces(warp, addresses, line, begin, begin + group);
    }
    return passes;
}

/// Passes over the 32 banks of 4 bytes: the largest number of different words that one bank must deliver.
u32 wavefronts(const Warp& warp, const Instruction& in, const Addresses& addresses) {
    std::array<std::vector<u64>, 32> words_of_bank;
    std::size_t most = 1;
    for_active_lanes(warp.mask, [&](int lane) {
        for (u64 byte = 0; byte < in.bytes; byte += 4) {
            const u64 word = (addresses.of[lane] + byte) / 4;
            std::vector<u64>& words = words_of_bank[word % 32];
            if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
            most = std::max(most, words.size());
        }
    });
    return static_cast<u32>(most);
}

void add_all(std::vector<u64>& to, const std::vector<u64>& from) {
    for (std::size_t n = 0; n < from.size(); ++n) to[n] += from[n];
}

void add_tally(Tally& total, const Tally& tally) {
    add_all(total.warps, tally.warps);
    add_all(total.lanes, tally.lanes);
    add_all(total.lone_lanes, tally.lone_lanes);
    add_all(total.guarded_lanes, tally.guarded_lanes);
    add_all(total.divergent, tally.divergent);
    total.barriers += tally.barriers;
    total.memory.resize(std::max(total.memory.size(), tally.memory.size()));
    for (std::size_t n = 0; n < tally.memory.size(); ++n) {
        Tally::Memory& to = total.memory[n];
        const Tally::Memory& from = tally.memory[n];
        to.sectors += from.sectors, to.passes += from.passes, to.wavefronts += from.wavefronts,
            to.global += from.global;
        to.shared += from.shared, to.local += from.local, to.generic += from.generic;
    }
}

}  // namespace

void count_access(Warp& warp, const Instruction& in, const Addresses& addresses) {
    Block& block = *warp.block;
    Tally::Memory& memory = block.tally.memory[static_cast<std::size_t>(&in - block.program->code.data())];
    const u64 first = addresses.of[std::countr_zero(warp.mask)];
    if (in.space == Space::generic) ++memory.generic;
    if (first - reinterpret_cast<u64>(block.shared) < block.shared_bytes) {
        ++memory.shared;
        memory.wavefronts += wavefronts(warp, in, addresses);
    } else if (DeviceMemory::instance().owns_address(first)) {
        ++memory.global;
        memory.sectors += distinct_sectors(warp, addresses);
        memory.passes += cache_passes(warp, in, addresses);
    } else if (in.space != Space::parameter) {
        ++memory.local;
    }
}

void Tally::begin(std::size_t instructions) {
    for (std::vector<u64>* counts : {&warps, &lanes, &lone_lanes, &guarded_lanes, &divergent})
        counts->assign(instructions, 0);
    memory.clear();
    barriers = 0;
}

void PtxKernel::add_launch(u64 blocks, u64 threads, double seconds) {
    if (launches_++ == 0) {
        const std::lock_guard guard(kernels().mutex);
        kernels().live.push_back(this);
    }
    launched_blocks_ += blocks, launched_threads_ += threads, host_seconds_ += seconds;
}

PtxKernel::~PtxKernel() {
    if (launches_ == 0) return;
    const std::lock_guard guard(kernels().mutex);
    std::erase(kernels().live, this);
    kernels().gone.push_back(counts());
}

void PtxKernel::reset_counts() {
    if (launches_ != 0) {
        const std::lock_guard guard(kernels().mutex);
        std::erase(kernels().live, this);
    }
    for (const auto& block : blocks_) block->tally.begin(program_.code.size());
    launches_ = launched_blocks_ = launched_threads_ = 0;
    host_seconds_ = 0;
}

KernelCounts PtxKernel::counts() const {
    Tally total;
    KernelCounts counts;
    total.begin(program_.code.size());
    for (const auto& block : blocks_) add_tally(total, block->tally);
    counts.kernel = name_;
    counts.launches = launches_, counts.blocks = launched_blocks_, counts.threads = launched_threads_;
    counts.barriers = total.barriers, counts.host_seconds = host_seconds_;
    u64 warps = 0, lanes = 0, lone = 0;
    std::size_t run_end = 0;
    for (std::size_t n = 0; n < program_.code.size(); ++n) {
        const Instruction& in = program_.code[n];
        const Program::Place& place = program_.places[n];
        // Warps and lanes are counted at the first instruction of a straight run.
        if (n >= run_end) {
            warps = total.warps[n], lanes = total.lanes[n], lone = total.lone_lanes[n];
            run_end = n + std::max(in.straight, 1u);
        }
        InstructionCounts one;
        one.text = place.text, one.opcode = place.opcode, one.guarded = in.guard != 0;
        one.ptx_line = place.line, one.source_line = place.source_line;
        if (const auto file = program_.files->find(place.file); file != program_.files->end()) {
            one.source_file = file->second;
        }
        one.warps = warps, one.lone_lanes = lone;
        one.lanes = in.guard != 0 && in.flow == Flow::straight ? total.guarded_lanes[n] : lanes;
        one.divergent = total.divergent[n];
        if (!total.memory.empty()) {
            const Tally::Memory& memory = total.memory[n];
            one.sectors = memory.sectors, one.passes = memory.passes, one.wavefronts = memory.wavefronts;
            one.global_accesses = memory.global, one.shared_accesses = memory.shared;
            one.local_accesses = memory.local, one.generic_accesses = memory.generic;
        }
        counts.warp_instructions += one.warps, counts.lane_instructions += one.lanes;
        counts.lone_lane_instructions += one.lone_lanes;
        counts.divergent_branches += one.divergent;
        if (in.flow == Flow::warp_barrier || in.flow == Flow::warp_exchange) counts.warp_operations += one.warps;
        if (in.access == Access::atomic) counts.atomics += one.warps;
        (in.access == Access::write ? counts.sectors_written : counts.sectors_read) += one.sectors;
        counts.cache_passes += one.passes;
        counts.global_accesses += one.global_accesses, counts.shared_accesses += one.shared_accesses;
        counts.shared_wavefronts += one.wavefronts, counts.local_accesses += one.local_accesses;
        counts.generic_accesses += one.generic_accesses;
        counts.instructions.push_back(std::move(one));
    }
    return counts;
}

std::vector<KernelCounts> all_counts() {
    const std::lock_guard guard(kernels().mutex);
    std::vector<KernelCounts> all = kernels().gone;
    for (const PtxKernel* kernel : kernels().live) all.push_back(kernel->counts());
    return all;
}

}  // namespace evodoku::emulator
