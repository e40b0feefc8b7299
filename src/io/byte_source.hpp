// The bytes of an input, decompressed if it is gzip or zstd. Independent of text.
#pragma once

#include <cstddef>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace evodoku::io {

/// Decompresses as it is read, so that a small file that unpacks to terabytes costs no memory.
class ByteSource {
public:
    /// `input` must outlive the source. Nothing is read yet.
    explicit ByteSource(std::istream& input);
    ~ByteSource();

    /// Writes at most `room` bytes to `to` and returns the number: the available bytes, at least one; 0 at the end.
    std::size_t read(char* to, std::size_t room);

    /// The input could not be read to its end.
    bool failed() const;
    /// The fault in compressed data; empty if there is none.
    const std::string& fault() const { return fault_; }

    class Decoder;

private:
    class Raw;

    std::unique_ptr<Raw> raw_;
    std::unique_ptr<Decoder> decoder_;  // none: the bytes are plain
    std::string fault_;
    bool begun_ = false;
};

}  // namespace evodoku::io
