// Command lines: what is understood, what is refused and how.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.hpp"

namespace evodoku::test {
namespace {

void expect_usage_error(const Words& arguments, const std::string& message) {
    const Finished finished = run(arguments);
    EXPECT_EQ(finished.code, 2) << message;
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(lines_of(finished.err).size(), 1u) << finished.err;
    EXPECT_TRUE(contains(finished.err, "evodoku: " + message)) << finished.err;
}

void expect_refused(const Words& options, const std::string& message) {
    Words arguments = {"solve", "--device", "cpu", "--puzzle", easy};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_usage_error(arguments, message);
}

TEST(Usage, HelpListsEveryOption) {
    const Finished finished = run({"solve", "--help"});
    EXPECT_EQ(finished.code, 0);
    EXPECT_EQ(finished.err, "");
    for (const std::string option :
         {"--puzzle",          "--keep-going",  "--presolve",   "-d, --device",     "-j, --threads", "-p, --population",
          "--elite",           "--immigrants",  "--stall",      "--initialisation", "--cost",        "--selection",
          "--crossover",       "--mutation",    "--islands",    "--migrate-every",  "--migrants",    "--epoch",
          "-g, --generations", "--timeout",     "-s, --seed",   "--runs",           "--format",      "-q, --quiet",
          "--representation",  "--replacement", "--stagnation", "--largest",        "--pairs",       "--variation",
          "--children",        "--duplicates",  "--seen",       "-v, --verbose",    "--version",     "-h, --help"}) {
        EXPECT_TRUE(contains(finished.out, " " + option + " ")) << option;
    }
    for (const std::string& line : lines_of(finished.out)) EXPECT_LE(line.size(), 116u) << line;
}

TEST(Usage, HelpIsFoundWhereverItIsLookedFor) {
    const std::string help = run({"solve", "--help"}).out;
    EXPECT_EQ(run({"solve", "-h"}).out, help);
    EXPECT_EQ(run({"help", "solve"}).out, help);
    EXPECT_EQ(run({"solve", "--nonsense", "--help"}).out, help);
    const std::string overview = run({"--help"}).out;
    EXPECT_TRUE(contains(overview, "evodoku solve [FILE ...] [-]"));
    EXPECT_EQ(run({"-h"}).out, overview);
    EXPECT_EQ(run({"help"}).out, overview);
    EXPECT_TRUE(contains(run({"operators", "--help"}).out, "evodoku operators - "));
    EXPECT_TRUE(contains(run({"info", "--help"}).out, "evodoku info - "));
}

TEST(Usage, VersionIsTheSameEverywhere) {
    const std::string version = run({"--version"}).out;
    EXPECT_TRUE(version.starts_with("evodoku ")) << version;
    EXPECT_EQ(run({"solve", "--version"}).out, version);
    EXPECT_TRUE(run({"info"}).out.starts_with(version));
}

TEST(Usage, InfoShowsTheBuildAndTheDevices) {
    const Finished finished = run({"info"});
    EXPECT_EQ(finished.code, 0);
    for (const std::string part : {"\nbuilt: ", "\nCUDA: ", "\ncpu: "})
        EXPECT_TRUE(contains(finished.out, part)) << part;
}

TEST(Usage, CommandsAreCorrected) {
    expect_usage_error({}, "a command is missing: solve, experiment, presets, operators, bench, compare or info");
    expect_usage_error({"slove"}, "unknown command 'slove' (did you mean 'solve'?)");
    expect_usage_error({"--verson"}, "unknown command '--verson' (did you mean '--version'?)");
    expect_usage_error({"/dev/null"}, "unknown command '/dev/null' (did you mean evodoku solve /dev/null?)");
    expect_usage_error({"info", "all"}, "info: unexpected 'all'");
    expect_usage_error({"operators", "all"}, "operators: unexpected 'all'");
}

TEST(Usage, OptionsAreCorrected) {
    expect_refused({"--per-puzzle", "x"}, "--per-puzzle: 'x' is not a whole number");
    expect_refused({"--poplation", "5"}, "unknown option '--poplation' (did you mean '--population'?)");
    expect_refused({"--crossver=none"}, "unknown option '--crossver' (did you mean '--crossover'?)");
    expect_refused({"-x"}, "unknown option '-x'");
    expect_refused({"-5"}, "unknown option '-5'");
    expect_refused({"--population"}, "Option 'population' is missing an argument");
    expect_refused({"-q", "-v"}, "--quiet and --verbose exclude each other");
    expect_usage_error({"solve"}, "no puzzle given: name a file, - for standard input, or --puzzle STRING");
    expect_usage_error({"solve", "-", "-"}, "- stands twice");
}

TEST(Usage, ControlCodesOfArgumentsAreNotRepeated) {
    const Finished finished = run({"solve", "--\x1b[31mred"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_FALSE(has_control_codes(finished.err)) << finished.err;
}

TEST(Usage, WhatIsNoNumberIsRefusedByName) {
    for (const std::string wrong : {"many", "", "-5", "1.5", "0x10", "1e6x", "5 k", "k", "1e99", "nan"}) {
        for (const std::string option : {"population", "generations", "islands", "migrate-every", "migrants", "epoch",
                                         "stall", "seed", "runs", "threads"}) {
            if (wrong == "many" || option == "population") {
                expect_refused({"--" + option, wrong}, "--" + option + ": '" + wrong + "' is not a whole number ");
            }
        }
    }
    expect_refused({"--seed", "18446744073709551616"},
                   "--seed: '18446744073709551616' is not a whole number 0..18446744073709551615");
    expect_refused({"--timeout", "soon"}, "--timeout: 'soon' is not a time (as in 30s, 5m, 200ms)");
    expect_refused({"--elite", "some"}, "--elite: 'some' is neither a count (20) nor a share from 0 to 1 (5%, 0.05)");
    expect_refused({"--immigrants", "1.5"}, "--immigrants: '1.5' is neither");
}

TEST(Usage, NumbersOutOfRangeSayWhatIsAllowed) {
    expect_refused({"-p", "0"}, "--population is 0; allowed: 1..16777216");
    expect_refused({"-p", "20M"}, "--population is 20M; allowed: 1..16777216");
    expect_refused({"--runs", "0"}, "--runs is 0; allowed: 1..");
    expect_refused({"-j", "5000"}, "--threads is 5000; allowed: 0..1024");
    expect_refused({"-p", "100", "--islands", "7"},
                   "population is 100, which 7 islands do not share evenly; nearest that they do: 98");
    expect_refused({"-p", "100", "--elite", "60", "--immigrants", "50%"}, "elite (60) and immigrants (50)");
    expect_refused({"-p", "100", "--elite", "101"}, "elite is 101; allowed: 0..100");
    expect_refused({"-p", "100", "--islands", "2", "--migrate-every", "7", "--epoch", "3"},
                   "migrate-every is 7; allowed: a multiple of the epoch, which is 3");
}

TEST(Usage, ChoicesAreCorrected) {
    expect_refused({"--format", "json"},
                   "--format is 'json'; allowed: auto, grid, line, jsonl (did you mean 'jsonl'?)");
    expect_refused(
        {"--presolve", "single"},
        "--presolve is 'single'; allowed: none, givens, single-pass, singles, full (did you mean 'singles'?)");
    expect_refused({"--device", "cud"}, "--device is 'cud'; allowed: auto, cpu, cuda, cuda:N (did you mean 'cuda'?)");
    expect_refused({"--device", "cuda:first"}, "--device: 'first' is not the number of a device");
}

/// The command that replays a call spells its numbers out.
std::string replay_of(const Words& options) { return run(small_solve(options)).err; }

TEST(Usage, NumbersAreReadInEveryForm) {
    const Words same[] = {
        {"-p", "2500"}, {"--population=2.5k"}, {"-p2500"}, {"--population", "25e2"}, {"-p", "0.0025M"}};
    for (Words words : same) {
        words.insert(words.end(), {"--puzzle", easy});
        EXPECT_TRUE(contains(replay_of(words), " --population 2500 ")) << words.front();
    }
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "-g", "300k"}), " --generations 300000 "));
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "-g", "1e6"}), " --generations 1000000 "));
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "-s", "18446744073709551615"}), " --seed 18446744073709551615 "));
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "--elite", "7"}), " --elite 7 "));
    EXPECT_TRUE(contains(replay_of({"--puzzle", easy, "--elite", "10%"}), " --elite 0.1 "));
}

