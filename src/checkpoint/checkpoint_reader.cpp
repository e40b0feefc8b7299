// Reading a checkpoint: first all of it for the checksum, then in a stream.
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>

#include "checkpoint/checkpoint_file.hpp"
#include "checkpoint/checksum.hpp"
#include "checkpoint/file_layout.hpp"

namespace evodoku {
namespace {

[[noreturn]] void fail(const std::string& name, const char* reason) {
    throw CheckpointFileError(fmt::format("cannot read {}: {}", name, reason));
}

}  // namespace

struct CheckpointReader::Unpacker {
    ZSTD_DStream* stream = ZSTD_createDStream();
    ZSTD_inBuffer in{nullptr, 0, 0};

    Unpacker() {
        if (stream == nullptr) throw std::bad_alloc();
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 23);  // 8 MiB, more than the writer's: no file takes more
    }
    ~Unpacker() { ZSTD_freeDStream(stream); }
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;
};

bool is_checkpoint(const std::string& name) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(name, error)) return false;
    std::ifstream file(name, std::ios::binary);
    FileHead head{};
    file.read(reinterpret_cast<char*>(&head), sizeof head.magic);
    return file && head.magic == FileHead::own_magic;
}

CheckpointReader::CheckpointReader(std::string name) : name_(std::move(name)) {
    std::error_code error;
    const auto status = std::filesystem::status(name_, error);
    if (!std::filesystem::exists(status)) fail(name_, std::strerror(error ? error.value() : ENOENT));
    if (!std::filesystem::is_regular_file(status)) fail(name_, "it is not a plain file");
    errno = 0;
    file_.open(name_, std::ios::binary);
    if (!file_) fail(name_, std::strerror(errno));
    packed_.resize(std::size_t{1} << 16);
    verify();
    plain_.reserve(std::size_t{1} << 17);
    unpacker_ = std::make_unique<Unpacker>();
}

CheckpointReader::~CheckpointReader() = default;

void CheckpointReader::verify() {
    FileHead head;
    file_.read(reinterpret_cast<char*>(&head), sizeof head);
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
    if (size < sizeof(FileHead) + sizeof(FileEnd)) damaged("its end is missing");
    Checksum checksum;
    checksum.add(&head, sizeof head);
    for (std::uint64_t left = size - sizeof(FileHead) - sizeof(FileEnd); left != 0;) {
        const std::size_t part = std::min<std::uint64_t>(left, packed_.size());
        if (!file_.read(packed_.data(), static_cast<std::streamsize>(part))) fail(name_, std::strerror(EIO));
        checksum.add(packed_.data(), part);
        left -= part;
    }
    FileEnd end;
    if (!file_.read(reinterpret_cast<char*>(&end), sizeof end)) fail(name_, std::strerror(EIO));
    if (end.bytes_before != size - sizeof end) damaged("its end is missing, or more follows it");
    if (end.checksum != checksum.value()) damaged("its checksum differs");
    if (head.version == 0) damaged("it names no version");
    file_.seekg(sizeof(FileHead));
    packed_left_ = size - sizeof(FileHead) - sizeof(FileEnd);
}

void CheckpointReader::read(void* bytes, std::size_t count) {
    char* to = static_cast<char*>(bytes);
    while (count != 0) {
        if (plain_used_ == plain_.size()) refill();
        const std::size_t part = std::min(count, plain_.size() - plain_used_);
        std::memcpy(to, plain_.data() + plain_used_, part);
        plain_used_ += part, to += part, count -= part;
    }
}

/// The next unpacked bytes, at least one.
void CheckpointReader::refill() {
    plain_.resize(plain_.capacity());
    plain_used_ = 0;
    ZSTD_outBuffer out{plain_.data(), plain_.size(), 0};
    ZSTD_inBuffer& in = unpacker_->in;
    while (out.pos == 0) {
        if (in.pos == in.size && packed_left_ != 0) {
            const std::size_t part = std::min<std::uint64_t>(packed_left_, packed_.size());
            if (!file_.read(packed_.data(), static_cast<std::streamsize>(part))) fail(name_, std::strerror(EIO));
            packed_left_ -= part;
            in = {packed_.data(), part, 0};
        }
        const std::size_t before = in.pos;
        const std::size_t result = ZSTD_decompressStream(unpacker_->stream, &out, &in);
        if (ZSTD_isError(result)) {
            throw CheckpointError(fmt::format("{} is damaged: {}", name_, ZSTD_getErrorName(result)));
        }
        if (out.pos == 0 && in.pos == before && packed_left_ == 0) {
            throw CheckpointError(fmt::format("{} is damaged: its state ends too early", name_));
        }
    }
    plain_.resize(out.pos);
}

}  // namespace evodoku
