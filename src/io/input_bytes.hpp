// The bytes of an input as UTF-8: decompressed if it is gzip or zstd, and UTF-16 converted; and inputs that are
// not text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace evodoku::io {

/// Decompresses as it is read, so that a small file that unpacks to terabytes costs no memory.
class InputBytes {
public:
    /// `input` must outlive it. Nothing is read yet.
    explicit InputBytes(std::istream& input) : input_(input) {}

    /// Appends some available bytes, at least one; returns false at the end.
    bool append_to(std::string& text);

    /// The input could not be read to its end.
    bool failed() const { return failed_; }
    /// The fault in compressed data or UTF-16; empty if there is none.
    const std::string& fault() const { return fault_; }

    struct Decoder;

private:
    enum class Encoding { unknown, bytes, utf16_little, utf16_big };

    bool find_encoding(bool at_end);
    void append_utf16(std::string& text);
    bool append_unpacked(std::string& text);
    bool read_chunk();
    std::shared_ptr<Decoder> next_decoder();
    bool begin_next_part();

    std::istream& input_;
    std::string held_;                  ///< bytes that were read and not yet taken
    std::shared_ptr<Decoder> decoder_;  ///< none: the bytes are plain
    std::uint64_t taken_ = 0;           ///< bytes of the compressed parts
    std::string fault_;
    Encoding encoding_ = Encoding::unknown;
    std::string undecoded_;  ///< bytes whose encoding is unknown, or a part of a character
    bool begun_ = false, ended_ = false, failed_ = false;
};

/// Number of bytes from the beginning that refused_kind() needs.
inline constexpr std::size_t head_size = 4096;

/// Why a file with this beginning is not read, and the remedy; empty if it may be read.
std::string_view refused_kind(std::string_view head);

}  // namespace evodoku::io
