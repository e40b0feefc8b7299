// Rules from specifications: replacement and stagnation operators are only rules, so the phases do not depend on them.
#include "engine/needs.hpp"

#include "operators/replacement/all.hpp"
#include "operators/stagnation/all.hpp"

namespace evodoku {
namespace {

template <class List, class Rule, class Spec>
Rule rule_of(const Spec& spec) {
    Rule rule;
    for_each_operator<List>([&]<class Op>(const Op&) {
        if (spec.is(Op::name)) rule = operator_of<Op>(spec.values).rule();
    });
    return rule;
}

template <class Condition>
bool any_mutation(const Config& config, const Condition& holds) {
    for (const auto& [op, weight] : config.mutation) {
        if (holds(op.info().needs)) return true;
    }
    return false;
}

}  // namespace

ReplacementRule replacement_rule(const Config& config) {
    return rule_of<Replacements, ReplacementRule>(config.replacement);
}
StagnationRule stagnation_rule(const Config& config) { return rule_of<Stagnations, StagnationRule>(config.stagnation); }

std::uint32_t highest_cost(const Config& config) {
    const auto size = static_cast<std::uint32_t>(order_of(config.representation) * order_of(config.representation));
    return is_large(config.representation) ? 2 * size * (size - 1) : config.cost.info().highest_cost;
}

std::uint32_t waves_of(const Config& config) {
    return config.selection.info().needs.waves ? 1 + config.selection.value("waves") : 1;
}

bool uses_alleles(const Config& config) {
    return any_mutation(config, [](const OperatorNeeds& needs) { return needs.alleles; });
}
bool counts_efforts(const Config& config) {
    return any_mutation(config, [](const OperatorNeeds& needs) { return needs.effort; });
}

bool cools(const Config& config) {
    return any_mutation(config, [](const OperatorNeeds& needs) { return needs.cooling; });
}

bool has_plain_generations(const Config& config) {
    return config.representation == box_board && config.replacement.is("generational") &&
           config.stagnation == Stagnation("restart") && config.reserved() == config.population && !config.pairs &&
           !config.either && !config.different && config.tries == 1 && !config.distinct && config.seen == 0;
}

Needs::Needs(const Config& config)
    : spare(replacement_rule(config).merges || config.tries > 1),
      wheel(config.selection.info().needs.wheel),
      alleles(uses_alleles(config)),
      efforts(counts_efforts(config)),
      entries(config.distinct ? (replacement_rule(config).merges ? 2 : 1) : 0),
      seen_words((config.seen + 1) / 2) {}

}  // namespace evodoku
