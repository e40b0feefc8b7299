// Operators from text, by the catalogue.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/nearest.hpp"
#include "engine/numbers.hpp"
#include "engine/operator_text.hpp"
#include "engine/parameter_text.hpp"
#include "evodoku/engine/errors.hpp"

namespace evodoku {
namespace {

std::vector<std::string> names_of(OperatorKind kind) {
    std::vector<std::string> names;
    for (const OperatorInfo& info : catalogue(kind)) names.emplace_back(info.name);
    return names;
}

std::optional<std::uint64_t> parse_value(const ParameterInfo& parameter, std::string_view text) {
    if (parameter.kind == ParameterKind::count) return parse_count(text);
    if (parameter.kind == ParameterKind::share) {
        const std::optional<Share> share = parse_share(text);
        return share ? std::optional<std::uint64_t>(*share) : std::nullopt;
    }
    const std::vector<std::string> names = split(parameter.names);
    const auto found = std::ranges::find(names, text);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::uint64_t>(found - names.begin());
}

/// An operator of any kind.
struct Chosen {
    const OperatorInfo* info;
    ParameterValues values;
    std::uint32_t weight;
};

void set_parameter(std::string_view setting, Chosen& op, std::string_view name, std::string_view text) {
    std::vector<std::string> names;
    std::size_t position = 0;
    for (const ParameterInfo& parameter : op.info->parameters()) {
        std::uint32_t& held = op.values[position++];
        names.emplace_back(parameter.name);
        if (parameter.name != name) continue;
        const std::optional<std::uint64_t> value = parse_value(parameter, text);
        if (!value || *value < parameter.min || *value > parameter.max) {
            throw SettingError(fmt::format("{}: parameter '{}' of '{}' is '{}'; allowed: {} ({})", setting,
                                           parameter.name, op.info->name, text, range_of(parameter), parameter.help));
        }
        held = static_cast<std::uint32_t>(*value);
        return;
    }
    throw SettingError(fmt::format("{}: operator '{}' has no parameter '{}'{}; it has: {}", setting, op.info->name,
                                   name, suggestion(name, names), names.empty() ? "none" : joined(names)));
}

Chosen choose(OperatorKind kind, std::string_view setting, std::string_view name, std::uint32_t weight) {
    if (const OperatorInfo* info = find_operator(kind, name)) return {info, info->defaults, weight};
    const std::vector<std::string> names = names_of(kind);
    throw SettingError(fmt::format("{}: unknown operator '{}'{}; there are: {}", setting, name, suggestion(name, names),
                                   joined(names)));
}

/// The pieces of a mix. A piece with '=' and no ':' is one more parameter of the operator before it.
std::vector<Chosen> parse_pieces(OperatorKind kind, std::string_view setting, std::string_view text) {
    std::vector<Chosen> mix;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        std::string_view piece = text.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t colon = piece.find(':');
        if (colon != std::string_view::npos || piece.find('=') == std::string_view::npos) {
            std::string_view name = piece.substr(0, colon);
            std::uint32_t weight = 1;
            if (const std::size_t at = name.find('@'); at != std::string_view::npos) {
                const std::optional<std::uint64_t> number = parse_count(name.substr(at + 1));
                if (!number || *number < 1 || *number > 1000) {
                    throw SettingError(fmt::format("{}: the weight '{}' of '{}' is not a whole number 1..1000", setting,
                                                   name.substr(at + 1), name.substr(0, at)));
                }
                weight = static_cast<std::uint32_t>(*number);
                name = name.substr(0, at);
            }
            mix.push_back(choose(kind, setting, name, weight));
            if (colon == std::string_view::npos) continue;
            piece.remove_prefix(colon + 1);
        }
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos || mix.empty()) {
            throw SettingError(fmt::format(
                "{}: '{}' is not parameter=value, as in name:parameter=value,parameter=value", setting, piece));
        }
        set_parameter(setting, mix.back(), piece.substr(0, equals), piece.substr(equals + 1));
    }
    return mix;
}

template <class Kind>
Kind spec_of(const Chosen& chosen) {
    Kind spec(*chosen.info);
    spec.values = chosen.values;
    return spec;
}

/// Where a parameter stands among the values.
std::size_t position_of(const OperatorInfo& info, std::string_view name) {
    for (std::size_t position = 0; position < info.parameter_count; ++position) {
        if (info.all_parameters[position].name == name) return position;
    }
    throw std::invalid_argument(fmt::format("operator '{}' has no parameter '{}'", info.name, name));
}

}  // namespace

template <OperatorKind kind>
OperatorSpec<kind>::OperatorSpec(const char* text)
    : OperatorSpec(parse_operator<OperatorSpec<kind>>(evodoku::to_text(kind), text)) {}

template <OperatorKind kind>
std::uint32_t OperatorSpec<kind>::value(std::string_view parameter) const {
    return values[position_of(info(), parameter)];
}

template <OperatorKind kind>
void OperatorSpec<kind>::set(std::string_view parameter, std::uint32_t value) {
    values[position_of(info(), parameter)] = value;
}

template <class Kind>
Mix<Kind>::Mix(const char* text) : Mix(parse_mix<Kind>(evodoku::to_text(Kind::kind), text)) {}

template <class Kind>
Kind parse_operator(std::string_view setting, std::string_view text) {
    const std::vector<Chosen> mix = parse_pieces(Kind::kind, setting, text);
    if (mix.size() != 1 || mix.front().weight != 1) {
        throw SettingError(fmt::format("{}: '{}' is a mix; exactly one operator is allowed here", setting, text));
    }
    return spec_of<Kind>(mix.front());
}

template <class Kind>
Mix<Kind> parse_mix(std::string_view setting, std::string_view text) {
    Mix<Kind> mix;
    if (text == "none") return mix;
    for (const Chosen& chosen : parse_pieces(Kind::kind, setting, text)) {
        mix.push_back({spec_of<Kind>(chosen), chosen.weight});
    }
    if (mix.size() > max_in_mix) {
        throw SettingError(fmt::format("{}: {} operators in a mix; at most {}", setting, mix.size(), max_in_mix));
    }
    return mix;
}

template struct OperatorSpec<Initialisation::kind>;
template struct OperatorSpec<Cost::kind>;
template struct OperatorSpec<Selection::kind>;
template struct OperatorSpec<Crossover::kind>;
template struct OperatorSpec<Mutation::kind>;
template struct OperatorSpec<Replacement::kind>;
template struct OperatorSpec<Stagnation::kind>;
template Initialisation parse_operator(std::string_view, std::string_view);
template Cost parse_operator(std::string_view, std::string_view);
template Selection parse_operator(std::string_view, std::string_view);
template Crossover parse_operator(std::string_view, std::string_view);
template Mutation parse_operator(std::string_view, std::string_view);
template Replacement parse_operator(std::string_view, std::string_view);
template Stagnation parse_operator(std::string_view, std::string_view);
template struct Mix<Crossover>;
template Mix<Crossover> parse_mix(std::string_view, std::string_view);
template struct Mix<Mutation>;
template Mix<Mutation> parse_mix(std::string_view, std::string_view);

}  // namespace evodoku
