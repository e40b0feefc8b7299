// `evodoku bench`: measures, prints, writes files.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <iostream>
#include <optional>

#include "bench.hpp"
#include "bench/benchmark.hpp"
#include "bench_tally.hpp"
#include "commands.hpp"
#include "commit.hpp"
#include "evodoku/io/grid_text.hpp"
#include "output.hpp"
#include "process.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// A process that makes one generation of the benchmark's puzzle and ends without having solved it.
double start_program(const Device& device, unsigned threads, std::uint32_t population) {
    const OwnProcess ended = run_own_process({"solve",
                                              "--puzzle",
                                              io::to_line(bench::bench_puzzle()),
                                              "--presolve",
                                              "none",
                                              "--device",
                                              to_text(device),
                                              "--threads",
                                              std::to_string(threads),
                                              "--population",
                                              std::to_string(population),
                                              "--generations",
                                              "1",
                                              "--seed",
                                              "1",
                                              "--selection",
                                              "tournament:size=3",
                                              "--crossover",
                                              "uniform:rate=0.8",
                                              "--mutation",
                                              "swap:rate=0.3,max-swaps=5",
                                              "--format",
                                              "line",
                                              "--quiet"});
    if (interrupt_signal() != 0) throw bench::Stopped();
    if (ended.code == some_not_solved) return ended.seconds;
    const std::string how =
        fmt::format("the program, started for one generation on {} with population {}, ended with {}: {}",
                    to_text(device), population, ended.how, ended.last_words);
    if (ended.code == no_usable_device) throw DeviceError(how);
    if (ended.code == usage_error) throw UsageError(how);  // memory, for example
    throw std::runtime_error(how);
}

/// Other programs on the same processors distort every figure, however often it is measured.
void warn_of_load(const bench::MachineLoad& load) {
    if (load.before < 0.5) return;
    say(fmt::format("bench: this machine is busy (load {:.1f}): figures will be low, ratios of threads wrong",
                    load.before));
}

/// The files of a benchmark, open from its beginning.
struct BenchFiles {
    explicit BenchFiles(const BenchSettings& settings) : csv_on_output(settings.csv_file == "-") {
        if (!settings.json_file.empty()) json.emplace(settings.json_file);
        if (!settings.csv_file.empty() && !csv_on_output) csv.emplace(settings.csv_file);
    }

    bool csv_on_output;
    std::optional<WrittenFile> json, csv;
};

void hand_on(const bench::Result& result, BenchFiles& files) {
    std::cout << (files.csv_on_output ? bench::to_csv(result) : bench_tables(result)) << std::flush;
    if (files.json) files.json->replace(bench::to_json(result));
    if (files.csv) files.csv->replace(bench::to_csv(result));
}

/// Each device once. Reports why one is left out.
void add_devices(const std::string& text, std::vector<Device>& devices) {
    UsableDevices found;
    if (text == "all") {
        found = usable_devices();
    } else {
        const DeviceChoice choice = choose_device(text);
        found.devices = {choice.device};
        if (!choice.note.empty()) found.notes = {choice.note};
    }
    for (const std::string& note : found.notes) say(note);
    for (const Device& device : found.devices) {
        const bool listed =
            std::ranges::any_of(devices, [&](const Device& other) { return to_text(other) == to_text(device); });
        if (!listed) devices.push_back(device);
    }
}

/// `tally` must outlive them.
bench::Options options_of(const BenchSettings& settings, BenchTally& tally) {
    bench::Options options;
    for (const std::string& text : settings.devices) add_devices(text, options.devices);
    options.threads = settings.threads;
    options.populations = settings.populations;
    options.only = settings.only;
    options.sets = settings.sets;
    options.large = large_set(settings);
    options.time_limit = settings.time_limit;
    options.patience = settings.patience;
    options.seed = settings.seed;
    options.start_program = start_program;
    options.should_stop = [] { return interrupt_signal() != 0; };
    options.on_progress = [&tally](const bench::Progress& progress) {
        tally.begin({progress.step, progress.steps, progress.what, progress.seconds_left});
    };
    return options;
}

}  // namespace

int run_bench(const std::string&, const CommandLine& line) {
    const BenchSettings settings = read_bench_settings(line);
    check_own_files({{"--json", settings.json_file}, {"--csv", settings.csv_file}},
                    {{"the puzzles", settings.puzzles}});
    BenchTally tally(settings.quiet ? When::never : settings.progress);
    const bench::Options options = options_of(settings, tally);
    BenchFiles files(settings);
    const bench::LoadMeter meter;
    if (!settings.quiet) warn_of_load(meter.load());
    watch_for_interrupt(interrupt_notice(settings.quiet));
    bench::Result result;
    result.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    result.build = {{"version", version},
                    {"commit", commit},
                    {"compiler", compiler},
                    {"flags", fmt::format("{}, {} ({})", build_type, instruction_set, compiler_flags)},
                    {"CUDA", cuda_build}};
    try {
        bench::run(options, result);
    } catch (const std::exception&) {  // a device, memory, a wrong result: the measurements so far count
        tally.end();
        result.load = meter.load();
        hand_on(result, files);
        throw;
    }
    tally.end();
    result.load = meter.load();
    hand_on(result, files);
    return interrupt_signal() != 0 ? interrupted + interrupt_signal() : all_solved;
}

}  // namespace evodoku::app