TEST(Usage, TheEpochFitsItselfToTheMigrations) {
    const Words islands = {"--puzzle", easy, "--islands", "3", "--migrate-every", "7", "--migrants", "2"};
    EXPECT_TRUE(contains(replay_of(islands), " --islands 3 --migrate-every 7 --migrants 2 --epoch 7 "));
}

TEST(Device, OneThatCannotBeUsedIsAnErrorOfItsOwn) {
    const Finished finished = run({"solve", "--puzzle", easy, "--device", "cuda:999"});
    EXPECT_EQ(finished.code, 4);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(contains(finished.err, "--device cuda:999: ")) << finished.err;
    EXPECT_TRUE(contains(finished.err, "--device auto or cpu runs without a GPU")) << finished.err;
}

TEST(Device, AutoAndCudaAgreeOnTheReason) {
    const Finished cuda = run({"solve", "--puzzle", easy, "--device", "cuda", "-p", "600"});
    const Finished automatic = run({"solve", "--puzzle", easy, "-p", "600"});
    EXPECT_EQ(automatic.code, 0);
    if (cuda.code == 0) {
        EXPECT_TRUE(contains(automatic.err, " on cuda:")) << automatic.err;
        return;
    }
    EXPECT_EQ(cuda.code, 4);
    const std::string head = "evodoku: --device cuda: ";
    ASSERT_TRUE(cuda.err.starts_with(head)) << cuda.err;
    const std::string reason = cuda.err.substr(head.size(), cuda.err.rfind(';') - head.size());
    EXPECT_TRUE(contains(automatic.err, reason)) << automatic.err;
    EXPECT_TRUE(contains(automatic.err, " on cpu ")) << automatic.err;
}

TEST(Memory, TooLargeAPopulationIsRefusedAtOnce) {
    if (*EVODOKU_SANITIZE != '\0') GTEST_SKIP() << "sanitizers take address space for themselves";
    Call call{solve({"-p", "16M", "--presolve", "none", "--puzzle", hard})};
    call.memory = 1u << 30;
    const Finished finished = run(call);
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_TRUE(contains(finished.err, "memory") && contains(finished.err, "--population")) << finished.err;
}

}  // namespace
}  // namespace evodoku::test
