// The file of a checkpoint: written whole or not at all, compressed, with a version and a checksum.
//
//   "EVODOKU" 0x1a | version (4 bytes) | 0 (4 bytes) | the state, zstd | bytes so far (8 bytes) | their XXH3 (8 bytes)
//
// Numbers are little-endian. The layers that write a state define its contents.
#pragma once

#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "evodoku/checkpoint/state_bytes.hpp"
#include "files/written_file.hpp"

struct ZSTD_DCtx_s;

namespace evodoku {

/// A program reads this version of the file, and of the state in it, and no other.
inline constexpr std::uint32_t checkpoint_version = 4;

struct FileHead {
    static constexpr std::array<char, 8> own_magic = {'E', 'V', 'O', 'D', 'O', 'K', 'U', '\x1a'};
    std::array<char, 8> magic = own_magic;
    std::uint32_t version = checkpoint_version, reserved = 0;
};

/// A 64-bit checksum of bytes that come in pieces: XXH3 of the xxHash library, which is used as a header alone.
class Checksum {
public:
    Checksum();
    ~Checksum();

    void add(const void* bytes, std::size_t count);
    std::uint64_t value() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The number of the first bytes of a file, and their checksum: by these a run knows its own file again. A checkpoint
/// ends with that of all bytes before it.
struct FileBeginning {
    std::uint64_t bytes = 0, checksum = 0;

    bool operator==(const FileBeginning&) const = default;
    friend void list_fields(auto& fields, auto& beginning) { fields(beginning.bytes, beginning.checksum); }
};

/// At most `most` bytes; none if the file can't be read.
FileBeginning beginning_of(std::istream& file, std::uint64_t most);
/// Throws FileError.
FileBeginning beginning_of(const std::string& name, std::uint64_t most = ~std::uint64_t{0});

/// Replaces the file: it is always whole. `state` receives the sink for the bytes. Throws FileError, "cannot write
/// run.ckpt: No space left on device"; the file is then as it was.
void write_checkpoint_file(WrittenFile& file, const std::function<void(const StateWriter& to)>& state);

/// Reads such a file. The constructor verifies all of it before anything is unpacked.
class CheckpointReader {
public:
    /// Throws CheckpointError for a file that is damaged, foreign or newer, FileError for one that can't be read.
    explicit CheckpointReader(std::string name);

    /// The next bytes of the state.
    void read(void* bytes, std::size_t count);
    StateReader source() {
        return [this](void* bytes, std::size_t count) { read(bytes, count); };
    }
    const std::string& name() const { return name_; }

private:
    void verify();

    std::string name_;
    std::ifstream file_;
    std::uint64_t unread_ = 0;                      ///< packed bytes in the file
    std::size_t packed_used_ = 0, packed_end_ = 0;  ///< of the bytes below
    std::vector<char> packed_;
    std::shared_ptr<ZSTD_DCtx_s> stream_;
};

}  // namespace evodoku
