// Operators as text, the same on the command line, in configurations and in reports:
//
//   name:knob=value,knob=value              tournament:size=5
//   name@weight:knob=value,name@weight      one-point-box@1:rate=0.9,uniform-box@3    (a mix)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/engine/config.hpp"

namespace evodoku {

/// Reads one operator of a kind (Selection, Cost, Initialisation). `setting` is the option or key, for messages.
/// Throws SettingError: unknown operator or knob (with the nearest right name), value out of range.
template <class Kind>
Kind parse_operator(std::string_view setting, std::string_view text);

/// Reads a mix of one kind (Crossover, Mutation); "none" is the empty mix.
template <class Kind>
Mix<Kind> parse_mix(std::string_view setting, std::string_view text);

/// All knobs spelt out, so that the text replays whatever the defaults become.
template <class Kind>
std::string to_text(const Kind& op);
template <class Kind>
std::string to_text(const Mix<Kind>& mix);

/// box-board, cell-board.
const char* to_text(Representations representation);
/// Throws SettingError for any other text.
Representations parse_representation(std::string_view setting, std::string_view text);

/// An operator as listed for people.
struct KnobInfo {
    std::string name, range, value, help;  ///< value: the default
};
struct OperatorInfo {
    std::string kind, name, help;
    std::vector<std::string> representations;  ///< those that it suits
    std::vector<KnobInfo> knobs;
};
std::vector<OperatorInfo> list_operators();

}  // namespace evodoku
