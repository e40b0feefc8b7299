// Writing a checkpoint: packed and summed on its way to a temporary file.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "checkpoint/checkpoint_file.hpp"
#include "checkpoint/checksum.hpp"
#include "checkpoint/file_layout.hpp"

namespace evodoku {
namespace {

/// The file under its temporary name, which disappears unless finish() was called.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& name) : name_(name), temporary_(name + ".tmp") {
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (descriptor_ < 0) fail(errno);
    }
    ~TemporaryFile() {
        if (descriptor_ >= 0) ::close(descriptor_);
        if (!finished_) ::unlink(temporary_.c_str());  // no destructor runs where it could not be opened
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void write(const void* bytes, std::size_t count) {
        const char* from = static_cast<const char*>(bytes);
        checksum_.add(bytes, count);
        written_ += count;
        while (count != 0) {
            const ssize_t part = ::write(descriptor_, from, count);
            if (part < 0 && errno == EINTR) continue;
            if (part < 0) fail(errno);
            from += part;
            count -= static_cast<std::size_t>(part);
        }
    }

    void finish() {
        const FileEnd end{written_, checksum_.value()};
        write(&end, sizeof end);
        if (::fsync(descriptor_) != 0) fail(errno);
        if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
        if (::rename(temporary_.c_str(), name_.c_str()) != 0) fail(errno);
        finished_ = true;
        sync_folder();
    }

private:
    [[noreturn]] void fail(int error) const {
        throw CheckpointFileError(fmt::format("cannot write {}: {}", name_, std::strerror(error)));
    }

    /// So that the new name survives a power failure. A file system that can't sync a folder does not need it.
    void sync_folder() const {
        const std::size_t slash = name_.find_last_of('/');
        const std::string folder = slash == std::string::npos ? "." : name_.substr(0, slash + 1);
        const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (descriptor < 0) return;
        const int error = ::fsync(descriptor) == 0 ? 0 : errno;
        ::close(descriptor);
        if (error != 0 && error != EINVAL && error != ENOTSUP) fail(error);
    }

    std::string name_, temporary_;
    int descriptor_ = -1;
    bool finished_ = false;
    Checksum checksum_;
    std::uint64_t written_ = 0;
};

/// zstd in a stream.
class Packer {
public:
    explicit Packer(TemporaryFile& to) : to_(to), stream_(ZSTD_createCStream()), packed_(ZSTD_CStreamOutSize()) {
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

    TemporaryFile& to_;
    ZSTD_CStream* stream_;
    std::vector<char> packed_;
};

}  // namespace

void check_checkpoint_file(const std::string& name) { const TemporaryFile file(name); }

void write_checkpoint_file(const std::string& name, const std::function<void(const ByteSink& to)>& state) {
    TemporaryFile file(name);
    const FileHead head;
    file.write(&head, sizeof head);
    Packer packer(file);
    state([&](const void* bytes, std::size_t count) { packer.write(bytes, count); });
    packer.finish();
    file.finish();
}

}  // namespace evodoku
