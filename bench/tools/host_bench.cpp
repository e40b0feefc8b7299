// What the host does per puzzle of `evodoku solve` apart from the search: it reads, checks, feeds, verifies, makes the
// text and writes. The device is a stand-in that answers at once with the known solution; everything else is the
// program's own code. The rate is the most that any device can reach.
//
//   build/bench_host [--puzzles FILE] [--solutions FILE] [--count N] [--slots N] [--threads N] [--format NAME]
//
// --threads 0, the default, measures one thread and then all. The input is the set again and again, `count` puzzles.
// solve() verifies every answer; with the format `line` the file of results is compared with the known solutions as
// well. A wrong answer ends the program.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "cpu/machine.hpp"
#include "evodoku/io/grid_text.hpp"
#include "puzzle_input.hpp"
#include "result_writer.hpp"
#include "runs.hpp"
#include "settings/setting.hpp"
#include "solve_settings.hpp"
#include "tool.hpp"

using namespace evodoku;

namespace {

using namespace evodoku::app;
using std::filesystem::path;

/// Answers each puzzle with its known solution in the epoch after it was submitted.
class StandIn final : public Backend {
public:
    StandIn(std::vector<Grid> solutions, std::uint32_t slots) : solutions_(std::move(solutions)), slots_(slots) {}

