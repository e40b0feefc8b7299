// Who touched a byte last, and whether a barrier orders this access behind it.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/addresses.hpp"

namespace evodoku::emulator {

/// Two accesses to a byte race if they come from different threads, at least one writes, not both are atomic, and no
/// barrier orders them: one of the block if the threads share a block, or bar.warp.sync if they share a warp. Blocks of
/// one launch are ordered by nothing. Approximations: any barrier of a block orders all its threads, also if only some
/// of its warps take part; fences and flags in memory are not understood. Kernels of CUB are therefore left out: they
/// pass values between blocks with flags.
class RaceCheck {
public:
    static bool covers(const std::string& kernel);

    void begin_launch();
    void begin_block();
    void access(const Warp& warp, const Instruction& instruction, const Addresses& addresses);
    /// One line per pair of instructions that raced in this launch.
    const std::set<std::string>& findings() const { return findings_; }

private:
    struct Visit {
        u32 launch = 0;  // 0: none
        u32 block = 0, thread = 0;
        u32 block_epoch = 0, warp_epoch = 0;
        u32 pc = 0;
        bool atomic = false;
    };
    struct Byte {
        Visit write, read;
        bool read_by_several = false;  // threads, since the last barrier of the block
        bool read_by_blocks = false;   // several of them
    };
    static constexpr u64 page_bytes = 1024;
    using Page = std::vector<Byte>;

    void access_byte(Byte& byte, const Visit& visit, const Warp& warp, const Instruction& instruction, u64 address,
                     bool shared);
    void report(const char* what, const Visit& earlier, const Visit& now, const Warp& warp, u64 address, bool shared);

    u32 launch_ = 0;
    std::unordered_map<u64, Page> global_;
    Page shared_;
    std::set<std::string> findings_;
};

/// Counts and race check of one access. Called if Block::observed.
void observe(Warp& warp, const Instruction& instruction, const Addresses& addresses);

}  // namespace evodoku::emulator
