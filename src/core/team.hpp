// Threads that serve one individual together. Code written against a Team runs on one thread of a CPU, and on a warp of
// a GPU (kernels/warp.cuh), with the same results.
#pragma once

#include <cstdint>

#include "evodoku/core/hd.hpp"

namespace evodoku {

/// A team of one. Any other has the same members:
///
///   size, rank()          threads, and the number of this one: it takes items rank(), rank() + size, ...
///   wait()                until all have come this far; what they wrote before is then seen by all
///   sum, any, least       of a number of each thread: the sum, all bits, the minimum; every thread gets the result
///   from_first(number)    that of thread 0
///   Held<T>               a T that all share: a member made from the team; its content is undefined at first
///
/// Every thread calls each of them, in the same order.
struct Alone {
    static constexpr int size = 1;

    template <class T>
    class Held {
    public:
        EVODOKU_HD explicit Held(const Alone&) {}
        EVODOKU_HD T& operator*() { return value_; }
        EVODOKU_HD const T& operator*() const { return value_; }

    private:
        T value_;
    };

    EVODOKU_HD static constexpr int rank() { return 0; }
    EVODOKU_HD static constexpr bool is_first() { return true; }
    EVODOKU_HD void wait() const {}
    EVODOKU_HD static constexpr std::uint32_t sum(std::uint32_t number) { return number; }
    EVODOKU_HD static constexpr std::uint64_t any(std::uint64_t bits) { return bits; }
    EVODOKU_HD static constexpr std::int32_t least(std::int32_t number) { return number; }
    template <class Number>
    EVODOKU_HD static constexpr Number from_first(Number number) {
        return number;
    }
};

}  // namespace evodoku
