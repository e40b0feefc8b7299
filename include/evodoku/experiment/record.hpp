// The result of one run, and its line of JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evodoku::experiment {

struct Record {
    std::string puzzle;    ///< 81 digits and dots
    std::string file;      ///< as the plan names it
    std::size_t line = 0;  ///< where the puzzle begins in it
    std::string configuration;
    std::uint64_t config_hash = 0;
    std::uint64_t seed = 0;
    bool solved = false;
    std::string status;  ///< solved, unsolved, unsatisfiable
    std::uint32_t cost = 0;
    std::uint32_t generations = 0;
    std::uint64_t evaluations = 0;
    std::uint64_t trials = 0, redraws = 0;  ///< effort beside evaluations: see Effort
    std::uint32_t restarts = 0;
    double seconds = 0;
    std::uint64_t fingerprint = 0;
};

/// How every line begins: what does not is none.
inline constexpr std::string_view record_head = "{\"puzzle\":\"";

/// Without the end of the line.
std::string to_json(const Record& record);

/// Throws std::invalid_argument for a line that holds no complete record.
Record parse_record(std::string_view line);

}  // namespace evodoku::experiment
