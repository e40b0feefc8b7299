// The state in a checkpoint: the command, the run, the populations. It is resumed on one thread and evolves.
#include <cstring>
#include <optional>
#include <stdexcept>

#include "app/saved_solve.hpp"
#include "backend/evolution_backend.hpp"
#include "cpu/executor.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/engine/errors.hpp"
#include "settings/search_settings.hpp"
#include "targets.hpp"

namespace evodoku::fuzz {
namespace {

/// Its configuration. Empty if it takes long or much memory: those are the user's choice.
std::optional<SearchSettings> small_settings_of(const app::SavedCommand& command) {
    SearchSettings settings;
    assign(settings, search_settings(), command.settings);
    Config& config = settings.config;
    if (settings.config.population == 0) return {};
    derive_defaults(settings, {}, 64);
    validate(config);
    const bool small = config.population <= 64 && config.max_population <= 64 && config.duplicate_memory <= 1'000 &&
                       config.sync_every <= 100;
    return small ? std::optional(settings) : std::nullopt;
}

}  // namespace

void state(Bytes bytes) {
    const StateReader source = [&](void* to, std::size_t count) {
        if (count > bytes.size()) throw CheckpointError("its state ends too early");
        std::memcpy(to, bytes.data(), count);
        bytes.remove_prefix(count);
    };
    try {
        const app::SavedSolve saved = app::read_saved_solve(source);
        const std::optional<SearchSettings> settings = small_settings_of(saved.command);
        if (!settings) return;
        const auto backend =
            make_evolution_backend(std::make_unique<cpu::Executor>(cpu::make_tbb_workers(1)), settings->config, 2);
        SolveOptions options{.presolve = settings->presolve};
        int epochs = 0;
        options.should_stop = [&] { return ++epochs > 20; };
        options.checkpoints.resume = source;
        const auto no_more = []() -> std::optional<Grid> { return std::nullopt; };
        solve(*backend, options, no_more, [](const Outcome&) {});
    } catch (const std::invalid_argument&) {  // CheckpointError, SettingError
    } catch (const VerificationError&) {      // a board that the state calls solved
    }
}

}  // namespace evodoku::fuzz
