// Speed of whole generations on one thread: the plain configuration of a representation, changed in one operator or
// setting at a time. Each is verified first: one fingerprint on one thread and on two.
//
//   build/bench_engine --benchmark_filter=generation/     the rates are children a second, tries not counted apart
#include <string>

#include "bench.hpp"
#include "cpu/cpu_backend.hpp"

namespace evodoku::bench {
namespace {

constexpr std::uint32_t population = 100'000;

Config plain_config(Representations representation) {
    Config config;
    config.population = population;
    config.generations = 1'000'000'000;
    config.stall = 0;
    if (representation == suits_box_board) return config;
    config.representation = representation;
    config.initialisation = default_for<Initialisation>(representation);
    config.cost = default_for<Cost>(representation);
    config.crossover = {{default_for<Crossover>(representation)}};
    config.mutation = {{default_for<Mutation>(representation)}};
    return config;
}

std::uint64_t fingerprint(Config config, unsigned threads) {
    config.population = 3'000;
    config.generations = 12;
    if (config.seen != 0) config.seen = 3'000;
    if (config.largest != 0) config.largest = 4'000;
    const auto backend = cpu::make_backend(cpu::make_tbb_workers(threads), config, 1);
    backend->submit({bench_puzzle(), 0, 1});
    while (true) {
        for (const Answer& answer : backend->advance_epoch()) return answer.fingerprint;
    }
}

void generations(benchmark::State& state, const Config& config) {
    require(fingerprint(config, 1) == fingerprint(config, 2), "the same population on one thread and on two");
    const auto backend = cpu::make_backend(cpu::make_tbb_workers(1), config, 1);
    const auto begin = [&] {
        backend->submit({bench_puzzle(), 0, 1});
        backend->advance_epoch();  // both buffers have been written to before the clock runs
    };
    begin();
    if (!backend->busy()) return state.SkipWithError("solves the puzzle at once");
    for (auto _ : state) {
        if (backend->advance_epoch().empty()) continue;
        state.PauseTiming();  // solved: go on with a fresh population
        begin();
        state.ResumeTiming();
    }
    state.SetItemsProcessed(state.iterations() * config.epoch *
                            (config.population - config.elite.of(config.population)));
}

void add(const std::string& name, const Config& config) {
    benchmark::RegisterBenchmark(("generation/" + name).c_str(), [config](benchmark::State& state) {
        generations(state, config);
    })->Unit(benchmark::kMillisecond);
}

/// Each operator of a kind in place of the plain one.
template <class Kind, class Put>
void add_each(const std::string& kind, const Put& put) {
    for_each_operator<Kind>([&]<class Operator>(const Operator& op) {
        for (const Representations representation : {suits_box_board, suits_cell_board}) {
            if (!does_suit<Operator>(representation)) continue;
            Config config = plain_config(representation);
            put(config, op);
            const std::string board = representation == suits_box_board ? BoxBoard::name : CellBoard::name;
            add(board + "/" + kind + "/" + op.name, config);
        }
    });
}

}  // namespace

void register_variants() {
    add_each<Initialisation>("initialisation", [](Config& c, auto op) { c.initialisation = op; });
    add_each<Cost>("cost", [](Config& c, auto op) { c.cost = op; });
    add_each<Selection>("selection", [](Config& c, auto op) { c.selection = op; });
    add_each<Crossover>("crossover", [](Config& c, auto op) { c.crossover = {{op}}; });
    add_each<Mutation>("mutation", [](Config& c, auto op) { c.mutation = {{op}}; });
    add_each<Replacement>("replacement", [](Config& c, auto op) { c.replacement = op; });
    for (const Representations representation : {suits_box_board, suits_cell_board}) {
        const std::string board = representation == suits_box_board ? BoxBoard::name : CellBoard::name;
        const auto changed = [&](const std::string& name, auto change) {
            Config config = plain_config(representation);
            change(config);
            add(board + "/" + name, config);
        };
        changed("plain", [](Config&) {});
        changed("pairs", [](Config& c) { c.pairs = true; });
        changed("children/2", [](Config& c) { c.children = 2; });
        changed("duplicates/reject", [](Config& c) { c.distinct = true; });
        changed("duplicates/reject-seen", [](Config& c) { c.distinct = true, c.seen = 1'000'000; });
        changed("population/500000", [](Config& c) { c.population = 500'000; });
    }
}

}  // namespace evodoku::bench
