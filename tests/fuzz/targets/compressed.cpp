// Input that is compressed, as the program unpacks it in a stream, compared with unpacking each part at once: a header
// of gzip read here (RFC 1952) and one call of zlib, or one call of zstd.
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <istream>
#include <streambuf>

#include "io/text.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

constexpr std::size_t most = 150'000;  ///< unpacked bytes: a small file may hold terabytes

/// Hands over `step` bytes at a time, as a pipe may.
struct Pipe : std::streambuf {
    Pipe(Bytes bytes, std::size_t step) : rest(bytes), length(step) {}
    int underflow() override {
        if (rest.empty()) return traits_type::eof();
        char* begin = const_cast<char*>(rest.data());  // nothing is written there
        const std::size_t count = std::min(length, rest.size());
        rest.remove_prefix(count);
        setg(begin, begin, begin + count);
        return traits_type::to_int_type(*begin);
    }
    Bytes rest;
    std::size_t length;
};

struct Unpacked {
    std::string text, fault;
    bool whole = true;  ///< false: there are more than `most` bytes
    bool lax = false;  ///< one call of zstd takes frames that its stream refuses, as with blocks larger than the window
    std::string mended;  ///< the input with the right end of its first gzip part, where only that is wrong
};

Unpacked in_a_stream(Bytes bytes, std::size_t step) {
    Pipe pipe(bytes, step);
    std::istream input(&pipe);
    io::InputBytes reader(input);
    Unpacked made;
    while (reader.append_to(made.text)) {
        if (made.text.size() > most) made.whole = false;
        if (!made.whole) break;
    }
    made.fault = reader.fault();
    return made;
}

std::size_t number_at(Bytes bytes, std::size_t at, std::size_t length) {
    std::size_t number = 0;
    for (std::size_t k = length; k-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[at + k]);
    return number;
}
std::uint32_t crc_of(Bytes bytes) {
    return static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

/// The length of the header at the beginning; 0 if it is wrong or cut off.
std::size_t gzip_header(Bytes bytes) {
    if (bytes.size() < 10) return 0;
    const auto flags = static_cast<unsigned char>(bytes[3]);
    if ((flags & 0xE0) != 0) return 0;
    std::size_t at = 10;
    if ((flags & 4) != 0) {  // extra field
        if (bytes.size() < at + 2) return 0;
        at += 2 + number_at(bytes, at, 2);
    }
    for (const int flag : {8, 16}) {  // name, comment
        if ((flags & flag) == 0) continue;
        at = bytes.find('\0', std::min(at, bytes.size()));
        if (at++ == Bytes::npos) return 0;
    }
    if ((flags & 2) != 0) {  // checksum of the header
        if (bytes.size() < at + 2 || number_at(bytes, at, 2) != (crc_of(bytes.substr(0, at)) & 0xFFFF)) return 0;
        at += 2;
    }
    return at <= bytes.size() ? at : 0;
}

/// Adds the part at the beginning to `made`. Returns its length; 0 if it has a fault.
std::size_t add_gzip(Bytes bytes, Unpacked& made, bool first) {
    const std::size_t header = gzip_header(bytes);
    if (header == 0) return 0;
    std::string text(most + 1, '\0');
    z_stream stream{};
    require(inflateInit2(&stream, -15) == Z_OK, "no memory");
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + header));
    stream.avail_in = static_cast<uInt>(bytes.size() - header);
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    const int code = inflate(&stream, Z_FINISH);
    const std::size_t end = bytes.size() - stream.avail_in;
    text.resize(text.size() - stream.avail_out);
    inflateEnd(&stream);
    if (text.size() > most) made.whole = false;
    if (code != Z_STREAM_END || bytes.size() < end + 8) return 0;
    if (number_at(bytes, end, 4) != crc_of(text) || number_at(bytes, end + 4, 4) != text.size()) {
        if (!first) return 0;
        made.mended = bytes;
        for (std::size_t k = 0; k < 4; ++k) {
            made.mended[end + k] = static_cast<char>(crc_of(text) >> 8 * k);
            made.mended[end + 4 + k] = static_cast<char>(text.size() >> 8 * k);
        }
        return 0;
    }
    made.text += text;
    return end + 8;
}

