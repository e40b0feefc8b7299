// The choice between one evolution and two in turn.
#include <utility>

#include "backend/alternating_backend.hpp"
#include "backend/boards.hpp"
#include "backend/evolution_backend.hpp"
#include "engine/footprint.hpp"

namespace evodoku {

std::unique_ptr<Backend> make_batch_backend(const std::function<std::unique_ptr<Executor>()>& make_executor,
                                            const Config& config, std::uint32_t max_puzzle_slots,
                                            const AlternatingTuning& tuning) {
    std::unique_ptr<Executor> executor = make_executor();
    std::uint32_t slots = 0;
    with_board<Grid>(config, [&]<class Board>() {
        slots = Footprint<Board>(*executor, config, max_puzzle_slots).puzzle_slots_that_fit();
    });
    if (!tuning.applies(config, slots)) return make_evolution_backend(std::move(executor), config, slots);
    auto first = make_evolution_backend(std::move(executor), config, slots - slots / 2);
    auto second = make_evolution_backend(make_executor(), config, slots / 2);
    return std::make_unique<AlternatingBackend>(std::move(first), std::move(second));
}

}  // namespace evodoku
