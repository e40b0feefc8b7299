// The file of a checkpoint: head, compressed state, end.
#include "checkpoint/checkpoint_file.hpp"

#include <cstring>

#include "app/saved_solve.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

/// Gives a file of some length the end that fits its bytes, so that its contents are looked at.
std::string with_corrected_end(Bytes bytes) {
    std::string file(bytes);
    if (file.size() < sizeof(FileHead) + sizeof(FileBeginning)) return file;
    FileBeginning end;
    end.bytes = file.size() - sizeof end;
    Checksum checksum;
    checksum.add(file.data(), end.bytes);
    end.checksum = checksum.value();
    std::memcpy(file.data() + end.bytes, &end, sizeof end);
    return file;
}

void read(Bytes bytes) {
    const MemoryFile file(bytes);
    try {
        CheckpointReader reader(file.name());
        app::read_saved_solve(reader.source());
        constexpr std::size_t most_bytes = std::size_t{1} << 24;  // a small file may unpack to terabytes
        char part[4096];
        for (std::size_t count = 0; count < most_bytes; count += sizeof part) reader.read(part, sizeof part);
    } catch (const CheckpointError&) {  // also the end of the file
    }
}

}  // namespace

void checkpoint(Bytes bytes) {
    read(bytes);
    read(with_corrected_end(bytes));
}

}  // namespace evodoku::fuzz
