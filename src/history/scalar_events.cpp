// The wire format of protocol buffers by hand: a key is a field's number and the kind of its value.
#include "history/scalar_events.hpp"

#include <array>
#include <bit>

namespace evodoku::history {
namespace {

enum Kind { varint = 0, eight_bytes = 1, counted = 2, four_bytes = 5 };

constexpr std::array<std::uint32_t, 256> make_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1) != 0 ? 0x82f63b78u : 0u);
        table[byte] = rest;
    }
    return table;
}

void add_little_endian(std::string& to, std::uint64_t number, int bytes) {
    for (int k = 0; k < bytes; ++k) to += static_cast<char>(number >> (8 * k));
}

void add_varint(std::string& to, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) to += static_cast<char>(number | 0x80);
    to += static_cast<char>(number);
}

void add_key(std::string& to, std::uint64_t field, Kind kind) { add_varint(to, field << 3 | kind); }

void add_counted(std::string& to, std::uint64_t field, std::string_view bytes) {
    add_key(to, field, counted);
    add_varint(to, bytes.size());
    to += bytes;
}

std::string event_at(double wall_time) {
    std::string event;
    add_key(event, 1, eight_bytes);
    add_little_endian(event, std::bit_cast<std::uint64_t>(wall_time), 8);
    return event;
}

/// The mask lets a CRC be stored among the bytes that another CRC covers.
void add_masked_crc(std::string& to, std::string_view bytes) {
    add_little_endian(to, std::rotr(crc32c(bytes), 15) + 0xa282ead8u, 4);
}

std::string record_of(const std::string& event) {
    std::string record;
    add_little_endian(record, event.size(), 8);
    add_masked_crc(record, std::string(record));
    record += event;
    add_masked_crc(record, event);
    return record;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
    static constexpr std::array<std::uint32_t, 256> table = make_table();
    std::uint32_t crc = ~0u;
    for (const char byte : bytes) crc = (crc >> 8) ^ table[(crc ^ static_cast<unsigned char>(byte)) & 0xff];
    return ~crc;
}

std::string version_record(double wall_time) {
    std::string event = event_at(wall_time);
    add_counted(event, 3, "brain.Event:2");
    return record_of(event);
}

std::string scalars_record(double wall_time, std::uint64_t step,
                           const std::vector<std::pair<std::string, double>>& scalars) {
    std::string summary;
    for (const auto& [tag, number] : scalars) {
        std::string value;
        add_counted(value, 1, tag);
        add_key(value, 2, four_bytes);
        add_little_endian(value, std::bit_cast<std::uint32_t>(static_cast<float>(number)), 4);
        add_counted(summary, 1, value);
    }
    std::string event = event_at(wall_time);
    add_key(event, 2, varint);
    add_varint(event, step);
    add_counted(event, 5, summary);
    return record_of(event);
}

}  // namespace evodoku::history
