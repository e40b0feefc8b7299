// `evodoku count`: what it prints, what it refuses, and counts that go on.
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <filesystem>

#include "program.hpp"

namespace evodoku::test {
namespace {

const std::string empty_4x4(16, '.');

/// An estimate of 288 in a second.
Words estimate(const Words& more = {}) {
    return with(split("count --device cpu --order 2 --positions 0 --population 500 --error 3% --seed 4"), more);
}

TEST(CountCommand, SaysWhetherACountIsExact) {
    const Finished made = run({"count", "--puzzle", hard, "--puzzle", impossible, "-q"});
    EXPECT_EQ(made.code, 0);
    EXPECT_TRUE(contains(made.out, ": 1 solution (")) << made.out;
    EXPECT_TRUE(contains(made.out, ": 0 solutions (")) << made.out;
    EXPECT_TRUE(contains(run({"count", "--order", "2", "--puzzle", empty_4x4}).out, ": 288 solutions (exact solver)"));
    const Finished about = run(estimate({"--puzzle", empty_4x4}));
    EXPECT_EQ(about.code, 0) << about.err;
    EXPECT_TRUE(
        std::regex_search(about.out, std::regex("^--puzzle:1: 2[0-9][0-9]\\.[0-9] \\+- [0-9.]+ % \\(94 %: [0-9.]+ "
                                                "to [0-9.]+\\), [0-9]+ populations of 500 \\(")))
        << about.out;
    EXPECT_TRUE(contains(about.err, "evodoku: seed 4 on cpu (")) << about.err;
}

TEST(CountCommand, JsonHasTheEstimateInLogarithms) {
    const Finished made = run(estimate({"--puzzle", empty_4x4, "--format", "jsonl", "-q"}));
    const auto line = nlohmann::json::parse(made.out);
    EXPECT_TRUE(line.at("exact").is_null());
    EXPECT_EQ(line.at("method"), "annealing");
    EXPECT_NEAR(line.at("log10").get<double>(), std::log10(288), 0.06);
    EXPECT_LT(line.at("log10_low").get<double>(), line.at("log10").get<double>());
    EXPECT_LE(line.at("relative_error").get<double>(), 0.03);
    EXPECT_EQ(line.at("seed"), 4);
    EXPECT_EQ(line.at("populations").get<int>() % 16, 0);
    EXPECT_TRUE(line.at("doubt").is_null());
    EXPECT_EQ(line.at("level"), 0.94);
    double sum = 0;
    for (const double value : line.at("values")) sum += std::exp2(value);
    EXPECT_NEAR(std::log10(sum / line.at("populations").get<double>()), line.at("log10").get<double>(), 1e-9);
    const auto again =
        nlohmann::json::parse(run(estimate({"--puzzle", empty_4x4, "--format", "jsonl", "-q", "-j", "3"})).out);
    EXPECT_EQ(again.at("fingerprint"), line.at("fingerprint"));
    EXPECT_EQ(again.at("log10"), line.at("log10"));
    const auto exact = nlohmann::json::parse(run({"count", "--format", "jsonl", "--puzzle", hard}).out);
    EXPECT_EQ(exact.at("exact"), 1);
}

TEST(CountCommand, AnIntervalInDoubtIsNotPrinted) {
    const Finished made = run(estimate({"--puzzle", empty_4x4, "--populations", "3", "--batches", "1"}));
    EXPECT_EQ(made.code, 1);
    EXPECT_FALSE(contains(made.out, "+-")) << made.out;
    EXPECT_TRUE(contains(made.err, "no interval: 3 populations give no interval; use 8 or more")) << made.err;
    const Finished more = run(estimate({"--puzzle", empty_4x4, "--populations", "3"}));
    EXPECT_TRUE(contains(more.out, ", 9 populations of 500 (")) << more.out;
    EXPECT_TRUE(contains(made.err, "pilot run, 8 steps, 5 changes per free cell and step: families of ")) << made.err;
}

TEST(CountCommand, MakesNoMoreBatchesOfPopulationsThatAreTooSmall) {
    const Finished made = run(estimate({"--puzzle", empty_4x4, "--population", "20", "--error", "0"}));
    EXPECT_EQ(made.code, 1);
    EXPECT_TRUE(contains(made.out, ", 16 populations of 20 (")) << made.out;
    EXPECT_TRUE(contains(made.err, "no interval: families have ")) << made.err;
    EXPECT_FALSE(contains(made.err, "stopped before")) << made.err;
}

TEST(CountCommand, RefusesWhatDoesNotCount) {
    const auto said = [](const Words& words, int code) {
        const Finished made = run(words);
        EXPECT_EQ(made.code, code) << made.err;
        return made.err;
    };
    EXPECT_TRUE(contains(said({"count"}, 2), "no puzzle given"));
    EXPECT_TRUE(contains(said({"count", "--puzzle", easy, "--device", "foo"}, 2), "--device is 'foo'; allowed: auto"));
    EXPECT_TRUE(
        contains(said(estimate({"--puzzle", empty_4x4, "--mutation", "swap"}), 2),
                 "mutation 'swap' does not keep Boltzmann's distribution; allowed: metropolis-swap, heat-bath-cells"));
    EXPECT_TRUE(contains(said(estimate({"--puzzle", empty_4x4, "--population", "16M"}), 2), "are more boards than"));
    EXPECT_TRUE(contains(said(estimate({"--puzzle", empty_4x4, "--schedule", "1,2"}), 2), "must end with 64"));
    EXPECT_TRUE(contains(said(estimate({"--puzzle", empty_4x4, "--mutation", "metropolis-swap:trials=100"}), 2),
                         "sets the trials of its mutation by sweeps"));
    EXPECT_TRUE(
        contains(said(estimate({"--puzzle", empty_4x4, "--presolve", "single-pass"}), 2),
                 "presolve is single-pass, which is for 9 x 9; use none, givens, singles or full (from --presolve)"));
    EXPECT_TRUE(contains(said({"count", "--puzzle", "11" + std::string(79, '.')}, 3), "r1c1"));
    const TemporaryFiles files;
    EXPECT_TRUE(
        contains(said(estimate({"--puzzle", empty_4x4, "--puzzle", empty_4x4, "--checkpoint", files.at("a.ckpt")}), 2),
                 "--checkpoint is of one puzzle, and these are 2; count one at a time"));
}

TEST(CountCommand, GoesOnFromItsCheckpoint) {
    const TemporaryFiles files;
    const std::string checkpoint = files.at("count.ckpt"), history = files.at("count.jsonl");
    const Words words = estimate({"--puzzle", empty_4x4, "--population", "2000", "--sweeps", "40", "--error", "0.1%",
                                  "--batches", "3", "--format", "jsonl"});
    const auto whole = nlohmann::json::parse(run(words).out);
    const Finished first =
        run({.arguments = with(words, {"--checkpoint", checkpoint, "--checkpoint-every", "50ms", "--history", history}),
             .signal_after = "32 populations: ",
             .signal = SIGTERM});
    EXPECT_EQ(first.code, 128 + SIGTERM) << first.err;
    EXPECT_TRUE(contains(first.err, " count --resume " + checkpoint + " goes on")) << first.err;
    EXPECT_EQ(run({"solve", "--resume", checkpoint}).code, 2) << "it is no search";
    const Finished late = run({"count", "--resume", checkpoint, "--timeout", "1ms"});
    EXPECT_TRUE(contains(late.err, " --timeout ")) << late.err;
    const Finished stopped = run(estimate({"--puzzle", empty_4x4, "--puzzle", empty_4x4, "--timeout", "1ms", "-q"}));
    EXPECT_EQ(lines_of(stopped.out).size(), 2u) << "each says that it is not counted: " << stopped.out;
    EXPECT_TRUE(
        contains(run(with(words, {"--sweeps", "0", "--timeout", "1ms", "--checkpoint", files.at("b.ckpt")})).err,
                 "stopped before the first population: there is no checkpoint"));
    EXPECT_TRUE(contains(run(with(words, {"--batches", "1"})).err, "--batches was reached before the error was 0.1 %"));
    const Finished second =
        run({"count", "--resume", checkpoint, "--timeout", "1h", "--format", "jsonl", "-j", "3", "-p", "2k"});
    EXPECT_TRUE(contains(second.err, " populations so far; writes ")) << second.err;
    expect_refused({"count", "--resume", checkpoint, "-p", "3k"}, 2, "--population is 3000, but the run in ");
    const auto resumed = nlohmann::json::parse(second.out);
    EXPECT_EQ(resumed.at("log10"), whole.at("log10"));
    EXPECT_EQ(resumed.at("populations"), whole.at("populations"));
    EXPECT_EQ(resumed.at("fingerprint"), whole.at("fingerprint"));
    EXPECT_GT(resumed.at("seconds"), nlohmann::json::parse(first.out).at("seconds")) << "of both";
    EXPECT_GT(std::filesystem::file_size(history), 0u);
}

}  // namespace
}  // namespace evodoku::test
