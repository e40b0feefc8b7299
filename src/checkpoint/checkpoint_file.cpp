// Writing a checkpoint: packed and summed on its way to a temporary file. Reading one: first all of it for the
// checksum, then in a stream.
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <new>

#include "checkpoint/checkpoint_file.hpp"

#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // plain C++: fast enough, and GCC 12 warns falsely inside its own vector headers
#include <xxhash.h>

namespace evodoku {

struct Checksum::State {
    XXH3_state_t of;
};

Checksum::Checksum() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->of); }
Checksum::~Checksum() = default;
void Checksum::add(const void* bytes, std::size_t count) { XXH3_64bits_update(&state_->of, bytes, count); }
std::uint64_t Checksum::value() const { return XXH3_64bits_digest(&state_->of); }

FileBeginning beginning_of(std::istream& file, std::uint64_t most) {
    FileBeginning beginning;
    Checksum checksum;
    for (std::vector<char> piece(std::size_t{1} << 20); beginning.bytes < most && file;) {
        file.read(piece.data(), static_cast<std::streamsize>(std::min(most - beginning.bytes, piece.size())));
        checksum.add(piece.data(), static_cast<std::size_t>(file.gcount()));
        beginning.bytes += static_cast<std::uint64_t>(file.gcount());
    }
    beginning.checksum = checksum.value();
    return beginning;
}

FileBeginning beginning_of(const std::string& name, std::uint64_t most) {
    errno = 0;
    std::ifstream file(name, std::ios::binary);
    const FileBeginning beginning = beginning_of(file, most);
    if (!file.eof() && !file) throw FileError(name, errno, "read");
    return beginning;
}

void write_checkpoint_file(WrittenFile& file, const std::function<void(const StateWriter& to)>& state) {
    const std::unique_ptr<ZSTD_CStream, decltype(&ZSTD_freeCStream)> stream(ZSTD_createCStream(), ZSTD_freeCStream);
    if (!stream) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(stream.get(), ZSTD_c_compressionLevel, 1);  // boards are nearly random: more costs only time
    std::vector<char> packed(ZSTD_CStreamOutSize());
    file.replace([&](const WrittenFile::Write& to) {
        Checksum checksum;
        FileBeginning before_end;
        const auto write = [&](const void* bytes, std::size_t count) {
            checksum.add(bytes, count);
            before_end.bytes += count;
            to(bytes, count);
        };
        const auto pack = [&](ZSTD_inBuffer& in, ZSTD_EndDirective how) {
            ZSTD_outBuffer out{packed.data(), packed.size(), 0};
            const std::size_t left = ZSTD_compressStream2(stream.get(), &out, &in, how);
            if (ZSTD_isError(left)) {
                throw FileError(fmt::format("cannot compress a checkpoint: {}", ZSTD_getErrorName(left)));
            }
            write(packed.data(), out.pos);
            return left;
        };
        const FileHead head;
        write(&head, sizeof head);
        state([&](const void* bytes, std::size_t count) {
            ZSTD_inBuffer in{bytes, count, 0};
            while (in.pos < in.size) pack(in, ZSTD_e_continue);
        });
        ZSTD_inBuffer none{nullptr, 0, 0};
        while (pack(none, ZSTD_e_end) != 0) {
        }
        before_end.checksum = checksum.value();
        to(&before_end, sizeof before_end);
    });
}

CheckpointReader::CheckpointReader(std::string name) : name_(std::move(name)) {
    std::error_code error;
    const auto status = std::filesystem::status(name_, error);
    if (!std::filesystem::exists(status)) throw FileError(name_, error ? error.value() : ENOENT, "read");
    if (!std::filesystem::is_regular_file(status)) throw FileError("cannot read " + name_ + ": it is not a plain file");
    errno = 0;
    file_.open(name_, std::ios::binary);
    if (!file_) throw FileError(name_, errno, "read");
    packed_.resize(std::size_t{1} << 16);
    verify();
    stream_.reset(ZSTD_createDStream(), ZSTD_freeDStream);
    if (!stream_) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax,
                           23);  // 8 MiB, more than the writer's: no file takes more
}

void CheckpointReader::verify() {
    FileHead head;
    file_.read(reinterpret_cast<char*>(&head), sizeof head);
    if (file_.gcount() == 0) {
        throw CheckpointError(
            fmt::format("{} is empty: its run ended before the first checkpoint; start that again", name_));
    }
    if (static_cast<std::size_t>(file_.gcount()) < sizeof head.magic || head.magic != FileHead::own_magic) {
        throw CheckpointError(fmt::format("{} is not a checkpoint of evodoku; name the file of --checkpoint", name_));
    }
    if (file_ && head.version != checkpoint_version && head.version != 0) {
        throw CheckpointError(fmt::format(
            "{} was written by {} evodoku (format {}; this program reads {}): go on with that version", name_,
            head.version > checkpoint_version ? "a newer" : "an older", head.version, checkpoint_version));
    }
    const auto damaged = [&](const char* how) {
        throw CheckpointError(
            fmt::format("{} is damaged: {}; was it copied whole? An older copy of it can be resumed", name_, how));
    };
    const std::uint64_t size = file_ ? std::filesystem::file_size(name_) : 0;
    if (size < sizeof(FileHead) + sizeof(FileBeginning)) damaged("its end is missing");
    FileBeginning before_end;
    file_.seekg(static_cast<std::streamoff>(size - sizeof before_end));
    if (!file_.read(reinterpret_cast<char*>(&before_end), sizeof before_end)) throw FileError(name_, EIO, "read");
    if (before_end.bytes != size - sizeof before_end) damaged("its end is missing, or more follows it");
    file_.seekg(0);
    if (before_end != beginning_of(file_, before_end.bytes)) damaged("its checksum differs");
    if (head.version == 0) damaged("it names no version");
    file_.seekg(sizeof(FileHead));
    unread_ = size - sizeof(FileHead) - sizeof(FileBeginning);
}

void CheckpointReader::read(void* bytes, std::size_t count) {
    ZSTD_outBuffer out{bytes, count, 0};
    while (out.pos != count) {
        if (packed_used_ == packed_end_ && unread_ != 0) {
            packed_end_ = std::min<std::uint64_t>(unread_, packed_.size());
            if (!file_.read(packed_.data(), static_cast<std::streamsize>(packed_end_)))
                throw FileError(name_, EIO, "read");
            unread_ -= packed_end_, packed_used_ = 0;
        }
        ZSTD_inBuffer in{packed_.data(), packed_end_, packed_used_};
        const std::size_t before = out.pos, result = ZSTD_decompressStream(stream_.get(), &out, &in);
        if (ZSTD_isError(result)) {
            throw CheckpointError(fmt::format("{} is damaged: {}", name_, ZSTD_getErrorName(result)));
        }
        if (out.pos == before && in.pos == packed_used_ && unread_ == 0) {
            throw CheckpointError(fmt::format("{} is damaged: its state ends too early", name_));
        }
        packed_used_ = in.pos;
    }
}

}  // namespace evodoku
