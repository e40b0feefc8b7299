// `evodoku bench`: measures, prints, writes files.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

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
                                              "uniform-box:rate=0.8",
                                              "--mutation",
                                              "swap:rate=0.3,most=5",
                                              "--format",
                                              "line",
                                              "--quiet"});
    if (interrupt_signal() != 0) throw bench::Stopped();
    if (ended.code == some_not_solved) return ended.seconds;
    const std::string how =
        fmt::format("the program, started for one generation on {} with population {}, ended with {}: {}",
                    to_text(device), population, ended.how, ended.last_words);
    if (ended.code == no_usable_device) throw DeviceError(how);
    if (ended.code == usage_error) throw UsageError(how);  // memory, say
    throw std::runtime_error(how);
}

[[noreturn]] void refuse(const std::string& file) { throw InputOutputError(fmt::format("cannot write {}", file)); }

/// What a name stands for: of a link, where it leads, whether or not there is a file yet.
std::string target_of(const std::string& file) {
    std::error_code error;
    std::filesystem::path target = file;
    for (int links = 0; std::filesystem::is_symlink(target, error); ++links) {
        if (links == 40) refuse(file);
        target = target.parent_path() / std::filesystem::read_symlink(target, error);
        if (error) refuse(file);
    }
    return target.string();
}

/// Where a text for `target` is written: a file is complete or as it was before, so beside it; a device or a pipe gets
/// the text as it comes.
std::string written_first(const std::string& target) {
    std::error_code error;
    const bool in_place = std::filesystem::exists(target, error) && !std::filesystem::is_regular_file(target, error);
    return in_place ? target : target + ".part";
}

/// Better to know now than after an hour. A file that is there stays as it is.
void require_writable(const std::string& file) {
    const std::string target = target_of(file), written = written_first(target);
    for (const std::string& each : {target, written}) {
        std::error_code error;
        const bool there = std::filesystem::exists(each, error);
        if (!std::ofstream(each, std::ios::app)) refuse(file);
        if (!there) std::filesystem::remove(each, error);
    }
}

void write(const std::string& file, const std::string& text) {
    const std::string target = target_of(file), written = written_first(target);
    std::ofstream out(written, std::ios::binary);
    out << text << std::flush;
    if (!out) refuse(file);
    out.close();
    std::error_code error;
    if (written != target) std::filesystem::rename(written, target, error);
    if (error) refuse(file);
}

/// Other programs on the same processors spoil every figure, however often it is taken.
void warn_of_load() {
    double minute = 0;
    if (getloadavg(&minute, 1) != 1 || minute < 0.5) return;
    say(fmt::format("bench: this machine is busy (load {:.1f}): figures will be low, ratios of threads wrong", minute));
}

void hand_on(const bench::Result& result, const BenchSettings& settings) {
    std::cout << (settings.csv_file == "-" ? bench::to_csv(result) : bench_tables(result)) << std::flush;
    if (!settings.json_file.empty()) write(settings.json_file, bench::to_json(result));
    if (!settings.csv_file.empty() && settings.csv_file != "-") write(settings.csv_file, bench::to_csv(result));
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
    if (!settings.json_file.empty()) require_writable(settings.json_file);
    if (!settings.csv_file.empty() && settings.csv_file != "-") require_writable(settings.csv_file);
    if (!settings.quiet) warn_of_load();
    watch_for_interrupt();
    bench::Result result;
    result.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    result.build = {{"version", version},
                    {"commit", commit},
                    {"compiler", compiler},
                    {"flags", fmt::format("{}, {} ({})", build_type, instruction_set, compiler_flags)},
                    {"CUDA", cuda_build}};
    try {
        bench::run(options, result);
    } catch (const std::exception&) {  // a device, memory, a wrong result: what was measured before counts
        hand_on(result, settings);
        throw;
    }
    hand_on(result, settings);
    return interrupt_signal() != 0 ? interrupted + interrupt_signal() : all_solved;
}

}  // namespace evodoku::app
