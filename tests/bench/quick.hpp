// Benchmarks so small that a test can run them whole.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>

#include "bench/benchmark.hpp"
#include "bench/result.hpp"

namespace evodoku::bench {

inline Result result_of(const Options& options) {
    Result result;
    run(options, result);
    return result;
}

/// Peaks that no time is spent on.
class QuickPeaks final : public Peaks {
public:
    std::uint64_t copy(std::uint32_t times) override { return wait(times); }
    bool copied() const override { return true; }
    std::uint64_t compute(std::uint32_t times) override { return wait(times); }

private:
    static std::uint64_t wait(std::uint32_t times) {
        std::this_thread::sleep_for(std::chrono::milliseconds(times));
        return times;
    }
};

/// As few repetitions as there can be: nothing here asks how long they take.
inline Options quick() {
    Options options;
    options.devices = {Device{}};
    options.threads = 2;
    options.populations = {500};
    options.patience = {.spread = 1, .min_repetitions = 1, .max_repetitions = 1, .limit_seconds = 0};
    options.sets = {"clue17"};
    options.make.peaks = [](const Device&, unsigned) { return std::make_unique<QuickPeaks>(); };
    options.start_program = [](const Device&, unsigned, std::uint32_t) { return 0.5; };
    return options;
}

/// A GPU that is none: this machine's processor with one thread.
inline Options with_a_stand_in() {
    Options options = quick();
    options.threads = 1;
    options.devices.push_back({Device::Kind::cuda, 0});
    options.make.workbench = [](const Device&, const Config& config, const PuzzleJob& job, unsigned) {
        return make_workbench({}, config, job, 1);
    };
    options.make.backend = [](const Device&, const Config& config, unsigned) { return make_backend({}, config, 1, 1); };
    options.make.facts = [](const Device& device) { return Facts{{"name", "stand-in for " + to_text(device)}}; };
    options.make.release = [](const Device&) {};
    return options;
}

inline std::set<std::string> measured(const Result& result, const std::string& subject) {
    std::set<std::string> all;
    for (const Measurement& measurement : result.measurements) {
        if (measurement.subject == subject) all.insert(measurement.what);
    }
    return all;
}

}  // namespace evodoku::bench
