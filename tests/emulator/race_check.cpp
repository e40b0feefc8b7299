#include "emulator/race_check.hpp"

#include "emulator/lanes.hpp"
#include "emulator/program.hpp"

namespace evodoku::emulator {
namespace {

constexpr std::size_t max_findings = 20;

}  // namespace

bool RaceCheck::covers(const std::string& kernel) { return kernel.find("3cub") == std::string::npos; }

void RaceCheck::begin_launch() {
    ++launch_;
    findings_.clear();
}

void RaceCheck::begin_block() { shared_.clear(); }

void RaceCheck::report(const char* what, const Visit& earlier, const Visit& now, const Warp& warp, u64 address,
                       bool shared) {
    if (findings_.size() >= max_findings) return;
    const Program& program = *warp.block->program;
    // Lines only, so that a race of many threads is reported once.
    const std::string key = std::string(what) + " without a barrier between them: " + place_of(program, now.pc) +
                            ", earlier " + place_of(program, earlier.pc);
    const auto behind = findings_.lower_bound(key);
    if (behind != findings_.end() && behind->compare(0, key.size(), key) == 0) return;
    const auto thread = [](const Visit& visit) {
        return "thread " + std::to_string(visit.thread) + " of block " + std::to_string(visit.block);
    };
    const u64 start = shared ? reinterpret_cast<u64>(warp.block->shared) : 0;
    findings_.insert(key + "; " + thread(now) + " and " + thread(earlier) + ", " +
                     (shared ? "byte " + std::to_string(address - start) + " of shared memory"
                             : DeviceMemory::instance().describe_address(address)));
}

void RaceCheck::access_byte(Byte& byte, const Visit& visit, const Warp& warp, const Instruction& in, u64 address,
                            bool shared) {
    const auto same_thread = [&](const Visit& x) { return x.block == visit.block && x.thread == visit.thread; };
    const auto ordered = [&](const Visit& x) {
        if (x.block != visit.block) return false;
        if (x.block_epoch != visit.block_epoch) return true;
        return x.thread / lane_count == visit.thread / lane_count && x.warp_epoch != visit.warp_epoch;
    };
    const auto races = [&](const Visit& x) { return x.launch == launch_ && !same_thread(x) && !ordered(x); };
    const bool writes = in.access != Access::read;
    if (races(byte.write) && !(visit.atomic && byte.write.atomic)) {
        report(writes ? "two writes" : "a read after a write", byte.write, visit, warp, address, shared);
    }
    if (writes && !(visit.atomic && byte.read.atomic)) {
        const bool others =
            byte.read.launch == launch_ &&
            (byte.read_by_blocks || (byte.read_by_several && byte.read.block == visit.block &&
                                     byte.read.block_epoch == visit.block_epoch && !(ordered(byte.read))));
        if (races(byte.read) || others) report("a write after a read", byte.read, visit, warp, address, shared);
    }
    if (writes) {
        byte.write = visit;
        return;
    }
    if (byte.read.launch != launch_) {
        byte.read_by_several = byte.read_by_blocks = false;
    } else {
        if (byte.read.block != visit.block) byte.read_by_blocks = true;
        if (ordered(byte.read))
            byte.read_by_several = false;
        else if (byte.read.thread != visit.thread)
            byte.read_by_several = true;
    }
    byte.read = visit;
}

void RaceCheck::access(const Warp& warp, const Instruction& in, const Addresses& addresses) {
    const u64 shared = reinterpret_cast<u64>(warp.block->shared);
    Visit visit;
    visit.launch = launch_;
    visit.block = static_cast<u32>(warp.block->linear);
    visit.block_epoch = warp.block->epoch, visit.warp_epoch = warp.epoch;
    visit.pc = static_cast<u32>(&in - warp.block->program->code.data());
    visit.atomic = in.access == Access::atomic;
    for_active_lanes(warp.mask, [&](int lane) {
        visit.thread = warp.number * lane_count + static_cast<u32>(lane);
        const u64 address = addresses.of[lane];
        if (address - shared < warp.block->shared_bytes) {
            if (shared_.empty()) shared_.resize(warp.block->shared_bytes);
            for (u64 k = 0; k < in.bytes; ++k) {
                access_byte(shared_[address - shared + k], visit, warp, in, address + k, true);
            }
        } else if (DeviceMemory::instance().owns_address(address)) {
            Page& page = global_[address / page_bytes];  // aligned accesses do not cross pages
            if (page.empty()) page.resize(page_bytes);
            for (u64 k = 0; k < in.bytes; ++k) {
                access_byte(page[address % page_bytes + k], visit, warp, in, address + k, false);
            }
        }
    });
}

void observe(Warp& warp, const Instruction& in, const Addresses& addresses) {
    Block& block = *warp.block;
    if (block.races != nullptr && in.space != Space::local && in.space != Space::parameter) {
        block.races->access(warp, in, addresses);
    }
    if (block.check_uninitialised && in.space != Space::local && in.space != Space::shared) {
        DeviceMemory& memory = DeviceMemory::instance();
        for_active_lanes(warp.mask, [&](int lane) {
            if (in.access != Access::write && !memory.is_written(addresses.of[lane], in.bytes)) {
                fault_at(warp, in, lane, Fault::launch_failure,
                         "read of device memory that nothing wrote, " + memory.describe_address(addresses.of[lane]));
            }
            if (in.access != Access::read) memory.mark_written_address(addresses.of[lane], in.bytes);
        });
    }
    if (!block.tally.memory.empty()) count_access(warp, in, addresses);
}

}  // namespace evodoku::emulator
