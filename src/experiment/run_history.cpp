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

bool wants_history(const Experiment& experiment, const Machine& machine) {
    return experiment.plan.full_history || !machine.tensorboard_folder.empty();
}

RunHistory::RunHistory(const Experiment& experiment, const Run& run, const Machine& machine)
    : name_((fs::path(machine.history_folder) / history_file_name(experiment, run)).string()),
      folder_((fs::path(machine.tensorboard_folder) / history_file_name(experiment, run)).replace_extension().string()),
      recorder_(configuration_of(experiment, run).settings.config, schedule_of(experiment, run),
                [this](const history::Line& line) {
                    if (file_) file_->add(line);
                    if (board_) board_->add(line);
                }) {
    if (experiment.plan.full_history) {
        std::error_code ignored;  // opening fails, too
        fs::create_directories(fs::path(name_).parent_path(), ignored);
        temporary_.emplace(name_, TemporaryFile::Name::always);
        file_.emplace(temporary_->name(), history::FileFormat::json_lines);
        file_->begin(to_line(header_of(experiment, run, machine)));
    }
    if (!machine.tensorboard_folder.empty()) {
        const Config& config = configuration_of(experiment, run).settings.config;
        board_.emplace(history::TensorBoard::of_one_run(folder_, config.islands > 1));
    }
    recorder_.begin_run(run.seed);
    const PlannedPuzzle& puzzle = experiment.puzzles[run.puzzle];
    recorder_.begin_puzzle(0, puzzle.grid, puzzle.file, puzzle.line);
}

RunHistory::~RunHistory() {
    std::error_code ignored;
    if (!complete_ && board_) fs::remove_all(folder_, ignored);
}

void RunHistory::complete(const Outcome& outcome) {
    recorder_.end_puzzle(outcome);
    if (board_) {
        board_->flush();
        if (!board_->failure().empty()) throw history::HistoryFileError(board_->failure());
    }
    if (file_) {
        file_->flush();
        if (!file_->failure().empty()) throw history::HistoryFileError(file_->failure());
        temporary_->replace_target();
    }
    complete_ = true;
}

}  // namespace evodoku::experiment