    std::string name() const override { return "stand-in"; }
    std::uint32_t puzzle_slots() const override { return slots_; }
    bool has_long_epochs() const override { return false; }
    void resume(SavedPuzzle puzzle) override { jobs_.push_back(puzzle.job); }
    void save(const StateWriter&) const override {}
    bool busy() const override { return !jobs_.empty(); }
    std::vector<Outcome> advance_epoch(const std::function<bool()>&) override {
        std::vector<Outcome> answers(jobs_.size());
        for (std::size_t k = 0; k < jobs_.size(); ++k) {
            Outcome& answer = answers[k];
            answer.puzzle_index = jobs_[k].puzzle_index;
            answer.status = Status::solved;
            answer.board = solutions_[answer.puzzle_index % solutions_.size()];
            answer.generations = 60, answer.evaluations = 3'840, answer.effort.redraws = 35'000;
            answer.fingerprint = answer.puzzle_index;
        }
        jobs_.clear();
        return answers;
    }
    std::vector<Progress> progress() const override { return {}; }
    std::vector<IslandProgress> islands() const override { return {}; }
    std::vector<PopulationProgress> populations(std::span<const std::uint32_t>, Detail) const override { return {}; }
    std::vector<Outcome> abandon() override { return advance_epoch({}); }

private:
    std::vector<Grid> solutions_;
    std::uint32_t slots_;
    std::vector<PuzzleJob> jobs_;
};

/// `count` lines: the set again and again.
void write_lines(const path& file, const std::vector<Grid>& set, std::size_t count) {
    std::ofstream out(file);
    for (std::size_t k = 0; k < count; ++k) out << io::to_line(set[k % set.size()]) << '\n';
    if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

bool equal_files(const path& one, const path& other) {
    std::ifstream a(one, std::ios::binary), b(other, std::ios::binary);
    return std::filesystem::file_size(one) == std::filesystem::file_size(other) &&
           std::equal(std::istreambuf_iterator<char>(a), {}, std::istreambuf_iterator<char>(b));
}

struct Times {
    double seconds = 0, processor_seconds = 0;
};

class Stopwatch {
public:
    Times lap() {
        const auto now = Clock::now();
        const double processor = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
        const Times passed{std::chrono::duration<double>(now - last_).count(), processor - last_processor_};
        last_ = now, last_processor_ = processor;
        return passed;
    }

private:
    Clock::time_point last_ = Clock::now();
    double last_processor_ = 0;
};

struct Measured {
    Times checking, solving;
};

/// One run of the program's own parts, as run_solve() joins them.
Measured measure(const std::vector<std::string>& words, Backend& backend) {
    std::vector<const char*> argv{"solve"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    const app::CommandInfo info = app::info_of(app::all_commands().front());
    const app::SolveSettings settings =
        app::read_solve_settings(app::read_command_line(info, static_cast<int>(argv.size()), argv.data()));
    const auto helpers = cpu::make_tbb_workers(settings.threads);
    const ForEach for_each = [&](std::uint32_t count, const auto& task) { helpers->for_each(count, task); };

    Measured measured;
    Stopwatch watch;
    watch.lap();
    app::PuzzleInput input(settings.inputs);
    measured.checking = watch.lap();
    app::ResultWriter results(settings, "stand-in", for_each, {});
    const bool solved = app::make_runs_of({backend, settings, input, results, for_each}).are_solved;
    measured.solving = watch.lap();
    if (!solved) throw std::runtime_error("a puzzle was not solved");
    return measured;
}

long peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

struct Settings {
    std::string puzzles = "puzzles/hardest_100.txt", solutions = "puzzles/solutions/hardest_100.txt", format = "line";
    std::uint32_t count = 1'000'000, slots = 15'625, threads = 0;
};

void run(const Settings& settings) {
    const auto [puzzles, solutions] = tools::read_solved_set(settings.puzzles, settings.solutions);
    std::string folder = (std::filesystem::temp_directory_path() / "bench-host-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("cannot make a folder for temporary files");
    const path input = path(folder) / "puzzles.txt", output = path(folder) / "results",
               expected = path(folder) / "expected";
    const struct Removed {
        std::string folder;
        ~Removed() { std::filesystem::remove_all(folder); }
    } removed{folder};
    write_lines(input, puzzles, settings.count);
    write_lines(expected, solutions, settings.count);

    const auto each = static_cast<double>(settings.count);
    fmt::print("{} puzzles, {} side by side, format {}; microseconds per puzzle\n\n", settings.count, settings.slots,
               settings.format);
    fmt::print(
        "| threads | check input | of processor time | solve | of processor time | puzzles/s of solve | of both |"
        " peak MiB |\n|---|---|---|---|---|---|---|---|\n");
    const std::set<std::uint32_t> numbers =
        settings.threads != 0 ? std::set{settings.threads} : std::set{1u, std::thread::hardware_concurrency()};
    for (const std::uint32_t threads : numbers) {
        StandIn backend(solutions, settings.slots);
        const auto [checking, solving] =
            measure({"-q", "--seed", "1", "--device", "cpu", "--threads", std::to_string(threads), "--format",
                     settings.format, "--output", output.string(), input.string()},
                    backend);
        if (settings.format == "line" && !equal_files(output, expected))
            throw std::runtime_error("the results are wrong");
        fmt::print("| {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.0f} | {:.0f} | {} |\n", threads,
                   checking.seconds / each * 1e6, checking.processor_seconds / each * 1e6, solving.seconds / each * 1e6,
                   solving.processor_seconds / each * 1e6, each / solving.seconds,
                   each / (checking.seconds + solving.seconds), peak_mib());
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const SettingTable<Settings> table = {
        text_row<Settings>({"puzzles", "", "one puzzle per line"}, "FILE", &Settings::puzzles),
        text_row<Settings>({"solutions", "", "their solutions"}, "FILE", &Settings::solutions),
        count_row<Settings>({"count", "", "puzzles of the input"}, &Settings::count, 1, 1'000'000'000),
        count_row<Settings>({"slots", "", "puzzles side by side"}, &Settings::slots, 1, 10'000'000),
        count_row<Settings>({"threads", "", "CPU threads; 0 = first one, then all"}, &Settings::threads, 0, 1024),
        text_row<Settings>({"format", "", "of the results: line, jsonl or grid"}, "NAME", &Settings::format)};
    return tools::run_tool(
        argc, argv, {"bench_host", "", "measures what the host does per puzzle, with a device that answers at once"},
        table, [](const Settings& settings, const auto&) { run(settings); });
}
