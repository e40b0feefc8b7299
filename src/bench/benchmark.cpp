// The measured configurations per subject, their order, and the steps of a repetition.
#include "bench/benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "candidate.hpp"
#include "core/host_work.hpp"
#include "evodoku/io/grid_text.hpp"
#include "puzzle_work.hpp"
#include "schedule.hpp"
#include "setups.hpp"
#include "stopwatch.hpp"
#include "verification.hpp"

namespace evodoku::bench {
namespace {

class Run {
public:
    Run(const Options& options, Result& result)
        : options_(options),
          patience_(options.patience),
          job_{bench_puzzle(), PresolveLevel::givens, 0, options.seed},
          candidates_(candidates(options)),
          result_(result) {
        patience_.should_stop = [this] { return is_interrupted() || is_far_too_late(); };
    }

    void operator()() {
        result_.seed = options_.seed;
        result_.puzzle = io::to_line(options_.large ? options_.large->puzzles.front() : bench_puzzle());
        for (const Candidate& candidate : candidates_) {
            add_step(candidate, "peaks", figures(2), [&] { measure_peaks(candidate); });
        }
        if (!options_.large && wanted("puzzles")) add_puzzles();
        for (const std::uint32_t population : options_.populations) {
            if (options_.large) {
                const int order = options_.large->puzzles.front().order();
                add_set(options_.large->name, *options_.large, large_bench_config(order, population));
                continue;
            }
            for (const Setup& setup : wanted_setups(population)) add_setup(setup);
            if (options_.start_program && wanted("start")) add_start(population);
        }
        Schedule::End end;
        const auto how_far = [&] { return fmt::format("after {} of {} steps", end.done, end.steps); };
        try {
            schedule_.run(options_.on_progress, options_.time_limit, end);
            if (end.out_of_time) result_.stopped = "out of time " + how_far();
        } catch (const Stopped&) {  // the measurements so far are the result
            result_.stopped = (is_interrupted() ? "interrupted " : "out of time ") + how_far();
        } catch (const std::exception& error) {
            result_.stopped = fmt::format("failed {}: {}", how_far(), error.what());
            throw;
        }
    }

private:
    bool is_interrupted() const { return options_.should_stop && options_.should_stop(); }
    bool is_far_too_late() const {
        return options_.time_limit > 0 && seconds_since(begin_) > 1.2 * options_.time_limit;
    }
    bool wanted(const std::string& work) const {
        return options_.only.empty() || std::ranges::count(options_.only, work) != 0;
    }
    std::vector<Setup> wanted_setups(std::uint32_t population) const {
        std::vector<Setup> all = setups(population);
        std::erase_if(all, [&](const Setup& setup) {
            if (!setup.phase.empty()) return !wanted(setup.name);
            return !wanted("score") && !wanted("generations") && !wanted("phases") && !wanted("rank");
        });
        if (std::ranges::count(options_.only, "operators") != 0) {
            for (Setup& setup : operator_setups(population)) all.push_back(std::move(setup));
        }
        if (std::ranges::count(options_.only, "variants") != 0) {
            for (Setup& setup : variant_setups(population)) all.push_back(std::move(setup));
        }
        return all;
    }

    /// A guess: the measured time and a quarter more, for warming up and allocation.
    double figures(double count) const { return count * (1.25 * patience_.limit_seconds + 0.05); }

    void add_step(const Candidate& candidate, const std::string& what, double expected_seconds,
                  std::function<void()> run) {
        schedule_.add(candidate.id + ": " + what, expected_seconds, [this, run = std::move(run)] {
            stop_if_asked(patience_);
            run();
        });
    }

    /// All devices evolve it first; then it is timed on each.
    void add_setup(const Setup& setup) {
        const std::string what = fmt::format("{}, population {}", setup.name, setup.config.population);
        const bool is_plain = setup.phase.empty() && !setup.beside && setup.name == "plain";
        double count = 1;
        if (is_plain) {
            count = 0;
            for (const char* work : {"score", "generations", "phases", "rank"}) count += wanted(work);
        }
        for (const Candidate& candidate : candidates_) {
            add_step(candidate, "verifying " + what, 0.1,
                     [this, &candidate, setup] { verify_setup(candidate, setup); });
        }
        for (const Candidate& candidate : candidates_) {
            add_step(candidate, what, figures(count), [this, &candidate, setup] { measure(candidate, setup); });
        }
    }

