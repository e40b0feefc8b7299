// Which configurations are measured on which subjects, and how a repetition of each is made.
#include "evodoku/bench/benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "setups.hpp"
#include "stopwatch.hpp"
#include "verification.hpp"

namespace evodoku::bench {
namespace {

/// A device with its number of threads.
struct Candidate {
    Device device;
    unsigned threads;
    std::string id;
};

std::vector<Candidate> candidates(const Options& options) {
    std::vector<Candidate> all;
    for (const Device& device : options.devices) {
        all.push_back({device, options.threads, to_text(device)});
        if (device.kind == Device::Kind::cpu && options.threads != 1) all.push_back({device, 1, "cpu/1"});
    }
    return all;
}

class Run {
public:
    Run(const Options& options, Result& result)
        : options_(options),
          patience_(options.patience),
          job_{bench_puzzle(), PresolveLevel::givens, 0, options.seed},
          result_(result) {
        patience_.should_stop = options.should_stop;
    }

    void operator()() {
        result_.seed = options_.seed;
        for (const std::uint8_t digit : bench_puzzle().digit)
            result_.puzzle += digit == 0 ? '.' : static_cast<char>('0' + digit);
        const std::vector<Candidate> subjects = candidates(options_);
        for (const Candidate& subject : subjects) measure_ceilings(subject);
        for (const std::uint32_t population : options_.populations) {
            for (const Setup& setup : wanted_setups(population)) {
                compare_and_verify(subjects, setup);
                for (const Candidate& subject : subjects) measure(subject, setup);
            }
            for (const Candidate& subject : subjects) measure_start(subject, population);
        }
    }

private:
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
    void tell(const Candidate& subject, const std::string& what) const {
        if (options_.on_progress) options_.on_progress(subject.id + ": " + what);
    }

    void measure_ceilings(const Candidate& candidate) {
        stop_if_asked(patience_);
        tell(candidate, "ceilings");
        const std::unique_ptr<Ceilings> ceilings = make_ceilings(candidate.device, candidate.threads);
        std::uint64_t bytes = 0, operations = 0;
        const auto copy = [&](std::uint32_t times) { return seconds_of([&] { bytes = ceilings->copy(times); }); };
        const auto compute = [&](std::uint32_t times) {
            return seconds_of([&] { operations = ceilings->compute(times); });
        };
        Subject subject{candidate.id, candidate.id, facts_of(candidate.device), {}, {}};
        const std::uint32_t copies = times_to_fill(least_seconds, copy), loops = times_to_fill(least_seconds, compute);
        subject.copy = repeat(patience_, 1, [&] { return copy(copies); });
        subject.copy.items = static_cast<double>(bytes);
        if (!ceilings->copied()) throw BenchError(candidate.id + ": verification failed: the copy is not a copy");
        subject.compute = repeat(patience_, 1, [&] { return compute(loops); });
        subject.compute.items = static_cast<double>(operations);
        result_.subjects.push_back(subject);
    }

    /// Before any is timed, every device evolves the configuration.
    void compare_and_verify(const std::vector<Candidate>& subjects, const Setup& setup) {
        const std::uint32_t population = setup.config.population;
        std::vector<std::pair<std::string, std::uint64_t>> fingerprints;
        for (const Candidate& subject : subjects) {
            stop_if_asked(patience_);
            tell(subject, fmt::format("verifying {}, population {}", setup.name, population));
            const std::unique_ptr<Workbench> workbench = make(subject, setup.config);
            result_subject(subject).name = workbench->name();
            for (std::uint32_t generation = 0; generation <= warm_generations; ++generation) {
                stop_if_asked(patience_);
                workbench->make_generations(1);
            }
            fingerprints.emplace_back(subject.id, workbench->fingerprint());
            verify(*workbench, setup.config, bench_puzzle(), subject.id);
        }
        require_agreement(setup.name, population, fingerprints);
        result_.agreements.push_back({setup.name, population, fingerprints.front().second});
    }

