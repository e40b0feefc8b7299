// Phases in one: for an executor that would rather not go through memory between them.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// All that a phase does to one individual, where nothing is gained by doing many side by side.
template <class Body>
EVODOKU_HD void do_individual(const Body& body, std::uint32_t index) {
    body(index);
    if constexpr (requires { body.then(index); }) body.then(index);
}

/// Each individual goes through all phases before the next begins. For phases that follow each other, are active
/// together, and of which none reads what another slot writes in them.
template <class... Phases>
struct ChainPhase;

template <>
struct ChainPhase<> {
    EVODOKU_HD void do_all(std::uint32_t, std::uint32_t) const {}
};

template <class First, class... Rest>
struct ChainPhase<First, Rest...> {
    static constexpr const char* name = "make";
    First first;
    ChainPhase<Rest...> rest;

    EVODOKU_HD explicit ChainPhase(const First& first_phase, const Rest&... others)
        : first(first_phase), rest(others...) {}

    EVODOKU_HD void do_all(std::uint32_t number, std::uint32_t index) const {
        do_individual(first(number), index);
        rest.do_all(number, index);
    }

    struct Body {
        const ChainPhase& chain;
        std::uint32_t number;
        EVODOKU_HD bool active() const { return chain.first(number).active(); }
        EVODOKU_HD void operator()(std::uint32_t index) const { chain.do_all(number, index); }
    };
    EVODOKU_HD Body operator()(std::uint32_t number) const { return {*this, number}; }
};

}  // namespace evodoku
