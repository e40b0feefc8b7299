#include "bench/operator_check.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "cpu/machine.hpp"
#include "engine/text.hpp"
#include "evodoku/engine/load_operators.hpp"
#include "logic/generator.hpp"
#include "operators/catalogue.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::bench {
namespace {

/// A short evolution with the operator, which acts on every child. Throws SettingError.
Config config_with(AnyOperator op, Boards board) {
    if (op.info->parameter_count != 0 && op.info->all_parameters[0].name == "rate") op.values[0] = share_one;
    RunSettings settings;
    const Config& config = settings.config = default_config(board);
    const auto choose = [&](const std::string& name, const std::string& text) {
        take_layers(settings, run_settings(), {{}, {{name, text, ""}}, {}});
    };
    choose("representation", to_text(board));
    choose("population", is_large(board) ? "600" : "2000");  // enough for other threads to take part
    choose("generations", is_large(board) ? "10" : "40");
    for (const char* name : {"islands", "migrate-every", "migrants", "elite", "immigrants"}) choose(name, "2");
    choose("restart-after", op.info->kind == OperatorKind::stagnation ? "3" : "0");
    choose("mutation", board == cell_board ? "swap-row" : "swap");
    choose("cost", board == cell_board ? "duplicates" : "row-column");
    if (op.info->genes == Genes::all_cells) choose("cost", "duplicates:broken=2");
    choose(to_text(op.info->kind), to_text(op));
    if (rules_of(config).grows) choose("largest", std::to_string(4 * config.population));
    derive_defaults(settings, settings.named, 0);
    validate(config);
    return config;
}

/// The fingerprints of all puzzles.
std::vector<std::uint64_t> evolve(Backend& backend, const std::vector<Grid>& puzzles) {
    std::uint32_t index = 0;
    for (const Grid& puzzle : puzzles) backend.submit({puzzle, PresolveLevel::none, index++, 42});
    std::vector<std::uint64_t> fingerprints(puzzles.size());
    while (backend.busy()) {
        for (const Outcome& outcome : backend.advance_epoch()) {
            fingerprints[outcome.puzzle_index] = mix(outcome.fingerprint ^ outcome.evaluations);
        }
    }
    return fingerprints;
}

/// Empty, or what made another evolution of the same seed.
std::string difference(const Config& config, const std::vector<Grid>& puzzles, const std::optional<Device>& gpu) {
    const auto on = [&](std::unique_ptr<cpu::Workers> workers) {
        return evolve(*make_evolution_backend(std::make_unique<cpu::Executor>(std::move(workers)), config, 2), puzzles);
    };
    const auto first = on(cpu::make_serial_workers(cpu::Order::forwards));
    if (on(cpu::make_serial_workers(cpu::Order::backwards)) != first) return "backwards";
    if (on(cpu::make_serial_workers(cpu::Order::shuffled)) != first) return "in shuffled order";
    for (const unsigned threads : {1u, 2u, 3u, 7u}) {
        if (on(cpu::make_tbb_workers(threads)) != first) return fmt::format("with {} threads", threads);
    }
    if (gpu && evolve(*make_backend(*gpu, config, 0, 2), puzzles) != first) return fmt::format("on {}", to_text(*gpu));
    return "";
}

}  // namespace

std::string fault_of(const AnyOperator& op, const KindOfBoard& kind, const std::optional<Device>& gpu) {
    try {
        const std::string fault = check_loaded_operator(*op.info, op.values, kind.flag);
        if (!fault.empty()) return fault;
        std::vector<Grid> puzzles;
        for (std::uint32_t index = 0; index < 3; ++index) {
            puzzles.push_back(logic::generate_puzzle({kind.order, percent(45), logic::Holes::random, 7, index}).puzzle);
        }
        const std::string how = difference(config_with(op, kind.flag), puzzles, gpu);
        return how.empty() ? "" : fmt::format("another evolution {} ({})", how, kind.name);
    } catch (const SettingError& error) {
        return fmt::format("no evolution: {} ({})", error.what(), kind.name);
    } catch (const std::exception& error) {
        return fmt::format("threw \"{}\" ({})", error.what(), kind.name);
    } catch (...) {
        return fmt::format("threw something without a text ({})", kind.name);
    }
}

}  // namespace evodoku::bench
