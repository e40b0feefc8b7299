// Time per puzzle, one at a time, of whole sets: presolve, alleles, evolution and verification included. Every answer
// is first compared with the known solution; a wrong one ends the program.
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
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "backend/evolution_backend.hpp"
#include "commit.hpp"
#include "cpu/executor.hpp"
#include "evodoku/backend/solve.hpp"
#include "evodoku/devices/devices.hpp"
#include "evodoku/io/grid_text.hpp"
#include "io/json.hpp"
#include "settings/setting.hpp"
#include "tool.hpp"
#include "version.hpp"

using namespace evodoku;

namespace {

using std::filesystem::path;
using tools::processor_ms;

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
    const auto [puzzles, solutions] = tools::read_solved_set(folder / set, folder / "solutions" / set);
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

/// The lines of its object begin with `indent`.
std::string to_json(const Measured& measured, const std::string& indent) {
    const auto runs = static_cast<double>(measured.runs);
    io::Record figures;
    figures.put("set", measured.set);
    figures.put("puzzles", measured.puzzles);
    figures.put("runs", measured.runs);
    figures.put("solved", measured.solved);
    figures.put("mean_ms", measured.mean_ms());
    figures.put("median_ms", measured.quantile_ms(0.5));
    figures.put("p95_ms", measured.quantile_ms(0.95));
    figures.put("max_ms", measured.quantile_ms(1));
    figures.put("mean_redraws", measured.redraws / runs);
    figures.put("mean_generations", measured.generations / runs);
    return figures.on_lines(indent);
}

struct Settings {
    std::string puzzles = "puzzles", json;
    unsigned seeds = 20, threads = 1;
    PresolveLevel presolve = PresolveLevel::full;
};

/// The sets that have solutions.
std::vector<std::string> all_sets(const path& folder) {
    std::vector<std::string> sets;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "solutions")) {
        sets.push_back(entry.path().filename().string());
    }
    std::ranges::sort(sets);
    return sets;
}

/// All but the sets.
io::Record head_of(const Settings& settings, const Config& config) {
    io::Record build, head;
    build.put("version", app::version);
    build.put("commit", app::commit);
    build.put("compiler", app::compiler);
    build.put("flags", fmt::format("{}, {} ({})", app::build_type, app::instruction_set, app::compiler_flags));
    head.put("schema", 1);
    head.put("program", "bench_hard");
    head.put_json("build", build.on_lines("  "));
    head.put("date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
    head.put("processor", facts_of(Device{}).front().text);
    head.put("threads", settings.threads);
    head.put("population", config.population);
    head.put("presolve", to_text(settings.presolve));
    head.put("seeds", settings.seeds);
    return head;
}

void run(const Settings& settings, const std::vector<std::string>& words) {
    const Config config;
    const auto backend =
        make_evolution_backend(std::make_unique<cpu::Executor>(cpu::make_tbb_workers(settings.threads)), config, 1);
    fmt::print("{}, population {}, presolve {}, {} seeds; milliseconds of processor time per puzzle\n\n",
               backend->name(), config.population, to_text(settings.presolve), settings.seeds);
    fmt::print("| set | puzzles | solved | mean | median | p95 | max | redraws | generations |\n");
    fmt::print("|---|---|---|---|---|---|---|---|---|\n");
    std::string sets;
    for (const std::string& set : words.empty() ? all_sets(settings.puzzles) : words) {
        const Measured measured = measure(*backend, settings.puzzles, set, settings.seeds, settings.presolve);
        sets += (sets.empty() ? "\n    " : ",\n    ") + to_json(measured, "    ");
        const auto runs = static_cast<double>(measured.runs);
        fmt::print("| {} | {} | {:.4g} % | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.0f} | {:.1f} |\n",
                   path(set).stem().string(), measured.puzzles, 100 * static_cast<double>(measured.solved) / runs,
                   measured.mean_ms(), measured.quantile_ms(0.5), measured.quantile_ms(0.95), measured.quantile_ms(1),
                   measured.redraws / runs, measured.generations / runs);
        std::fflush(stdout);
    }
    if (!settings.json.empty()) {
        io::Record all = head_of(settings, config);
        all.put_json("sets", "[" + sets + "\n  ]");
        std::ofstream(settings.json) << all.on_lines("") << '\n';
    }
}

}  // namespace

int main(int argc, char** argv) {
    const Choices<PresolveLevel> levels = {{"none", PresolveLevel::none},
                                           {"givens", PresolveLevel::givens},
                                           {"singles", PresolveLevel::singles},
                                           {"full", PresolveLevel::full}};
    const SettingTable<Settings> table = {
        text_row<Settings>({"puzzles", "", "folder of sets"}, "FOLDER", &Settings::puzzles),
        count_row<Settings>({"seeds", "", "runs of every puzzle"}, &Settings::seeds, 1, 1'000'000),
        count_row<Settings>({"threads", "", "CPU threads"}, &Settings::threads, 0, 1024),
        choice_row<Settings>({"presolve", "", "none, givens, singles or full"}, "LEVEL", &Settings::presolve, levels),
        text_row<Settings>({"json", "", "also write the figures to this file"}, "FILE", &Settings::json)};
    return tools::run_tool(argc, argv, {"bench_hard", "[SET ...]", "times whole sets of puzzles, verified first"},
                           table, run);
}
