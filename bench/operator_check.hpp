// What this project asks of its own operators, asked of those of a shared object.
#pragma once

#include <optional>
#include <string>

#include "engine/needs.hpp"
#include "evodoku/devices/devices.hpp"

namespace evodoku::bench {

/// What an operator does not keep on boards of a kind, with these values: properties of boards, and one evolution of a
/// seed in all orders of work, on one to seven threads, and on `gpu`. Empty if it keeps all. What it throws is a fault.
std::string fault_of(const AnyOperator& op, const KindOfBoard& kind, const std::optional<Device>& gpu);

}  // namespace evodoku::bench