    void measure(const Candidate& subject, const Setup& setup) {
        const std::uint32_t population = setup.config.population;
        stop_if_asked(patience_);
        tell(subject, fmt::format("{}, population {}", setup.name, population));
        const std::unique_ptr<Workbench> workbench = make(subject, setup.config);
        if (!setup.phase.empty()) {
            add(subject, setup.name, setup.unit, population, stopwatch_.steps(*workbench, setup));
        } else if (setup.name == "plain") {
            measure_plain(subject, population, *workbench);
        } else if (setup.beside) {
            measure_variant(subject, setup, *workbench);
        } else {
            measure_generations(subject, setup.name, population, *workbench);
        }
    }

    std::unique_ptr<Workbench> make(const Candidate& subject, const Config& config) const {
        return make_workbench(subject.device, config, job_, subject.threads);
    }

    void measure_generations(const Candidate& subject, const std::string& name, std::uint32_t population,
                             Workbench& workbench) {
        const Generations work = stopwatch_.generations(workbench, population);
        add(subject, name, "children", population, repeat(patience_, work.children, work.once));
    }

    /// A B A B: what other programs or the clock do to one is done to its neighbour, too.
    void measure_variant(const Candidate& subject, const Setup& setup, Workbench& workbench) {
        const std::uint32_t population = setup.config.population;
        const std::unique_ptr<Workbench> plain = make(subject, *setup.beside);
        const Generations work = stopwatch_.generations(workbench, population);
        const Generations beside = stopwatch_.generations(*plain, population);
        const Pair pair = repeat_in_turn(patience_, work.children, work.once, beside.children, beside.once);
        add(subject, setup.name, "children", population, pair.work);
        result_.measurements.back().plain = pair.beside;
    }

    void measure_plain(const Candidate& subject, std::uint32_t population, Workbench& workbench) {
        if (wanted("generations")) measure_generations(subject, "generations", population, workbench);
        if (wanted("phases")) {
            for (const auto& [name, timing] : stopwatch_.phases(workbench, population))
                add(subject, "phase/" + name, "children", population, timing);
        }
        if (wanted("score")) add(subject, "score", "boards", population, stopwatch_.scoring(workbench, population));
        if (wanted("rank")) add(subject, "rank", "individuals", population, stopwatch_.ranking(workbench, population));
    }

    void measure_start(const Candidate& subject, std::uint32_t population) {
        if (!options_.start_program || !wanted("start")) return;
        stop_if_asked(patience_);
        tell(subject, fmt::format("start of the program, population {}", population));
        release(subject.device);  // another process has it then to itself
        add(subject, "start", "starts", population,
            repeat(patience_, 1, [&] { return options_.start_program(subject.device, subject.threads, population); }));
    }

    Subject& result_subject(const Candidate& candidate) {
        return *std::ranges::find(result_.subjects, candidate.id, &Subject::id);
    }
    void add(const Candidate& subject, const std::string& what, const std::string& unit, std::uint32_t population,
             const Timing& timing) {
        result_.measurements.push_back({subject.id, what, unit, population, timing});
    }

    const Options& options_;
    Patience patience_;
    const Stopwatch stopwatch_{patience_};
    const PuzzleJob job_;
    Result& result_;
};

}  // namespace

const std::vector<std::string>& works() {
    static const std::vector<std::string> all = {"score", "generations", "phases",    "metropolis-swap", "heat-bath",
                                                 "rank",  "start",       "operators", "variants"};
    return all;
}

void run(const Options& options, Result& result) {
    try {
        Run(options, result)();
    } catch (const Stopped&) {  // what is measured so far is the result
    }
}

void require_agreement(const std::string& configuration, std::uint32_t population,
                       const std::vector<std::pair<std::string, std::uint64_t>>& fingerprint_by_subject) {
    for (const auto& [subject, fingerprint] : fingerprint_by_subject) {
        const auto& [first_subject, first] = fingerprint_by_subject.front();
        if (fingerprint == first) continue;
        throw BenchError(
            fmt::format("{} and {} do not agree: configuration {}, population {}: fingerprints {:016x} and "
                        "{:016x}; it was not timed",
                        first_subject, subject, configuration, population, first, fingerprint));
    }
}

}  // namespace evodoku::bench
