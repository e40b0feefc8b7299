// Names, the header, and the rename at the end.
#include "experiment/run_history.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <system_error>

#include "experiment/file_name.hpp"

namespace evodoku::experiment {
namespace {

namespace fs = std::filesystem;

history::HistoryFile opened(const std::string& name) {
    std::error_code ignored;  // opening fails, too
    fs::create_directories(fs::path(name).parent_path(), ignored);
    return {name, history::FileFormat::json_lines};
}

const Configuration& configuration_of(const Experiment& experiment, const Run& run) {
    return experiment.plan.configurations[run.configuration];
}

history::Schedule schedule_of(const Experiment& experiment, const Run& run) {
    return history::schedule_of(configuration_of(experiment, run).settings.config, experiment.plan.history_every);
}

history::Header header_of(const Experiment& experiment, const Run& run, const Machine& machine) {
    const Configuration& configuration = configuration_of(experiment, run);
    history::Header header;
    header.version = machine.provenance.version, header.commit = machine.provenance.commit;
    header.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    header.devices = {machine.provenance.machine};
    header.seed = run.seed, header.run_seed = seed_of(experiment, run);
    header.name = configuration.name;
    for (const Value& value : values_of(configuration.settings, search_settings())) {
        header.configuration.emplace_back(value.name, value.text);
    }
    header.schedule = schedule_of(experiment, run);
    return header;
}

}  // namespace

std::string history_file_name(const Experiment& experiment, const Run& run) {
    const PlannedPuzzle& puzzle = experiment.puzzles[run.puzzle];
    return fmt::format("{}/{}-{}-seed{}-{:016x}.jsonl", file_name(configuration_of(experiment, run).name),
                       file_name(puzzle.file), puzzle.line, run.seed, seed_of(experiment, run));
}

RunHistory::RunHistory(const Experiment& experiment, const Run& run, const Machine& machine)
    : name_((fs::path(machine.history_folder) / history_file_name(experiment, run)).string()),
      file_(opened(name_ + ".part")),
      recorder_(configuration_of(experiment, run).settings.config, schedule_of(experiment, run),
                [this](const history::Line& line) { file_.add(line); }) {
    file_.begin(to_line(header_of(experiment, run, machine)));
    recorder_.begin_run(run.seed);
    const PlannedPuzzle& puzzle = experiment.puzzles[run.puzzle];
    recorder_.begin_puzzle(0, puzzle.grid, puzzle.file, puzzle.line);
}

RunHistory::~RunHistory() {
    std::error_code ignored;
    fs::remove(name_ + ".part", ignored);
}

void RunHistory::complete(const Outcome& outcome) {
    recorder_.end_puzzle(outcome);
    file_.flush();
    if (!file_.failure().empty()) throw history::HistoryFileError(file_.failure());
    std::error_code error;
    fs::rename(name_ + ".part", name_, error);
    if (error) throw history::HistoryFileError(fmt::format("cannot write {}: {}", name_, error.message()));
}

}  // namespace evodoku::experiment
