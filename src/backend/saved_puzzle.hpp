// Saved puzzles as Backend::save() writes them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "checkpoint/fields.hpp"
#include "evodoku/backend/backend.hpp"

namespace evodoku {

/// The state of `bytes` bytes must follow.
inline void write_saved_head(std::uint32_t puzzle_index, std::uint64_t bytes, const ByteSink& to) {
    FieldWriter fields(to);
    fields(true, puzzle_index, bytes);
}

/// Nothing for a puzzle that has not begun.
inline void write_saved(const SavedPuzzle& puzzle, const ByteSink& to) {
    if (puzzle.state.empty()) return;
    FieldWriter fields(to);
    fields(true, puzzle.job.puzzle_index, puzzle.state);
}

/// The bytes of a state, which must outlive it.
inline ByteSource source_of(const std::string& state) {
    return [&state, at = std::size_t{0}](void* bytes, std::size_t count) mutable {
        if (count > state.size() - at) throw CheckpointError("the checkpoint does not fit these settings: too short");
        std::memcpy(bytes, state.data() + at, count);
        at += count;
    };
}

}  // namespace evodoku
