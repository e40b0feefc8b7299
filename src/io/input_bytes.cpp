// Plain bytes, gzip with zlib, zstd with its own library; UTF-16 with a byte-order mark; the table of
// signatures of what is not read.
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>
#include <utility>

#include "io/characters.hpp"
#include "io/text.hpp"

namespace evodoku::io {

/// Turns the bytes of one gzip member or zstd frame into plain ones, in steps.
struct InputBytes::Decoder {
    explicit Decoder(std::string format) : name(std::move(format)) {}
    virtual ~Decoder() = default;

    /// Appends at most chunk_size bytes to `text`, and returns how many it took of the input.
    virtual std::size_t unpack(std::string_view input, std::string& text) = 0;

    const std::string name;
    std::string fault = {};
    bool whole = false;  ///< what follows is not part of it
};

namespace {

using namespace std::string_view_literals;

constexpr std::size_t chunk_size = 65536;
constexpr std::string_view gzip_mark = "\x1F\x8B\x08", zstd_mark = "\x28\xB5\x2F\xFD";

struct Gzip final : InputBytes::Decoder {
    Gzip() : Decoder("gzip") {
        if (inflateInit2(&state_, 15 + 16) != Z_OK) throw std::bad_alloc();  // 32 KiB of window, a gzip header
    }
    ~Gzip() override { inflateEnd(&state_); }
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;

    std::size_t unpack(std::string_view input, std::string& text) override {
        state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // zlib does not write there
        state_.avail_in = static_cast<uInt>(input.size());
        text.resize(text.size() + chunk_size);
        state_.next_out = reinterpret_cast<Bytef*>(text.data() + text.size() - chunk_size);
        state_.avail_out = chunk_size;
        const int code = inflate(&state_, Z_NO_FLUSH);
        whole = code == Z_STREAM_END;
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) fault = "is damaged";
        text.resize(text.size() - state_.avail_out);
        return input.size() - state_.avail_in;
    }

private:
    z_stream state_{};
};

struct Zstd final : InputBytes::Decoder {
    Zstd() : Decoder("zstd") {
        if (state_ == nullptr) throw std::bad_alloc();
    }