    void add_puzzles() {
        for (const PuzzleText& text : puzzle_texts()) {
            if (!options_.sets.empty() && std::ranges::count(options_.sets, text.name) == 0) continue;
            add_set("puzzles/" + std::string(text.name), read_puzzle_set(text), Config{});
        }
    }

    void add_set(const std::string& name, const PuzzleSet& puzzles, const Config& config) {
        const auto set = std::make_shared<const PuzzleSet>(puzzles);
        const std::string what =
            is_large(config.representation) ? fmt::format("{}, population {}", name, config.population) : name;
        for (const Candidate& candidate : candidates_) {
            add_step(candidate, "verifying " + what, 0.2,
                     [this, &candidate, name, set, config] { verify_set(candidate, name, *set, config); });
        }
        for (const Candidate& candidate : candidates_) {
            add_step(candidate, what, figures(1.5),
                     [this, &candidate, name, set, config] { measure_set(candidate, name, *set, config); });
        }
    }

    void add_start(std::uint32_t population) {
        for (const Candidate& candidate : candidates_) {
            add_step(candidate, fmt::format("start of the program, population {}", population), figures(1),
                     [this, &candidate, population] { measure_start(candidate, population); });
        }
    }

    void measure_peaks(const Candidate& candidate) {
        const std::unique_ptr<Peaks> peaks = options_.make.peaks(candidate.device, candidate.threads);
        std::uint64_t bytes = 0, operations = 0;
        const auto copy = [&](std::uint32_t times) { return seconds_of([&] { bytes = peaks->copy(times); }); };
        const auto compute = [&](std::uint32_t times) {
            return seconds_of([&] { operations = peaks->compute(times); });
        };
        Subject subject{candidate.id, candidate.id, options_.make.facts(candidate.device), {}, {}};
        const std::uint32_t copies = times_to_fill(min_seconds, copy), loops = times_to_fill(min_seconds, compute);
        subject.copy = repeat(patience_, 1, [&] { return copy(copies); });
        subject.copy.items = static_cast<double>(bytes);
        if (!peaks->copied())
            throw BenchError(candidate.id + ": verification failed: the copy differs from its source");
        subject.compute = repeat(patience_, 1, [&] { return compute(loops); });
        subject.compute.items = static_cast<double>(operations);
        result_.subjects.push_back(subject);
    }

    void verify_setup(const Candidate& candidate, const Setup& setup) {
        const std::unique_ptr<Workbench> workbench = make(candidate, setup.config);
        result_subject(candidate).name = workbench->name();
        for (std::uint32_t generation = 0; generation <= warm_generations; ++generation) {
            stop_if_asked(patience_);
            workbench->make_generations(1);
        }
        verify(*workbench, setup.config, bench_puzzle(), candidate.id);
        agree(candidate, setup.name, setup.config.population, workbench->fingerprint());
    }

    std::unique_ptr<Backend> backend(const Candidate& candidate, const Config& config) const {
        return options_.make.backend(candidate.device, config, candidate.threads);
    }

    void verify_set(const Candidate& candidate, const std::string& name, const PuzzleSet& set, const Config& config) {
        const auto made = backend(candidate, config);
        result_subject(candidate).name = made->name();
        const PuzzleWork work(*made, set, options_.seed, candidate.id + ": " + name);
        agree(candidate, name, config.population, work.solve(1, patience_).fingerprint);
    }

    /// Once every device has evolved it, the fingerprints are compared.
    void agree(const Candidate& candidate, const std::string& configuration, std::uint32_t population,
               std::uint64_t fingerprint) {
        fingerprints_.emplace_back(candidate.id, fingerprint);
        if (fingerprints_.size() < candidates_.size()) return;
        require_agreement(configuration, population, std::exchange(fingerprints_, {}));
        result_.agreements.push_back({configuration, population, fingerprint});
    }

