// `evodoku experiment`: a plan in, a file of results and a table out.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "commands.hpp"
#include "commit.hpp"
#include "devices/internal.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/engine/errors.hpp"
#include "experiment/tables.hpp"
#include "live_view.hpp"
#include "output.hpp"
#include "process.hpp"
#include "puzzle_input.hpp"
#include "ranks/over_ranks.hpp"
#include "session.hpp"
#include "settings/setting.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

using namespace evodoku::experiment;
namespace fs = std::filesystem;

std::string terminal_table(const std::vector<Row>& rows) {
    std::vector<std::vector<std::string>> table = to_cells(rows);
    for (std::vector<std::string>& row : table) std::ranges::transform(row, row.begin(), printable);
    return aligned(table) + fmt::format("All {} columns: --format md, or a pipe.\n", table_columns(rows).size());
}

std::string suitable_table(const std::vector<Row>& rows) {
    return isatty(STDOUT_FILENO) != 0 ? terminal_table(rows) : to_markdown(rows);
}

struct ExperimentSettings {
    std::string output;  ///< replaces the plan's own; empty: not given
    std::string device = "cpu", operators;
    unsigned threads = 0;  ///< runs at once; 0 = number of processors
    std::string (*table)(const std::vector<Row>&) = suitable_table;
    Grouping grouping = Grouping::configuration;
    std::string first;         ///< configuration; empty: that of the plan
    bool pairs = false;        ///< see Comparison
    bool any_version = false;  ///< continues results of another version
    When progress = When::automatic;
    bool quiet = false;
};

SettingTable<ExperimentSettings> experiment_settings() {
    using S = ExperimentSettings;
    return {
        text_row<S>({"output", "", "file of results, one line per run (default: that of the plan, or PLAN.jsonl)", 'o'},
                    "FILE", &S::output),
        choice_row<S>({"format", "", "the table; auto = text on a terminal, else md (Markdown)"}, "FORMAT", &S::table,
                      {{"auto", suitable_table},
                       {"text", terminal_table},
                       {"md", to_markdown},
                       {"csv", to_csv},
                       {"json", to_json}}),
        flag_row<S>({"any-version", "", "continue results that another version of the program made"}, &S::any_version),
        choice_row<S>(
            {"by", "", "one row per configuration, or per configuration on each file or puzzle"}, "ROWS", &S::grouping,
            {{"configuration", Grouping::configuration}, {"file", Grouping::file}, {"puzzle", Grouping::puzzle}}),
        text_row<S>({"first", "", "configuration to compare the others with (default: the first of the plan)"}, "NAME",
                    &S::first),
        flag_row<S>({"pairs", "", "compare every two configurations, one row per pair"}, &S::pairs),
        text_row<S>({"device", "", "cpu, cuda, cuda:N or auto", 'd'}, "DEVICE", &S::device, {"cpu", "cuda", "auto"}),
        count_row<S>({"threads", "", "runs at once on the CPU, one thread each; 0 = all processors", 'j'}, &S::threads,
                     0, 1024),
        operators_row<S>("", &S::operators),
        progress_row<S>(&S::progress),
        flag_row<S>({"quiet", "", "print only errors on standard error", 'q'}, &S::quiet)};
}

std::string output_name(const ExperimentSettings& settings, const experiment::Plan& plan) {
    if (settings.output == "-") throw SettingError("--output: an experiment needs a file, not standard output");
    if (!settings.output.empty()) return settings.output;
    if (!plan.output.empty()) return beside(plan.source, plan.output);
    return fs::path(plan.source).replace_extension(".jsonl").string();
}

/// Runs at once in this process.
unsigned runs_here(const ExperimentSettings& settings, const Device& device, const Ranks* session) {
    if (device.kind != Device::Kind::cpu) return 1;
    if (session != nullptr) return std::max(1u, settings.threads);  // the other processors have ranks of their own
    return settings.threads != 0 ? settings.threads : std::max(1u, std::thread::hardware_concurrency());
}

/// The ranks besides rank 0, each of which makes one run at a time. Threads may call make_backend() side by side.
struct OtherRanks {
    explicit OtherRanks(Ranks* session) : ranks(session) {
        for (std::uint32_t rank = 1; ranks != nullptr && rank < ranks->size(); ++rank) free.push_back(rank);
    }

