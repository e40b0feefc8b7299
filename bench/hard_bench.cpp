// Time a puzzle, one at a time, of whole sets: presolve, alleles, evolution and verification included. Every answer is
// first held against the known solutions; a wrong one ends the program.
//
//   build/bench_hard [--puzzles FOLDER] [--seeds N] [--threads N] [--presolve LEVEL] [--json FILE] [SET ...]
//
// FOLDER holds sets, one puzzle per line, and `solutions/` with files of the same names. Times are processor time, so
// that other work on the machine counts for little; on several threads (of no use to one puzzle of the default size)
// the sum.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <cxxopts.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commit.hpp"
#include "cpu/cpu_backend.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"
#include "version.hpp"

namespace {

using namespace evodoku;
using std::filesystem::path;

std::vector<Grid> read_set(const path& file) {
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error("cannot open " + file.string());
    io::PuzzleReader reader(stream, file.string());
    std::vector<Grid> grids;
    for (io::PuzzleEntry entry; reader.next(entry);) grids.push_back(entry.grid);
    return grids;
}

double processor_ms() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// Results of one set over all seeds.
struct Measured {
    std::string set;
    std::size_t puzzles = 0, runs = 0, solved = 0;
    std::vector<double> milliseconds;  ///< a run of a puzzle
    double redraws = 0, generations = 0;

    double mean_ms() const {
        double sum = 0;
        for (const double each : milliseconds) sum += each;
        return sum / static_cast<double>(milliseconds.size());
    }
    /// Requires sorted times.
    double quantile_ms(double share) const {
        return milliseconds[static_cast<std::size_t>(share * static_cast<double>(milliseconds.size() - 1))];
    }
};

Measured measure(Backend& backend, const path& folder, const std::string& set, unsigned seeds, PresolveLevel level) {
    const std::vector<Grid> puzzles = read_set(folder / set), solutions = read_set(folder / "solutions" / set);
    if (puzzles.size() != solutions.size()) throw std::runtime_error(set + ": as many solutions as puzzles are wanted");
    Measured measured;
    measured.set = set;
    measured.puzzles = puzzles.size();
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        for (std::size_t k = 0; k < puzzles.size(); ++k) {
            SolveOptions options;
            options.seed = seed * 1'000'003 + k;
            options.presolve = level;
            const double begin = processor_ms();
            const Outcome outcome = solve(backend, options, puzzles[k]);
            const double time = processor_ms() - begin;
            if (outcome.status == Status::solved && outcome.board != solutions[k]) {
                throw std::runtime_error(
                    fmt::format("{}, puzzle {}: another grid than the known solution", set, k + 1));
            }
            ++measured.runs;
            measured.solved += outcome.status == Status::solved;
            measured.milliseconds.push_back(time);
            measured.redraws += static_cast<double>(outcome.effort.redraws);
            measured.generations += outcome.generations;
        }
    }
    std::ranges::sort(measured.milliseconds);
    return measured;
}

nlohmann::ordered_json to_json(const Measured& measured) {
    const auto runs = static_cast<double>(measured.runs);
    return {{"set", measured.set},
            {"puzzles", measured.puzzles},
            {"runs", measured.runs},
            {"solved", measured.solved},
            {"mean_ms", measured.mean_ms()},
            {"median_ms", measured.quantile_ms(0.5)},
            {"p95_ms", measured.quantile_ms(0.95)},
            {"most_ms", measured.quantile_ms(1)},
            {"mean_redraws", measured.redraws / runs},
            {"mean_generations", measured.generations / runs}};
}

int run(int argc, char** argv) {
    cxxopts::Options options("bench_hard", "Times whole sets of puzzles, verified first.");
    options.add_options()("puzzles", "folder of sets", cxxopts::value<std::string>()->default_value("puzzles"))(
        "seeds", "runs of every puzzle", cxxopts::value<unsigned>()->default_value("20"))(
        "threads", "CPU threads", cxxopts::value<unsigned>()->default_value("1"))(
        "presolve", "none, givens, singles or full", cxxopts::value<std::string>()->default_value("full"))(
        "json", "also write the figures there", cxxopts::value<std::string>()->default_value(""))(
        "sets", "files of the folder; all that have solutions where none is named",
        cxxopts::value<std::vector<std::string>>()->default_value(""));
    options.parse_positional({"sets"});
    const cxxopts::ParseResult result = options.parse(argc, argv);

    const path folder = result["puzzles"].as<std::string>();
    std::vector<std::string> sets;
    if (result.count("sets") != 0) sets = result["sets"].as<std::vector<std::string>>();
    for (const auto& entry : std::filesystem::directory_iterator(folder / "solutions")) {
        if (result.count("sets") == 0) sets.push_back(entry.path().filename().string());
    }
    std::ranges::sort(sets);
    PresolveLevel level = PresolveLevel::full;
    bool known = false;
    for (const PresolveLevel each :
         {PresolveLevel::none, PresolveLevel::givens, PresolveLevel::singles, PresolveLevel::full}) {
        if (result["presolve"].as<std::string>() == to_text(each)) level = each, known = true;
    }
    if (!known) throw std::runtime_error("--presolve is none, givens, singles or full");

    const unsigned seeds = result["seeds"].as<unsigned>();
    const Config config;
    const auto backend = cpu::make_backend(cpu::make_tbb_workers(result["threads"].as<unsigned>()), config, 1);
    fmt::print("{}, population {}, presolve {}, {} seeds; milliseconds of processor time a puzzle\n\n", backend->name(),
               config.population, to_text(level), seeds);
    fmt::print("| set | puzzles | solved | mean | median | p95 | most | redraws | generations |\n");
    fmt::print("|---|---|---|---|---|---|---|---|---|\n");
    nlohmann::ordered_json all = {
        {"schema", 1},
        {"program", "bench_hard"},
        {"build",
         {{"version", app::version},
          {"commit", app::commit},
          {"compiler", app::compiler},
          {"flags", fmt::format("{}, {} ({})", app::build_type, app::instruction_set, app::compiler_flags)}}},
        {"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
        {"processor", facts_of(Device{}).front().second},
        {"threads", result["threads"].as<unsigned>()},
        {"population", config.population},
        {"presolve", to_text(level)},
        {"seeds", seeds},
        {"sets", nlohmann::ordered_json::array()}};
    for (const std::string& set : sets) {
        const Measured measured = measure(*backend, folder, set, seeds, level);
        const nlohmann::ordered_json figures = to_json(measured);
        all["sets"].push_back(figures);
        const auto runs = static_cast<double>(measured.runs);
        fmt::print("| {} | {} | {:.4g} % | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.0f} | {:.1f} |\n",
                   path(set).stem().string(), measured.puzzles, 100 * static_cast<double>(measured.solved) / runs,
                   measured.mean_ms(), measured.quantile_ms(0.5), measured.quantile_ms(0.95), measured.quantile_ms(1),
                   measured.redraws / runs, measured.generations / runs);
        std::fflush(stdout);
    }
    if (const std::string& file = result["json"].as<std::string>(); !file.empty()) {
        std::ofstream(file) << all.dump(2) << '\n';
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_hard: {}\n", error.what());
        return 1;
    }
}
