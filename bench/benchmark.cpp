// The steps of a benchmark, and the work that each repeats.
#include "bench/benchmark.hpp"

#include <fmt/format.h>

#include <span>

#include "backend/evolution_on.hpp"
#include "core/host_work.hpp"
#include "evodoku/io/grid_text.hpp"
#include "evodoku/io/puzzle_reader.hpp"

namespace evodoku::bench {
namespace {

using Workbench = evodoku::Workbench<BoxBoard>;

constexpr std::uint32_t warm_generations = 2;  // after them both buffers have been written
constexpr double min_seconds = 0.02;           // of a repetition: far more than the clock's resolution and a wake-up

/// On a GPU these may take less than the clock's resolution.
std::uint32_t usual_generations(std::uint32_t population) { return std::clamp(2'000'000 / population, 5u, 200u); }

double seconds_of(const std::function<void()>& work) {
    const Clock::time_point begin = Clock::now();
    work();
    return seconds_since(begin);
}

struct Candidate {
    Device device;
    unsigned threads;
    std::string id;
};

class Run {
public:
    Run(const Options& options, Result& result) : options_(options), patience_(options.patience), result_(result) {
        for (const Device& device : options.devices) {
            candidates_.push_back({device, options.threads, to_text(device)});
            if (device.kind == Device::Kind::cpu && options.threads != 1) candidates_.push_back({device, 1, "cpu/1"});
        }
        patience_.should_stop = [this] {
            const double limit = 1.2 * options_.time_limit;
            return is_interrupted() || (limit > 0 && seconds_since(begin_) > limit);
        };
    }

    void operator()() {
        result_.seed = options_.seed;
        result_.puzzle = io::to_line(bench_puzzle());
        add("peaks", figures(2), candidates_, {}, [this](const Candidate& on) { measure_peaks(on); });
        add_sets();
        for (const std::uint32_t population : options_.populations) {
            for (const Setup& setup : setups(population, options_)) {
                add(
                    fmt::format("{}, population {}", setup.name, population), figures(setup.figures), candidates_,
                    [this, setup](const Candidate& on) { verify_setup(on, setup); },
                    [this, setup](const Candidate& on) { measure_setup(on, setup); });
            }
        }
        run_steps();
    }

private:
    using Part = std::function<void(const Candidate&)>;
    struct Step {
        std::string what;
        double expected_seconds;
        std::function<void()> run;
    };

    bool is_interrupted() const { return options_.should_stop && options_.should_stop(); }

    /// A guess: the measured time and a quarter more, for warming up and allocation.
    double figures(double count) const { return count * (1.25 * patience_.limit_seconds + 0.05); }

    /// All these devices verify it first, if there is something to verify; then it is measured on each.
    void add(const std::string& what, double expected_seconds, std::span<const Candidate> on_these, const Part& verify,
             const Part& measure) {
        for (const Candidate& on : on_these) {
            if (verify) steps_.push_back({on.id + ": verifying " + what, 0.1, [verify, &on] { verify(on); }});
        }
        for (const Candidate& on : on_these)
            steps_.push_back({on.id + ": " + what, expected_seconds, [=, this, &on] { with_clocks(on, measure); }});
    }

    /// Measures, and notes the state of a GPU before and after it with each figure.
    void with_clocks(const Candidate& on, const Part& measure) {
        const std::size_t first = result_.measurements.size();
        const GpuState before = state_of(on.device);
        measure(on);
        if (on.device.kind != Device::Kind::cuda) return;
        const Clocks clocks{before, state_of(on.device)};
        Subject& subject = *std::ranges::find(result_.subjects, on.id, &Subject::id);
        if (!subject.clocks) subject.clocks = clocks;  // its peaks come first
        if (!clocks.after.unknown.empty()) return;
        for (std::size_t k = first; k < result_.measurements.size(); ++k) result_.measurements[k].clocks = clocks;
    }

    /// The sets of puzzles; and answers of other programs to the first of them, scored by one thread of a CPU.
    void add_sets() {
        for (const PuzzleSet& set : puzzle_sets()) {
            const bool is_chosen = options_.sets.empty() || std::ranges::count(options_.sets, set.name) != 0;
            if (!options_.wants("puzzles") || !is_chosen) continue;
            add(
                "puzzles/" + set.name, figures(1.5), candidates_,
                [this, &set](const Candidate& on) { solve_puzzles(on, set, false); },
                [this, &set](const Candidate& on) { solve_puzzles(on, set, true); });
        }
        const auto one_thread = std::ranges::find_if(
            candidates_, [](const Candidate& on) { return on.device.kind == Device::Kind::cpu && on.threads == 1; });
        if (one_thread == candidates_.end() || !options_.wants("answers")) return;
        const PuzzleSet& set = puzzle_sets().front();
        add(
            "answers", figures(1), {&*one_thread, 1}, [&set](const Candidate&) { score_answers(set, 1, true); },
            [this, &set](const Candidate& on) {
                const auto boards = static_cast<std::uint32_t>(set.puzzles.size());
                const auto run = [&](std::uint32_t times) { return seconds_of([&] { score_answers(set, times); }); };
                const Timing timing = repeat_filled(min_seconds, boards, run);
                result_.measurements.push_back({on.id, "answers", "boards", boards, timing});
            });
    }

