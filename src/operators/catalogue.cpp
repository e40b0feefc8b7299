// The catalogue, from the lists of operators; and the table of Gumbel numbers on the host.
#include "evodoku/operators/operator.hpp"

#include <algorithm>

#include "operators/catalogue.hpp"
#include "operators/cost/costs.hpp"
#include "operators/crossover/all.hpp"
#include "operators/initialisation/initialisations.hpp"
#include "operators/mutation/all.hpp"
#include "operators/replacement/all.hpp"
#include "operators/selection/selections.hpp"

namespace evodoku {
namespace {

/// Entries stay where they are: others hold their addresses.
using Entries = std::vector<OperatorInfo>;

Entries with_room(std::span<const OperatorInfo> operators) {
    Entries entries;
    entries.reserve(operators.size() + max_loaded);
    entries.assign(operators.begin(), operators.end());
    return entries;
}

Entries& entries_of(OperatorKind kind) {
    static Entries all[] = {with_room(catalogue_of<Initialisations>), with_room(catalogue_of<Costs>),
                            with_room(catalogue_of<Selections>),      with_room(catalogue_of<Crossovers>),
                            with_room(catalogue_of<Mutations>),       with_room(catalogue_of<Replacements>),
                            with_room(catalogue_of<Stagnations>)};  // in the order of OperatorKind
    return all[static_cast<std::size_t>(kind)];
}

}  // namespace

constexpr GumbelTable gumbel_table;
static_assert(gumbel_table.below.front() == 2870 && gumbel_table.below.back() == 0);

std::span<const OperatorInfo> catalogue(OperatorKind kind) { return entries_of(kind); }

bool has_room_for(OperatorKind kind, std::size_t more) {
    return entries_of(kind).size() + more <= entries_of(kind).capacity();
}

void add_to_catalogue(OperatorInfo info, const LoadedOperators& loaded) {
    info.loaded = &loaded;
    Entries& entries = entries_of(info.kind);
    const auto known = std::ranges::find(entries, info.name, &OperatorInfo::name);
    if (known != entries.end()) {
        *known = info;
    } else {
        entries.push_back(info);
    }
}

void throw_no_code(const OperatorInfo& info, StepDevice device) {
    const bool is_gpu = device == StepDevice::cuda;
    throw std::invalid_argument(std::string(to_text(info.kind)) + " '" + std::string(info.name) + "' of " +
                                info.loaded->object + " has no code for " +
                                (is_gpu ? "CUDA; make it from a .cu file, or use --device cpu" : "this board"));
}

const OperatorForm& OperatorInfo::form_of(const ParameterValues& values) const {
    for (const OperatorForm& form : forms()) {
        if (form_count == 1 || form.defaults[form_parameter] == values[form_parameter]) return form;
    }
    throw std::invalid_argument(std::string(name) + " has no such form");
}

const OperatorInfo* find_operator(OperatorKind kind, std::string_view name) {
    for (const OperatorInfo& info : catalogue(kind)) {
        if (info.name == name) return &info;
    }
    return nullptr;
}

const OperatorInfo& info_of(OperatorKind kind, OperatorId id) {
    for (const OperatorInfo& info : catalogue(kind)) {
        if (info.id == id) return info;
    }
    throw std::invalid_argument(std::string("there is no ") + to_text(kind) + " operator with the id " +
                                std::to_string(static_cast<std::uint32_t>(id)));
}

}  // namespace evodoku
