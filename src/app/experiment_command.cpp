// `evodoku experiment`: a plan in, a file of results and a table out.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <set>
#include <thread>

#include "commands.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/memory_error.hpp"
#include "evodoku/experiment/result_file.hpp"
#include "exit_codes.hpp"
#include "experiment_options.hpp"
#include "experiment_table.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "puzzle_input.hpp"
#include "text_file.hpp"
#include "wording.hpp"

namespace evodoku::app {
namespace {

using namespace evodoku::experiment;
namespace fs = std::filesystem;

std::string beside(const std::string& plan, const std::string& file) {
    return (fs::path(plan).parent_path() / file).string();
}

bool is_chosen(const PuzzleFile& file, std::size_t line) {
    return file.lines.empty() || std::ranges::any_of(file.lines, [&](const auto& range) {
               return range.first <= line && line <= range.second;
           });
}

/// The puzzles of a file, all of them.
std::vector<InputPuzzle> read_all(PuzzleInput& input) {
    std::vector<InputPuzzle> puzzles;
    for (InputPuzzle puzzle; input.next(puzzle);) puzzles.push_back(puzzle);
    return puzzles;
}

void check_lines(const PuzzleFile& file, const std::vector<InputPuzzle>& puzzles) {
    for (const auto& [first, last] : file.lines) {
        const bool found = std::ranges::any_of(
            puzzles, [&, from = first, to = last](const auto& each) { return from <= each.line && each.line <= to; });
        if (found) continue;
        const std::string lines =
            first == last ? fmt::format("line {}", first) : fmt::format("lines {}-{}", first, last);
        throw UsageError(fmt::format("{}: no puzzle of {} begins on {}", file.place, file.name, lines));
    }
}

PuzzleInput open_planned(const Plan& plan, const PuzzleFile& file) {
    try {
        return PuzzleInput({{InputSource::Kind::file, beside(plan.source, file.name)}});
    } catch (const InputOutputError& error) {
        throw InputOutputError(fmt::format("{}: {}", file.place, error.what()));
    }
}

/// The puzzles of the plan; none where some are bad, which is said.
std::vector<PlannedPuzzle> read_planned(const Plan& plan) {
    std::vector<PlannedPuzzle> puzzles;
    std::size_t bad = 0;
    for (const PuzzleFile& file : plan.puzzles) {
        PuzzleInput input = open_planned(plan, file);
        for (const std::string& error : input.errors()) say(error);
        bad += input.bad();
        if (bad != 0) continue;
        const std::vector<InputPuzzle> all = read_all(input);
        check_lines(file, all);
        for (const InputPuzzle& puzzle : all) {
            if (!is_chosen(file, puzzle.line)) continue;
            const bool again = std::ranges::any_of(
                puzzles, [&](const auto& each) { return each.file == file.name && each.line == puzzle.line; });
            if (again) throw UsageError(fmt::format("{}: {}:{} stands twice", file.place, file.name, puzzle.line));
            puzzles.push_back({puzzle.grid, file.name, puzzle.line});
        }
    }
    if (bad != 0) puzzles.clear();
    return puzzles;
}

std::string output_name(const ExperimentSettings& settings, const Plan& plan) {
    if (!settings.output.empty()) return settings.output;
    if (!plan.output.empty()) return beside(plan.source, plan.output);
    return fs::path(plan.source).replace_extension(".jsonl").string();
}

Machine make_machine(const ExperimentSettings& settings, const Device& device) {
    Machine machine;
    const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
    const bool on_cpu = device.kind == Device::Kind::cpu;
    machine.runs_at_once = !on_cpu ? 1 : settings.threads != 0 ? settings.threads : processors;
    machine.make_backend = [device](const Config& config) { return make_backend(device, config, 1); };
    machine.should_stop = [] { return interrupt_signal() != 0; };
    return machine;
}

/// Finds out before the first run whether every configuration of a run that is left has room, as often as runs are made
/// at once: so many puzzles side by side take the same memory. More than a batch may have can't be tried.
void try_configurations(const Experiment& experiment, const std::vector<Run>& left, const Machine& machine,
                        const Device& device) {
    const std::size_t at_once = std::min<std::size_t>(machine.runs_at_once, left.size());
    std::set<std::size_t> numbers;
    for (const Run& run : left) numbers.insert(run.configuration);
    for (const std::size_t number : numbers) {
        const Configuration& configuration = experiment.plan.configurations[number];
        const Config& config = configuration.settings.config;
        const std::size_t slots = std::min<std::size_t>(at_once, most_individuals / config.reserved());
        std::string wrong;
        bool on_gpu = false;
        try {
            const auto fits = make_backend(device, config, 1, static_cast<std::uint32_t>(slots))->puzzle_slots();
            if (fits < slots) wrong = fmt::format("memory is too small for {} runs at once; -j {} fits", slots, fits);
        } catch (const MemoryError& error) {
            wrong = error.what();
            on_gpu = error.on_gpu;
        }
        if (wrong.empty()) continue;
        wrong = fmt::format("{}: configuration '{}': {}", experiment.plan.source, configuration.name, wrong);
        if (on_gpu) throw DeviceError(wrong);
        throw UsageError(wrong);
    }
}

/// Now and then, how far it is.
class Tally {
public:
    Tally(bool quiet, std::size_t done, std::size_t all) : quiet_(quiet), done_(done), all_(all) {}

