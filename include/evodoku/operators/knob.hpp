// A knob: a number of an operator that a user may set. The command line, the error texts, the configuration files and
// the tests all read name, range and help from here.
#pragma once

#include <array>
#include <cstdint>

#include "evodoku/core/draws.hpp"

namespace evodoku {

enum class KnobKind : std::uint8_t {
    count,  ///< a whole number
    share,  ///< a proportion or probability, written 0..1 and held as a share of 65536
    name,   ///< one of several names, held as its place among them
};

/// `member` of `Operator` may be set to lowest..highest (for a share: of 65536).
template <class Operator>
struct Knob {
    const char* name;
    std::uint32_t Operator::*member;
    KnobKind kind;
    std::uint32_t lowest, highest;
    const char* help;
    const char* names = "";  ///< of a knob of names: "first|second|third", of values 0, 1, 2
};

/// A share from a constant known when compiling, such as percent(30).
constexpr Share percent(std::uint32_t hundredths) { return (hundredths * whole + 50) / 100; }

/// The knob that every operator of a mix has in common with the others of its kind: how often it is applied.
template <class Operator>
constexpr Knob<Operator> rate_knob(const char* help) {
    return {"rate", &Operator::rate, KnobKind::share, 0, whole, help};
}

}  // namespace evodoku
