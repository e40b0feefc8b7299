// Plain bytes, gzip with zlib, zstd with its own library.
#include "byte_source.hpp"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

namespace evodoku::io {
namespace {

constexpr std::size_t chunk_size = 65536;
constexpr std::string_view gzip_mark = "\x1F\x8B\x08";
constexpr std::string_view zstd_mark = "\x28\xB5\x2F\xFD";

}  // namespace

/// The contents of the stream, a chunk at a time.
class ByteSource::Raw {
public:
    explicit Raw(std::istream& input) : input_(input) {}

    /// Bytes that were read and not yet taken.
    std::string_view held() const { return {chunk_.data() + at_, filled_ - at_}; }
    void take(std::size_t count) { at_ += count; }

    /// Reads more; false at the end of the input, or if there is no room.
    bool more() {
        if (at_ == filled_) at_ = filled_ = 0;
        const std::size_t room = chunk_.size() - filled_;
        if (ended_ || room == 0) return false;
        std::size_t count = 0;
        // peek() waits for the first byte only and readsome() takes the available ones: a pipe is read as it is
        // written.
        if (input_.peek() != std::istream::traits_type::eof()) {
            char* to = chunk_.data() + filled_;
            count = static_cast<std::size_t>(input_.readsome(to, static_cast<std::streamsize>(room)));
            // A buffer without that information, such as std::cin synchronised with stdio, returns a line.
            if (count == 0)
                while (count < room && input_.get(to[count]) && to[count++] != '\n') {
                }
        }
        filled_ += count;
        if (count == 0) {
            ended_ = true;
            failed_ = input_.bad() || !input_.eof();
        }
        return count != 0;
    }

    bool failed() const { return failed_; }

private:
    std::istream& input_;
    std::array<char, chunk_size> chunk_{};
    std::size_t at_ = 0, filled_ = 0;
    bool ended_ = false, failed_ = false;
};

/// Turns compressed bytes into plain ones, in steps.
class ByteSource::Decoder {
public:
    virtual ~Decoder() = default;

    struct Step {
        std::size_t taken = 0;  ///< of the input
        std::size_t made = 0;   ///< bytes of the output
        bool whole = false;     ///< the data may end here
        bool ended = false;     ///< the following bytes are not part of it
        std::string fault;
    };
    virtual Step step(std::string_view input, char* to, std::size_t room) = 0;
    virtual std::string_view name() const = 0;
};

namespace {

class Gzip final : public ByteSource::Decoder {
public:
    Gzip() {
        if (inflateInit2(&state_, 15 + 16) != Z_OK) throw std::bad_alloc();  // 32 KiB of window, a gzip header
    }
    ~Gzip() override { inflateEnd(&state_); }
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;

    std::string_view name() const override { return "gzip"; }

    Step step(std::string_view input, char* to, std::size_t room) override {
        Step step;
        if (between_members_ && !input.empty()) {
            step.whole = true;
            // `cat a.gz b.gz` is a gzip file too; anything else behind the data is padding.
            if (input.front() != gzip_mark.front()) {
                step.ended = true;
                return step;
            }
            inflateReset(&state_);
            between_members_ = false;
        }
        state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // zlib does not write there
        state_.avail_in = static_cast<uInt>(input.size());
        state_.next_out = reinterpret_cast<Bytef*>(to);
        state_.avail_out = static_cast<uInt>(std::min<std::size_t>(room, chunk_size));
        const uInt room_before = state_.avail_out;
        const int code = inflate(&state_, Z_NO_FLUSH);
        step.taken = input.size() - state_.avail_in;
        step.made = room_before - state_.avail_out;
        if (code == Z_STREAM_END) between_members_ = true;
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) step.fault = "is damaged";
        step.whole = between_members_;
        return step;
    }

private:
    z_stream state_{};
    bool between_members_ = false;
};

class Zstd final : public ByteSource::Decoder {
public:
    Zstd() : state_(ZSTD_createDStream()) {
        if (state_ == nullptr) throw std::bad_alloc();
    }
    ~Zstd() override { ZSTD_freeDStream(state_); }
    Zstd(const Zstd&) = delete;
    Zstd& operator=(const Zstd&) = delete;

    std::string_view name() const override { return "zstd"; }

    Step step(std::string_view input, char* to, std::size_t room) override {
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{to, room, 0};
        const std::size_t left = ZSTD_decompressStream(state_, &out, &in);
        Step step;
        step.taken = in.pos;
        step.made = out.pos;
        if (ZSTD_isError(left) != 0) {
            step.fault = ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge
                             ? "needs more than 128 MiB to unpack: unpack it first, with zstd -d --long=31"
                             : "is damaged";
        } else if (step.taken != 0 || step.made != 0) {
            whole_ = left == 0;
        }
        step.whole = whole_;
        return step;
    }

private:
    ZSTD_DStream* state_;
    bool whole_ = false;
};

std::unique_ptr<ByteSource::Decoder> decoder_for(std::string_view head) {
    if (head.starts_with(gzip_mark)) return std::make_unique<Gzip>();
    if (head.starts_with(zstd_mark)) return std::make_unique<Zstd>();
    return nullptr;
}

}  // namespace

ByteSource::ByteSource(std::istream& input) : raw_(std::make_unique<Raw>(input)) {}
ByteSource::~ByteSource() = default;

bool ByteSource::failed() const { return raw_->failed(); }

std::size_t ByteSource::read(char* to, std::size_t room) {
    if (!begun_) {
        begun_ = true;
        const auto may_be = [&](std::string_view mark) {
            const std::string_view held = raw_->held();
            return held.size() < mark.size() && mark.starts_with(held);
        };
        while (raw_->more() && (may_be(gzip_mark) || may_be(zstd_mark))) {
        }
        decoder_ = decoder_for(raw_->held());
    }
    bool whole = false;
    while (fault_.empty()) {
        const bool ended = raw_->held().empty() && !raw_->more();
        const std::string_view held = raw_->held();
        if (decoder_ == nullptr) {
            const std::size_t count = std::min(held.size(), room);
            std::memcpy(to, held.data(), count);
            raw_->take(count);
            return count;
        }
        const Decoder::Step step = decoder_->step(held, to, room);
        raw_->take(step.taken);
        whole = step.whole;
        if (!step.fault.empty()) fault_ = "the " + std::string(decoder_->name()) + " file " + step.fault;
        if (step.made != 0 || step.ended) return step.made;
        if (ended) {
            if (!whole && !failed()) fault_ = "the " + std::string(decoder_->name()) + " file is cut off";
            return 0;
        }
    }
    return 0;
}

}  // namespace evodoku::io
