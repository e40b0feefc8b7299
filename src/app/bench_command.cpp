// `evodoku bench`: its options, the boards to measure, and the measurement itself.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <ranges>

#include "commands.hpp"
#include "commit.hpp"
#include "core/host_work.hpp"
#include "engine/text.hpp"
#include "history/history.hpp"
#include "live_view.hpp"
#include "output.hpp"
#include "process.hpp"
#include "puzzle_input.hpp"
#include "settings/puzzle_settings.hpp"
#include "settings/search_settings.hpp"
#include "tables.hpp"
#include "version.hpp"

namespace evodoku::app {
namespace {

struct BenchSettings : bench::Options {
    std::vector<std::string> wanted_devices = {"all"};  ///< "all": the CPU and every usable GPU
    std::string axis = "4k:1M:x4";
    std::string puzzles;    ///< the file of `boards`; empty: the program's own puzzles
    std::string operators;  ///< the shared objects with those of one's own
    bool quick = false;
    std::string json_file, csv_file;  ///< empty: none
    bool quiet = false;
    When progress = When::automatic;
};

std::string list_text(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ",")); }

std::vector<std::string> read_works(std::string_view label, std::string_view text) {
    std::vector<std::string> words = split(text, ',');
    for (const std::string& word : words) read_word(label, word, bench::works());
    return words;
}

double read_limit(std::string_view label, std::string_view text) {
    const auto time = parse_duration(text);
    if (!time) throw SettingError(fmt::format("{}: '{}' is not a time, as in 2s or 500ms", label, text));
    return std::chrono::duration<double>(*time).count();
}

SettingTable<BenchSettings> bench_settings() {
    using S = BenchSettings;
    return {field_row<S>({"device", "",
                          "devices, as in cpu,cuda:0; all = the CPU and every usable GPU; a CPU is measured on all its "
                          "threads and on one",
                          'd'},
                         "LIST", &S::wanted_devices, [](auto, std::string_view text) { return split(text, ','); },
                         list_text, {"all", "cpu", "cuda:0"}),
            count_row<S>({"threads", "", "CPU threads; 0 = all", 'j'}, &S::threads, 0, 1024),
            text_row<S>({"axis", "", "populations: N, a list, or a range as in 4k:4M:x4", 'a'}, "RANGE", &S::axis),
            field_row<S>({"only", "", "make only these measurements, as in puzzles,score"}, "LIST", &S::only,
                         read_works, list_text, bench::works()),
            operators_row<S>("", &S::operators),
            text_row<S>({"puzzles", "", "boards to measure, of any order, in place of the program's puzzles"}, "FILE",
                        &S::puzzles),
            flag_row<S>({"quick", "", "fewer populations and puzzles, short measurements: under 20 seconds in total"},
                        &S::quick),
            share_row<S>({"spread", "", "repeat until the quartiles are within this share of the median"},
                         field_of(&S::patience, &bench::Patience::spread)),
            field_row<S>({"limit", "", "maximum time per figure, after 5 repetitions"}, "TIME",
                         field_of(&S::patience, &bench::Patience::limit_seconds), read_limit,
                         [](double seconds) { return fmt::format("{:g}s", seconds); }),
            count_row<S>({"seed", "", "seed for all random numbers", 's'}, &S::seed, 0, ~std::uint64_t{0}),
            text_row<S>({"json", "", "write the result to a file"}, "FILE", &S::json_file),
            text_row<S>({"csv", "", "write the figures to a file; - is standard output, instead of the table"}, "FILE",
                        &S::csv_file),
            progress_row<S>(&S::progress),
            flag_row<S>({"quiet", "", "do not report progress", 'q'}, &S::quiet)};
}

bench::PuzzleSet boards_of(const std::string& file) {
    std::vector<InputSource> sources{input_source(file)};
    const int order = order_of_input(sources, 0);
    const std::string name = file == "-" ? "input" : std::filesystem::path(file).filename().string();
    bench::PuzzleSet set{fmt::format("{0}x{0}-{1}", order * order, name), {}};
    const auto add = [&](const io::ReadPuzzle& job) {
        refuse_conflict(job);
        set.puzzles.push_back(job.grid);
    };
    visit_puzzles(sources, order, add, [](const io::ParseError& error) { throw error; });
    return set;
}

