// Plain bytes, gzip and zip with zlib, zstd with its own library; UTF-16 with a byte-order mark; the table of
// signatures of what is not read.
#include "io/input_bytes.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <utility>

#include "io/characters.hpp"

namespace evodoku::io {

/// Turns the bytes of one gzip member, zstd frame or zip archive into plain ones, in steps.
struct InputBytes::Decoder {
    explicit Decoder(std::string format, bool of_members = false) : name(std::move(format)), is_archive(of_members) {}
    virtual ~Decoder() = default;

    /// The numbers of bytes taken of the input and made of the output.
    struct Step {
        std::size_t taken = 0, made = 0;
    };
    virtual Step step(std::string_view input, char* to, std::size_t room) = 0;

    const std::string name;
    const bool is_archive;
    std::string fault = {};
    bool whole = false;       ///< what follows is not part of it
    std::string member = {};  ///< of an archive
    bool at_member = false;   ///< the bytes of that member come next
};

namespace {

using namespace std::string_view_literals;

constexpr std::size_t chunk_size = 65536;
constexpr std::string_view gzip_mark = "\x1F\x8B\x08", zstd_mark = "\x28\xB5\x2F\xFD";
constexpr std::string_view zip_mark = "PK\x03\x04", empty_zip_mark = "PK\x05\x06";

/// zlib's part of gzip and zip.
struct Inflater : InputBytes::Decoder {
    Inflater(std::string format, bool of_members, int window) : Decoder(std::move(format), of_members) {
        if (inflateInit2(&state_, window) != Z_OK) throw std::bad_alloc();
    }
    ~Inflater() override { inflateEnd(&state_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

protected:
    void restart() { inflateReset(&state_); }

    /// `ended`: becomes true at the end of the compressed data.
    Step inflate_some(std::string_view input, char* to, std::size_t room, bool& ended) {
        state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // zlib does not write there
        state_.avail_in = static_cast<uInt>(input.size());
        state_.next_out = reinterpret_cast<Bytef*>(to);
        const auto room_before = static_cast<uInt>(std::min<std::size_t>(room, chunk_size));
        state_.avail_out = room_before;
        const int code = inflate(&state_, Z_NO_FLUSH);
        if (code == Z_STREAM_END) ended = true;
        if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) fault = "is damaged";
        return {input.size() - state_.avail_in, room_before - state_.avail_out};
    }

private:
    z_stream state_{};
};

struct Gzip final : Inflater {
    Gzip() : Inflater("gzip", false, 15 + 16) {}  // 32 KiB of window, a gzip header

    Step step(std::string_view input, char* to, std::size_t room) override {
        return inflate_some(input, to, room, whole);
    }
};

/// The members of a zip archive, one after another. Their local headers tell all that is needed, also of a pipe, whose
/// directory comes last. Folders, hidden files and the notes of macOS are passed over.
struct Zip final : Inflater {
    Zip() : Inflater("zip", true, -15) {}

    Step step(std::string_view input, char* to, std::size_t room) override {
        if (part_ == Part::content) return unpack(input, to, room);
        const std::size_t count = std::min(wanted_ - held_.size(), input.size());
        held_ += input.substr(0, count);
        if (held_.size() != wanted_) return {count, 0};
        if (part_ == Part::head)
            read_head();
        else if (part_ == Part::tail)
            read_tail();
        else
            read_directory();
        return {count, 0};
    }

private:
    enum class Part { head, content, tail, directory };
    static constexpr std::uint64_t max_32_bits = 0xFFFF'FFFF;

    /// A number of `size` bytes of the part that is held.
    std::uint64_t number(std::size_t at, std::size_t size) const {
        std::uint64_t value = 0;
        for (std::size_t k = size; k-- > 0;) value = value << 8 | static_cast<unsigned char>(held_[at + k]);
        return value;
    }

    void begin(Part part) {
        part_ = part;
        held_.clear();
        wanted_ = 4;
    }

