// The counts of all kernels, written to a file at the end of the process, for scripts that make tables of them.
#include <fstream>

#include "emulator/runtime.hpp"

namespace evodoku::emulator {
namespace {

/// Values with tabs between them.
template <class First, class... More>
void write_line(std::ostream& out, const First& first, const More&... more) {
    out << first;
    ((out << '\t' << more), ...);
    out << '\n';
}

void write_instruction(std::ostream& out, const InstructionCounts& each) {
    if (each.warps == 0) return;
    write_line(out, "instruction", each.ptx_line, each.source_file, each.source_line, each.opcode, each.text,
               each.warps, each.lanes, each.lone_lanes, each.divergent, each.sectors, each.passes, each.wavefronts,
               each.global_accesses, each.shared_accesses, each.local_accesses, each.generic_accesses);
}

}  // namespace

void write_counts(const std::string& file) {
    std::ofstream out(file);
    write_line(out, "#kernel", "name", "launches", "blocks", "threads", "warp_instructions", "lane_instructions",
               "lone_lane_instructions", "divergent_branches", "barriers", "warp_operations", "sectors_read",
               "sectors_written", "cache_passes", "atomics", "global_accesses", "shared_accesses", "shared_wavefronts",
               "local_accesses", "generic_accesses", "host_seconds");
    write_line(out, "#instruction", "ptx_line", "source_file", "source_line", "opcode", "text", "warps", "lanes",
               "lone_lanes", "divergent", "sectors", "passes", "wavefronts", "global_accesses", "shared_accesses",
               "local_accesses", "generic_accesses");
    for (const KernelCounts& each : all_counts()) {
        write_line(out, "kernel", each.kernel, each.launches, each.blocks, each.threads, each.warp_instructions,
                   each.lane_instructions, each.lone_lane_instructions, each.divergent_branches, each.barriers,
                   each.warp_operations, each.sectors_read, each.sectors_written, each.cache_passes, each.atomics,
                   each.global_accesses, each.shared_accesses, each.shared_wavefronts, each.local_accesses,
                   each.generic_accesses, each.host_seconds);
        for (const InstructionCounts& one : each.instructions) write_instruction(out, one);
    }
}

}  // namespace evodoku::emulator
