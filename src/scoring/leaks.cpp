#include "scoring/leaks.hpp"

namespace evodoku::scoring {

void Leaks::look_for(const Grid& training, std::size_t line) {
    const auto [equal, symmetric] = tests_.find(training);
    if (equal && lines_[*equal].equal == 0) lines_[*equal].equal = line;
    if (symmetric && lines_[*symmetric].symmetric == 0) lines_[*symmetric].symmetric = line;
}

Leaks::Leak Leaks::of(const Grid& test) const {
    const auto [equal, symmetric] = tests_.find(test);
    if (const std::size_t line = lines_[equal.value()].equal; line != 0) return {"equal", line};
    const std::size_t line = lines_[symmetric.value()].symmetric;
    return {line != 0 ? "symmetric" : "none", line};
}

}  // namespace evodoku::scoring
