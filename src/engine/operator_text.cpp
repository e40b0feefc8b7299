// Operators to and from text, over the registry.
#include "evodoku/engine/operator_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/numbers.hpp"
#include "evodoku/representation/box_board.hpp"
#include "evodoku/representation/cell_board.hpp"

namespace evodoku {
namespace {

constexpr Representations every_representation[] = {suits_box_board, suits_cell_board};

template <class Kind>
std::vector<std::string> names_of() {
    std::vector<std::string> names;
    for_each_operator<Kind>([&](const auto& op) { names.emplace_back(op.name); });
    return names;
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

/// The names of a knob of names.
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

template <class Operator>
std::string range_of(const Knob<Operator>& knob) {
    if (knob.kind == KnobKind::name) return joined(split(knob.names));
    if (knob.kind == KnobKind::share) return share_to_text(knob.lowest) + ".." + share_to_text(knob.highest);
    return fmt::format("{}..{}", knob.lowest, knob.highest);
}

template <class Operator>
std::string value_of(const Knob<Operator>& knob, const Operator& op) {
    const std::uint32_t value = op.*knob.member;
    if (knob.kind == KnobKind::name) return split(knob.names).at(value);
    return knob.kind == KnobKind::share ? share_to_text(value) : std::to_string(value);
}

template <class Operator>
void set_knob(std::string_view setting, Operator& op, std::string_view name, std::string_view text) {
    std::vector<std::string> names;
    for (const auto& knob : knobs_of<Operator>()) {
        names.emplace_back(knob.name);
        if (knob.name != name) continue;
        std::optional<std::uint64_t> value;
        if (knob.kind == KnobKind::name) {
            const std::vector<std::string> all = split(knob.names);
            const auto found = std::ranges::find(all, text);
            if (found != all.end()) value = static_cast<std::uint64_t>(found - all.begin());
        } else if (knob.kind == KnobKind::share) {
            if (const std::optional<Share> share = parse_share(text)) value = *share;
        } else {
            value = parse_count(text);
        }
        if (!value || *value < knob.lowest || *value > knob.highest) {
            throw SettingError(fmt::format("{}: knob '{}' of '{}' is '{}'; allowed: {} ({})", setting, knob.name,
                                           op.name, text, range_of(knob), knob.help));
        }
        op.*knob.member = static_cast<std::uint32_t>(*value);
        return;
    }
    throw SettingError(fmt::format("{}: operator '{}' has no knob '{}'{}; it has: {}", setting, op.name, name,
                                   suggestion(name, names), names.empty() ? "none" : joined(names)));
}

template <class Kind>
Kind make_operator(std::string_view setting, std::string_view name) {
    std::vector<Kind> found;
    for_each_operator<Kind>([&](const auto& op) {
        if (op.name == name) found.push_back(op);
    });
    if (!found.empty()) return found.front();
    throw SettingError(fmt::format("{}: unknown operator '{}'{}; there are: {}", setting, name,
                                   suggestion(name, names_of<Kind>()), joined(names_of<Kind>())));
}

/// The pieces of a mix. A piece with '=' and no ':' is one more knob of the operator before it.
template <class Kind>
Mix<Kind> parse_pieces(std::string_view setting, std::string_view text) {
    Mix<Kind> mix;
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
            mix.push_back({make_operator<Kind>(setting, name), weight});
            if (colon == std::string_view::npos) continue;
            piece.remove_prefix(colon + 1);
        }
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos || mix.empty()) {
            throw SettingError(
                fmt::format("{}: '{}' is not knob=value, as in name:knob=value,knob=value", setting, piece));
        }
        std::visit([&](auto& op) { set_knob(setting, op, piece.substr(0, equals), piece.substr(equals + 1)); },
                   mix.back().op);
    }
    return mix;
}

template <class Operator>
std::string knobs_text(const Operator& op) {
    std::string text;
    for (const auto& knob : knobs_of<Operator>()) {
        text += fmt::format("{}{}={}", text.empty() ? ":" : ",", knob.name, value_of(knob, op));
    }
    return text;
}