    void read_head() {
        constexpr std::size_t fixed = 30;
        if (wanted_ == 4) {
            if (held_ != zip_mark) {
                part_ = Part::directory;
                return read_directory();
            }
            wanted_ = fixed;
            return;
        }
        const std::size_t name_size = number(26, 2), extra_size = number(28, 2);
        if (wanted_ < fixed + name_size + extra_size) {
            wanted_ = fixed + name_size + extra_size;
            return;
        }
        const std::uint64_t flags = number(6, 2), method = number(8, 2);
        checksum_wanted_ = number(14, 4), packed_wanted_ = number(18, 4), size_wanted_ = number(22, 4);
        member = name_size == 0 ? "?" : held_.substr(fixed, name_size);
        std::ranges::replace_if(
            member, [](char c) { return c < ' ' || c > '~'; }, '?');  // messages repeat it
        has_tail_ = (flags & 8) != 0, is_stored_ = method == 0, is_wide_ = false;
        for (std::size_t at = fixed + name_size; at + 4 <= held_.size(); at += 4 + number(at + 2, 2)) {
            if (number(at, 2) != 1 || number(at + 2, 2) < 16 || at + 20 > held_.size()) continue;
            is_wide_ = true;  // zip64
            if (size_wanted_ == max_32_bits) size_wanted_ = number(at + 4, 8);
            if (packed_wanted_ == max_32_bits) packed_wanted_ = number(at + 12, 8);
        }
        const bool is_folder = member.ends_with('/');
        const std::size_t base = member.rfind('/') + 1;
        is_passed_over_ = is_folder || member.starts_with("__MACOSX/") || member[base] == '.';
        if (is_of_document())
            fault = "is a spreadsheet or a document, as .xlsx and .ods files are: save the sheet as CSV";
        else if ((flags & 1) != 0)
            fault = fmt::format("has an encrypted member, {}: unpack it first", member);
        else if (method != 0 && method != 8)
            fault = fmt::format("has a member with compression method {}, {}: unpack it first", method, member);
        else if (is_stored_ && has_tail_ && !is_folder && packed_wanted_ == 0)
            fault = fmt::format("has a member without a length, {}: unpack it first", member);
        checksum_ = crc32(0, nullptr, 0);
        packed_ = size_ = 0;
        ++members_;
        at_member = !is_passed_over_ && fault.empty();
        part_ = Part::content;
    }

    /// A record of the directory, which lists the members once more, and of its end.
    void read_directory() {
        constexpr std::uint64_t max_record = 1 << 20;
        const std::string_view mark = std::string_view(held_).substr(0, 4);
        const bool is_entry = mark == "PK\x01\x02", is_end = mark == empty_zip_mark, is_wide_end = mark == "PK\x06\x06";
        const std::size_t fixed = is_entry ? 46 : is_end ? 22 : is_wide_end ? 12 : mark == "PK\x06\x07" ? 20 : 0;
        if (wanted_ == 4) {
            if (fixed == 0) fault = "is damaged";
            wanted_ = fixed;
            return;
        }
        const std::uint64_t more = is_entry      ? number(28, 2) + number(30, 2) + number(32, 2)
                                   : is_end      ? number(20, 2)
                                   : is_wide_end ? std::min(number(4, 8), max_record)
                                                 : 0;
        if (wanted_ < fixed + more) {
            wanted_ = fixed + more;
            return;
        }
        listed_ += is_entry;
        begin(Part::directory);
        whole = is_end;
        if (is_end && listed_ != members_) {
            fault = fmt::format("has {} members, of which its directory lists {}: pack it anew", members_, listed_);
        }
    }

    bool is_of_document() const {
        static constexpr std::array<std::string_view, 6> names = {"[Content_Types].xml", "mimetype", "_rels/",
                                                                  "docProps/",           "xl/",      "word/"};
        return std::ranges::any_of(names, [&](std::string_view mark) { return member.starts_with(mark); });
    }

    Step unpack(std::string_view input, char* to, std::size_t room) {
        Step made;
        bool ended = false;
        if (is_stored_) {
            made.taken = made.made = std::min<std::uint64_t>({input.size(), room, packed_wanted_ - packed_});
            std::memcpy(to, input.data(), made.made);
            ended = packed_ + made.taken == packed_wanted_;
        } else {
            made = inflate_some(input, to, room, ended);
        }
        checksum_ = crc32(checksum_, reinterpret_cast<const Bytef*>(to), static_cast<uInt>(made.made));
        packed_ += made.taken, size_ += made.made;
        if (ended && has_tail_)
            begin(Part::tail);
        else if (ended)
            end_member();
        return {made.taken, is_passed_over_ ? 0 : made.made};
    }

