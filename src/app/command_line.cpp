// The replay line: settings back into options.
#include "command_line.hpp"

#include <fmt/format.h>

#include "evodoku/engine/numbers.hpp"
#include "evodoku/engine/operator_text.hpp"

namespace evodoku::app {
namespace {

/// As one word of a shell.
std::string quoted(const std::string& word) {
    static constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return text + "'";
}

std::string input_text(const InputSource& input) {
    switch (input.kind) {
        case InputSource::Kind::standard_input:
            return " -";
        case InputSource::Kind::text:
            return " --puzzle " + quoted(input.text);
        case InputSource::Kind::file:
            break;
    }
    return " " + quoted(input.text.starts_with('-') ? "./" + input.text : input.text);  // not to be taken for an option
}

}  // namespace

std::string replay_command(const std::string& program, const SolveSettings& settings, const std::string& device) {
    const Config& config = settings.config;
    std::string text = quoted(program) + " solve";
    for (const InputSource& input : settings.inputs) text += input_text(input);
    if (settings.keep_going) text += " --keep-going";
    text += fmt::format(" --device {} --population {}", device, config.population);
    if (config.islands > 1) {
        text += fmt::format(" --islands {} --migrate-every {} --migrants {}", config.islands, config.migrate_every,
                            config.migrants);
    }
    text += fmt::format(" --epoch {} --stall {} --elite {} --immigrants {}", config.epoch, config.stall,
                        amount_to_text(config.elite), amount_to_text(config.immigrants));
    text += fmt::format(" --representation {} --initialisation {} --cost {} --selection {} --crossover {} --mutation {}",
                        to_text(config.representation), to_text(config.initialisation), to_text(config.cost), to_text(config.selection),
                        to_text(config.crossover), to_text(config.mutation));
    text += fmt::format(" --replacement {} --stagnation {} --largest {} --pairs {} --variation {} --children {}",
                        to_text(config.replacement), to_text(config.stagnation), config.largest,
                        config.pairs ? "on" : "off", config.either ? "either" : "both", config.children);
    text += fmt::format(" --duplicates {} --seen {}", config.distinct ? "reject" : "keep", config.seen);
    text += fmt::format(" --presolve {} --generations {} --seed {}", to_text(settings.presolve), config.generations,
                        settings.seed);
    if (settings.runs > 1) text += fmt::format(" --runs {}", settings.runs);
    return text + fmt::format(" --format {}", to_text(settings.format));
}

}  // namespace evodoku::app