template <class Kind>
void list_kind(std::string_view kind, std::vector<OperatorInfo>& list) {
    for_each_operator<Kind>([&]<class Operator>(const Operator& op) {
        OperatorInfo info{std::string(kind), op.name, op.help, {}, {}};
        for (const Representations each : every_representation) {
            if (does_suit<Operator>(each)) info.representations.emplace_back(to_text(each));
        }
        for (const auto& knob : knobs_of<Operator>()) {
            info.knobs.push_back({knob.name, range_of(knob), value_of(knob, op), knob.help});
        }
        list.push_back(info);
    });
}

}  // namespace

template <class Kind>
Kind parse_operator(std::string_view setting, std::string_view text) {
    const Mix<Kind> mix = parse_pieces<Kind>(setting, text);
    if (mix.size() != 1 || mix.front().weight != 1) {
        throw SettingError(fmt::format("{}: '{}' names a mix; one operator is wanted here", setting, text));
    }
    return mix.front().op;
}

template <class Kind>
Mix<Kind> parse_mix(std::string_view setting, std::string_view text) {
    if (text == "none") return {};
    Mix<Kind> mix = parse_pieces<Kind>(setting, text);
    if (mix.size() > most_in_mix) {
        throw SettingError(fmt::format("{}: {} operators in a mix; at most {}", setting, mix.size(), most_in_mix));
    }
    return mix;
}

template <class Kind>
std::string to_text(const Kind& kind) {
    return std::visit([](const auto& op) { return op.name + knobs_text(op); }, kind);
}

template <class Kind>
std::string to_text(const Mix<Kind>& mix) {
    if (mix.empty()) return "none";
    std::string text;
    for (const Weighted<Kind>& entry : mix) {
        const std::string weight = mix.size() > 1 ? fmt::format("@{}", entry.weight) : "";
        text += std::visit(
            [&](const auto& op) {
                return fmt::format("{}{}{}{}", text.empty() ? "" : ",", op.name, weight, knobs_text(op));
            },
            entry.op);
    }
    return text;
}

std::vector<OperatorInfo> list_operators() {
    std::vector<OperatorInfo> list;
    list_kind<Initialisation>("initialisation", list);
    list_kind<Cost>("cost", list);
    list_kind<Selection>("selection", list);
    list_kind<Crossover>("crossover", list);
    list_kind<Mutation>("mutation", list);
    list_kind<Replacement>("replacement", list);
    list_kind<Stagnation>("stagnation", list);
    return list;
}

const char* to_text(Representations representation) {
    return representation == suits_cell_board ? CellBoard::name : BoxBoard::name;
}

Representations parse_representation(std::string_view setting, std::string_view text) {
    std::vector<std::string> names;
    for (const Representations each : every_representation) {
        if (text == to_text(each)) return each;
        names.emplace_back(to_text(each));
    }
    throw SettingError(fmt::format("{} is '{}'; allowed: {}{}", setting, text, joined(names), suggestion(text, names)));
}

template Initialisation parse_operator(std::string_view, std::string_view);
template Cost parse_operator(std::string_view, std::string_view);
template Selection parse_operator(std::string_view, std::string_view);
template Replacement parse_operator(std::string_view, std::string_view);
template Stagnation parse_operator(std::string_view, std::string_view);
template Mix<Crossover> parse_mix(std::string_view, std::string_view);
template Mix<Mutation> parse_mix(std::string_view, std::string_view);
template std::string to_text(const Initialisation&);
template std::string to_text(const Cost&);
template std::string to_text(const Selection&);
template std::string to_text(const Crossover&);
template std::string to_text(const Mutation&);
template std::string to_text(const Replacement&);
template std::string to_text(const Stagnation&);
template std::string to_text(const Mix<Crossover>&);
template std::string to_text(const Mix<Mutation>&);

}  // namespace evodoku