    /// The checksum and the lengths, where they come after the content.
    void read_tail() {
        const bool is_wide = is_wide_ || size_ > max_32_bits || packed_ > max_32_bits;
        const std::size_t width = is_wide ? 8 : 4, from = held_.starts_with("PK\x07\x08") ? 4 : 0;
        if (wanted_ == 4) {
            wanted_ = from + 4 + 2 * width;
            return;
        }
        checksum_wanted_ = number(from, 4);
        packed_wanted_ = number(from + 4, width), size_wanted_ = number(from + 4 + width, width);
        end_member();
    }

    void end_member() {
        if (checksum_ != checksum_wanted_ || packed_ != packed_wanted_ || size_ != size_wanted_)
            fault = fmt::format("is damaged: {} does not have its checksum", member);
        restart();
        begin(Part::head);
    }

    Part part_ = Part::head;
    std::string held_;        ///< of a head or a tail
    std::size_t wanted_ = 4;  ///< bytes of it
    bool has_tail_ = false, is_stored_ = false, is_wide_ = false, is_passed_over_ = false;
    uLong checksum_ = 0, checksum_wanted_ = 0;
    std::uint64_t packed_ = 0, packed_wanted_ = 0, size_ = 0, size_wanted_ = 0;
    std::uint64_t members_ = 0, listed_ = 0;  ///< so far; folders included
};

struct Zstd final : InputBytes::Decoder {
    Zstd() : Decoder("zstd") {
        if (state_ == nullptr) throw std::bad_alloc();
    }

    Step step(std::string_view input, char* to, std::size_t room) override {
        ZSTD_inBuffer in{input.data(), input.size(), 0};
        ZSTD_outBuffer out{to, room, 0};
        const std::size_t left = ZSTD_decompressStream(state_.get(), &out, &in);
        if (ZSTD_isError(left) != 0) {
            fault = ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge
                        ? "needs more than 128 MiB to unpack: unpack it first, with zstd -d --long=31"
                        : "is damaged";
        }
        whole = left == 0;
        head_.append(input.substr(0, std::min(in.pos, longest_head - head_.size())));
        made_ += out.pos;
        if (whole && is_too_short()) fault = "is damaged";
        return {in.pos, out.pos};
    }

private:
    /// Fewer bytes than its head states. The library does not notice it where the last block is empty.
    bool is_too_short() const {
        const unsigned long long stated = ZSTD_getFrameContentSize(head_.data(), head_.size());
        return stated != ZSTD_CONTENTSIZE_UNKNOWN && stated != ZSTD_CONTENTSIZE_ERROR && stated != made_;
    }

