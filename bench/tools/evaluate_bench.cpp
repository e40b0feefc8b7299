// What boards of other programs cost: packed and scored by an Evaluator, compared with scoring alone, as `evodoku
// bench` times it. The same million cell boards, one thread, in turn; the least processor time of the repetitions.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "backend/workbench.hpp"
#include "core/host_work.hpp"
#include "devices/internal.hpp"

namespace {

double processor_seconds() { return evodoku::processor_seconds(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace

int main() {
    using namespace evodoku;
    constexpr std::uint32_t count = 1'000'000;
    constexpr int repetitions = 15;
    fmt::print("| cost | scoring alone | packed and scored | share of the rate |\n|---|---|---|---|\n");
    for (const char* cost : {"duplicates", "units", "product", "entry", "duplicates:boxes=0,broken=0"}) {
        Config config = plain_config();
        config.population = count, config.restart_after = 0, config.representation = cell_board, config.cost = cost;
        config.initialisation = "row-candidates";
        config.crossover = "uniform:rate=0.8,segment=row", config.mutation = "swap-row:rate=0.3";
        const auto workbench = make_workbench({}, config, {Grid(), PresolveLevel::givens, 0, 1}, 1);
        workbench->make_generations(3);
        const Sample all = workbench->sample(1);
        std::vector<std::uint8_t> cells;
        for (const Grid& board : all.boards) cells.insert(cells.end(), board.cells().begin(), board.cells().end());
        const auto evaluator = make_evaluator({}, {.cost = cost}, 1);
        std::vector<std::uint32_t> costs(count);
        double scored = 1e9, evaluated = 1e9;
        for (int repetition = 0; repetition < repetitions; ++repetition) {
            const double begin = processor_seconds();
            workbench->score(1);
            const double between = processor_seconds();
            evaluator->costs({cells.data(), count}, costs.data());
            scored = std::min(scored, between - begin);
            evaluated = std::min(evaluated, processor_seconds() - between);
        }
        if (costs != all.costs) return fmt::print("the costs differ\n"), 1;
        fmt::print("| `{}` | {:.1f} M/s | {:.1f} M/s | {:.0f} % |\n", cost, count / scored / 1e6,
                   count / evaluated / 1e6, 100 * scored / evaluated);
    }
}
