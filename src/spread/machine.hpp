// What a rank has of its own, and how errors travel between ranks. Host code.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "evodoku/backend/backend.hpp"
#include "evodoku/engine/config.hpp"
#include "ranks/ranks.hpp"

namespace evodoku {
class Executor;
}

namespace evodoku::spread {

class Unpacker;

/// The device of a rank.
struct Machine {
    std::function<std::unique_ptr<Executor>()> make_executor;
    /// For up to so many puzzles side by side; 0: as many as suit the device.
    std::function<std::unique_ptr<Backend>(const Config& config, std::uint32_t puzzle_slots)> make_backend;
};

std::string text_of(const Config& config);
Config config_of(const std::string& text);

/// The error that is handled now, as a message. `number`: of the request that failed.
std::string failure_message(std::uint64_t number);
/// Throws it again on rank 0, with the name of its rank. `fields`: of a message of the kind `failure`.
[[noreturn]] void throw_failure(Unpacker& fields, const Ranks& ranks, std::uint32_t rank);

}  // namespace evodoku::spread
