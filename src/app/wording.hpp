// Numbers in sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evodoku::app {

/// 1, "restart" -> "1 restart"; 2 -> "2 restarts".
std::string counted(std::uint64_t number, std::string_view thing);

/// 1234567 -> "1.23 M": three digits and a decimal prefix.
std::string rounded(double number);

}  // namespace evodoku::app