/// All but the devices and the functions. Throws SettingError; io::ParseError and FileError for a file of puzzles.
BenchSettings read_bench_settings(const CommandLine& line) {
    BenchSettings settings = read_settings(bench_settings(), line);
    const bool has_boards = !settings.puzzles.empty();
    if (has_boards && line.has("only"))
        throw SettingError("--only names measurements of the program's own puzzles; leave it out with --puzzles");
    if (has_boards) settings.boards = boards_of(settings.puzzles);
    const bool is_9x9 = !has_boards || settings.boards->puzzles.front().order() == 3;
    if (has_boards) settings.axis = is_9x9 ? "64:4k:x8" : "4:256:x8";
    if (settings.quick) {
        settings.axis = !has_boards ? "4k,256k" : is_9x9 ? "64" : "4";
        if (!has_boards) settings.only = {"puzzles", "score", "generations"};
        settings.patience.spread = 0.05, settings.patience.limit_seconds = 0.2;
        settings.patience.min_repetitions = 3;
        settings.sets = {"hardest"};
        settings.time_limit = 15;  // and 18 for the measurement under way
    }
    settings = read_settings(bench_settings(), line, settings);  // again: what the user chose stays
    settings.populations = bench::parse_populations(settings.axis, is_9x9 ? 16 : 1);
    return settings;
}

/// Each device once. Reports why one is left out.
std::vector<Device> chosen_devices(const std::vector<std::string>& wanted) {
    std::vector<Device> devices;
    for (const std::string& text : wanted) {
        const auto this_one = [&] {
            const DeviceChoice choice = choose_device(text);
            return UsableDevices{{choice.device}, {choice.note}};
        };
        const UsableDevices usable = text == "all" ? usable_devices() : this_one();
        for (const std::string& note : usable.notes) say_unless(note.empty(), note);
        for (const Device& device : usable.devices) {
            if (std::ranges::count(devices, device) == 0) devices.push_back(device);
        }
    }
    return devices;
}

}  // namespace

CommandInfo bench_info() {
    const auto sets = bench::puzzle_texts() | std::views::transform(&bench::PuzzleText::name);
    return {.options = options_of(bench_settings()),
            .notes = fmt::format(fmt::runtime(bench_notes), fmt::join(sets.begin(), sets.end(), ", "))};
}

int run_bench(const std::string&, const CommandLine& line) {
    BenchSettings settings = read_bench_settings(line);
    check_own_files({{"--json", settings.json_file}, {"--csv", settings.csv_file}},
                    {{"the puzzles", settings.puzzles}});
    bench::Progress progress;
    Clock::time_point begin;  // of the measurement
    Tally tally(settings.quiet ? When::never : settings.progress, [&]() -> std::vector<std::string> {
        if (progress.steps == 0) return {};
        bench::Progress now = progress;
        now.seconds_left -= seconds_since(begin);
        return {progress_text(now)};
    });
    settings.devices = chosen_devices(settings.wanted_devices);
    settings.should_stop = [] { return interrupt_signal() != 0; };
    settings.on_progress = [&](const bench::Progress& now) {
        tally.update([&] { progress = now, begin = Clock::now(); }, true);
    };
    const bool csv_on_output = settings.csv_file == "-";
    std::optional<WrittenFile> json, csv;  // open from the beginning: it is known early that they can be written
    if (!settings.json_file.empty()) json.emplace(settings.json_file);
    if (!settings.csv_file.empty() && !csv_on_output) csv.emplace(settings.csv_file);
    if (double load = 0; !settings.quiet && getloadavg(&load, 1) == 1 && load >= 0.5) {
        say(fmt::format("bench: this machine is busy (load {:.1f}): figures will be low, ratios of threads wrong",
                        load));
    }
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
        std::cout << (csv_on_output ? bench::to_csv(result) : bench_tables(result)) << std::flush;
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
