// Text of the command line, configurations and reports: numbers, operators, and the nearest name.
//
//   300k, 1e6, 5%, 0.8, 30s                 numbers
//   name:parameter=value,parameter=value    tournament:size=5
//   name@weight:parameter=value,name@weight one-point@1:rate=0.9,uniform@3    (a mix)
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evodoku/core/count_or_share.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/engine/operator_spec.hpp"

namespace evodoku {

/// The parts between the separators, at least one.
std::vector<std::string> split(std::string_view text, char separator);

/// A plain decimal number, not negative, all of `text`, in any locale.
std::optional<double> parse_decimal(std::string_view text);
/// A whole number: 250000, 250k, 0.25M, 2.5e5. Suffixes are decimal: k = 1,000, M = 1,000,000.
std::optional<std::uint64_t> parse_count(std::string_view text);
/// A share: 0.05 or 5%. Empty outside 0..1.
std::optional<double> parse_proportion(std::string_view text);
std::optional<Share> parse_share(std::string_view text);
/// A count (20), or a share (5% or 0.05, recognised by the per cent sign or the point).
std::optional<CountOrShare> parse_count_or_share(std::string_view text);
/// A time: 30s, 1.5m, 200ms, 1h; a bare number is seconds.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// The shortest decimal that parse_share reads as the same share.
std::string share_to_text(Share share);
std::string count_or_share_to_text(const CountOrShare& value);

/// A schedule (see Config): numbers with commas, 0.05,0.25,64, or none. Nothing where one is not a number of 0..64.
std::optional<std::vector<std::uint32_t>> parse_schedule(std::string_view text);
/// With the shortest decimals that parse_schedule() reads as the same numbers.
std::string schedule_to_text(const std::vector<std::uint32_t>& schedule);

/// 1234567 -> "1.23 M": three digits and a decimal prefix.
std::string rounded(double number);

/// 0.034 -> "3.4 %".
std::string percent_text(double share);

/// " (did you mean 'uniform'?)", or nothing if no name is similar: at most a third of the letters may differ.
std::string suggestion(std::string_view wrong, const std::vector<std::string>& names);

template <class Kind>
Kind parse_operator(std::string_view setting, std::string_view text) {
    return Kind(parse_operator(Kind::kind, setting, text));
}
template <class Kind>
Mix<Kind> parse_mix(std::string_view setting, std::string_view text) {
    return Mix<Kind>(parse_mix(Kind::kind, setting, text));
}

/// Spells out all parameters, so that the text stays valid if defaults change.
std::string to_text(const AnyOperator& op);
std::string to_text(const std::vector<AnyOperator>& mix);
template <class Kind>
std::string to_text(const Mix<Kind>& mix) {
    return to_text(std::vector<AnyOperator>(mix.begin(), mix.end()));
}

/// The name, and the form of an operator that has several: "swap", "uniform:segment=row".
std::string label_of(const AnyOperator& op);

// Of the list of operators and their parameters.
std::vector<std::string> names_of(OperatorKind kind);
std::vector<std::string> boards_of(const OperatorInfo& info);
/// The names that a parameter of names allows; none for a number.
std::vector<std::string> choices_of(const ParameterInfo& parameter);
/// "0..1", or the names.
std::string range_of(const ParameterInfo& parameter);
std::string value_to_text(const ParameterInfo& parameter, std::uint32_t value);

}  // namespace evodoku
