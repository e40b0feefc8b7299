// The table of settings of `evodoku bench`, its help, and the boards to measure.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "bench.hpp"
#include "commands.hpp"
#include "engine/text.hpp"
#include "evodoku/logic/verifier.hpp"
#include "logic/generator.hpp"
#include "puzzle_input.hpp"
#include "settings/setting.hpp"

namespace evodoku::app {
namespace {

/// With what read_bench_settings() needs besides.
struct S : BenchSettings {
    std::string axis = "4k:1M:x4";
    int order = 0;  ///< of the boards to measure; 0: as the file of puzzles shows, else 3
    std::string filled = "45%";
    logic::Holes holes = logic::Holes::random;
    std::uint32_t count = 16;
    bool quick = false;
};

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

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ",")); }

std::vector<std::string> read_list(std::string_view, std::string_view text) { return split(text, ','); }

std::vector<std::string> read_works(std::string_view label, std::string_view text) {
    std::vector<std::string> words = split(text, ',');
    const std::vector<std::string>& all = bench::works();
    for (const std::string& word : words) {
        if (std::ranges::count(all, word) != 0) continue;
        throw UsageError(
            fmt::format("{}: '{}' is none of {}{}", label, word, fmt::join(all, ", "), suggestion(word, all)));
    }
    return words;
}

/// RANGE or population=RANGE.
std::string read_axis(std::string_view label, std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && text.substr(0, equals) != "population")
        throw UsageError(fmt::format("{}: '{}' is not understood; allowed: RANGE or population=RANGE", label, text));
    return std::string(text.substr(equals == std::string_view::npos ? 0 : equals + 1));
}

double read_limit(std::string_view label, std::string_view text) {
    const auto time = parse_duration(text);
    if (!time) throw UsageError(fmt::format("{}: '{}' is not a time, as in 2s or 500ms", label, text));
    return std::chrono::duration<double>(*time).count();
}

/// A field of the patience as a field of the settings.
template <class Field>
auto patience(Field bench::Patience::*field) {
    return [field](auto& settings) -> auto& { return settings.patience.*field; };
}

const SettingTable<S>& bench_settings() {
    static const Choices<logic::Holes> holes = {{"random", logic::Holes::random}, {"balanced", logic::Holes::balanced}};
    static const SettingTable<S> table = {
        field_row<S>({"device", "",
                      "devices, as in cpu,cuda:0; all = the CPU and every usable GPU; a CPU is measured on all its "
                      "threads and on one",
                      'd'},
                     "LIST", &S::wanted_devices, read_list, joined, {"all", "cpu", "cuda:0"}),
        count_row<S>({"threads", "", "CPU threads; 0 = all", 'j'}, &S::threads, 0, 1024),
        field_row<S>({"axis", "", "populations: N, a list, or a range as in 4k:4M:x4", 'a'}, "RANGE", &S::axis,
                     read_axis, std::identity()),
        field_row<S>({"only", "", "make only these measurements, as in puzzles,score"}, "LIST", &S::only, read_works,
                     joined, bench::works()),
        order_row<S>(&S::order),
        text_row<S>({"puzzles", "", "larger boards to measure"}, "FILE", &S::puzzles),
        text_row<S>({"filled", "", "with --order: share of cells that are given in generated boards, 45% or 0.45"},
                    "SHARE", &S::filled),
        choice_row<S>({"holes", "", "with --order: random or balanced blanks, as evodoku generate makes them"}, "KIND",
                      &S::holes, holes),
        count_row<S>({"count", "", "with --order: boards to generate; batches repeat them"}, &S::count, 1, 100'000),
        flag_row<S>({"quick", "", "fewer populations and puzzles, short measurements: under 20 seconds in total"},
                    &S::quick),
        share_row<S>({"spread", "", "repeat until the quartiles are within this share of the median"},
                     patience(&bench::Patience::spread)),
        field_row<S>({"limit", "", "maximum time per figure, after 5 repetitions"}, "TIME",
                     patience(&bench::Patience::limit_seconds), read_limit,
                     [](double seconds) { return fmt::format("{:g}s", seconds); }),
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

/// Checks that the options are for the boards that are measured.
void choose_order(const CommandLine& line, S& settings) {
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

/// The boards of a file, or those that a seed generates.
bench::PuzzleSet boards_of(const S& settings) {
    bench::PuzzleSet set{fmt::format("{0}x{0}-", settings.order * settings.order), {}};
    if (!settings.puzzles.empty()) {
        set.name += std::filesystem::path(settings.puzzles).filename().string();
        const auto add = [&](const io::Job& job) {
            if (const auto conflict = logic::first_conflict(job.grid))
                throw io::ParseError(job.source, job.line, "", "givens conflict: " + logic::describe(*conflict));
            set.puzzles.push_back(job.grid);
        };
        visit_puzzles({input_source(settings.puzzles)}, settings.order,
                      {add, [](const io::ParseError& error) { throw error; }});
        return set;
    }
    const std::optional<Share> filled = parse_share(settings.filled);
    if (!filled) {
        throw UsageError(fmt::format("--filled: '{}' is not a share from 0 to 1; write 45% or 0.45", settings.filled));
    }
    set.name += settings.filled + (settings.holes == logic::Holes::random ? "-random" : "-balanced");
    for (std::uint32_t index = 0; index < settings.count; ++index) {
        set.puzzles.push_back(
            logic::generate_puzzle({settings.order, *filled, settings.holes, settings.seed, index}).puzzle);
    }
    return set;
}

}  // namespace

BenchSettings read_bench_settings(const CommandLine& line) {
    S settings;
    assign(settings, bench_settings(), line);
    choose_order(line, settings);
    if (settings.quick) make_quick(line, settings);
    settings.populations = bench::parse_populations(settings.axis, settings.order != 3 ? 1 : 16);
    if (settings.order != 3) settings.boards = boards_of(settings);
    return settings;
}

CommandInfo bench_info() {
    std::vector<std::string_view> sets;
    for (const bench::PuzzleText& text : bench::puzzle_texts()) sets.push_back(text.name);
    CommandInfo info;
    info.options = options_of(bench_settings());
    info.notes = fmt::format(notes, fmt::join(sets, ", "));
    return info;
}

}  // namespace evodoku::app