    /// A backend on a free rank; null if there is none. The rank is free again when the backend is gone.
    std::unique_ptr<Backend> make_backend(const Config& config) {
        std::unique_lock lock(mutex);
        if (free.empty()) return nullptr;
        const std::uint32_t rank = free.back();
        free.pop_back();
        lock.unlock();
        const std::shared_ptr<void> lease(this, [this, rank](void*) {
            const std::lock_guard again(mutex);
            free.push_back(rank);
        });
        return make_remote_backend(*ranks, rank, config, 1, lease);
    }

    Ranks* ranks;
    std::mutex mutex;
    std::vector<std::uint32_t> free;
};

/// `results`: the file of results.
Machine make_machine(const ExperimentSettings& settings, const Device& device, const std::string& results,
                     Ranks* session) {
    Machine machine;
    const auto others = std::make_shared<OtherRanks>(session);
    machine.runs_at_once = runs_here(settings, device, session) + static_cast<unsigned>(others->free.size());
    machine.make_backend = [device, others](const Config& config) {
        std::unique_ptr<Backend> there = others->make_backend(config);
        return there ? std::move(there) : make_backend(device, config, 1);
    };
    machine.should_stop = [] { return interrupt_signal() != 0; };
    machine.provenance = {version, commit, fmt::format("{}, {}", facts_of({}).front().text, to_text(device))};
    machine.history_folder = fs::path(results).replace_extension().string() + "-history";
    return machine;
}

/// Checks before the first run whether every configuration with missing runs fits into memory, with as many runs at
/// once: that many puzzles side by side take the same memory. More than the limit of a batch can't be checked.
void try_configurations(const Experiment& experiment, const std::vector<Run>& left, const Device& device,
                        unsigned runs_at_once) {
    const std::size_t at_once = std::min<std::size_t>(runs_at_once, left.size());
    std::set<std::size_t> numbers;
    for (const Run& run : left) numbers.insert(run.configuration);
    for (const std::size_t number : numbers) {
        const Configuration& configuration = experiment.plan.configurations[number];
        const Config& config = configuration.settings.config;
        const std::size_t slots = std::min<std::size_t>(at_once, max_individuals / config.reserved());
        const std::string where = fmt::format("{}: configuration '{}': ", experiment.plan.source, configuration.name);
        try {
            const auto fits = make_backend(device, config, 1, static_cast<std::uint32_t>(slots))->puzzle_slots();
            if (fits >= slots) continue;
            throw SettingError(
                fmt::format("{}memory is too small for {} runs at once; -j {} fits", where, slots, fits));
        } catch (const MemoryError& error) {
            if (error.on_gpu) throw DeviceError(where + without_options(error.what()));
            throw SettingError(where + without_options(error.what()));
        }
    }
}

/// Makes the missing runs; returns the records of all runs, new and old.
std::vector<Record> carry_out(const Experiment& experiment, const std::vector<Run>& left, const Machine& machine,
                              ResultFile& file, bool quiet, When progress) {
    std::vector<Record> records = file.records();
    if (file.torn_bytes() != 0) {
        say(fmt::format("{}: the last line was cut off ({}); dropped, its run is made again", file.name(),
                        counted(file.torn_bytes(), "byte")));
        file.drop_torn_line();
    }
    const std::string there = fmt::format("{} in {} already", records.size(), file.name());
    const std::size_t at_once = std::min<std::size_t>(machine.runs_at_once, left.size());
    say_unless(quiet, fmt::format("{}, {}{}", counted(experiment.runs(), "run"), there,
                                  at_once == 0 ? "" : fmt::format(", {} at once", at_once)));
    const auto lacks = [&](const Record& of) {
        return experiment.plan.history && of.evaluations != 0 && of.history.empty();
    };
    if (const auto count = std::ranges::count_if(records, lacks); count != 0) {
        say_unless(
            quiet,
            fmt::format("{} of them have no history and stay as they are; -o NEW.jsonl makes all runs anew", count));
    }
    try {
        const Clock::time_point begin = Clock::now();
        RunCounts counts{.all = experiment.runs(), .earlier = records.size(), .at_once = at_once};
        Tally tally(quiet ? When::never : progress, [&] {
            counts.seconds = seconds_since(begin);
            return tally_lines(counts);
        });
        make_runs(experiment, left, machine, [&](const Record& record) {
            file.append(record);
            records.push_back(record);
            records.back().forget_shared_texts();
            tally.update([&] { ++counts.made, counts.solved += record.solved; });
        });
        file.sync();
    } catch (const FileError& error) {
        throw FileError(fmt::format("{}; the experiment stops with {} left: make room, then repeat the command",
                                    error.what(), counted(experiment.runs() - records.size(), "run")));
    }
    if (records.size() < experiment.runs()) {
        say_unless(quiet, fmt::format("stopped; {} left. Repeat the command to continue.",
                                      counted(experiment.runs() - records.size(), "run")));
    }
    return records;
}