    void count(const Record& record) {
        ++done_;
        solved_ += record.solved;
        const auto now = std::chrono::steady_clock::now();
        if (quiet_ || now - last_ < std::chrono::seconds(10)) return;
        last_ = now;
        say(fmt::format("{} of {}, {} solved since the beginning", done_, counted(all_, "run"), solved_));
    }

private:
    bool quiet_;
    std::size_t done_, all_, solved_ = 0;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Makes the runs that are left; returns the records of all that were made, now or before.
std::vector<Record> carry_out(const Experiment& experiment, const std::vector<Run>& left, const Machine& machine,
                              ResultFile& file, bool quiet) {
    const auto tell = [&](const std::string& text) {
        if (!quiet) say(text);
    };
    std::vector<Record> records = file.records();
    if (file.torn_bytes() != 0) {
        say(fmt::format("{}: the last line was cut off ({}); dropped, its run is made again", file.name(),
                        counted(file.torn_bytes(), "byte")));
        file.drop_torn_line();
    }
    const std::string there = fmt::format("{} in {} already", records.size(), file.name());
    const std::size_t at_once = std::min<std::size_t>(machine.runs_at_once, left.size());
    tell(fmt::format("{}, {}{}", counted(experiment.runs(), "run"), there,
                     at_once == 0 ? "" : fmt::format(", {} at once", at_once)));
    Tally tally(quiet, records.size(), experiment.runs());
    make_runs(experiment, left, machine, [&](const Record& record) {
        file.append(record);
        records.push_back(record);
        tally.count(record);
    });
    if (records.size() < experiment.runs()) {
        tell(fmt::format("stopped; {} left, which the same command makes",
                         counted(experiment.runs() - records.size(), "run")));
    }
    return records;
}

}  // namespace

int experiment_command(int argc, const char* const* argv) {
    const ExperimentSettings settings = parse_experiment_options(argc, argv);
    if (settings.help) {
        std::cout << experiment_help();
        return all_solved;
    }
    Experiment experiment;
    experiment.plan = read_plan(read_text_file(settings.plan), settings.plan);
    experiment.puzzles = read_planned(experiment.plan);
    if (experiment.puzzles.empty()) return bad_puzzle;
    const DeviceChoice choice = choose_device(settings.device);
    if (!settings.quiet && !choice.note.empty()) say(choice.note);
    const Machine machine = make_machine(settings, choice.device);
    try {
        const std::string name = output_name(settings, experiment.plan);
        const bool was_there = fs::exists(name);
        ResultFile file(name);
        const std::vector<Run> left = runs_to_make(experiment, file.records(), file.name());
        try {
            try_configurations(experiment, left, machine, choice.device);
        } catch (...) {
            if (!was_there) fs::remove(name);
            throw;
        }
        watch_for_interrupt();
        const std::vector<Record> records = carry_out(experiment, left, machine, file, settings.quiet);
        std::cout << table_text(summarise(experiment, records, settings.grouping), settings.format);
    } catch (const ResultFileError& error) {
        throw InputOutputError(error.what());
    }
    flush_results();
    return interrupt_signal() != 0 ? interrupted + interrupt_signal() : static_cast<int>(all_solved);
}

}  // namespace evodoku::app
