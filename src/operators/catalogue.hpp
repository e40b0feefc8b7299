// The catalogue: a list of operators as its entries; and operators from a shared object, what the object says of them
// and what the catalogue keeps. The object and the program are compiled from the headers of one version;
// engine/load_operators.cpp checks that.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "evodoku/operators/function_operator.hpp"
#include "evodoku/operators/operator.hpp"
#include "operators/bases.hpp"

namespace evodoku {

template <OperatorKind kind, Operator Op>
constexpr OperatorInfo describe() {
    OperatorInfo info{};
    info.kind = kind, info.id = id_of(Op::name);
    info.name = Op::name, info.help = Op::help;
    info.boards = Op::supports, info.needs = Op::needs;
    info.defaults = values_of(Op{});
    info.genes = Genes::free_cells;
    info.all_forms[info.form_count++] = {Op::supports, info.defaults};
    if constexpr (has_rate<Op>) {
        info.all_parameters[info.parameter_count++] = {"rate", ParameterKind::share, 0, share_one, Op::rate_help, ""};
    }
    info.form_parameter = value_count<Op>;
    for (const Parameter<Op>& parameter : parameters_of<Op>()) {
        if (parameter.is_of_type()) info.form_parameter = info.parameter_count;
        info.all_parameters[info.parameter_count++] = parameter;
    }
    if constexpr (kind == OperatorKind::cost) info.highest_cost = Op::highest;
    if constexpr (kind == OperatorKind::initialisation) info.genes = Op::genes;
    if constexpr (requires(Rules & rules) { Op{}.change(rules); }) {
        static_assert(
            kind == OperatorKind::selection || kind == OperatorKind::replacement || kind == OperatorKind::stagnation,
            "only selections, replacements and stagnations change rules");
        info.change_rules = [](const ParameterValues& values, Rules& rules) { operator_of<Op>(values).change(rules); };
    }
    return info;
}

/// The operators of a list. It does not compile if two of them have the same name or id.
template <class List>
class CatalogueOf;
template <OperatorKind kind, Operator... Ops>
class CatalogueOf<OperatorList<kind, Ops...>> {
public:
    constexpr CatalogueOf() { (add(describe<kind, Ops>()), ...); }
    constexpr operator std::span<const OperatorInfo>() const { return {entries_.data(), count_}; }

private:
    /// One entry per operator. The first of its forms in the list is its default; their values must follow each other.
    constexpr void add(const OperatorInfo& info) {
        for (std::size_t k = 0; k < count_; ++k) {
            OperatorInfo& known = entries_[k];
            const std::uint32_t parameter = known.form_parameter;
            if (known.id != info.id) continue;
            if (parameter != info.form_parameter || parameter == known.parameter_count ||
                info.defaults[parameter] != known.all_parameters[parameter].max + 1) {
                throw std::logic_error("two operators with one name, or their forms in another order");
            }
            known.boards = static_cast<Boards>(known.boards | info.boards);
            known.all_parameters[parameter].max = info.defaults[parameter];
            known.all_forms[known.form_count++] = info.all_forms[0];
            return;
        }
        entries_[count_++] = info;
    }

    std::array<OperatorInfo, sizeof...(Ops)> entries_{};
    std::size_t count_ = 0;
};

template <class List>
inline constexpr CatalogueOf<List> catalogue_of;

/// The devices that steps are compiled for.
enum class StepDevice : std::uint8_t { cpu, cuda };

/// Adds the step of an operator: a GenerationOn, an OperatorSpec and an OperatorStep (engine/operator_steps.hpp), whose
/// types follow from device, board and kind.
using AddStep = void (*)(const void* generation, const void* spec, const void* step);

constexpr std::size_t number_of(Boards board) { return static_cast<std::size_t>(std::countr_zero(unsigned{board})); }

/// Replacement and stagnation only change rules.
constexpr bool has_steps(OperatorKind kind) {
    return kind != OperatorKind::replacement && kind != OperatorKind::stagnation;
}

/// Null where the object has no code for a board.
struct StepCode {
    AddStep add[std::size(kinds_of_board)];
};

/// Tries an operator on made-up boards of a kind. Returns an empty text, or what it does not keep, with an example.
using CheckOperator = std::string (*)(OperatorId id, const ParameterValues& values, Boards board);

/// The operators of a kind in an object.
struct ObjectList {
    std::span<const OperatorInfo> operators;
    StepCode on_cpu;
    CheckOperator check;
};

/// The answer of an object's function evodoku_operators().
struct OperatorObject {
    const char* headers;  ///< operator_interface of the headers that it was compiled from; first in every version
    std::span<const ObjectList> lists;
};
/// The answer of evodoku_cuda_operators(), which an object compiled for CUDA also has: as OperatorObject::lists.
using CudaObject = std::span<const StepCode>;

/// The operators of a kind, loaded; or one that is a function.
struct LoadedOperators {
    std::string object;  ///< the file
    StepCode on_cpu, on_cuda;
    CheckOperator check;
    std::shared_ptr<const OperatorFunction> function = {};

    AddStep step_for(StepDevice device, Boards board) const {
        return (device == StepDevice::cpu ? on_cpu : on_cuda).add[number_of(board)];
    }
};

/// True if the operator is a function of the host.
inline bool is_function(const OperatorInfo& info) { return info.loaded != nullptr && info.loaded->function != nullptr; }

/// Throws std::invalid_argument: the object has no code for the device.
[[noreturn]] void throw_no_code(const OperatorInfo& info, StepDevice device);

/// What checks of an operator try: the defaults of each form on a board, then each parameter but the rate at both ends
/// of its range; a count of up to 10,000, because more of a loop shows nothing else.
inline std::vector<ParameterValues> values_to_try(const OperatorInfo& info, Boards board) {
    std::vector<ParameterValues> all;
    for (const OperatorForm& form : info.forms()) {
        if ((form.boards & board) == 0) continue;
        all.push_back(form.defaults);
        for (std::uint32_t k = 0; k < info.parameter_count; ++k) {
            if (k == info.form_parameter || info.all_parameters[k].name == "rate") continue;
            const ParameterInfo& parameter = info.all_parameters[k];
            const bool is_long = parameter.kind == ParameterKind::count && parameter.max > 10'000;
            for (const std::uint32_t end : {parameter.min, is_long ? 10'000 : parameter.max}) {
                all.push_back(form.defaults);
                all.back()[k] = end;
            }
        }
    }
    return all;
}

/// Operators of a kind that may be loaded.
inline constexpr std::size_t max_loaded = 64;

bool has_room_for(OperatorKind kind, std::size_t more);
/// Requires room, and that no other thread reads the catalogue. An entry of that kind and name is replaced. `loaded`
/// must stay.
void add_to_catalogue(OperatorInfo info, const LoadedOperators& loaded);

}  // namespace evodoku
