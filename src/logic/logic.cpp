// The rules of core/presolver.hpp by order.
#include "logic/logic.hpp"

#include <memory>

#include "core/presolver.hpp"

namespace evodoku::logic {

Logic apply_logic(const Grid& givens, PresolveLevel level) {
    Logic logic;
    with_order(givens.order(), [&]<int order>() {
        const auto job = std::make_unique<DeviceJob<order>>();  // too large for the stack of some threads
        job->givens = cells_of<order>(givens), job->presolve = level;
        const auto found = std::make_unique<Presolved<order>>();
        presolve_into(*found, *job);
        logic = logic_of(*found);
    });
    return logic;
}

std::string describe_contradiction(const Logic& found) {
    const int size = found.grid.size();
    if (found.unit < 0) return cell_name(found.cell, size) + " has no candidate";
    static constexpr const char* kinds[] = {"row ", "column ", "box "};
    const std::string unit = kinds[found.unit / size] + std::to_string(found.unit % size + 1);
    if (found.digit == 0) return "the digits that " + unit + " misses do not fit into its blank cells";
    return "digit " + std::to_string(found.digit) + " has no place in " + unit;
}

}  // namespace evodoku::logic
