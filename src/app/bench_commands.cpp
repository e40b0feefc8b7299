// `evodoku bench`, and `evodoku compare` of two of its results; bench/ has the measurement.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <stdexcept>

#include "bench/benchmark.hpp"
#include "bench/result.hpp"
#include "commands.hpp"
#include "commit.hpp"
#include "core/host_work.hpp"
#include "history/history.hpp"
#include "puzzle_input.hpp"
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

struct CompareSettings {
    double tolerance = 0.05;
};

SettingTable<CompareSettings> compare_settings() {
    return {share_row<CompareSettings>({"tolerance", "", "ignore differences up to this share"},
                                       &CompareSettings::tolerance)};
}

bench::Result read_result(const std::string& file) {
    const std::string text = read_text_file(file);
    if (text.empty()) throw FileError(fmt::format("{}: the file is empty; repeat evodoku bench --json FILE", file));
    try {
        return bench::from_json(text);
    } catch (const std::invalid_argument& error) {
        throw FileError(
            fmt::format("{}: {}; expected: a file that evodoku bench --json FILE wrote", file, error.what()));
    }
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

std::vector<Option> compare_options() { return options_of(compare_settings()); }

int run_compare(const std::string&, const CommandLine& line) {
    const CompareSettings settings = read_settings(compare_settings(), line);
    const std::vector<std::string>& files = line.words;
    if (files.size() != 2)
        throw SettingError("compare takes two files of evodoku bench --json; see evodoku compare --help");
    const bench::Result results[2] = {read_result(files[0]), read_result(files[1])};
    const std::vector<bench::Comparison> all = compare(results[0], results[1], settings.tolerance);
    for (std::size_t k : {0, 1}) {
        if (all.empty() && results[k].measurements.empty()) {
            throw SettingError(fmt::format("{} has no measurement{}; repeat evodoku bench", files[k],
                                           results[k].stopped.empty() ? "" : ": it ended " + results[k].stopped));
        }
    }
    if (all.empty())
        throw SettingError("the two files have no measurement in common; measure both with the same options");

    for (const std::string& difference : differences(results, files)) say(difference);
    std::cout << to_text(all);
    const auto slower = std::ranges::count_if(
        all, [](const bench::Comparison& one) { return one.verdict == "SLOWER" && one.population != 0; });
    say(fmt::format("{} compared, {} slower", counted(all.size(), "measurement"), slower));
    return slower != 0 ? some_slower : all_solved;
}

}  // namespace evodoku::app
