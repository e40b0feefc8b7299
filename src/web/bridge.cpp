// The engine for a page: two functions that take and return JSON.
//
//   {"task": "lists"}                                                    presets
//   {"task": "begin", "puzzle": "53..7...", "options": [[NAME, TEXT]]}   a new evolution; replaces the one before
//   {"task": "step", "generations": 10}                                  goes on with it
//
// The answer to the last two is the state of the evolution, or {"error": MESSAGE}.
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "backend/evolution_backend.hpp"
#include "backend/records.hpp"
#include "cpu/executor.hpp"
#include "cpu/machine.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/engine/errors.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "io/json.hpp"
#include "settings/search_settings.hpp"

namespace evodoku::web {
namespace {

using nlohmann::json;

struct Run {
    Grid puzzle;
    RunSettings settings;
    std::unique_ptr<PuzzleEvolution> evolution;
};
std::optional<Run> run;

/// As the program reads a command line without an environment, on a CPU.
RunSettings settings_of(const json& options, int order) {
    std::vector<Assignment> given;
    for (const auto& [name, text] : options.get<std::vector<std::pair<std::string, std::string>>>()) {
        given.push_back({name, text, "--" + name});
    }
    RunSettings settings = read_run_settings(given, order, [](const std::string& name, const auto&) -> std::string {
        throw SettingError("--config: cannot read " + name);
    });
    complete(settings, default_config(box_board_of(order)).population);
    return settings;
}

std::string state() {
    const PuzzleEvolution& evolution = *run->evolution;
    const Outcome outcome = evolution.outcome();
    Summary run_of_one;
    run_of_one.add(outcome);
    io::Record state;
    describe(state, outcome);
    state("ended", evolution.ended());
    state("generation", evolution.generation());
    state("board", outcome.board);
    state("seed", std::to_string(*run->settings.seed));
    state("population", run->settings.config.population);
    state.hexadecimal("fingerprint", run_of_one.fingerprint);
    state("verified", logic::verify(run->puzzle, outcome.board).valid);
    if (evolution.boards(0).count == 0) return state.on_one_line();  // logic settled it
    double bits = 0, cells = 0, distinct = 0;
    for (const PopulationProgress& island : evolution.populations(Detail::diversity)) {
        for (const double cell_bits : island.entropy) bits += cell_bits, ++cells;
        distinct += static_cast<double>(island.distinct);
    }
    state("best", evolution.progress().best_cost);
    state("mean", evolution.progress().mean);
    state("distinct", distinct);
    state("entropy", bits / cells);
    return state.on_one_line();
}

std::string answer_to(const json& wanted) {
    const std::string task = wanted.at("task");
    if (task == "lists") {
        json all = json::array();
        for (const Preset& preset : presets()) {
            all.push_back({{"name", std::string(preset.name)}, {"summary", std::string(preset.summary())}});
        }
        return json{{"presets", all}}.dump();
    }
    if (task == "begin") {
        run.reset();
        const std::optional<Grid> puzzle = io::grid_of_line(wanted.at("puzzle").get<std::string>());
        if (!puzzle) throw SettingError("this is not a puzzle on one line: 81 signs, 1-9 or . for a blank");
        if (const auto conflict = logic::first_conflict(*puzzle)) throw SettingError(describe(*conflict));
        run = {*puzzle, settings_of(wanted.at("options"), puzzle->order()), nullptr};
        run->evolution = make_stepped_evolution(
            std::make_unique<cpu::Executor>(cpu::make_serial_workers(cpu::Order::forwards)), run->settings.config,
            {{*puzzle, run->settings.presolve, 0, *run->settings.seed}, {}});
    } else {
        run->evolution->step(wanted.at("generations"));
    }
    return state();
}

std::string question, answer;

}  // namespace
}  // namespace evodoku::web

extern "C" {

/// Where the page writes a question of so many bytes.
__attribute__((export_name("question"))) char* question_of(std::uint32_t bytes) {
    evodoku::web::question.assign(bytes, '\0');
    return evodoku::web::question.data();
}

/// Ends with a zero.
__attribute__((export_name("answer"))) const char* answer_to_question() {
    using namespace evodoku::web;
    try {
        answer = answer_to(json::parse(question));
    } catch (const std::exception& error) {
        answer = json({{"error", error.what()}}).dump(-1, ' ', false, json::error_handler_t::replace);
    }
    return answer.c_str();
}

}  // extern "C"
