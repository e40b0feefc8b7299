// What a configuration comes to for whoever makes an evolution of it: rules, and what needs memory. Host code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "evodoku/engine/config.hpp"
#include "evodoku/engine/phases/distinct.hpp"

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

/// What a configuration needs memory for besides the population.
struct Needs {
    bool spare, wheel, alleles;
    std::size_t entries;       ///< keys an individual: none, its own, or a parent's, too
    std::uint64_t seen_words;  ///< of one half, a deme

    explicit Needs(const Config& config)
        : spare(replacement_rule(config).merges || config.children > 1),
          wheel(std::visit([](const auto& op) { return needs_wheel<std::decay_t<decltype(op)>>(); }, config.selection)),
          alleles(uses_alleles(config)),
          entries(config.distinct ? (replacement_rule(config).merges ? 2 : 1) : 0),
          seen_words((config.seen + 1) / 2) {}
};

}  // namespace evodoku