    std::size_t unpack(std::string_view input, std::string& text) override {
        const std::size_t before = text.size();
        text.resize(before + chunk_size);
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{text.data() + before, chunk_size, 0};
        const std::size_t left = ZSTD_decompressStream(state_.get(), &out, &in);
        text.resize(before + out.pos);
        if (ZSTD_isError(left) != 0) {
            fault = ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge
                        ? "needs more than 128 MiB to unpack: unpack it first, with zstd -d --long=31"
                        : "is damaged";
        }
        whole = left == 0;
        head_.append(input.substr(0, std::min(in.pos, longest_head - head_.size())));
        made_ += out.pos;
        // Where the last block is empty, the library does not notice fewer bytes than the head states.
        const unsigned long long stated = ZSTD_getFrameContentSize(head_.data(), head_.size());
        const bool is_stated = stated != ZSTD_CONTENTSIZE_UNKNOWN && stated != ZSTD_CONTENTSIZE_ERROR;
        if (whole && is_stated && stated != made_) fault = "is damaged";
        return in.pos;
    }

private:
    static constexpr std::size_t longest_head = 18;
    std::string head_;
    std::uint64_t made_ = 0;
    std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> state_{ZSTD_createDStream(), ZSTD_freeDStream};
};

constexpr std::string_view image = "a picture: puzzles are read from text";

/// How files begin that are not read, in small letters where markup may have others; and the reason.
constexpr std::pair<std::string_view, std::string_view> kinds[] = {
    {"\xFF\xFE\0\0"sv, "UTF-32 text: convert it with iconv -f UTF-32 -t UTF-8"},
    {"\0\0\xFE\xFF"sv, "UTF-32 text: convert it with iconv -f UTF-32 -t UTF-8"},
    {"\xFD\x37zXZ\0"sv, "compressed with xz: unpack it first, with xz -d"},
    {"BZh"sv, "compressed with bzip2: unpack it first, with bzip2 -d"},
    {"PK\x03\x04"sv,
     "a zip archive: unpack it, with unzip -p FILE | evodoku ... -; of a spreadsheet, save the sheet as CSV"},
    {"%PDF-"sv, "a PDF document: copy the puzzles out of it as text"},
    {"\x89PNG"sv, image},
    {"\xFF\xD8\xFF"sv, image},
    {"GIF8"sv, image},
    {"\x93NUMPY"sv, "an array of NumPy in a compressed file: unpack it first"},
    {"PAR1"sv, "a Parquet file: export the puzzles as CSV, with pandas.read_parquet(FILE).to_csv(...)"},
    {"{\\rtf"sv, "a document (.rtf): save it as text"},
    {"SQLite format 3\0"sv, "an SQLite database: export the puzzles, with sqlite3 -csv FILE 'select ...'"},
    {"<!doctype html"sv, "a web page: copy the puzzles out of it as text"},
    {"<html"sv, "a web page: copy the puzzles out of it as text"},
};

/// True if every second byte is NUL, the first or the second of two, and no other is.
bool has_nuls(std::string_view head, std::size_t first) {
    std::size_t place = 0;
    const auto is_right = [&](char c) { return (c == '\0') == (place++ % 2 == first); };
    return head.size() >= 4 && std::ranges::all_of(head.substr(0, head.size() / 2 * 2), is_right);
}

/// True if there are many control characters that no text has. One in ten of random bytes is such a character; no
/// character of text in any encoding that has ASCII is.
bool is_binary(std::string_view head) {
    constexpr std::string_view in_text = "\t\n\v\f\r\x1A\x1B"sv;
    constexpr std::ptrdiff_t max_by_mistake = 8;
    const auto strange = std::count_if(head.begin(), head.end(), [&](char c) {
        return static_cast<unsigned char>(c) < 0x20 && !is_among(c, in_text);
    });
    return strange > max_by_mistake && strange * 32 > static_cast<std::ptrdiff_t>(head.size());
}

/// As UTF-8.
void append_character(std::string& text, std::uint32_t code) {
    const int rest = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;  // bytes after the first
    constexpr unsigned leads[] = {0, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(leads[rest] | code >> 6 * rest);
    for (int k = rest - 1; k >= 0; --k) text += static_cast<char>(0x80 | (code >> 6 * k & 0x3F));
}

}  // namespace

/// Reads more; false at the end of the input, or if there is no room.
bool InputBytes::read_chunk() {
    const std::size_t had = held_.size();
    if (ended_ || had >= chunk_size) return false;
    std::size_t count = 0;
    // peek() waits for the first byte only and readsome() takes the available ones: a pipe is read as it is written.
    if (input_.peek() != std::istream::traits_type::eof()) {
        held_.resize(chunk_size);
        char* const to = held_.data() + had;
        count = static_cast<std::size_t>(input_.readsome(to, static_cast<std::streamsize>(chunk_size - had)));
        // A buffer without that information, such as std::cin synchronised with stdio, returns a line.
        if (count == 0)
            while (had + count < chunk_size && input_.get(to[count]) && to[count++] != '\n') {
            }
    }
    held_.resize(had + count);
    ended_ = count == 0;
    if (ended_) failed_ = input_.bad() || !input_.eof();
    return !ended_;
}

bool InputBytes::append_to(std::string& text) {
    const std::size_t before = text.size();
    for (bool goes_on = true; goes_on && text.size() == before;) {
        goes_on = append_unpacked(encoding_ == Encoding::bytes ? text : undecoded_);
        if (encoding_ == Encoding::unknown && !find_encoding(!goes_on)) continue;
        if (encoding_ == Encoding::bytes)
            text += std::exchange(undecoded_, {});
        else
            append_utf16(text);
        if (!goes_on && !undecoded_.empty() && fault_.empty() && !failed_)
            fault_ = "the UTF-16 text is cut off: half of a character is missing";
    }
    return text.size() != before;
}

/// Looks at the byte-order mark. False where more bytes must tell.
bool InputBytes::find_encoding(bool at_end) {
    constexpr std::string_view little = "\xFF\xFE", big = "\xFE\xFF", utf32 = "\xFF\xFE\0\0"sv;
    const std::string_view head = undecoded_;
    const bool may_be_any = utf32.starts_with(head) ? head.size() < utf32.size() : head == big.substr(0, 1);
    if (may_be_any && !at_end) return false;
    const bool is_little = head.starts_with(little) && !head.starts_with(utf32);
    encoding_ = is_little ? Encoding::utf16_little : head.starts_with(big) ? Encoding::utf16_big : Encoding::bytes;
    if (encoding_ != Encoding::bytes) undecoded_.erase(0, 2);
    return true;
}

/// Appends the characters of the bytes that are not decoded yet; keeps a part of one.
void InputBytes::append_utf16(std::string& text) {
    const std::size_t high = encoding_ == Encoding::utf16_big ? 0 : 1;
    const auto unit = [&](std::size_t place) {
        const auto byte = [&](std::size_t where) { return static_cast<unsigned char>(undecoded_[where]); };
        return static_cast<std::uint32_t>(byte(place + high) << 8 | byte(place + 1 - high));
    };
    std::size_t place = 0;
    while (place + 2 <= undecoded_.size()) {
        std::uint32_t code = unit(place);
        const bool is_half = code >= 0xD800 && code < 0xE000, is_first_half = is_half && code < 0xDC00;
        if (is_first_half && place + 4 > undecoded_.size()) break;
        if (is_half) {
            const std::uint32_t second = is_first_half ? unit(place + 2) : 0;
            if (second < 0xDC00 || second >= 0xE000) {
                fault_ = fmt::format("the UTF-16 text is damaged: 0x{:04X} is half of a character", code);
                undecoded_.clear();
                return;
            }
            code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
        }
        append_character(text, code);
        place += is_half ? 4 : 2;
    }
    undecoded_.erase(0, place);
}

/// The decoder of the bytes that come next; null if they are plain.
std::shared_ptr<InputBytes::Decoder> InputBytes::next_decoder() {
    // zstd may begin with a frame that is skipped: its first byte is one of 16.
    const auto is_skipped = [&] { return !held_.empty() && (held_.front() & 0xF0) == 0x50; };
    const auto may_begin = [&](std::string_view mark) { return mark.starts_with(held_); };
    while (held_.size() < 4 && (may_begin(gzip_mark) || may_begin(zstd_mark) || is_skipped()) && read_chunk()) {
    }
    if (held_.starts_with(gzip_mark)) return std::make_shared<Gzip>();
    const bool is_zstd = held_.starts_with(zstd_mark) || (is_skipped() && held_.substr(1, 3) == "\x2A\x4D\x18");
    return is_zstd ? std::make_shared<Zstd>() : nullptr;
}

/// After the data of a decoder: another part follows, as in the file of `cat a.gz b.zst`, or zeros up to the end. False
/// at the end, and if something else follows.
bool InputBytes::begin_next_part() {
    while (!held_.empty() || read_chunk()) {
        const std::size_t zeros = std::min(held_.find_first_not_of('\0'), held_.size());
        held_.erase(0, zeros), taken_ += zeros;
        if (held_.empty()) continue;
        const std::string before = std::exchange(decoder_, next_decoder())->name;
        if (decoder_ == nullptr)
            fault_ = fmt::format(
                "the {} data is followed by other bytes, from offset {} on: unpack the parts alone, "
                "or remove what is behind",
                before, taken_);
        return decoder_ != nullptr;
    }
    return false;
}

/// Appends some bytes of the input, decompressed if they are compressed; false at the end.
bool InputBytes::append_unpacked(std::string& text) {
    if (!std::exchange(begun_, true)) decoder_ = next_decoder();
    const std::size_t before = text.size();
    while (fault_.empty() && text.size() == before) {
        const bool at_end = held_.empty() && !read_chunk();
        if (decoder_ == nullptr) {
            text += held_;
            held_.clear();
            return !at_end;
        }
        if (decoder_->whole && !begin_next_part()) return false;
        const std::size_t taken = decoder_->unpack(held_, text);
        held_.erase(0, taken), taken_ += taken;
        if (!decoder_->fault.empty()) fault_ = "the " + decoder_->name + " file " + decoder_->fault;
        if (text.size() != before || !at_end || decoder_->whole) continue;
        if (!failed_) fault_ = "the " + decoder_->name + " file is cut off";
        break;
    }
    return text.size() != before;
}

std::string_view refused_kind(std::string_view head) {
    for (const auto& [mark, reason] : kinds) {
        const std::string_view begin = head.substr(0, mark.size());
        if (begin == mark || (mark.starts_with('<') && in_small_letters(begin) == mark)) return reason;
    }
    if (head.size() > 1 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5)
        return "a pickle of Python: write the puzzles as text or with numpy.save";
    if (head.substr(std::min<std::size_t>(head.size(), 257), 5) == "ustar")
        return "a tar archive: unpack it, with tar -xOf FILE | evodoku ... -";
    if (has_nuls(head.substr(0, 64), 1))
        return "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16LE -t UTF-8";
    if (has_nuls(head.substr(0, 64), 0))
        return "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16BE -t UTF-8";
    return is_binary(head) ? "binary data, not text: is it the right file? Export the puzzles as text or CSV"
                           : std::string_view();
}

}  // namespace evodoku::io