/// Results of another version, which may name settings differently: a configuration is known by its name alone.
std::vector<Record> adopted(const Experiment& experiment, std::vector<Record> records) {
    for (Record& record : records) {
        for (const Configuration& each : experiment.plan.configurations) {
            if (each.name == record.configuration) record.config_hash = each.hash;
        }
    }
    return records;
}

}  // namespace

CommandInfo experiment_info() {
    return {.options = options_of(experiment_settings()), .notes = std::string(experiment_notes)};
}

int run_experiment(const std::string&, const CommandLine& line) {
    Ranks* const session = join_session(line);
    if (session != nullptr && session->rank() != 0) return serve_session(*session, line);
    const ExperimentSettings settings = read_settings(experiment_settings(), line);
    const std::vector<std::string>& plans = line.words;
    if (plans.empty()) throw SettingError("no plan given: name a file; see evodoku experiment --help");
    if (plans.size() > 1) throw SettingError("experiment: one plan at a time; run the command once for each");
    Experiment experiment;
    BadPuzzles bad;
    std::string bad_file;
    experiment.plan = read_plan(
        read_text_file(plans[0]), plans[0],
        [](const std::string& path) {
            return open_once({InputSource::Kind::file, path});
        },
        [&](const io::ParseError& error) { bad.add(error), bad_file = error.source(); });
    bad.sum_up("evodoku check " + quoted_file(bad_file));
    if (bad.count() != 0) return bad_puzzle;
    const auto is_again = [](const PlannedPuzzle& puzzle) { return puzzle.occurrence != 0; };
    if (const auto again = std::ranges::count_if(experiment.plan.puzzles, is_again); again != 0 && !settings.quiet) {
        say(
            fmt::format("warning: the plan lists {} again; these runs have seeds of their own, but a puzzle that is "
                        "listed twice counts twice",
                        counted(again, "puzzle")));
    }
    names_of(experiment, settings.first);  // a wrong one is refused before the runs
    if (session == nullptr && choose_devices(settings.device, "--device").size() > 1) {
        throw SettingError(fmt::format(
            "--device {} names several devices, and an experiment in one process uses one; start a rank for each with "
            "mpirun, or name one",
            settings.device));
    }
    const Chosen chosen = choose_for(settings.device, "--device", settings.threads, experiment.plan.order, session);
    for (const std::string& other : chosen.others) say_unless(settings.quiet, other);
    const DeviceChoice& choice = chosen.devices.front();
    say_unless(settings.quiet || choice.note.empty(), choice.note);
    const std::string name = output_name(settings, experiment.plan);
    const Machine machine = make_machine(settings, choice.device, name, session);
    std::error_code error;
    const bool was_there = fs::exists(name, error);
    ResultFile file(name);
    if (!settings.any_version) check_provenance(file.records(), machine.provenance, file.name());
    const std::vector<Run> left = runs_to_make(
        experiment, settings.any_version ? adopted(experiment, file.records()) : file.records(), file.name());
    try {
        try_configurations(experiment, left, choice.device, runs_here(settings, choice.device, session));
    } catch (...) {
        if (!was_there) fs::remove(name);
        throw;
    }
    watch_for_interrupt(settings.quiet);
    const std::vector<Record> records = carry_out(experiment, left, machine, file, settings.quiet, settings.progress);
    for (const std::string& warning : warnings_of(records)) {
        say_unless(settings.quiet, "warning: " + warning);
    }
    std::cout << settings.table(summarise(experiment, records, settings.grouping, {settings.first, settings.pairs}));
    flush_results();
    return interrupt_signal() != 0 ? interrupted + interrupt_signal() : static_cast<int>(all_solved);
}

}  // namespace evodoku::app
