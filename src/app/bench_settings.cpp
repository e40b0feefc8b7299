// The table of settings of `evodoku bench`, and its help.
#include "bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "bench/benchmark.hpp"
#include "bench/sweep.hpp"
#include "commands.hpp"
#include "engine/nearest.hpp"
#include "engine/numbers.hpp"
#include "puzzle_input.hpp"
#include "settings/setting_rows.hpp"

namespace evodoku::app {
namespace {

using S = BenchSettings;

constexpr const char* notes =
    R"(puzzles          hard puzzles solved per second from puzzle to verified answer, with the default configuration: the
                 sets {} of 100 puzzles each, repeated until a batch fills the device
score            boards scored per second, with the population in memory
generations      children per second of the plain genetic algorithm: select, cross, mutate, score, rank
phases           the same, with each phase alone over the whole population
metropolis-swap  trials per second
heat-bath        redraws per second
rank             individuals sorted per second
start            a whole run of the program with one generation
operators        each crossover and mutation alone, children per second; only on request
variants         whole generations of the plain genetic algorithm with one thing changed, on both representations, each
                 timed in turn with the plain one; only on request

With --order, or --puzzles of larger boards, these are measured instead, with their default configuration: boards
solved and redraws made per second, by population. A board has a budget of about 4 million redraws.

The default takes about 4 minutes for a CPU and 2 more for each GPU: at most about 2 seconds per figure. On a busy
machine it takes up to twice as long. --quick takes under 20 seconds.

Results are verified before timing: boards, costs and ranking against a naive count, answers against the known
solutions, and fingerprints against those of the other devices. If they differ the benchmark ends with exit code 70.
The column 'peak' is the share of the device's lower limit. Both limits are measured: memory copied, integers computed.
A figure marked with ~ has a spread over 25 %: measure it again on a quiet machine. The summary has the ratio of each
GPU to the CPU, and the population from which the GPU wins.

Examples:
  evodoku bench --quick
  evodoku bench --only puzzles
  evodoku bench --order 5 --filled 45% --axis 8,64
  evodoku bench -d cpu,cuda:0 -a 4k:4M:x4 --json today.json
  evodoku compare yesterday.json today.json
)";

std::vector<std::string> listed(std::string_view list) {
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        words.emplace_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

Setting<S> devices() {
    Setting<S> row = make_row<S>(
        {"device", "",
         "devices, as in cpu,cuda:0; all = the CPU and every usable GPU; a CPU is measured on all its threads and on "
         "one",
         'd'},
        "LIST", [](S& target, std::string_view, std::string_view text) { target.devices = listed(text); },
        [](const S& target) { return fmt::format("{}", fmt::join(target.devices, ",")); });
    return with_choices(std::move(row), {"all", "cpu", "cuda:0"});
}

/// RANGE or population=RANGE.
Setting<S> axis() {
    return make_row<S>(
        {"axis", "", "populations: N, a list, or a range as in 4k:4M:x4", 'a'}, "RANGE",
        [](S& target, std::string_view label, std::string_view text) {
            const std::size_t equals = text.find('=');
            if (equals != std::string_view::npos && text.substr(0, equals) != "population") {
                throw UsageError(
                    fmt::format("{}: '{}' is not understood; allowed: RANGE or population=RANGE", label, text));
            }
            target.axis = equals == std::string_view::npos ? text : text.substr(equals + 1);
        },
        [](const S& target) { return target.axis; });
}

Setting<S> only() {
    Setting<S> row = make_row<S>(
        {"only", "", "make only these measurements, as in puzzles,score"}, "LIST",
        [](S& target, std::string_view label, std::string_view text) {
            target.only = listed(text);
            const std::vector<std::string>& all = bench::works();
            for (const std::string& word : target.only) {
                if (std::ranges::count(all, word) != 0) continue;
                throw UsageError(
                    fmt::format("{}: '{}' is none of {}{}", label, word, fmt::join(all, ", "), suggestion(word, all)));
            }
        },
        [](const S& target) { return fmt::format("{}", fmt::join(target.only, ",")); });
    return with_choices(std::move(row), bench::works());
}

Setting<S> spread() {
    return make_row<S>(
        {"spread", "", "repeat until the quartiles are within this share of the median"}, "SHARE",
        [](S& target, std::string_view label, std::string_view text) {
            target.patience.spread = read_share(label, text);
        },
        [](const S& target) { return fmt::format("{:g}%", 100 * target.patience.spread); });
}

Setting<S> limit() {
    return make_row<S>(
        {"limit", "", "maximum time per figure, after 5 repetitions"}, "TIME",
        [](S& target, std::string_view label, std::string_view text) {
            const auto time = parse_duration(text);
            if (!time) throw UsageError(fmt::format("{}: '{}' is not a time, as in 2s or 500ms", label, text));
            target.patience.limit_seconds = std::chrono::duration<double>(*time).count();
        },
        [](const S& target) { return fmt::format("{:g}s", target.patience.limit_seconds); });
}

const Choices<logic::Holes> kinds_of_holes = {{"random", logic::Holes::random}, {"balanced", logic::Holes::balanced}};

const SettingTable<S>& bench_settings() {
    static const SettingTable<S> table = {
        devices(),
        count_row<S>({"threads", "", "CPU threads; 0 = all", 'j'}, &S::threads, 0, 1024),
        axis(),
        only(),
        order_row<S>(&S::order),
        text_row<S>({"puzzles", "", "larger boards to measure"}, "FILE", &S::puzzles),
        text_row<S>({"filled", "", "with --order: share of cells that are given in generated boards, 45% or 0.45"},
                    "SHARE", &S::filled),
        choice_row<S>({"holes", "", "with --order: random or balanced blanks, as evodoku generate makes them"}, "KIND",
                      &S::holes, kinds_of_holes),
        count_row<S>({"count", "", "with --order: boards to generate; batches repeat them"}, &S::count, 1, 100'000),
        flag_row<S>({"quick", "", "fewer populations and puzzles, short measurements: under 20 seconds in total"},
                    &S::quick),
        spread(),
        limit(),
        count_row<S>({"seed", "", "seed for all random numbers", 's'}, &S::seed, 0, ~std::uint64_t{0}),
        text_row<S>({"json", "", "write the result to a file"}, "FILE", &S::json_file),
        text_row<S>({"csv", "", "write the figures to a file; - is standard output, instead of the table"}, "FILE",
                    &S::csv_file),
        progress_row<S>(&S::progress),
        flag_row<S>({"quiet", "", "do not report progress", 'q'}, &S::quiet)};
    return table;
}

/// Settings chosen by the user stay.
void make_quick(const CommandLine& line, S& settings) {
    if (!line.has("axis")) settings.axis = settings.order != 3 ? "4" : "4k,256k";
    if (!line.has("count")) settings.count = 4;
    if (!line.has("only") && settings.order == 3) settings.only = {"puzzles", "score", "generations"};
    if (!line.has("spread")) settings.patience.spread = 0.05;
    if (!line.has("limit")) settings.patience.limit_seconds = 0.2;
    settings.patience.min_repetitions = 3;
    settings.sets = {"hardest"};
    settings.time_limit = 15;  // and 18 for the measurement under way
}

/// Which boards are measured, and that the options are for these.
void take_boards(const CommandLine& line, S& settings) {
    const bool has_file = !settings.puzzles.empty();
    std::vector<InputSource> files;
    if (has_file) files.push_back({InputSource::Kind::file, settings.puzzles});
    settings.order = order_of_input(files, settings.order);
    if (has_file && settings.order == 3) {
        throw UsageError("--puzzles is for larger boards, and these are 9 x 9; evodoku bench has sets of 9 x 9 itself");
    }
    if (settings.order != 3 && line.has("only")) {
        throw UsageError("--only names measurements of 9 x 9, and these boards are larger; leave it out");
    }
    for (const char* option : {"filled", "holes", "count"}) {
        if (!line.has(option) || (settings.order != 3 && !has_file)) continue;
        throw UsageError(fmt::format("--{} is for generated boards; give --order, and no --puzzles", option));
    }
    if (settings.order != 3 && !line.has("axis")) settings.axis = "4:256:x8";
}

}  // namespace

BenchSettings read_bench_settings(const CommandLine& line) {
    BenchSettings settings;
    assign(settings, bench_settings(), line);
    take_boards(line, settings);
    if (settings.quick) make_quick(line, settings);
    const std::uint32_t min_population = settings.order != 3 ? 1 : 16;
    for (const std::uint32_t population : bench::parse_populations(settings.axis, min_population)) {
        // A device listed twice would be measured twice under one name.
        std::vector<std::uint32_t>& all = settings.populations;
        if (std::ranges::count(all, population) == 0) all.push_back(population);
    }
    return settings;
}

CommandInfo bench_info() {
    CommandInfo info;
    info.options = options_of(bench_settings());
    info.notes = fmt::format(notes, fmt::join(bench::puzzle_set_names(), ", "));
    return info;
}

}  // namespace evodoku::app