    void measure(const Candidate& candidate, const Setup& setup) {
        const std::uint32_t population = setup.config.population;
        const std::unique_ptr<Workbench> workbench = make(candidate, setup.config);
        if (!setup.phase.empty()) {
            add(candidate, setup.name, setup.unit, population, stopwatch_.steps(*workbench, setup));
        } else if (setup.name == "plain") {
            measure_plain(candidate, population, *workbench);
        } else if (setup.beside) {
            measure_variant(candidate, setup, *workbench);
        } else {
            measure_generations(candidate, setup.name, population, *workbench);
        }
    }

    std::unique_ptr<Workbench> make(const Candidate& candidate, const Config& config) const {
        return options_.make.workbench(candidate.device, config, job_, candidate.threads);
    }

    void measure_generations(const Candidate& candidate, const std::string& name, std::uint32_t population,
                             Workbench& workbench) {
        const Generations work = stopwatch_.generations(workbench, population);
        add(candidate, name, "children", population, repeat(patience_, work.children, work.once));
    }

    /// A B A B: a change of the machine affects both neighbours.
    void measure_variant(const Candidate& candidate, const Setup& setup, Workbench& workbench) {
        const std::uint32_t population = setup.config.population;
        const std::unique_ptr<Workbench> plain = make(candidate, *setup.beside);
        const Generations work = stopwatch_.generations(workbench, population);
        const Generations beside = stopwatch_.generations(*plain, population);
        const Pair pair = repeat_in_turn(patience_, work.children, work.once, beside.children, beside.once);
        add(candidate, setup.name, "children", population, pair.work);
        result_.measurements.back().plain = pair.beside;
    }

    void measure_plain(const Candidate& candidate, std::uint32_t population, Workbench& workbench) {
        if (wanted("generations")) measure_generations(candidate, "generations", population, workbench);
        if (wanted("phases")) {
            for (const auto& [name, timing] : stopwatch_.phases(workbench, population))
                add(candidate, "phase/" + name, "children", population, timing);
        }
        if (wanted("score")) add(candidate, "score", "boards", population, stopwatch_.scoring(workbench, population));
        if (wanted("rank"))
            add(candidate, "rank", "individuals", population, stopwatch_.ranking(workbench, population));
    }

    void measure_set(const Candidate& candidate, const std::string& name, const PuzzleSet& set, const Config& config) {
        const auto made = backend(candidate, config);
        const PuzzleWork work(*made, set, options_.seed, candidate.id + ": " + name);
        const auto measured = work.measure(patience_);
        const auto add_items = [&](const std::string& what, const char* unit, double items) {
            if (items == 0) return;  // not one board was solved, or logic solved all
            add(candidate, what, unit, config.population, {items, measured.timing.seconds});
            result_.measurements.back().batch = measured.batch;
        };
        const bool any_size = is_large(config.representation);
        add_items(any_size ? "boards-" + name : name, any_size ? "boards" : "puzzles", measured.timing.items);
        if (any_size) add_items("redraws-" + name, "redraws", static_cast<double>(measured.redraws));
    }

    void measure_start(const Candidate& candidate, std::uint32_t population) {
        options_.make.release(candidate.device);  // so that another process has exclusive use
        const auto start = [&] { return options_.start_program(candidate.device, candidate.threads, population); };
        add(candidate, "start", "starts", population, repeat(patience_, 1, start));
    }

    Subject& result_subject(const Candidate& candidate) {
        return *std::ranges::find(result_.subjects, candidate.id, &Subject::id);
    }
    void add(const Candidate& candidate, const std::string& what, const std::string& unit, std::uint32_t population,
             const Timing& timing) {
        result_.measurements.push_back({candidate.id, what, unit, population, timing});
    }

    const Options& options_;
    const Clock::time_point begin_ = Clock::now();
    Patience patience_;
    const Stopwatch stopwatch_{patience_};
    const PuzzleJob job_;
    const std::vector<Candidate> candidates_;
    std::vector<std::pair<std::string, std::uint64_t>> fingerprints_;  ///< of the setup being verified
    Schedule schedule_;
    Result& result_;
};

}  // namespace

void run(const Options& options, Result& result) { Run(options, result)(); }

}  // namespace evodoku::bench
