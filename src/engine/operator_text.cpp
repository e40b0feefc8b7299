// Operators to and from text, by the catalogue.
#include "engine/operator_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/nearest.hpp"
#include "engine/numbers.hpp"
#include "evodoku/engine/errors.hpp"
#include "operators/old_names.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {
namespace {

constexpr Representations every_representation[] = {box_board, cell_board};

std::vector<std::string> names_of(OperatorKind kind) {
    std::vector<std::string> names;
    for (const OperatorInfo& info : catalogue(kind)) names.emplace_back(info.name);
    return names;
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

/// The names of a parameter of names.
std::vector<std::string> split(std::string_view names) {
    std::vector<std::string> parts(1);
    for (const char letter : names) {
        if (letter == '|') {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

std::string range_of(const ParameterInfo& parameter) {
    if (parameter.kind == ParameterKind::name) {
        const std::vector<std::string> names = split(parameter.names);
        return fmt::format("{}", fmt::join(names.begin() + parameter.min, names.begin() + parameter.max + 1, ", "));
    }
    if (parameter.kind == ParameterKind::share)
        return share_to_text(parameter.min) + ".." + share_to_text(parameter.max);
    return fmt::format("{}..{}", parameter.min, parameter.max);
}

std::string value_to_text(const ParameterInfo& parameter, std::uint32_t value) {
    if (parameter.kind == ParameterKind::name) return split(parameter.names).at(value);
    return parameter.kind == ParameterKind::share ? share_to_text(value) : std::to_string(value);
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

/// The value of the parameter that chooses a form; 0 for an operator with one form.
std::uint32_t form_value(const OperatorInfo& info, const ParameterValues& values) {
    return info.form_parameter < info.parameter_count ? values[info.form_parameter] : 0;
}

/// An operator of any kind.
struct Chosen {
    const OperatorInfo* info;
    ParameterValues values;
    std::uint32_t weight;
};

void set_parameter(std::string_view setting, Chosen& op, std::string_view name, std::string_view text) {
    const OldParameter* old = find_old_parameter(op.info->kind, op.info->name, form_value(*op.info, op.values), name);
    if (old != nullptr) name = old->name;
    std::vector<std::string> names;
    std::size_t position = 0;
    for (const ParameterInfo& parameter : op.info->parameters()) {
        std::uint32_t& held = op.values[position++];
        names.emplace_back(parameter.name);
        if (parameter.name != name) continue;
        std::optional<std::uint64_t> value = parse_value(parameter, text);
        if (value && old != nullptr) value = old->value_of(*value);
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
    const OldOperator* old = find_old_operator(kind, name);
    if (const OperatorInfo* info = find_operator(kind, old != nullptr ? old->name : name)) {
        Chosen chosen{info, info->defaults, weight};
        if (old != nullptr && old->form) chosen.values[info->form_parameter] = *old->form;
        return chosen;
    }
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

/// Whether a text is for people, or for a hash, which does not change when something is renamed
/// (operators/old_names.hpp).
enum class Names { present, hashed };

/// ":rate=0.8,size=3", or nothing.
std::string parameters_text(const OperatorInfo& info, const ParameterValues& values, Names names) {
    const bool hashed = names == Names::hashed;
    const std::uint32_t form = form_value(info, values);
    const bool in_name = hashed && hashed_operator(info.kind, info.name, form) != nullptr;
    std::string text;
    for (std::uint32_t position = 0; position < info.parameter_count; ++position) {
        const ParameterInfo& parameter = info.all_parameters[position];
        std::string_view name = parameter.name;
        std::uint32_t value = values[position];
        if (in_name && position == info.form_parameter) continue;
        const OldParameter* old = hashed ? hashed_parameter(info.kind, info.name, form, name) : nullptr;
        if (old != nullptr && old->old_name.empty() && value == info.defaults[position]) continue;
        if (old != nullptr && !old->old_name.empty()) name = old->old_name, value = old->old_of(value);
        text += fmt::format("{}{}={}", text.empty() ? ":" : ",", name, value_to_text(parameter, value));
    }
    return text;
}

template <OperatorKind kind>
std::string text_of(const OperatorSpec<kind>& op, Names names, const std::string& weight = "") {
    const OperatorInfo& info = op.info();
    const OldOperator* old =
        names == Names::hashed ? hashed_operator(kind, info.name, form_value(info, op.values)) : nullptr;
    return fmt::format("{}{}{}", old != nullptr ? old->old_name : info.name, weight,
                       parameters_text(info, op.values, names));
}

template <class Kind>
std::string text_of(const Mix<Kind>& mix, Names names) {
    std::string text;
    for (const Weighted<Kind>& entry : mix) {
        const std::string weight = mix.size() > 1 ? fmt::format("@{}", entry.weight) : "";
        text += (text.empty() ? "" : ",") + text_of(entry.op, names, weight);
    }
    return mix.empty() ? "none" : text;
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

template <OperatorKind kind>
std::string to_text(const OperatorSpec<kind>& op) {
    return text_of(op, Names::present);
}
template <class Kind>
std::string to_text(const Mix<Kind>& mix) {
    return text_of(mix, Names::present);
}
template <OperatorKind kind>
std::string text_for_hash(const OperatorSpec<kind>& op) {
    return text_of(op, Names::hashed);
}
template <class Kind>
std::string text_for_hash(const Mix<Kind>& mix) {
    return text_of(mix, Names::hashed);
}

template <OperatorKind kind>
std::string label_of(const OperatorSpec<kind>& op) {
    const OperatorInfo& info = op.info();
    if (info.form_count == 1) return std::string(info.name);
    const ParameterInfo& parameter = info.parameters()[info.form_parameter];
    return fmt::format("{}:{}={}", info.name, parameter.name, value_to_text(parameter, form_value(info, op.values)));
}

std::vector<OperatorDescription> list_operators() {
    std::vector<OperatorDescription> list;
    for (const OperatorKind kind : every_operator_kind) {
        for (const OperatorInfo& info : catalogue(kind)) {
            OperatorDescription op{to_text(kind), std::string(info.name), std::string(info.help), {}, {}};
            for (const Representations each : every_representation) {
                if (info.supports(each)) op.representations.emplace_back(to_text(each));
            }
            std::size_t position = 0;
            for (const ParameterInfo& parameter : info.parameters()) {
                op.parameters.push_back({std::string(parameter.name), range_of(parameter),
                                         value_to_text(parameter, info.defaults[position++]),
                                         std::string(parameter.help)});
            }
            list.push_back(op);
        }
    }
    return list;
}

const char* to_text(Representations representation) {
    return representation == cell_board ? CellBoard::name : BoxBoard::name;
}

Representations parse_representation(std::string_view setting, std::string_view text) {
    std::vector<std::string> names;
    for (const Representations each : every_representation) {
        if (text == to_text(each)) return each;
        names.emplace_back(to_text(each));
    }
    throw SettingError(fmt::format("{} is '{}'; allowed: {}{}", setting, text, joined(names), suggestion(text, names)));
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
template std::string to_text(const Initialisation&);
template std::string text_for_hash(const Initialisation&);
template std::string label_of(const Initialisation&);
template std::string to_text(const Cost&);
template std::string text_for_hash(const Cost&);
template std::string label_of(const Cost&);
template std::string to_text(const Selection&);
template std::string text_for_hash(const Selection&);
template std::string label_of(const Selection&);
template std::string to_text(const Crossover&);
template std::string text_for_hash(const Crossover&);
template std::string label_of(const Crossover&);
template std::string to_text(const Mutation&);
template std::string text_for_hash(const Mutation&);
template std::string label_of(const Mutation&);
template std::string to_text(const Replacement&);
template std::string text_for_hash(const Replacement&);
template std::string label_of(const Replacement&);
template std::string to_text(const Stagnation&);
template std::string text_for_hash(const Stagnation&);
template std::string label_of(const Stagnation&);
template struct Mix<Crossover>;
template Mix<Crossover> parse_mix(std::string_view, std::string_view);
template std::string to_text(const Mix<Crossover>&);
template std::string text_for_hash(const Mix<Crossover>&);
template struct Mix<Mutation>;
template Mix<Mutation> parse_mix(std::string_view, std::string_view);
template std::string to_text(const Mix<Mutation>&);
template std::string text_for_hash(const Mix<Mutation>&);

}  // namespace evodoku