    void run_steps() {
        double left = 0, done_expected = 0, spent = 0;  // expected seconds, and those of the finished steps
        for (const Step& step : steps_) left += step.expected_seconds;
        std::size_t done = 0;
        const auto stop = [&](const std::string& why) {
            result_.stopped = fmt::format("{} after {} of {} steps", why, done, steps_.size());
        };
        try {
            for (const Step& step : steps_) {
                if (options_.time_limit > 0 && spent >= options_.time_limit) return stop("out of time");
                // The remaining steps deviate from the expectation as the finished ones do.
                const double seconds_left = done_expected > 0 ? left * spent / done_expected : left;
                if (options_.on_progress) options_.on_progress({done + 1, steps_.size(), step.what, seconds_left});
                patience_.stop_if_asked();
                spent += seconds_of(step.run);
                left = std::max(0.0, left - step.expected_seconds), done_expected += step.expected_seconds;
                ++done;
            }
        } catch (const Stopped&) {  // the measurements so far are the result
            stop(is_interrupted() ? "interrupted" : "out of time");
        } catch (const std::exception& error) {
            stop("failed");
            result_.stopped += fmt::format(": {}", error.what());
            throw;
        }
    }

    /// Repeats `run`, with so many times per repetition that it takes `least` seconds. `items`: per time.
    Timing repeat_filled(double least, double items, const std::function<double(std::uint32_t times)>& run) const {
        const std::uint32_t times = times_to_fill(least, run);
        return repeat(patience_, items * times, [&] { return run(times); });
    }

    void measure_peaks(const Candidate& on) {
        const std::unique_ptr<Peaks> peaks = options_.make.peaks(on.device, on.threads);
        const auto measured = [&](std::uint64_t (Peaks::*work)(std::uint32_t times)) {
            std::uint64_t items = 0;
            Timing timing = repeat_filled(min_seconds, 1, [&](std::uint32_t times) {
                return seconds_of([&] { items = ((*peaks).*work)(times); });
            });
            timing.items = static_cast<double>(items);
            return timing;
        };
        Subject subject{on.id, on.id, {}, {}, {}};
        for (const DeviceFact& fact : options_.make.facts(on.device))
            if (!fact.name.empty()) subject.facts.emplace_back(fact.name, fact.text);
        subject.copy = measured(&Peaks::copy);
        if (!peaks->copied())
            throw VerificationError(on.id + ": verification failed: the copy differs from its source");
        subject.compute = measured(&Peaks::compute);
        result_.subjects.push_back(subject);
    }

    Workbench make(const Candidate& on, const Config& config) const {
        const PuzzleJob job{bench_puzzle(), PresolveLevel::givens, 0, options_.seed};
        return Workbench(options_.make.executor(on.device, on.threads), config, job);
    }

    void verify_setup(const Candidate& on, const Setup& setup) {
        Workbench workbench = make(on, setup.config);
        warm(workbench);
        workbench.make_generations(1);
        workbench.poison();
        workbench.redo(Redo::score, 1);
        workbench.redo(Redo::rank, 1);
        verify(workbench.sample(97), on.id);
        agree(on, workbench.name(), setup.name, setup.config.population, workbench.fingerprint());
    }

    /// Every device evolves the same as the first one.
    void agree(const Candidate& on, const std::string& device_name, const std::string& configuration,
               std::uint32_t population, std::uint64_t fingerprint) {
        std::ranges::find(result_.subjects, on.id, &Subject::id)->name = device_name;
        if (&on == &candidates_.front()) first_fingerprint_ = fingerprint;
        if (fingerprint != first_fingerprint_)
            throw VerificationError(fmt::format(
                "{} and {} differ: configuration {}, population {}: fingerprints {:016x} and {:016x}; not timed",
                candidates_.front().id, on.id, configuration, population, first_fingerprint_, fingerprint));
        if (&on == &candidates_.back()) result_.agreements.push_back({configuration, population, fingerprint});
    }

