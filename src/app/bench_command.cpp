// `evodoku bench`: measures, prints, writes files.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "bench_options.hpp"
#include "bench_table.hpp"
#include "commands.hpp"
#include "commit.hpp"
#include "evodoku/bench/benchmark.hpp"
#include "evodoku/io/grid_text.hpp"
#include "exit_codes.hpp"
#include "interrupt.hpp"
#include "messages.hpp"
#include "process_start.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

/// A process that makes one generation of the bench's puzzle and ends without having solved it.
double start_program(const Device& device, unsigned threads, std::uint32_t population) {
    return seconds_of_own_process({"solve",
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
                                   "uniform-box:rate=0.8",
                                   "--mutation",
                                   "swap:rate=0.3,most=5",
                                   "--format",
                                   "line",
                                   "--quiet"},
                                  some_not_solved);
}

void write(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text << std::flush;
    if (!out) throw InputOutputError(fmt::format("cannot write {}", file));
}

/// Other programs on the same processors spoil every figure, however often it is taken.
void warn_of_load() {
    double minute = 0;
    if (getloadavg(&minute, 1) != 1 || minute < 0.5) return;
    say(fmt::format("bench: this machine is busy (load {:.1f}): figures will be low, ratios of threads wrong", minute));
}

void hand_on(const bench::Result& result, const BenchSettings& settings) {
    if (!settings.json_file.empty()) write(settings.json_file, bench::to_json(result));
    if (settings.csv_file == "-") {
        std::cout << bench::to_csv(result);
    } else {
        if (!settings.csv_file.empty()) write(settings.csv_file, bench::to_csv(result));
        std::cout << bench_tables(result);
    }
}

bench::Options options_of(const BenchSettings& settings) {
    bench::Options options;
    for (const std::string& text : settings.devices) {
        const DeviceChoice choice = choose_device(text);
        if (!choice.note.empty()) say(choice.note);
        options.devices.push_back(choice.device);
    }
    options.threads = settings.threads;
    options.populations = settings.populations;
    options.only = settings.only;
    options.patience = settings.patience;
    options.seed = settings.seed;
    options.start_program = start_program;
    options.should_stop = [] { return interrupt_signal() != 0; };
    if (!settings.quiet) options.on_progress = [](const std::string& what) { say("bench: " + what); };
    return options;
}

}  // namespace

int bench_command(int argc, const char* const* argv) {
    const BenchSettings settings = parse_bench_options(argc, argv);
    if (settings.help) {
        std::cout << bench_help();
        return all_solved;
    }
    const bench::Options options = options_of(settings);
    if (!settings.json_file.empty()) write(settings.json_file, "");  // better to know now than after an hour
    if (!settings.quiet) warn_of_load();
    watch_for_interrupt();
    bench::Result result;
    result.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    result.build = {{"version", version},
                    {"commit", commit},
                    {"compiler", compiler},
                    {"flags", fmt::format("{}, {}", build_type, instruction_set)},
                    {"CUDA", cuda_build}};
    try {
        bench::run(options, result);
    } catch (const std::runtime_error&) {  // DeviceError, MemoryError: what was measured before counts
        hand_on(result, settings);
        throw;
    }
    hand_on(result, settings);
    return interrupt_signal() != 0 ? interrupted + interrupt_signal() : all_solved;
}

}  // namespace evodoku::app
