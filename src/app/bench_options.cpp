// The table of options of `evodoku bench`, and their values.
#include "bench_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cxxopts.hpp>

#include "commands.hpp"
#include "evodoku/bench/benchmark.hpp"
#include "evodoku/bench/sweep.hpp"
#include "evodoku/engine/nearest.hpp"
#include "evodoku/engine/numbers.hpp"

namespace evodoku::app {
namespace {

auto text() { return cxxopts::value<std::string>(); }
auto preset(const std::string& value) { return text()->default_value(value); }

cxxopts::Options arguments() {
    cxxopts::Options options("evodoku bench", "Measures devices side by side; what is wrong is not timed.\n");
    options.custom_help("[OPTION ...]").set_width(116);
    options.add_options()("d,device", "devices, as in cpu,cuda:0; a CPU is measured on all its threads and on one",
                          preset("cpu"), "LIST")("j,threads", "CPU threads; 0 = all there are", preset("0"), "N")(
        "a,axis", "populations: N, a list, or a range as in 4k:4M:x4", preset("population=4k:1M:x4"), "RANGE")(
        "only", "some of the pieces of work, as in score,rank", text(), "LIST")(
        "spread", "repeat until the quartiles are this near", preset("2%"), "SHARE")(
        "limit", "time measured at most for a figure, once it has 5 repetitions", preset("2s"), "TIME")(
        "s,seed", "decides all random numbers", preset("1"), "N")("json", "write the result to a file", text(), "FILE")(
        "csv", "write the figures to a file; - is standard output, in place of the table", text(), "FILE")(
        "q,quiet", "say nothing of what is measured next")("h,help", "this text");
    return options;
}

std::vector<std::string> listed(const std::string& list) {
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        words.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

std::uint64_t count(const cxxopts::ParseResult& result, const char* name, std::uint64_t highest) {
    const std::string written = result[name].as<std::string>();
    const std::optional<std::uint64_t> number = parse_count(written);
    if (!number || *number > highest) {
        throw UsageError(fmt::format("--{} is '{}'; allowed: a whole number 0..{}", name, written, highest));
    }
    return *number;
}

/// A device or population that is listed twice would be measured twice under one name.
template <class Value>
std::vector<Value> each_once(const std::vector<Value>& all) {
    std::vector<Value> once;
    for (const Value& value : all) {
        if (std::ranges::count(once, value) == 0) once.push_back(value);
    }
    return once;
}

void read_pieces(const std::string& list, BenchSettings& settings) {
    for (const std::string& word : settings.only = listed(list)) {
        const std::vector<std::string>& all = bench::works();
        if (std::ranges::count(all, word) != 0) continue;
        throw UsageError(
            fmt::format("--only: '{}' is none of {}{}", word, fmt::join(all, ", "), suggestion(word, all)));
    }
}

void read(const cxxopts::ParseResult& result, BenchSettings& settings) {
    settings.devices = each_once(listed(result["device"].as<std::string>()));
    settings.threads = static_cast<unsigned>(count(result, "threads", 1024));
    settings.seed = count(result, "seed", ~std::uint64_t{0});
    const std::string axis = result["axis"].as<std::string>();
    if (!axis.starts_with("population=")) {
        throw UsageError(fmt::format("--axis: '{}' is not understood; allowed: population=RANGE", axis));
    }
    settings.populations = each_once(bench::parse_populations(axis.substr(axis.find('=') + 1)));
    if (result.count("only") != 0) read_pieces(result["only"].as<std::string>(), settings);
    const std::optional<Share> spread = parse_share(result["spread"].as<std::string>());
    if (!spread) throw UsageError("--spread is not a share, as in 2%");
    settings.patience.spread = static_cast<double>(*spread) / whole;
    const auto limit = parse_duration(result["limit"].as<std::string>());
    if (!limit) throw UsageError("--limit is not a time, as in 2s or 500ms");
    settings.patience.limit_seconds = std::chrono::duration<double>(*limit).count();
    if (result.count("json") != 0) settings.json_file = result["json"].as<std::string>();
    if (result.count("csv") != 0) settings.csv_file = result["csv"].as<std::string>();
    settings.quiet = result.count("quiet") != 0;
}

}  // namespace

BenchSettings parse_bench_options(int argc, const char* const* argv) {
    cxxopts::Options options = arguments();
    options.allow_unrecognised_options();
    BenchSettings settings;
    try {
        const cxxopts::ParseResult result = options.parse(argc, argv);
        settings.help = result.count("help") != 0;
        if (settings.help) return settings;
        if (!result.unmatched().empty()) {
            throw UsageError(
                fmt::format("bench: unexpected '{}'; see evodoku bench --help", result.unmatched().front()));
        }
        read(result, settings);
    } catch (const cxxopts::exceptions::exception& error) {
        throw UsageError(fmt::format("bench: {}; see evodoku bench --help", error.what()));
    }
    return settings;
}

std::string bench_help() {
    return arguments().help() +
           "\n"
           "score            boards of a population in memory scored a second, nothing else\n"
           "generations      children a second of the plain genetic algorithm: select, cross, mutate, score, rank\n"
           "phases           the same, each phase by itself over the whole population\n"
           "metropolis-swap  trials a second; heat-bath: redraws a second\n"
           "rank             individuals sorted a second\n"
           "start            from the start of the program through its first generation to its end\n"
           "operators        each crossover and mutation by itself, children a second; measured only where asked for\n"
           "variants         whole generations of the plain genetic algorithm with one thing changed: each operator, "
           "each\n"
           "                 way to vary a generation, on both representations, each timed in turn with the plain one; "
           "only\n"
           "                 where asked for\n"
           "\n"
           "Before any device is timed its boards, costs and ranking are compared with a naive count, and its "
           "fingerprints\n"
           "with those of the other devices: where they differ the benchmark ends with exit code 70 and says so. The\n"
           "share is that of the nearer ceiling of the device, measured: memory copied, or integers computed.\n"
           "\n"
           "Examples:\n"
           "  evodoku bench\n"
           "  evodoku bench -d cpu,cuda:0 -a population=4k:4M:x4 --json today.json\n"
           "  evodoku compare yesterday.json today.json\n";
}

}  // namespace evodoku::app
