// `evodoku bench`: measures, prints, writes files.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <iostream>
#include <mutex>
#include <optional>

#include "bench.hpp"
#include "commands.hpp"
#include "commit.hpp"
#include "core/host_work.hpp"
#include "evodoku/io/grid_text.hpp"
#include "output.hpp"
#include "process.hpp"
#include "status_block.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// A process that makes one generation of the benchmark's puzzle and ends without having solved it.
double start_program(const Device& device, unsigned threads, std::uint32_t population) {
    const OwnProcess ended = run_own_process(
        split(fmt::format("solve --puzzle {} --presolve none --device {} --threads {} --population {} --generations 1 "
                          "--seed 1 --selection tournament:size=3 --crossover uniform:rate=0.8 "
                          "--mutation swap:rate=0.3,max-swaps=5 --format line --quiet",
                          io::to_line(bench::bench_puzzle()), to_text(device), threads, population),
              ' '));
    if (interrupt_signal() != 0) throw bench::Stopped();
    if (ended.code == some_not_solved) return ended.seconds;
    const std::string how =
        fmt::format("the program, started for one generation on {} with population {}, ended with {}: {}",
                    to_text(device), population, ended.how, ended.last_words);
    if (ended.code == no_usable_device) throw DeviceError(how);
    if (ended.code == usage_error) throw UsageError(how);  // memory, for example
    throw std::runtime_error(how);
}

/// How far a benchmark is: a line on a terminal that counts down, a line every ten seconds elsewhere.
class BenchTally {
public:
    explicit BenchTally(When progress) : block_(progress) {}

    /// A measurement begins. On a terminal its line appears at once.
    void begin(const bench::Progress& progress) {
        if (block_.kind() == StatusBlock::Kind::nothing) return;
        {
            const std::lock_guard lock(mutex_);
            progress_ = progress;
            begin_ = Clock::now();
            block_.show_now(progress_text(progress));
        }
        if (!clock_) clock_.emplace([this] { show(); });
    }
    /// Erases the line. Nothing is shown afterwards.
    void end() {
        clock_.reset();
        block_.clear();
    }

private:
    void show() {
        const std::lock_guard lock(mutex_);
        bench::Progress now = progress_;
        now.seconds_left -= seconds_since(begin_);
        block_.show({progress_text(now)}, progress_text(now));
    }

    std::mutex mutex_;  // of the fields below
    StatusBlock block_;
    bench::Progress progress_;
    Clock::time_point begin_;  ///< of the measurement
    std::optional<Ticker> clock_;
};

/// Each device once. Reports why one is left out.
std::vector<Device> chosen_devices(const std::vector<std::string>& wanted) {
    std::vector<Device> devices;
    for (const std::string& text : wanted) {
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
    return devices;
}

/// The files of a benchmark, open from its beginning.
struct BenchFiles {
    explicit BenchFiles(const BenchSettings& settings) : csv_on_output(settings.csv_file == "-") {
        if (!settings.json_file.empty()) json.emplace(settings.json_file);
        if (!settings.csv_file.empty() && !csv_on_output) csv.emplace(settings.csv_file);
    }

    void write(const bench::Result& result) {
        std::cout << (csv_on_output ? bench::to_csv(result) : bench_tables(result)) << std::flush;
        if (json) json->replace(bench::to_json(result));
        if (csv) csv->replace(bench::to_csv(result));
    }

    bool csv_on_output;
    std::optional<WrittenFile> json, csv;
};

}  // namespace

int run_bench(const std::string&, const CommandLine& line) {
    BenchSettings settings = read_bench_settings(line);
    check_own_files({{"--json", settings.json_file}, {"--csv", settings.csv_file}},
                    {{"the puzzles", settings.puzzles}});
    BenchTally tally(settings.quiet ? When::never : settings.progress);
    settings.devices = chosen_devices(settings.wanted_devices);
    settings.start_program = start_program;
    settings.should_stop = [] { return interrupt_signal() != 0; };
    settings.on_progress = [&tally](const bench::Progress& progress) { tally.begin(progress); };
    BenchFiles files(settings);
    const bench::LoadMeter meter;
    if (const double load = meter.load().before; load >= 0.5 && !settings.quiet) {
        say(fmt::format("bench: this machine is busy (load {:.1f}): figures will be low, ratios of threads wrong",
                        load));
    }
    watch_for_interrupt(interrupt_notice(settings.quiet));
    bench::Result result;
    result.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    result.build = {{"version", version},
                    {"commit", commit},
                    {"compiler", compiler},
                    {"flags", fmt::format("{}, {} ({})", build_type, instruction_set, compiler_flags)},
                    {"CUDA", cuda_build}};
    const auto end = [&] {
        tally.end();
        result.load = meter.load();
        files.write(result);
    };
    try {
        bench::run(settings, result);
    } catch (const std::exception&) {  // a device, memory, a wrong result: the measurements so far count
        end();
        throw;
    }
    end();
    return interrupt_signal() != 0 ? interrupted + interrupt_signal() : all_solved;
}

}  // namespace evodoku::app
