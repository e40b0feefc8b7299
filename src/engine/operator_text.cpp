// Operators as text, by the catalogue.
#include "engine/operator_text.hpp"

#include <fmt/format.h>

#include <charconv>

#include "engine/nearest.hpp"
#include "engine/parameter_text.hpp"
#include "evodoku/engine/errors.hpp"
#include "representation/box_board.hpp"
#include "representation/cell_board.hpp"

namespace evodoku {
namespace {

std::string value_to_text(const ParameterInfo& parameter, std::uint32_t value) {
    if (parameter.kind == ParameterKind::name) return split(parameter.names).at(value);
    return parameter.kind == ParameterKind::share ? share_to_text(value) : std::to_string(value);
}

/// The number that the text of a count or a share says: 0.8, not 52429 / 65536.
double number_of(const ParameterInfo& parameter, std::uint32_t value) {
    const std::string text = value_to_text(parameter, value);
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

ParameterDescription description_of(const ParameterInfo& parameter, std::uint32_t standard) {
    ParameterDescription text{std::string(parameter.name), range_of(parameter), value_to_text(parameter, standard),
                              std::string(parameter.help), choices_of(parameter)};
    if (parameter.kind == ParameterKind::name) return text;
    text.whole = parameter.kind == ParameterKind::count;
    text.min = number_of(parameter, parameter.min), text.max = number_of(parameter, parameter.max);
    text.number = number_of(parameter, standard);
    return text;
}

/// `weight`: "@3", or nothing.
template <OperatorKind kind>
std::string text_of(const OperatorSpec<kind>& op, const std::string& weight) {
    const OperatorInfo& info = op.info();
    std::string text = std::string(info.name) + weight;
    char before = ':';
    for (std::uint32_t position = 0; position < info.parameter_count; ++position) {
        const ParameterInfo& parameter = info.all_parameters[position];
        text += fmt::format("{}{}={}", before, parameter.name, value_to_text(parameter, op.values[position]));
        before = ',';
    }
    return text;
}

}  // namespace

template <OperatorKind kind>
std::string to_text(const OperatorSpec<kind>& op) {
    return text_of(op, "");
}

template <class Kind>
std::string to_text(const Mix<Kind>& mix) {
    std::string text;
    for (const Weighted<Kind>& entry : mix) {
        const std::string weight = mix.size() > 1 ? fmt::format("@{}", entry.weight) : "";
        text += (text.empty() ? "" : ",") + text_of(entry.op, weight);
    }
    return mix.empty() ? "none" : text;
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
            for (const Representations each : {box_board, cell_board}) {
                if (info.supports(each)) op.representations.emplace_back(to_text(each));
            }
            if (info.supports(large_boards)) op.representations.emplace_back("box-board-N");
            std::size_t position = 0;
            for (const ParameterInfo& parameter : info.parameters()) {
                op.parameters.push_back(description_of(parameter, info.defaults[position++]));
            }
            list.push_back(op);
        }
    }
    return list;
}

const char* to_text(Representations representation) {
    switch (representation) {
        case cell_board:
            return CellBoard::name;
        case box_board_4:
            return "box-board-4";
        case box_board_16:
            return "box-board-16";
        case box_board_25:
            return "box-board-25";
        case box_board_36:
            return "box-board-36";
        case box_board_49:
            return "box-board-49";
        default:
            return BoxBoard::name;
    }
}

Representations parse_representation(std::string_view setting, std::string_view text) {
    std::vector<std::string> names;
    for (const Representations each : every_representation) {
        if (text == to_text(each)) return each;
        names.emplace_back(to_text(each));
    }
    throw SettingError(fmt::format("{} is '{}'; allowed: {}{}", setting, text, joined(names), suggestion(text, names)));
}

template std::string to_text(const Initialisation&);
template std::string label_of(const Initialisation&);
template std::string to_text(const Cost&);
template std::string label_of(const Cost&);
template std::string to_text(const Selection&);
template std::string label_of(const Selection&);
template std::string to_text(const Crossover&);
template std::string label_of(const Crossover&);
template std::string to_text(const Mutation&);
template std::string label_of(const Mutation&);
template std::string to_text(const Replacement&);
template std::string label_of(const Replacement&);
template std::string to_text(const Stagnation&);
template std::string label_of(const Stagnation&);
template std::string to_text(const Mix<Crossover>&);
template std::string to_text(const Mix<Mutation>&);

}  // namespace evodoku
