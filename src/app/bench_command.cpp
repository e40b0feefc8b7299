// `evodoku bench`: its options, and the measurement itself.
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <optional>

#include "bench/benchmark.hpp"
#include "commands.hpp"
#include "commit.hpp"
#include "core/host_work.hpp"
#include "history/history.hpp"
#include "live_view.hpp"
#include "settings/puzzle_settings.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

struct BenchSettings : bench::Options {
    bool quiet = false;
    When progress = When::automatic;
};

SettingTable<BenchSettings> bench_settings() {
    SettingTable<BenchSettings> table;
    append(table, bench::bench_settings());
    table.push_back(progress_row<BenchSettings>(&BenchSettings::progress));
    table.push_back(flag_row<BenchSettings>({"quiet", "", "do not report progress", 'q'}, &BenchSettings::quiet));
    return table;
}

}  // namespace

std::vector<Option> bench_options() { return options_of(bench_settings()); }

int run_bench(const std::string&, const CommandLine& line) {
    BenchSettings settings = read_settings(bench_settings(), line);
    if (settings.quick) {
        settings.be_quick();
        settings = read_settings(bench_settings(), line, settings);  // again: what the user chose stays
    }
    settings.populations = bench::parse_populations(settings.axis);
    check_own_files({{"--json", settings.json_file}, {"--csv", settings.csv_file}}, {});
    bench::Progress progress;
    Clock::time_point begin;  // of the measurement
    Tally tally(settings.quiet ? When::never : settings.progress, [&]() -> std::vector<std::string> {
        if (progress.steps == 0) return {};
        return {to_text(progress, seconds_since(begin))};
    });
    for (const std::string& note : settings.choose_devices()) say(note);
    settings.should_stop = [] { return interrupt_signal() != 0; };
    settings.on_progress = [&](const bench::Progress& now) {
        tally.update([&] { progress = now, begin = Clock::now(); }, true);
    };
    const bool csv_on_output = settings.csv_file == "-";
    std::optional<WrittenFile> json, csv;  // open from the beginning: it is known early that they can be written
    if (!settings.json_file.empty()) json.emplace(settings.json_file);
    if (!settings.csv_file.empty() && !csv_on_output) csv.emplace(settings.csv_file);
    if (double load = 0; !settings.quiet && getloadavg(&load, 1) == 1 && load >= 0.5)
        say(fmt::format("bench: this machine is busy (load {:.1f}): figures will be low, ratios of threads wrong",
                        load));
    watch_for_interrupt(settings.quiet);
    bench::Result result;
    result.date = history::time_text();
    result.build = {{"version", version},
                    {"commit", commit},
                    {"compiler", compiler},
                    {"flags", fmt::format("{}, {} ({})", build_type, instruction_set, compiler_flags)},
                    {"CUDA", cuda_build}};
    const auto end = [&] {
        tally.end();
        std::cout << (csv_on_output ? to_csv(result) : to_text(result)) << std::flush;
        if (json) json->replace(bench::to_json(result));
        if (csv) csv->replace(bench::to_csv(result));
    };
    try {
        bench::run(settings, result);
    } catch (const std::exception&) {  // a device, memory, a wrong result: the measurements so far count
        end();
        throw;
    }
    end();
    if (interrupt_signal() != 0) return interrupted + interrupt_signal();
    if (!result.measurements.empty()) return all_solved;
    say(fmt::format("bench: no figure: {}; repeat it on a quiet machine, or with fewer populations", result.stopped));
    return nothing_measured;
}

}  // namespace evodoku::app