    static constexpr std::size_t longest_head = 18;
    std::string head_;
    std::uint64_t made_ = 0;
    std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> state_{ZSTD_createDStream(), ZSTD_freeDStream};
};

struct Kind {
    std::string_view mark;
    std::string_view reason;
};

constexpr std::string_view image = "a picture: puzzles are read from text";

constexpr std::array kinds = {
    Kind{"\xFF\xFE\0\0"sv, "UTF-32 text: convert it with iconv -f UTF-32 -t UTF-8"},
    Kind{"\0\0\xFE\xFF"sv, "UTF-32 text: convert it with iconv -f UTF-32 -t UTF-8"},
    Kind{"\xFD"
         "7zXZ\0"sv,
         "compressed with xz: unpack it first, with xz -d"},
    Kind{"BZh"sv, "compressed with bzip2: unpack it first, with bzip2 -d"},
    Kind{"\x04\x22\x4D\x18"sv, "compressed with lz4: unpack it first, with lz4 -d"},
    Kind{"7z\xBC\xAF\x27\x1C"sv, "a 7z archive: unpack it first"},
    Kind{"Rar!\x1A\x07"sv, "a rar archive: unpack it first"},
    Kind{"PK\x07\x08"sv, "a part of a zip archive: unpack it first"},
    Kind{"%PDF-"sv, "a PDF document: copy the puzzles out of it as text"},
    Kind{"\x89PNG"sv, image},
    Kind{"\xFF\xD8\xFF"sv, image},
    Kind{"GIF8"sv, image},
    Kind{"\x93NUMPY"sv,
         "an array of NumPy: only evaluate reads one, from numpy.save, not from .npz or a compressed file"},
    Kind{"SQLite format 3\0"sv, "an SQLite database: export the puzzles, with sqlite3 -csv FILE 'select ...'"},
    Kind{"<!doctype html"sv, "a web page: copy the puzzles out of it as text"},
    Kind{"<html"sv, "a web page: copy the puzzles out of it as text"},
};

/// True if every second byte is NUL, and no other is.
std::string_view unmarked_utf16(std::string_view head) {
    head = head.substr(0, head.size() / 2 * 2);
    if (head.size() < 4) return {};
    bool little = true, big = true;
    for (std::size_t at = 0; at < head.size(); at += 2) {
        little = little && head[at] != '\0' && head[at + 1] == '\0';
        big = big && head[at] == '\0' && head[at + 1] != '\0';
    }
    if (little) return "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16LE -t UTF-8";
    if (big) return "UTF-16 without a byte-order mark: convert it with iconv -f UTF-16BE -t UTF-8";
    return {};
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

}  // namespace

InputBytes::InputBytes(std::istream& input) : input_(input), chunk_(chunk_size) {}
InputBytes::~InputBytes() = default;

/// Reads more; false at the end of the input, or if there is no room.
bool InputBytes::read_chunk() {
    std::memmove(chunk_.data(), chunk_.data() + at_, filled_ - at_);
    filled_ -= at_, at_ = 0;
    const std::size_t room = chunk_.size() - filled_;
    if (ended_ || room == 0) return false;
    std::size_t count = 0;
    // peek() waits for the first byte only and readsome() takes the available ones: a pipe is read as it is written.
    if (input_.peek() != std::istream::traits_type::eof()) {
        char* to = chunk_.data() + filled_;
        count = static_cast<std::size_t>(input_.readsome(to, static_cast<std::streamsize>(room)));
        // A buffer without that information, such as std::cin synchronised with stdio, returns a line.
        if (count == 0)
            while (count < room && input_.get(to[count]) && to[count++] != '\n') {
            }
    }
    filled_ += count;
    ended_ = count == 0;
    if (ended_) failed_ = input_.bad() || !input_.eof();
    return !ended_;
}

bool InputBytes::append_to(std::string& text) {
    const std::size_t before = text.size();
    for (bool goes_on = true; goes_on && text.size() == before;) {
        goes_on = append_bytes(text);
        if (encoding_ == Encoding::bytes) return goes_on;
        undecoded_.append(text, before);
        text.resize(before);
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

bool InputBytes::begin_member() {
    if (member_.empty()) return false;
    for (std::string rest; append_bytes(rest);) rest.clear();
    if (!fault_.empty() || !std::exchange(decoder_->at_member, false)) return false;
    member_ = decoder_->member;
    encoding_ = Encoding::unknown;
    undecoded_.clear();
    return true;
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
    const auto unit = [&](std::size_t at) {
        const auto byte = [&](std::size_t where) { return static_cast<unsigned char>(undecoded_[where]); };
        return static_cast<std::uint32_t>(byte(at + high) << 8 | byte(at + 1 - high));
    };
    std::size_t at = 0;
    while (at + 2 <= undecoded_.size()) {
        std::uint32_t code = unit(at);
        const bool is_half = code >= 0xD800 && code < 0xE000, is_first_half = is_half && code < 0xDC00;
        if (is_first_half && at + 4 > undecoded_.size()) break;
        if (is_half) {
            const std::uint32_t second = is_first_half ? unit(at + 2) : 0;
            if (second < 0xDC00 || second >= 0xE000) {
                fault_ = fmt::format("the UTF-16 text is damaged: 0x{:04X} is half of a character", code);
                undecoded_.clear();
                return;
            }
            code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
        }
        append_character(text, code);
        at += is_half ? 4 : 2;
    }
    undecoded_.erase(0, at);
}

/// Appends bytes as they are, decompressed: from 1 to 65,536; false at the end.
bool InputBytes::append_bytes(std::string& text) {
    const std::size_t before = text.size();
    text.resize(before + chunk_size);
    const std::size_t count = read(text.data() + before, chunk_size);
    text.resize(before + count);
    return count != 0;
}

/// The decoder of the bytes that come next; null if they are plain. Only the whole input may be a zip archive.
std::unique_ptr<InputBytes::Decoder> InputBytes::next_decoder(bool is_first) {
    // zstd may begin with a frame that is skipped: its first byte is one of 16.
    const auto is_skipped = [&] { return !held().empty() && (held().front() & 0xF0) == 0x50; };
    const auto may_begin = [&](std::string_view mark) { return mark.starts_with(held()); };
    while (held().size() < 4 && (may_begin(gzip_mark) || may_begin(zstd_mark) || may_begin(zip_mark) ||
                                 may_begin(empty_zip_mark) || is_skipped())) {
        if (!read_chunk()) break;
    }
    if (is_first && (held().starts_with(zip_mark) || held().starts_with(empty_zip_mark)))
        return std::make_unique<Zip>();
    if (held().starts_with(gzip_mark)) return std::make_unique<Gzip>();
    if (held().starts_with(zstd_mark) || (is_skipped() && held().substr(1, 3) == "\x2A\x4D\x18"))
        return std::make_unique<Zstd>();
    return nullptr;
}

/// After the data of a decoder: another part follows, as in the file of `cat a.gz b.zst`, or zeros up to the end. False
/// at the end, and if something else follows.
bool InputBytes::begin_next_part() {
    while (!held().empty() || read_chunk()) {
        if (held().front() != '\0') {
            auto next = decoder_->is_archive ? nullptr : next_decoder(false);
            const std::string before = std::exchange(decoder_, std::move(next))->name;
            if (decoder_ == nullptr) {
                fault_ = fmt::format(
                    "the {} data is followed by other bytes, from offset {} on: unpack the parts alone, "
                    "or remove what is behind",
                    before, taken_);
            }
            return decoder_ != nullptr;
        }
        ++at_, ++taken_;
    }
    return false;
}

/// Writes at most `room` bytes and returns their number, 0 at the end.
std::size_t InputBytes::read(char* to, std::size_t room) {
    if (!std::exchange(begun_, true)) decoder_ = next_decoder(true);
    while (fault_.empty()) {
        const bool at_end = held().empty() && !read_chunk();
        if (decoder_ == nullptr) {
            const std::size_t count = std::min(held().size(), room);
            std::memcpy(to, held().data(), count);
            at_ += count;
            return count;
        }
        if (decoder_->at_member) {
            if (!member_.empty()) return 0;
            member_ = decoder_->member, decoder_->at_member = false;  // the first one
        }
        if (decoder_->whole && !begin_next_part()) return 0;
        const Decoder::Step step = decoder_->step(held(), to, room);
        at_ += step.taken, taken_ += step.taken;
        if (!decoder_->fault.empty()) fault_ = "the " + decoder_->name + " file " + decoder_->fault;
        if (step.made != 0) return step.made;
        if (at_end && !decoder_->whole) {
            if (!failed_) fault_ = "the " + decoder_->name + " file is cut off";
            return 0;
        }
    }
    return 0;
}

std::string_view refused_kind(std::string_view head) {
    for (const Kind& kind : kinds) {
        if (head.size() < kind.mark.size()) continue;
        const bool same = kind.mark.front() == '<'
                              ? std::equal(kind.mark.begin(), kind.mark.end(), head.begin(),
                                           [](char mark, char c) { return upper(mark) == upper(c); })
                              : head.starts_with(kind.mark);
        if (same) return kind.reason;
    }
    if (const std::string_view utf16_kind = unmarked_utf16(head.substr(0, 64)); !utf16_kind.empty()) return utf16_kind;
    return is_binary(head) ? "binary data, not text: is it the right file?" : std::string_view();
}

}  // namespace evodoku::io