    void measure_setup(const Candidate& on, const Setup& setup) {
        const std::uint32_t population = setup.config.population;
        Workbench workbench = make(on, setup.config);
        const auto note = [&](const std::string& what, const std::string& unit, const Timing& timing) {
            result_.measurements.push_back({on.id, what, unit, population, timing});
        };
        if (!setup.phase.empty()) {
            const std::uint32_t count = std::clamp(50'000 / population, 1u, 20u);
            return note(setup.name, setup.unit, time_phases(workbench, count, setup).at(0).second);
        }
        if (options_.wants("generations")) note("generations", setup.unit, time_generations(workbench, setup));
        if (options_.wants("phases")) {
            for (const auto& [name, timing] : time_phases(workbench, usual_generations(population), setup))
                note("phase/" + name, setup.unit, timing);
        }
        if (options_.wants("score")) note("score", "boards", time_piece(workbench, population, Redo::score));
        if (options_.wants("rank")) note("rank", "individuals", time_piece(workbench, population, Redo::rank));
    }

    /// From the start of an evolution.
    void warm(Workbench& workbench) const {
        workbench.begin();
        for (std::uint32_t generation = 0; generation < warm_generations; ++generation) {
            patience_.stop_if_asked();
            workbench.make_generations(1);
        }
        patience_.stop_if_asked();
    }

    /// As many whole generations as the clock needs.
    Timing time_generations(Workbench& workbench, const Setup& setup) const {
        const auto run = [&](std::uint32_t times) { return seconds_of([&] { workbench.make_generations(times); }); };
        const std::uint32_t count =
            std::max(usual_generations(setup.config.population), times_to_fill(min_seconds, run));
        return repeat(patience_, setup.items() * count, [&] {
            warm(workbench);
            return run(count);
        });
    }

    /// By phase, in their order; or the setup's phase alone.
    std::vector<std::pair<std::string, Timing>> time_phases(Workbench& workbench, std::uint32_t count,
                                                            const Setup& setup) const {
        std::vector<std::pair<std::string, Timing>> phases;
        const auto once = [&] {
            warm(workbench);
            double sum = 0;
            std::size_t k = 0;
            for (const PhaseTime& time : workbench.time_phases(count)) {
                if (!setup.phase.empty() && time.name != setup.phase) continue;
                if (k == phases.size()) phases.push_back({time.name, {setup.items() * count, {}}});
                phases[k++].second.seconds.push_back(time.seconds);
                sum += time.seconds;
            }
            return sum;
        };
        repeat(patience_, 1, once);
        for (auto& [name, timing] : phases) timing.seconds.erase(timing.seconds.begin());  // it warmed up
        return phases;
    }

    /// For the population after some generations: costs are then as in a population to be ranked.
    Timing time_piece(Workbench& workbench, std::uint32_t population, Redo what) const {
        warm(workbench);
        workbench.make_generations(usual_generations(population));
        return repeat_filled(min_seconds, population,
                             [&](std::uint32_t times) { return seconds_of([&] { workbench.redo(what, times); }); });
    }

    /// With the default configuration.
    void solve_puzzles(const Candidate& on, const PuzzleSet& set, bool timed) {
        const std::string name = "puzzles/" + set.name;
        const Config config;
        const std::unique_ptr<Backend> backend = options_.make.backend(on.device, config, on.threads);
        Summary batch;
        const auto solve = [&](std::uint32_t times) {
            batch = solve_set(*backend, set, times, options_.seed, patience_, on.id + ": " + name);
            return batch.seconds;
        };
        if (!timed) {
            solve(1);
            return agree(on, backend->name(), name, config.population, batch.fingerprint);
        }
        // Far longer than the slowest puzzle of a batch takes on a GPU, unless the user wants less.
        Timing timing = repeat_filled(std::min(0.3, patience_.limit_seconds), 1, solve);
        timing.items = static_cast<double>(batch.solved);  // all repetitions evolve the same way
        result_.measurements.push_back({on.id, name, "puzzles", config.population, timing, batch.puzzles});
    }

    const Options& options_;
    const Clock::time_point begin_ = Clock::now();
    Patience patience_;
    std::vector<Candidate> candidates_;
    std::uint64_t first_fingerprint_ = 0;  ///< what the first device made of the setup being verified
    std::vector<Step> steps_;
    Result& result_;
};

}  // namespace

Timing repeat(const Patience& patience, double items, const std::function<double()>& once) {
    Timing timing{items, {}};
    patience.stop_if_asked();
    once();
    double spent = 0;
    while (timing.seconds.size() < patience.max_repetitions) {
        const bool is_enough = timing.seconds.size() >= patience.min_repetitions;
        if (is_enough && (timing.spread() <= patience.spread || spent >= patience.limit_seconds)) break;
        try {
            patience.stop_if_asked();
            spent += timing.seconds.emplace_back(once());
        } catch (const Stopped&) {
            if (!is_enough) throw;
            break;
        }
    }
    return timing;
}

std::uint32_t times_to_fill(double min_seconds, const std::function<double(std::uint32_t times)>& run) {
    std::uint32_t times = 1;
    while (times < 1u << 20 && run(times) < min_seconds) times *= 2;
    return times;
}

std::string to_text(const Progress& progress, double spent) {
    const double seconds = progress.seconds_left - spent;
    const std::string left =
        seconds < 90 ? fmt::format("{:.0f} s", std::max(1.0, seconds)) : fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("bench: [{}/{}] {} (about {} left)", progress.step, progress.steps, progress.what, left);
}

void run(const Options& options, Result& result) { Run(options, result)(); }

Grid bench_puzzle() {
    return io::parse_puzzle("..3.5..2...7....8...937...1..5.6.9..2...3..4.............8.7...5....6..81...4..6.",
                            "the puzzle of the benchmark");
}

}  // namespace evodoku::bench
