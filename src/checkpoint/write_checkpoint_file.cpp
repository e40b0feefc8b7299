// Writing a checkpoint: packed and summed on its way to a temporary file.
#include <fmt/format.h>
#include <zstd.h>

#include <new>
#include <vector>

#include "checkpoint/checkpoint_file.hpp"
#include "checkpoint/checksum.hpp"
#include "checkpoint/file_layout.hpp"

namespace evodoku {
namespace {

/// Bytes on their way to the file, which are counted and summed.
class SummedFile {
public:
    explicit SummedFile(const WrittenFile::Write& to) : to_(to) {}

    void write(const void* bytes, std::size_t count) {
        checksum_.add(bytes, count);
        written_ += count;
        to_(bytes, count);
    }
    void finish() {
        const FileEnd end{written_, checksum_.value()};
        write(&end, sizeof end);
    }

private:
    const WrittenFile::Write& to_;
    Checksum checksum_;
    std::uint64_t written_ = 0;
};

/// zstd in a stream.
class Packer {
public:
    explicit Packer(SummedFile& to) : to_(to), stream_(ZSTD_createCStream()), packed_(ZSTD_CStreamOutSize()) {
        if (stream_ == nullptr) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(stream_, ZSTD_c_compressionLevel, 1);  // boards are nearly random: more costs only time
    }
    ~Packer() { ZSTD_freeCStream(stream_); }
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;

    void write(const void* bytes, std::size_t count) {
        ZSTD_inBuffer in{bytes, count, 0};
        while (in.pos < in.size) step(in, ZSTD_e_continue);
    }
    void finish() {
        ZSTD_inBuffer none{nullptr, 0, 0};
        while (step(none, ZSTD_e_end) != 0) {
        }
    }

private:
    std::size_t step(ZSTD_inBuffer& in, ZSTD_EndDirective how) {
        ZSTD_outBuffer out{packed_.data(), packed_.size(), 0};
        const std::size_t left = ZSTD_compressStream2(stream_, &out, &in, how);
        if (ZSTD_isError(left)) {
            throw CheckpointFileError(fmt::format("cannot compress a checkpoint: {}", ZSTD_getErrorName(left)));
        }
        to_.write(packed_.data(), out.pos);
        return left;
    }

    SummedFile& to_;
    ZSTD_CStream* stream_;
    std::vector<char> packed_;
};

}  // namespace

void write_checkpoint_file(WrittenFile& file, const std::function<void(const ByteSink& to)>& state) {
    file.replace([&](const WrittenFile::Write& to) {
        SummedFile summed(to);
        const FileHead head;
        summed.write(&head, sizeof head);
        Packer packer(summed);
        state([&](const void* bytes, std::size_t count) { packer.write(bytes, count); });
        packer.finish();
        summed.finish();
    });
}

}  // namespace evodoku
