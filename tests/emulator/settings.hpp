// What the emulator checks and in which order it executes. Tests and environment variables set it.
#pragma once

#include <cstdint>
#include <string>

namespace evodoku::emulator {

struct Size3 {
    unsigned x = 1, y = 1, z = 1;
    std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
};

/// Where lanes of a warp that have parted run together again.
enum class Reconverge {
    lowest,          ///< wherever they are at the same place; those at the lowest place run first: early
    postdominators,  ///< only where all ways from the branch come together, as compilers for GPUs arrange it: late
};

struct Settings {
    bool check_memory = true;          ///< bounds, alignment and freed memory of every access
    bool check_uninitialised = false;  ///< device memory that is read before anything wrote it
    bool check_races = false;          ///< shared and global memory, byte by byte; uses one host thread
    bool count = false;                ///< sectors, bank conflicts, accesses (instructions are always counted)
    /// Order of blocks and warps: 0 forwards, 1 backwards, above 1 shuffled with that seed. Kernels of CUB keep their
    /// blocks in order, because a block of theirs may wait for the one before.
    unsigned order = 0;
    Reconverge reconverge = Reconverge::lowest;
    unsigned host_threads = 1;  ///< blocks of a launch run on this many threads
    /// Mutation for tests of the checks: barrier instruction number drop_barrier (from 0, in the order of the PTX) is
    /// left out of kernels whose mangled name contains drop_barrier_kernel. -1: none.
    int drop_barrier = -1;
    std::string drop_barrier_kernel;
    /// Mutation: every `shfl.sync` and `vote.sync` of kernels whose name contains this gets its member mask with the
    /// highest lane left out. Empty: none.
    std::string wrong_mask_kernel;
    /// A block that executes more, each nanosleep counted as 10,000, counts as hung.
    std::uint64_t max_block_instructions = 4'000'000'000;

    /// The settings of this process, first read from the environment. Change them between launches only.
    static Settings& current();
    /// Defaults overridden by EVODOKU_EMULATOR_MEMORY_CHECK, _UNINITIALISED_CHECK, _RACE_CHECK, _COUNT (0 or 1),
    /// _ORDER, _THREADS (numbers), _RECONVERGE (`lowest`, `postdominators`), _DROP_BARRIER and _WRONG_MASK
    /// (`number:part of a kernel's name`, `part of a name`). Throws std::invalid_argument with the variable's name and
    /// value.
    static Settings from_environment();
};

}  // namespace evodoku::emulator
