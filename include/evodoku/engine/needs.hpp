// What a configuration comes to for whoever makes an evolution of it: rules, and what needs memory. Host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "evodoku/engine/config.hpp"

namespace evodoku {

inline ReplacementRule replacement_rule(const Config& config) {
    return std::visit([](const auto& op) { return op.rule(); }, config.replacement);
}
inline std::uint32_t highest_cost(const Config& config) {
    return std::visit([](const auto& op) { return op.highest; }, config.cost);
}

inline bool uses_alleles(const Config& config) {
    for (const Weighted<Mutation>& entry : config.mutation) {
        if (std::visit([](const auto& op) { return needs_alleles<std::decay_t<decltype(op)>>(); }, entry.op))
            return true;
    }
    return false;
}

inline bool counts(const Config& config) {
    for (const Weighted<Mutation>& entry : config.mutation) {
        if (std::visit([](const auto& op) { return counts_effort<std::decay_t<decltype(op)>>(); }, entry.op))
            return true;
    }
    return false;
}

/// True where a generation is one child a plan, in place of all but the elites, in a deme that keeps its size.
inline bool has_plain_generations(const Config& config) {
    const auto* restart = std::get_if<Restart>(&config.stagnation);
    return config.representation == suits_box_board && std::holds_alternative<Generational>(config.replacement) &&
           restart != nullptr && restart->limit == Restart{}.limit && restart->since == Restart{}.since &&
           config.reserved() == config.population && !config.pairs && !config.either && !config.different &&
           config.children == 1 && !config.distinct && config.seen == 0;
}

/// What a configuration needs memory for besides the population.
struct Needs {
    bool spare, wheel, alleles, efforts;
    std::size_t entries;       ///< keys an individual: none, its own, or a parent's, too
    std::uint64_t seen_words;  ///< of one half, a deme

    explicit Needs(const Config& config)
        : spare(replacement_rule(config).merges || config.children > 1),
          wheel(std::visit([](const auto& op) { return needs_wheel<std::decay_t<decltype(op)>>(); }, config.selection)),
          alleles(uses_alleles(config)),
          efforts(counts(config)),
          entries(config.distinct ? (replacement_rule(config).merges ? 2 : 1) : 0),
          seen_words((config.seen + 1) / 2) {}
};

}  // namespace evodoku