std::size_t add_zstd(Bytes bytes, Unpacked& made) {
    const std::size_t length = ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
    if (ZSTD_isError(length) != 0) return 0;
    std::string text(most + 1, '\0');
    made.lax = true;
    std::size_t size = ZSTD_decompress(text.data(), text.size(), bytes.data(), length);
    if (ZSTD_getErrorCode(size) == ZSTD_error_corruption_detected) {  // a stream takes compressed blocks of no bytes
        ZSTD_DStream* const stream = ZSTD_createDStream();
        ZSTD_inBuffer from{bytes.data(), length, 0};
        ZSTD_outBuffer to{text.data(), text.size(), 0};
        if (ZSTD_decompressStream(stream, &to, &from) == 0) size = to.pos;
        ZSTD_freeDStream(stream);
    }
    if (ZSTD_isError(size) != 0) {
        if (ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall) made.whole = false;
        return 0;
    }
    made.text.append(text, 0, size);
    return length;
}

/// Plain bytes stay as they are. The parts of compressed ones may have zeros between them and behind them.
Unpacked at_once(Bytes bytes) {
    const auto is_gzip = [&](Bytes part) { return part.starts_with("\x1F\x8B\x08"); };
    const auto is_zstd = [&](Bytes part) {
        return part.size() >= 4 && (part.starts_with("\x28\xB5\x2F\xFD") ||
                                    ((part.front() & 0xF0) == 0x50 && part.substr(1, 3) == "\x2A\x4D\x18"));
    };
    Unpacked made;
    if (!is_gzip(bytes) && !is_zstd(bytes)) {
        made.text = bytes;
        return made;
    }
    for (Bytes rest = bytes; !rest.empty(); rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of('\0')))) {
        const bool gzip = is_gzip(rest);
        const std::size_t length = gzip            ? add_gzip(rest, made, rest.size() == bytes.size())
                                   : is_zstd(rest) ? add_zstd(rest, made)
                                                   : 0;
        if (made.text.size() > most) made.whole = false;
        if (length == 0) made.fault = "a part is wrong";
        if (length == 0 || !made.whole) break;
        rest.remove_prefix(length);
    }
    return made;
}

/// UTF-16 becomes UTF-8, which can't be compared with its own bytes.
bool is_converted(Bytes bytes) {
    const auto marks = {"\xFF\xFE", "\xFE\xFF"};
    return std::ranges::any_of(marks, [&](const char* mark) { return bytes.starts_with(mark); });
}

void compare(Bytes bytes, const Unpacked& expected) {
    if (!expected.whole || is_converted(expected.text)) return;
    for (const std::size_t step : {bytes.size() + 1, 1 + bytes.size() % 5}) {
        const Unpacked made = in_a_stream(bytes, step);
        if (!made.whole) return;
        if (made.fault.find("128 MiB") != std::string::npos) return;  // the stream keeps a window, one call does not
        if (made.fault.empty() || !expected.lax) {
            require(made.fault.empty() == expected.fault.empty(), "only one of the two finds a fault");
            require(made.text.starts_with(expected.text), "bytes before the fault are missing or differ");
        }
        if (made.fault.empty()) require(made.text == expected.text, "the two unpack different bytes");
    }
}

/// Whatever zstd makes of some bytes is read back, even where one call would be lax.
void read_back(Bytes bytes) {
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 1));
    for (const std::size_t step : {packed.size(), std::size_t{3}}) {
        const Unpacked made = in_a_stream(packed, step);
        require(made.fault.empty() && made.text == bytes, "a frame of zstd does not read back");
    }
}

}  // namespace

void compressed(Bytes bytes) {
    if (is_converted(bytes)) return;
    read_back(bytes.substr(0, most));
    const Unpacked expected = at_once(bytes);
    compare(bytes, expected);
    if (!expected.mended.empty()) compare(expected.mended, at_once(expected.mended));
}

}  // namespace evodoku::fuzz
