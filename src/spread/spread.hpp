// One run on several ranks: rank 0 leads, the others serve.
//
//   whole puzzles   each puzzle evolves on one rank; a rank gets the next ones when it has room
//
//   islands         each puzzle evolves on all ranks; each has a share of its islands
//
// Answers are those of one process in both cases, byte for byte (docs/determinism.md). Grid: Grid, or Grid
// for larger boards.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "backend/async_backend.hpp"
#include "spread/machine.hpp"

namespace evodoku::spread {

/// Rank 0's backend for whole puzzles. Keeps a reference to `ranks`. `puzzle_slots`: side by side on each rank; 0: as
/// many as suit its device. Throws as make_backend() does, for any rank.
std::unique_ptr<Backend> make_backend_over(Ranks& ranks, const Machine& machine, const Config& config,
                                           std::uint32_t puzzle_slots);

/// Rank 0's backend for islands of each puzzle on all ranks. Throws likewise.
std::unique_ptr<Backend> make_islands_over(Ranks& ranks, const Machine& machine, const Config& config,
                                           std::uint32_t puzzle_slots);

/// Rank 0's backend on one of the other ranks, which may have only one at a time. `on_close`: called at its end.
std::unique_ptr<AsyncBackend> make_remote_backend(Ranks& ranks, std::uint32_t rank, const Config& config,
                                                  std::uint32_t puzzle_slots, std::function<void()> on_close = {});

/// What the other ranks do until rank 0 calls end_all().
void serve(Ranks& ranks, const Machine& machine);
void end_all(Ranks& ranks);

}  // namespace evodoku::spread
