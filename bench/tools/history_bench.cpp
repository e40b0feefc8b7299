// What a history costs: processor time of one generation, of a row, and of a row with diversity.
//
//   build/bench_history [--population N] [--generations N]
//
// One thread, preset plain, medians. Processor time, so that other work on the machine counts for little.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "history/history.hpp"
#include "settings/config_file.hpp"
#include "settings/search_settings.hpp"
#include "settings/setting.hpp"
#include "tool.hpp"

using namespace evodoku;

namespace {

using tools::processor_ms;

constexpr const char* hard = "..3...7..4...8...6.9.....1.......6..6....4..8..16..39..7...2...5..8....2....45...";

double median(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

struct Size {
    std::uint32_t population = 100'000, generations = 100;
};

void measure(const Size& size) {
    SearchSettings settings;
    assign(settings, search_settings(), settings_of(find_preset("preset", "plain")));
    Config& config = settings.config;
    config.population = size.population, config.generations = size.generations;
    const auto backend = make_evolution_backend(std::make_unique<cpu::Executor>(cpu::make_tbb_workers(1)), config, 1);
    const std::uint32_t usual = history::schedule_of(config, 0).diversity_every;
    constexpr std::uint32_t diversity_every = 5;  // often, for a median

    history::Recording recording("/dev/null", history::FileFormat::json_lines, config,
                                 {.schedule = {1, diversity_every}});
    recording.begin_run(1);
    backend->submit({io::parse_puzzle(hard, "hard"), PresolveLevel::none, 0, 1});
    std::vector<double> generations, rows, full_rows;
    double before = processor_ms();
    std::uint32_t generation = 0;
    const auto each_generation = [&] {
        const double made = processor_ms();
        recording.sample(*backend);
        const double seen = processor_ms();
        generations.push_back(made - before);
        (generation++ % diversity_every == 0 ? full_rows : rows).push_back(seen - made);
        before = processor_ms();
        return true;
    };
    while (backend->busy()) {
        backend->advance_epoch(each_generation);
        before = processor_ms();
    }
    const double one = median(generations), row = median(rows), full = median(full_rows);
    fmt::print(
        "population {}: a generation {:.3f} ms, a row {:.3f} ms, with diversity {:.3f} ms\n"
        "a row per generation, diversity every {}: {:.2f} %\n",
        config.population, one, row, full, usual, 100 * (row + (full - row) / usual) / one);
}

}  // namespace

int main(int argc, char** argv) {
    const SettingTable<Size> table = {
        count_row<Size>({"population", "", "individuals"}, &Size::population, 1, max_individuals),
        count_row<Size>({"generations", "", "generations"}, &Size::generations, 5, 1'000'000)};
    return tools::run_tool(argc, argv, {"bench_history", "", "measures what a history costs"}, table,
                           [](const Size& size, const auto&) { measure(size); });
}
