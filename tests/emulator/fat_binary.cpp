// Reads fat binaries: a header, then entries of PTX or machine code, each with a header of its own. The layout is not
// documented; this is what the toolkits 12 and 13 write.
#include "emulator/fat_binary.hpp"

#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace evodoku::emulator {
namespace {

constexpr std::uint32_t magic = 0xBA55ED50;
constexpr std::uint16_t kind_ptx = 1;
constexpr std::uint64_t flag_lz4 = 0x2000, flag_zstd = 0x8000;

template <class T>
T read(const unsigned char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

[[noreturn]] void refuse(const std::string& why) { throw std::runtime_error("fat binary: " + why); }

/// offset within an entry's header: what stands there
struct Entry {
    explicit Entry(const unsigned char* at)
        : kind(read<std::uint16_t>(at)),
          header_bytes(read<std::uint32_t>(at + 4)),
          padded_bytes(read<std::uint64_t>(at + 8)),
          packed_bytes(read<std::uint32_t>(at + 16)),
          architecture(read<std::uint32_t>(at + 28)),
          flags(read<std::uint64_t>(at + 40)),
          unpacked_bytes(read<std::uint64_t>(at + 56)),
          payload(at + header_bytes) {}
    std::uint16_t kind;
    std::uint32_t header_bytes;
    std::uint64_t padded_bytes;
    std::uint32_t packed_bytes, architecture;
    std::uint64_t flags, unpacked_bytes;
    const unsigned char* payload;
};

/// One LZ4 block: tokens of (literals, match), a length of 15 going on in bytes up to one below 255.
std::string unpack_lz4(const unsigned char* at, std::size_t packed, std::size_t unpacked) {
    const unsigned char* const end = at + packed;
    std::string out;
    out.reserve(unpacked);
    const auto next = [&] {
        if (at == end) refuse("an LZ4 block ends too soon");
        return *at++;
    };
    const auto length = [&](std::size_t first) {
        std::size_t sum = first;
        for (unsigned char more = 255; first == 15 && more == 255; sum += more) more = next();
        return sum;
    };
    while (at != end) {
        const unsigned char token = next();
        for (std::size_t literals = length(token >> 4); literals != 0; --literals) out += static_cast<char>(next());
        if (at == end) break;  // the last token has literals alone
        const std::size_t low = next(), distance = low | std::size_t{next()} << 8;
        if (distance == 0 || distance > out.size()) refuse("an LZ4 block looks back too far");
        for (std::size_t match = length(token & 15) + 4; match != 0; --match) out += out[out.size() - distance];
    }
    return out;
}

std::string unpack_zstd(const Entry& entry) {
    std::string out(entry.unpacked_bytes, '\0');
    const std::size_t bytes = ZSTD_decompress(out.data(), out.size(), entry.payload, entry.packed_bytes);
    if (ZSTD_isError(bytes)) refuse(std::string("zstd: ") + ZSTD_getErrorName(bytes));
    out.resize(bytes);
    return out;
}

std::string text_of(const Entry& entry) {
    if (entry.flags & flag_zstd) return unpack_zstd(entry);
    if (entry.flags & flag_lz4) return unpack_lz4(entry.payload, entry.packed_bytes, entry.unpacked_bytes);
    if (entry.packed_bytes != 0) refuse("packed in an unknown way, flags " + std::to_string(entry.flags));
    return {reinterpret_cast<const char*>(entry.payload), entry.padded_bytes};
}

}  // namespace

std::vector<PtxText> ptx_of(const unsigned char* header) {
    if (read<std::uint32_t>(header) != magic) refuse("no such magic number");
    const unsigned char* at = header + read<std::uint16_t>(header + 6);
    const unsigned char* const end = at + read<std::uint64_t>(header + 8);
    std::vector<PtxText> all;
    while (at < end) {
        const Entry entry(at);
        if (entry.kind == kind_ptx) {
            std::string text = text_of(entry);
            text.resize(std::strlen(text.c_str()));  // padded with zeros
            all.push_back({entry.architecture, std::move(text)});
        }
        at += entry.header_bytes + entry.padded_bytes;
    }
    return all;
}

}  // namespace evodoku::emulator
