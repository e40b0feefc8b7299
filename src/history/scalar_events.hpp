// Records of TensorBoard's event files: named numbers at a step. Only the few fields that scalars need are written:
//
//   record    length (8 bytes), masked CRC-32C of the length (4), event, masked CRC-32C of the event (4); little-endian
//   event     a protocol buffer: 1 wall time (double), 2 step (int64), 3 file version (text), 5 summary
//   summary   1 value: 1 tag (text), 2 simple value (float)
//
// The format: tensorflow/core/lib/io/record_writer.h, tensorflow/core/util/event.proto and framework/summary.proto.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evodoku::history {

/// The CRC of Castagnoli (RFC 3720), reflected.
std::uint32_t crc32c(std::string_view bytes);

/// The first record of a file. `wall_time`: seconds since 1970.
std::string version_record(double wall_time);

std::string scalars_record(double wall_time, std::uint64_t step,
                           const std::vector<std::pair<std::string, double>>& scalars);

}  // namespace evodoku::history
